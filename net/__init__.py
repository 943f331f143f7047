"""What lies between a table and the outside: records of games, and later the network."""
