"""The playable lesson: its course as data, the table that follows it, and the coach's pane."""
