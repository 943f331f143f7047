"""A table on the network: lobby, games, watchers, and the connections among them."""
