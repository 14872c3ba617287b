"""The failures of the table, one tree; every message is one line: the value, what was expected.

TableError
├── ConfigError
│   ├── UnknownRulesetError     a ruleset id that no preset has
│   └── InvalidOptionError      a switch or a setting that cannot be read
├── StateError
│   ├── InvalidEventError       text that is no event
│   ├── IllegalActionError      readable, but not allowed now
│   └── StaleStateError         somebody else changed the table first
├── JournalError
│   ├── JournalCorruptError     an entry that does not fit its chain
│   ├── JournalLockedError      another process keeps this journal
│   └── HeadsError              signed heads or a key that cannot be used
├── PhotoError
│   ├── UnknownPhotoError       a photo id that the table does not keep
│   ├── PhotoTooLargeError      more bytes or pixels than the table takes
│   ├── ReaderBusyError         another photo is being read and one is waiting
│   ├── ReaderLostError         the process that reads has ended
│   └── UnknownTileError        a tile that was not read in its photo
├── RecordError
│   ├── UnreadableRecordError   bytes that are no record of a game, or only the beginning of one
│   ├── UnfilmableRecordError   a game that cannot be, or that does not say what is to be seen
│   └── ExportRefusedError      a format that cannot say what the record says
├── HallError
│   ├── LinkError               the way to the hall: no join file, no answer, a wrong certificate
│   ├── MessageError            bytes that are no message between table and hall
│   ├── HallDataError           the hall's database or folder cannot be used
│   │   └── DataRefusedError    the database does not take these values
│   ├── AuthorityError          certificates that cannot be made, found or taken back
│   └── EventError              players, rounds or results that cannot be so
│       ├── EventChangedError   somebody else changed the event's settings first
│       └── UnknownEventError   a player, a round or a table that the event does not have
├── NotAllowedError             a PIN or a session that does not let in
├── UnknownThingError           a pass, a game, a picture that is not there
├── QuestionClosedError         somebody answered it first
├── BusyPortError               the network port is taken
└── DataFolderError             the data folder cannot be made or written
"""


class TableError(Exception):
    """Any failure that the table names; prints as one line."""


class ConfigError(TableError):
    """A configuration that cannot be used."""


class UnknownRulesetError(ConfigError):
    """A ruleset id that no preset has."""


class InvalidOptionError(ConfigError):
    """A switch or a setting that cannot be read."""


class StateError(TableError):
    """The table's state refuses; it is as it was."""


class InvalidEventError(StateError):
    """Text that is no event."""


class IllegalActionError(StateError):
    """Readable, but not allowed now."""


class StaleStateError(StateError):
    """Somebody else changed the table first."""


class JournalError(TableError):
    """The journal cannot be used."""


class JournalCorruptError(JournalError):
    """An entry that does not fit its chain."""


class JournalLockedError(JournalError):
    """Another process keeps this journal."""


class HeadsError(JournalError):
    """Signed heads or a key that cannot be used."""


class PhotoError(TableError):
    """A photo that the table cannot take or find."""


class UnknownPhotoError(PhotoError):
    """A photo id that the table does not keep."""


class UnknownTileError(PhotoError):
    """A tile that was not read in its photo."""


class PhotoTooLargeError(PhotoError):
    """More bytes or pixels than the table takes."""


class ReaderBusyError(PhotoError):
    """Another photo is being read and one is waiting."""


class ReaderLostError(PhotoError):
    """The process that reads has ended."""


class RecordError(TableError):
    """A record of a game cannot be read or written."""


class UnreadableRecordError(RecordError):
    """Bytes that are no record of a game, or only the beginning of one."""


class UnfilmableRecordError(RecordError):
    """A game that cannot be, or that does not say what is to be seen."""


class ExportRefusedError(RecordError):
    """A format that cannot say what the record says."""


class HallError(TableError):
    """The hall, or the way to it."""


class LinkError(HallError):
    """The way to the hall cannot be used: no join file, no answer, a wrong certificate."""


class MessageError(HallError):
    """Bytes that are no message between a table and the hall."""


class HallDataError(HallError):
    """The hall's database or folder cannot be used."""


class DataRefusedError(HallDataError):
    """The hall's database does not take these values; it takes others."""


class AuthorityError(HallError):
    """Certificates that cannot be made, found or taken back."""


class EventError(HallError):
    """Players, rounds or results that cannot be so."""


class EventChangedError(EventError):
    """Somebody else changed the event's settings first."""


class UnknownEventError(EventError):
    """A player, a round or a table that the event does not have."""


class NotAllowedError(TableError):
    """A PIN or a session that does not let in."""


class UnknownThingError(TableError):
    """A pass, a game or a picture that is not there."""


class QuestionClosedError(TableError):
    """Somebody answered it first."""


class BusyPortError(TableError):
    """The network port is taken."""


class DataFolderError(TableError):
    """The data folder cannot be made or written."""
