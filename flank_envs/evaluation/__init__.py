"""How strong players are: arena, ladder, playtest, exact exploitability.

It plays opponents against each other, counts, and writes pages with what came of it. How they choose is in `opponents`,
how they came to it in `training`.
"""
