"""Whole network games on a simulated clock: real logs, signatures, dice and rules, no sockets."""
