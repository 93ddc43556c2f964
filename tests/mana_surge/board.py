"""temporary: the tests' Board on the twin"""
from tests.twins import mana_surge as tw
import numpy as np
HOME = "39 49 60"
HOMES = (HOME, "6 7 1", "86 79 78")
COMPASS = ("N", "NE", "SE", "S", "SW", "NW")
SLOTS = ("left", "front", "right")
PHASES=["START","MOVE1","MOVE1_DIR","COMBAT","COMBAT_DIR","MOVE2","MOVE2_DIR","END","SACRIFICE","OVER"]
SIZES=[("phase",9),("my_decision",0),("turn_of",3),("own_troops",91),("next_troops",91),("prev_troops",91),("attack",91),("defense",91),("pending",91),("mana",3),("supply",3),("extra_actions",3),("extra_spawns",3),("daggers",3),("pool_holder",3),("action_points",0),("spawns_left",0),("dagger_used",0),("marked_count",0),("three_players",0),("progress",0)]
def tiles(text): return [int(w) for w in text.split()]
class Illegal(ValueError): pass
import flank_envs.core.errors as E
class Board:
    def __init__(self, troops, phase="MOVE1", *, to_act=0, ap=1, mana=(0,0,0), turns=0, spawned=0, allowed=1, dagger_uses=0, **options):
        t=self.t=tw.Twin(**options); n=t.players
        t.owner=[-1]*91
        for s,text in troops.items():
            for x in tiles(text): assert t.owner[x]<0; t.owner[x]=s
        t.supply=[t.troops-t.owner.count(s) for s in t.seats]; assert min(t.supply)>=0
        t.mana=list(mana)[:n]; t.turns=turns; t.phase=PHASES.index(phase); t.to_act=to_act; t.ap=ap
        t.spawned=spawned; t.allowed=allowed; t.dagger_uses=dagger_uses; t.over=False
        assert len(self.legal())>=2, self.legal()
        assert t._must_decide()
    @classmethod
    def new(cls, **options):
        b=cls.__new__(cls); b.t=tw.Twin(**options); return b
    @classmethod
    def turn(cls, troops, *, seat=0, **settings):
        players=settings.get("players",3); before=(seat-1)%players
        filled={**troops}
        if before not in filled: filled[before]=HOMES[before]
        return cls(filled,"MOVE2",to_act=before,**settings).play("pass")
    def tokens(self, seat): return self.t._tokens(seat)
    def supply(self): return list(self.t.supply)
    def mana(self): return list(self.t.mana)
    def ap(self): return self.t.ap
    def turns(self): return self.t.turns
    def phase(self): return PHASES[self.t.phase]
    def to_act(self): return self.t.to_act
    def over(self): return self.t.over
    def truncated(self): return self.t.truncated
    def ids(self): return sorted(self.t.legal())
    def legal(self): return [action_name(a) for a in self.ids()]
    def play(self,*names):
        for n in names:
            try: self.t.apply(action_id(n))
            except ValueError as e: raise E.IllegalActionError(f"{n}: {self.legal()} {self.phase()}")
        return self
    def returns(self): return self.t.returns
    def look(self, seat):
        o=np.array(self.t.observe(seat),np.float32); out={}; i=0
        for n,k in SIZES:
            out[n]=o[i:i+k] if k else o[i].reshape(()); i+=k or 1
        assert i==583
        return out
def action_id(name):
    if name=="pass": return 0
    if name=="dagger": return 1
    if name in SLOTS: return 2+SLOTS.index(name)
    if name in COMPASS: return 5+COMPASS.index(name)
    return 11+int(name[1:])
def action_name(a):
    if a<2: return ("pass","dagger")[a]
    if a<5: return SLOTS[a-2]
    return COMPASS[a-5] if a<11 else f"C{a-11}"
def cells(text): return [f"C{t}" for t in sorted(tiles(text))]
