"""How strong players are: arena, ladder, playtest, exact exploitability.

It plays opponents against each other and counts. How they choose is in `opponents`, how they came to it in `training`.
"""
