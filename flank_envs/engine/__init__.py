"""The engine: games as data, and compiled loops over many of them.

What rules are written with (records, layouts, options, cards, random numbers), batches of games whose seats are all
played by the caller, and bytes from outside. It knows no player, no interface and no picture, and imports no other
room.
"""
