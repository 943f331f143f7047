"""The rules proper, by topic. Each module offers refusals, deeds and steps to `core.game`."""
