"""Where a journal's chain stands, and whether the next entry fits it."""

from table.errors import JournalCorruptError
from table.journal.entry import JournalEntry, read_entry


class Chain:
    """The end of a chain; an entry that does not fit is refused and changes nothing."""

    def __init__(self, journal_id: str) -> None:
        self.seq = 0
        """The number of the last entry; 0 for none."""
        self.head = journal_id
        """The hash of the last entry; the journal's id where there is none."""
        self._commit = 0
        self._commits: set[int] = set()

    def resume(self, seq: int, head: str, commits: set[int]) -> None:
        """Go on after entry `seq` of a chain that was checked before; `commits` are its commits."""
        self.seq, self.head = seq, head
        self._commits = commits
        self._commit = max(commits, default=0)

    def take(self, seq: int, body: str, claimed: str) -> JournalEntry:
        """Take the next entry. Raises JournalCorruptError unless it follows the last one."""
        expected = self.seq + 1
        if seq != expected:
            raise JournalCorruptError(f"journal entry {expected}: missing, the next is {seq}")
        entry = read_entry(seq, body, claimed, self.head)
        if entry.commit not in {self._commit, seq}:
            raise JournalCorruptError(f"journal entry {seq}: commit {entry.commit} is closed")
        if entry.supersedes is not None and entry.supersedes not in self._commits - {entry.commit}:
            raise JournalCorruptError(
                f"journal entry {seq}: it supersedes {entry.supersedes}, no commit before it"
            )
        self.seq, self.head, self._commit = seq, entry.hash, entry.commit
        self._commits.add(entry.commit)
        return entry
