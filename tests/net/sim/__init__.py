"""A table of peers on a simulated clock and network. One seed is one run, always the same.

`python -m tests.net.sim --runs 1000` looks for seeds that break a promise; `--seed N` shows one.
"""
