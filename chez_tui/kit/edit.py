"""A line of text while somebody types it."""


class Edit:
    """The text, and where the cursor stands in it."""

    def __init__(self, text: str, most: int) -> None:
        self.text = text
        self.at = len(text)
        self.most = most

    def type(self, text: str) -> None:
        new = "".join(c for c in text if c.isprintable())[: max(0, self.most - len(self.text))]
        self.text = self.text[: self.at] + new + self.text[self.at :]
        self.at += len(new)

    def key(self, key: str) -> bool:
        """Whether the key moves or deletes, which is done then."""
        text, at = self.text, self.at
        if key == "left":
            self.at = max(0, at - 1)
        elif key == "right":
            self.at = min(len(text), at + 1)
        elif key in ("home", "ctrl+a"):
            self.at = 0
        elif key in ("end", "ctrl+e"):
            self.at = len(text)
        elif key in ("backspace", "ctrl+h"):
            self.text, self.at = text[: max(0, at - 1)] + text[at:], max(0, at - 1)
        elif key == "delete":
            self.text = text[:at] + text[at + 1 :]
        elif key == "ctrl+u":
            self.text, self.at = text[at:], 0
        else:
            return False
        return True
