"""The sealed deck: nobody can see a hidden card, nobody can stack, everybody can check."""
