"""What Qt asks rows of: tables over a store, and lines of bytes."""
