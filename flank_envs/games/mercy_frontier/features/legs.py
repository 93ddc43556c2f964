"""MOVE: where each leg leads, by making it on a spare record step by step."""

from flank_envs.engine.features import begin_action
from flank_envs.engine.jit.compile import rule
from flank_envs.games.mercy_frontier import tables as t
from flank_envs.games.mercy_frontier.features import layout as f
from flank_envs.games.mercy_frontier.features import mercenaries as m
from flank_envs.games.mercy_frontier.features.mercenaries import the
from flank_envs.games.mercy_frontier.layout import LEG
from flank_envs.games.mercy_frontier.phases.combat import has_contact
from flank_envs.games.mercy_frontier.phases.move import clear_front, room_ahead, seen_by, step
from flank_envs.games.mercy_frontier.state import on_board


@rule
def write_legs(state, seat, scratch, pieces, after, out, actions, values):
    count = 0
    for zone in range(t.ZONES):
        if on_board(state, seat, zone) and state.legs[seat, zone] > 0 and state.left[seat, zone] > 0:
            for direction in range(t.DIRECTIONS):
                scratch[0] = state
                begin_action(actions, values, count, LEG + (zone * t.DIRECTIONS + direction) * t.DISTANCES)
                leg = values[count]
                leg[f.KIND_LEG] = leg[f.TOWARDS + direction] = 1
                m.write_mercenary(pieces, zone, leg)
                for k in range(f.STANDING):
                    leg[f.HERE + k] = out[zone * f.MERCENARY_VALUES + f.MERCENARY_STANDING + k]
                count = _write_line(state, seat, zone, direction, scratch[0], pieces, after, actions, values, count)
    return count


@rule
def _write_line(state, seat, zone, direction, spare, pieces, after, actions, values, count):
    """All legs in one direction, from the row that is begun: each goes on where the shorter one ends."""
    line = seen_by(seat, direction)
    first = actions[count]
    most = min(int(state.left[seat, zone]), room_ahead(state, seat, zone, line))
    goes = True
    for k in range(most + 1):
        if k > 0 and goes:
            goes = step(spare, seat, zone, line)
        contact = goes and has_contact(spare, seat, zone, line)
        goes = goes and clear_front(spare, seat, zone, line)
        if k == 0 and not contact:
            continue  # MF-8.3: no leg
        m.read_pieces(spare, seat, after)
        _write_outcome(state, spare, seat, zone, pieces, after, values[count])
        values[count, f.STEPS] = k * f.FIFTH
        values[count, f.STOPPED] = not goes and spare.winner == t.NONE and on_board(spare, seat, zone)
        actions[count] = first + k
        count += 1
        if k < most:
            for n in range(values.shape[1]):
                values[count, n] = values[count - 1, n]
    return count


@rule
def _write_outcome(state, spare, seat, zone, pieces, after, leg):
    """What has become of the position, and how the mercenary stands."""
    enemy = 1 - seat
    leg[f.WINS] = spare.winner == seat
    leg[f.DIES] = spare.winner == t.NONE and not on_board(spare, seat, zone)
    leg[f.RAZED] = (spare.lost[enemy] - state.lost[enemy]) * (1 + int(state.lost[enemy])) * f.HALF
    leg[f.WORKERS_HIT] = (state.owned[enemy] - spare.owned[enemy]) * f.HALF
    lost = the(pieces, zone, m.HEALTH) - int(spare.health[seat, zone])
    leg[f.SPENT] = (m.strength(pieces, zone) if leg[f.DIES] else lost) * f.PER_STRENGTH
    leg[f.GOES_ON] = spare.winner == t.NONE and spare.legs[seat, zone] > 1 and spare.left[seat, zone] > 0
    _write_losses(zone, pieces, after, leg)
    for k in range(f.STANDING):
        leg[f.THERE + k] = 0
    if spare.winner == t.NONE and on_board(spare, seat, zone):
        m.write_standing(spare, seat, after, zone, leg, f.THERE)


@rule
def _write_losses(zone, pieces, after, leg):
    """The strength of all that have fallen or were hit, but for the mover."""
    leg[f.KILLED] = leg[f.URGENT] = leg[f.WOUNDED] = leg[f.TRAMPLED] = 0
    for piece in range(m.PIECES):
        if piece == zone or not the(pieces, piece, m.ON):
            continue
        worth = m.strength(pieces, piece) * f.PER_STRENGTH
        if the(after, piece, m.ON):
            health = the(pieces, piece, m.HEALTH)
            leg[f.WOUNDED] += worth * (health - the(after, piece, m.HEALTH)) / health
        elif piece < t.ZONES:
            leg[f.TRAMPLED] += worth
        else:
            leg[f.KILLED] += worth
            leg[f.URGENT] += 1 / (1 + m.turns_to_go(pieces, piece))
