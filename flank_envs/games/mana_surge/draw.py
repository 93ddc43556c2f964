def describe(state, action): return str(action)
def refusal(state, action): return "no"
def text(state, viewer): return ""
def draw(state, viewer): return "<svg/>"
