"""Trained policies: their files and their networks."""
