"""Where live bytes come from: the only place that waits."""
