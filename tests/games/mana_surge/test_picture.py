"""Pictures of Mana Surge: seats are told apart without colours."""

import re

from flank_envs.games.mana_surge.tables import SEATS
from flank_envs.games.mana_surge.view import picture


def test_tokens_of_seats_differ_in_shape() -> None:
    tokens = {re.sub("#[0-9a-f]{6}", "", picture._token(0, seat, "", False)) for seat in range(SEATS)}
    assert len(tokens) == SEATS
