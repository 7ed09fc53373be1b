"""What is seen: widgets that show and tell, and decide nothing."""
