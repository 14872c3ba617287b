"""The tables of the hall's database, as they are now; `migrations` leads here from any release.

Times are texts, ISO 8601 in UTC: a backup is plain JSON, and both databases order them alike.
"""

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)
NAME = String(32)
TIME = String(32)
HASH = String(64)

certificate = Table(
    "certificate",
    metadata,
    Column("serial", String(48), primary_key=True),
    Column("table_name", NAME, nullable=False, index=True),
    Column("issued_at", TIME, nullable=False),
    Column("revoked_at", TIME),
)

post = Table(  # how each table's link is: the last report, and what a replayed one would be
    "post",
    metadata,
    Column("table_name", NAME, primary_key=True),
    Column("journal", HASH, nullable=False),
    Column("epoch", BigInteger, nullable=False),
    Column("instance", String(32), nullable=False),
    Column("number", BigInteger, nullable=False),
    Column("last", BigInteger, nullable=False),  # the table's own last entry
    Column("seen_at", TIME, nullable=False),
    Column("skew_ms", BigInteger, nullable=False),  # the table's clock less the hall's
    Column("version", String(40), nullable=False),
    Column("status", JSON, nullable=False),
)

journal = Table(
    "journal",
    metadata,
    Column("table_name", NAME, primary_key=True),
    Column("journal", HASH, primary_key=True),
    Column("since", TIME, nullable=False),
    Column("fault_seq", BigInteger),  # the first bad entry; None while all are good
    Column("fault", Text),
)

entry = Table(
    "entry",
    metadata,
    Column("table_name", NAME, primary_key=True),
    Column("journal", HASH, primary_key=True),
    Column("seq", BigInteger, primary_key=True, autoincrement=False),
    Column("commit_seq", BigInteger, nullable=False),
    Column("body", Text, nullable=False),
    Column("hash", HASH, nullable=False),
    Column(
        "arrival", BigInteger, nullable=False, unique=True
    ),  # grows with each entry of any table
)

game = Table(  # what the entries make; can be made again from them
    "game",
    metadata,
    Column("table_name", NAME, primary_key=True),
    Column("journal", HASH, primary_key=True),
    Column("start_seq", BigInteger, primary_key=True, autoincrement=False),
    Column("order_id", String(80), nullable=False),  # of the hall's order that began it, or ""
    Column("over", Boolean, nullable=False),
    Column("facts", JSON, nullable=False),
)

kept_aside = Table(  # entries that were refused: nothing that a table sent is lost
    "kept_aside",
    metadata,
    Column("table_name", NAME, primary_key=True),
    Column("journal", HASH, primary_key=True),
    Column("seq", BigInteger, primary_key=True, autoincrement=False),
    Column("hash", HASH, primary_key=True),
    Column("body", Text, nullable=False),
    Column("why", String(20), nullable=False),
    Column("at", TIME, nullable=False),
)

notice = Table(  # what is wrong, in words with the way out
    "notice",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("table_name", NAME, nullable=False),
    Column("kind", String(20), nullable=False),
    Column("subject", String(80), nullable=False),
    Column("words", Text, nullable=False),
    Column("way_out", Text, nullable=False),
    Column("first_at", TIME, nullable=False),
    Column("last_at", TIME, nullable=False),
    Column("times", Integer, nullable=False),
    Column("settled_at", TIME),
    UniqueConstraint("table_name", "kind", "subject"),
)

setting = Table(
    "setting",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("value", JSON, nullable=False),
)

player = Table(
    "player",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", String(60), nullable=False, unique=True),
    Column("team", String(60), nullable=False),
    Column("substitute", Boolean, nullable=False),  # plays where somebody is missing; unranked
    Column("withdrawn", Integer),  # the first round that is not played any more
    Column("reason", Text, nullable=False),
)

round_ = Table(
    "round",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("stage", Integer, nullable=False),
    Column("drawn_at", TIME, nullable=False),
    Column("seed", BigInteger, nullable=False),
    Column("draw", JSON, nullable=False),  # what the draw reached, and what it could not
    Column("minutes", Integer),
    Column("started_at", TIME),
    Column("paused_at", TIME),
    Column("paused_s", BigInteger, nullable=False),
    Column("ended_at", TIME),
)

seat = Table(
    "seat",
    metadata,
    Column("round", Integer, ForeignKey("round.number"), primary_key=True),
    Column("table_name", NAME, primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("player", Integer, ForeignKey("player.id"), nullable=False),
    Column("substitute", Integer, ForeignKey("player.id")),
    Index("ix_seat_player", "player"),
)

extra_time = Table(
    "extra_time",
    metadata,
    Column("round", Integer, ForeignKey("round.number"), primary_key=True),
    Column("table_name", NAME, primary_key=True),
    Column("seconds", Integer, nullable=False),
)

ruling = Table(
    "ruling",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at", TIME, nullable=False),
    Column("round", Integer),
    Column("player", Integer, ForeignKey("player.id"), nullable=False),
    Column("foul", String(40), nullable=False),
    Column("minutes", Integer, nullable=False),
    Column("cost", String(40), nullable=False),
    Column("tenths", Integer, nullable=False),
    Column("clause", String(80), nullable=False),
    Column("reason", Text, nullable=False),
    Column("ruled_by", String(60), nullable=False),
    Column("cancelled_at", TIME),
    Column("cancelled_why", Text),
)

result = Table(  # entered by a person, for a table without a journal or against it
    "result",
    metadata,
    Column("round", Integer, ForeignKey("round.number"), primary_key=True),
    Column("table_name", NAME, primary_key=True),
    Column("facts", JSON, nullable=False),
    Column("entered_by", String(60), nullable=False),
    Column("reason", Text, nullable=False),
    Column("at", TIME, nullable=False),
)

referee_call = Table(
    "referee_call",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at", TIME, nullable=False),
    Column("table_name", NAME, nullable=False),
    Column("seat", Integer),
    Column("what", Text, nullable=False),
    Column("origin", String(100), nullable=False, unique=True),  # the entry, or who asked
    Column("taken_by", String(60)),
    Column("taken_at", TIME),
    Column("closed_at", TIME),
    Column("outcome", Text),
)

deed = Table(  # who changed what of the event; a record for the organiser
    "deed",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at", TIME, nullable=False),
    Column("what", String(40), nullable=False),
    Column("facts", JSON, nullable=False),
)
