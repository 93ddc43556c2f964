"""Drawing helpers that the views of games share: SVG elements, boxes, buttons, words, stories; and pixels made of SVG.

What one game looks like is in `games/<game>/view`; pages about players and scores are in `evaluation`. No rule of a
game imports this room.
"""
