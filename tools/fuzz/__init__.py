"""Fuzzing: what strangers can hand in must be refused in words or be sound. See docs/reliability.md."""
