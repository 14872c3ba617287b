"""A record that is written hand by hand, as a journal would number its commits."""

from table.config import load_ruleset
from table.core.corrections import propose
from table.core.decisions import begin_game, confirm_draw
from table.core.endings import and_next
from table.core.events import Correction, Hora
from table.core.history import Commit, replay

NAMES = ("Aki", "Ben", "Chie", "Dai")


class Record:
    """Commits as a journal would number them."""

    def __init__(self, rules="wrr2015"):
        self.rules = load_ruleset(rules)
        self.commits = []
        self.add(*begin_game(NAMES, self.rules))

    @property
    def state(self):
        return replay(self.commits).state

    @property
    def end(self):
        return sum(len(commit.events) for commit in self.commits)

    def add(self, *events, supersedes=None):
        """Write one commit; its number."""
        self.commits.append(Commit(self.end + 1, events, supersedes))
        return self.commits[-1].number

    def ron(self, winner, target, fan, fu, points):
        """A win of which only the worth was written; its entry."""
        state = self.state
        deltas = [0, 0, 0, 0]
        deltas[target] = -points - 300 * state.honba
        deltas[winner] = -deltas[target] + 1000 * state.kyotaku
        won = Hora(winner, target, tuple(deltas), fan=fan, fu=fu, hora_points=deltas[winner])
        return self.ended(won)

    def ended(self, *events):
        return self.add(*and_next(self.state, events, self.rules))

    def draw(self, *tenpai):
        return self.add(*confirm_draw(self.state, tenpai, self.rules))

    def propose(self, *edits):
        return propose(self.commits, edits, load_ruleset)

    def correct(self, *edits):
        proposal = self.propose(*edits)
        self.add(Correction("seen on film"), *proposal.events, supersedes=proposal.supersedes)
        assert self.state == proposal.after
        return proposal
