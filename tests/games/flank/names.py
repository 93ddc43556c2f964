"""Short names for the actions of Flank, with units as letters and zones in the actor's frame.

end, draft K, play 3, mine 3, build W@0 (site), buy 4, drop 4, to 12, from 7, move W, all, form W>F, blue,
push S:F>S (an enemy Soldier), shift W:F>K, remove S:F, kill S, recall W, spawn, salvage 1, place W@12.
"""

FACTIONS = "KTS"
LETTERS = {"K": "WMSG", "T": "SCTW", "S": "RLSN"}
PLACES = "FSK"
SITES = (0, 1, 5, 2, 10)
DIRS = ("F>S", "F>K", "S>F", "S>K", "K>F", "K>S")

# The first id of each block and its verb; the blocks lie one after the other.
BLOCKS = (
    *((0, "end"), (1, "draft"), (4, "play"), (12, "mine"), (20, "build"), (40, "buy"), (46, "drop"), (52, "to")),
    *((67, "from"), (82, "move"), (86, "all"), (87, "form"), (99, "blue"), (100, "push"), (124, "shift")),
    *((148, "remove"), (160, "kill"), (164, "recall"), (168, "spawn"), (169, "salvage"), (172, "place")),
)
FIRST = {verb: first for first, verb in BLOCKS}
OF_ENEMIES = ("push", "remove", "kill")


def action_id(name: str, own: str, enemy: str) -> int:
    """`own` and `enemy` are the letters of both factions."""
    verb, _, object_ = name.partition(" ")
    return FIRST[verb] + _place(verb, object_, enemy if verb in OF_ENEMIES else own)


def _place(verb: str, words: str, letters: str) -> int:
    if verb in ("end", "all", "blue", "spawn"):
        return 0
    if verb == "draft":
        return FACTIONS.index(words)
    if verb in ("play", "mine", "buy", "drop", "to", "from", "salvage"):
        return int(words)
    type_, rest = letters.index(words[0]), words[2:]
    if verb in ("build", "place"):
        return type_ * (5 if verb == "build" else 15) + int(rest)
    if verb in ("push", "shift"):
        return type_ * 6 + DIRS.index(rest)
    if verb in ("form", "remove"):
        return type_ * 3 + PLACES.index(rest)
    return type_


def action_name(action: int, own: str, enemy: str) -> str:
    """The inverse of `action_id`."""
    first, verb = max(block for block in BLOCKS if block[0] <= action)
    n, letters = action - first, enemy if verb in OF_ENEMIES else own
    if verb in ("end", "all", "blue", "spawn"):
        return verb
    if verb == "draft":
        return f"draft {FACTIONS[n]}"
    if verb in ("play", "mine", "buy", "drop", "to", "from", "salvage"):
        return f"{verb} {n}"
    if verb in ("build", "place"):
        size = 5 if verb == "build" else 15
        return f"{verb} {letters[n // size]}@{n % size}"
    if verb in ("push", "shift"):
        return f"{verb} {letters[n // 6]}:{DIRS[n % 6]}"
    if verb in ("form", "remove"):
        return f"{verb} {letters[n // 3]}{'>' if verb == 'form' else ':'}{PLACES[n % 3]}"
    return f"{verb} {letters[n]}"
