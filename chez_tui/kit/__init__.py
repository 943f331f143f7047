"""Widgets and what they are made of; no rules of any game."""
