"""The colours of all pictures. Inks can be read on paper, white and the tints of seats, and under white letters."""

PAPER, WHITE, INK, MUTED, HAIR = "#f7f4ee", "#ffffff", "#2d3338", "#565d64", "#dcd7cc"
ALARM = "#b92f26"
CHOICE = "#c2185b"  # what can be clicked: an unbroken edge; the edge of what is picked or under way is dashed
SEAT_INK = ("#2f62a1", "#98501f", "#23694f", "#7a4b82")
SEAT_TINT = ("#e1eaf4", "#f7e8dd", "#e0eee7", "#efe5f1")
