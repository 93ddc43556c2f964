"""The colours of all pictures."""

PAPER, WHITE, INK, MUTED, HAIR = "#f7f4ee", "#ffffff", "#2d3338", "#858b91", "#dcd7cc"
ALARM = "#c8372d"
CHOICE = "#e0457b"  # what can be clicked
SEAT_INK = ("#3569a8", "#b05e2c", "#2f7d62", "#85568c")
SEAT_TINT = ("#e1eaf4", "#f7e8dd", "#e0eee7", "#efe5f1")
