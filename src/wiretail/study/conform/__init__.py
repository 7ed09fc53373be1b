"""Language-neutral cases, run against the engine: what comes out, beside what was wanted."""
