"""What the window does, without a widget: open, run, select, remember, copy."""
