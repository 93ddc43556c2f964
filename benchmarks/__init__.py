"""What the games are measured with: throughput, balance, long random play, and attacks on all that takes input."""
