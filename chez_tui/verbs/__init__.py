"""One module for each verb of the command line, imported only when its verb runs."""
