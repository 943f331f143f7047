"""The smallest Textual app that answers a key: what the screen is measured against."""

from textual.app import App, ComposeResult
from textual.widgets import Static


class Minimal(App[None]):
    """One line of text, counting keys."""

    count = 0

    def compose(self) -> ComposeResult:
        yield Static("ready 0", markup=False)

    def on_key(self) -> None:
        self.count += 1
        self.query_one(Static).update(f"ready {self.count}")


if __name__ == "__main__":
    Minimal().run()
