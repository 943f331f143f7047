"""What a table is and what one can do there, for every face of the program; no toolkit."""
