"""One player's program in a running game, without sockets or a clock of its own."""
