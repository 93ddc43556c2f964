"""Combat: FL-7."""

import pytest

from tests.games.flank.board import Board, battle

PUSHES = ["F>S", "F>K", "S>F", "S>K", "K>F", "K>S"]


def fight(attack: str = "W|W|", defend: str = "S|S|", blue=(3, 3), green=(0, 0), yellow=(0, 0), **rest) -> Board:
    tokens = tuple((blue[seat], green[seat], yellow[seat]) for seat in (0, 1))
    return battle(attack, defend, tokens=tokens, zone=rest.pop("zone", 8), **rest)


def test_before_combat_the_attacker_then_the_defender():
    """FL-7.1: each may use what there is, in any order, or decline."""
    board = fight("W|M|", "R|L|", factions="KS", upgrades=("01", "3"))
    assert board.turn() == ("BEFORE_COMBAT", 0)
    board.play("remove R:F", "push L:S>K")
    assert (board.sheet(1), board.turn()) == ("||L", ("BEFORE_COMBAT", 1))
    board = fight("W|M|", "R|L|", factions="KS", upgrades=("01", "3"))
    board.play("push L:S>K", "remove R:F")
    assert (board.sheet(1), board.turn()) == ("||L", ("BEFORE_COMBAT", 1))
    board.play("end")
    assert board.turn() == ("COMBAT", 0)
    board = fight("W|M|", "R|L|", factions="KS", upgrades=("01", "3")).play("end")
    assert (board.sheet(1), board.turn()) == ("R|L|", ("BEFORE_COMBAT", 1))


def test_before_combat_a_defender_may_be_the_only_one():
    """FL-7.1: nobody is asked without a card to use."""
    board = fight("R|L|", "W|M|", factions="SK", upgrades=("", "0"))
    assert (board.turn(), len(board.legal("push"))) == (("BEFORE_COMBAT", 1), 4)


@pytest.mark.parametrize("move", PUSHES)
def test_a_push(move):
    """FL-7.2, FL-7.3: a green token puts an enemy unit into any other zone of its sheet."""
    board = fight("W||", "S|T|C", green=(1, 0))
    letter = "STC"["FSK".index(move[0])]
    assert board.legal("push") == [
        f"push {x}:{d}" for x, p in (("S", "F"), ("C", "K"), ("T", "S")) for d in PUSHES if d[0] == p
    ]
    board.play(f"push {letter}:{move}")
    places = dict(zip("FSK", ["S", "T", "C"], strict=True))
    places[move[0]] = ""
    places[move[2]] = "".join(sorted(places[move[2]] + letter, key="SCTW".index))
    assert (board.sheet(1), board.sheet(0)) == ("|".join(places.values()), "W||")
    assert board.tokens(0) == (3, 0, 0)


@pytest.mark.parametrize("move", PUSHES)
def test_a_shift(move):
    """FL-7.2, FL-7.3: a yellow token does the same with an own unit."""
    board = fight("W|M|G", "S||", yellow=(1, 0))
    letter = "WMG"["FSK".index(move[0])]
    board.play(f"shift {letter}:{move}")
    places = dict(zip("FSK", "WMG", strict=True))
    places[move[0]] = ""
    places[move[2]] = "".join(sorted(places[move[2]] + letter, key="WMSG".index))
    assert (board.sheet(0), board.sheet(1), board.tokens(0)) == ("|".join(places.values()), "S||", (3, 0, 0))


def test_a_removed_unit_neither_fights_nor_dies():
    """FL-7.2, FL-8.7: it is set aside and comes back with the others."""
    board = fight("WW||", "S|T|", blue=(1, 0), upgrades=("1", "")).play("remove T:S")
    assert (board.sheet(1), board.removed(1), board.points()) == ("S||", "T", [4, 1])
    assert board.look(0)["removed_opp"].tolist() == [0, 0, 0.25, 0]
    assert board.look(1)["population"][0] == pytest.approx(2 / 16)
    board.play("end")
    assert board.turn() == ("PLACEMENT", 1)
    assert (board.force(1), board.removed(1), board.lost(1)) == ("T", "", "S")


def test_removing_from_any_place():
    """FL-7.2: frontline, support or flank."""
    board = fight("W||", "S|T|C", upgrades=("1", ""))
    assert board.legal("remove") == ["remove S:F", "remove C:K", "remove T:S"]


def test_turns_alternate():
    """FL-7.3: the attacker first; a turn may have several tokens; each blue one adds a point."""
    board = fight("W|W|", "S|S|", blue=(3, 3))
    assert (board.turn(), board.points()) == (("COMBAT", 0), [4, 3])
    board.play("blue", "blue")
    assert (board.turn(), board.points(), board.tokens(0)) == (("COMBAT", 0), [6, 3], (1, 0, 0))
    assert (board.look(0)["blue"].tolist(), board.look(0)["combat_flags"][2]) == (
        pytest.approx([2 / 6, 0]),
        pytest.approx(2 / 5),
    )
    board.play("end")
    assert (board.turn(), board.look(0)["combat_flags"].tolist()) == (("COMBAT", 1), [0, 0, 0, 0])
    board.play("blue", "end")
    assert (board.turn(), board.points()) == (("COMBAT", 0), [6, 4])


def test_the_attacker_begins_from_seat_1():
    """FL-7.3: whichever seat attacks."""
    board = fight("S|S|", "W|W|", attacker=1, zone=6)
    assert (board.turn(), board.points()) == (("COMBAT", 1), [4, 3])


def test_all_colours_in_one_turn():
    """FL-7.3: one token at a time, in any order."""
    board = fight("W|W|", "S|S|", blue=(2, 0), green=(1, 0), yellow=(1, 0))
    board.play("push S:S>K", "blue", "shift W:F>S")
    assert (board.sheet(0), board.sheet(1), board.tokens(0)) == ("|WW|", "S||S", (1, 0, 0))


def test_who_spends_nothing_is_out():
    """FL-7.4: the other player has one more turn, of any length, and combat is over."""
    board = fight(blue=(3, 3)).play("end")
    assert board.turn() == ("COMBAT", 1)
    assert (board.look(0)["combat_flags"][:2].tolist(), board.look(1)["combat_flags"][:2].tolist()) == ([1, 0], [0, 1])
    board.play("blue", "blue")
    assert board.turn() == ("COMBAT", 1)
    board.play("end")
    assert board.phase() != "COMBAT"


def test_the_defender_is_out():
    """FL-7.4: then the attacker has the last turn."""
    board = fight(blue=(3, 3)).play("blue", "end", "end")
    assert board.turn() == ("COMBAT", 0)
    board.play("blue", "end")
    assert board.phase() != "COMBAT"


def test_who_has_spent_is_not_out():
    """FL-7.4, FL-7.5: ending a turn after a token leaves the next one open."""
    board = fight(blue=(3, 3)).play("blue", "end", "blue", "end", "blue", "end", "blue", "end")
    assert (board.turn(), board.points()) == (("COMBAT", 0), [6, 5])


def test_both_end_without_spending():
    """FL-7.5: the second one's turn ends and the first is out."""
    board = fight(blue=(3, 3)).play("end", "end")
    assert board.phase() != "COMBAT"


def test_who_cannot_spend_ends_the_turn():
    """FL-7.5: the last token gone, the turn is over, but the player is not out."""
    board = fight(blue=(1, 2)).play("blue")
    assert (board.turn(), board.look(1)["combat_flags"][:2].tolist()) == (("COMBAT", 1), [0, 0])
    board.play("blue", "end")  # the attacker has nothing left and is out; the defender has one more turn
    assert (board.turn(), board.look(1)["combat_flags"][:2].tolist()) == (("COMBAT", 1), [0, 1])


def test_tokens_of_no_use():
    """FL-7.5: a green token without anything to push leaves no choice."""
    board = fight("WW||", "||", zone=12, blue=(0, 0), green=(3, 0), hands=("", "1"))
    assert board.phase() == "HARVEST"


def test_the_card_pays_first():
    """FL-7.6: its token of a colour goes before the player's own."""
    board = fight("W|W|", "S||", blue=(1, 0), green=(1, 0), yellow=(1, 0), hands=("0", ""), mines=("0", ""))
    board.play("blue")
    assert (board.tokens(0), board.state.extra[0].tolist()) == ((1, 1, 1), [0, 1, 1])
    board.play("push S:F>S", "shift W:F>S")
    assert (board.tokens(0), board.state.extra[0].tolist()) == ((1, 1, 1), [0, 0, 0])
    board.play("blue", "push S:S>F", "shift W:S>F")
    assert board.tokens(0) == (0, 0, 0)


def test_the_card_alone_is_enough():
    """FL-7.6: without any tokens of the player's own."""
    board = fight("W|W|", "S||", blue=(0, 0), hands=("0", ""), mines=("0", ""))
    assert {"blue", "push S:F>S", "shift W:F>S"} <= set(board.legal())


def test_no_combat_cards():
    """FL-7.7: a hand gives nothing to do in combat."""
    board = fight(hands=("01234567", "01234567"))
    assert (board.turn(), board.legal()) == (("COMBAT", 0), ["end", "blue"])
