"""Trained policies: their files, and their networks in numpy and Numba, without torch.

Mixtures of networks and beliefs about what others hold are here too. How policies are trained is in `training`, outside
the library; how they guide a search is in `opponents/search`.
"""
