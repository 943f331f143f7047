"""Moments at a table that several tests begin with."""

FREE_TIME = """
players: Pam; Ada
Pam is Tech Support
Pam holds: Sleep; Shrooms; NT Server Docco; Car Alarm; TV Queen
Ada is Waitstaff
Ada holds: Sleep; Surf the Net
Ada has: Pizza; Ultra-Slims
turn: Pam, free time
"""
ADA_ACTS = """
players: Pam; Ada; Bix
Pam holds: Sleep; Car Alarm
Ada holds: Sleep; Sleep; Surf the Net
Bix holds: Sleep
turn: Ada, free time
"""
