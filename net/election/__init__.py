"""Who is host, and what is final: the peers of a table decide it by Raft's rules."""

from net.election.node import Node
from net.election.words import Entry, Item, Log, Point, Saved, Signer

__all__ = ["Entry", "Item", "Log", "Node", "Point", "Saved", "Signer"]
