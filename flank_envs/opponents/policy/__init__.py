"""Trained policies: their files, and their networks without torch.

How they are trained is in `training`, outside the library.
"""
