"""What a screen or a bot sees of a table, and the records of games."""
