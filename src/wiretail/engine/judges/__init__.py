"""What becomes of a candidate: one file a judge, and none knows another."""
