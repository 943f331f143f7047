"""Whole games over the network, simulated: programs, links, people and everything that fails.

One seed is one run. `python -m tests.net.tablesim --help` runs many of them.
"""
