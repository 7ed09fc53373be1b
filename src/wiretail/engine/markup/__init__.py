"""What calls look like as text: one module a family of bodies, the grammars of a family as data."""
