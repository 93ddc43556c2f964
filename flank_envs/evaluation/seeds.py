"""The seeds of deals, one table for all that plays by itself: nothing is measured on deals by which it was made.

A deal has a seed, and the deals of a run have seeds one after the other. Each range is as wide as the largest run of
its kind, and `seed` refuses a run that would leave it.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Seeds:
    """A range of seeds."""

    first: int
    count: int

    def seed(self, deals: int, after: int = 0) -> int:
        """The seed of the first of so many deals, which begin after so many others of this range."""
        if after < 0 or deals < 0 or after + deals > self.count:
            raise ValueError(f"{after + deals:,} deals were asked for: there are seeds for {self.count:,}")
        return self.first + after


GIVEN = Seeds(0, 10**6)  # that people choose: nothing takes them unasked
EVALUATION = Seeds(1_000_000, 10**6)  # of runs, while they train and in the end
SCORECARD = Seeds(2_000_000, 10**6)
LADDER = Seeds(3_000_000, 10**6)  # ladders that were begun go on with it
PLAYTEST = Seeds(4_000_000, 10**6)
IMITATION = Seeds(5_000_000, 10**6)
AVERAGE = Seeds(6_000_000, 10**6)
BELIEF = Seeds(7_000_000, 10**6)
LESSONS_MEASURED = Seeds(8_000_000, 10**6)  # of a policy in expert iteration, on the way
LESSONS = Seeds(9_000_000, 10**6)
EXPLOIT_CHOOSING = Seeds(10_000_000, 10**6)  # that choose the best learner
EXPLOIT_COUNTING = Seeds(20_000_000, 10**7)  # that tell what it scores
BALANCE = Seeds(30_000_000, 10**7)
ARENA = Seeds(10**9, 10**9)  # unless another seed is given
TRAINING_GAMES = 2**20  # at once, for one seed of a run
TRAINING = Seeds(2**40, 2**32 * TRAINING_GAMES)  # a part of it for every seed that a run may have
