"""What every face asks of a capture: findings, verdict, summary, rows, exact places."""
