"""What goes to the terminal: only the cells that have changed."""
