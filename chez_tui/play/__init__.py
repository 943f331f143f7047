"""What a table is and what can be done there, for every face of the program; no toolkit."""
