"""The screens of the full-screen app, each in its own module, imported when it is opened."""
