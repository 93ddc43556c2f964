"""A stand-in until the drawing is there."""


def describe(state, action):
    return f"action {action}"


def refusal(state, action):
    return "it is not legal now"


def text(state, viewer):
    return "a board"


def draw(state, viewer):
    return '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"></svg>'
