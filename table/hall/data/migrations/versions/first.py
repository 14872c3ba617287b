"""The first schema."""

import sqlalchemy as sa
from alembic import op

revision = "first"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go one revision on."""
    _part_1()
    _part_2()
    _part_3()
    _part_4()
    _part_5()


def downgrade() -> None:
    """Go one revision back."""
    with op.batch_alter_table("seat", schema=None) as batch_op:
        batch_op.drop_index("ix_seat_player")

    op.drop_table("seat")
    op.drop_table("ruling")
    op.drop_table("result")
    op.drop_table("extra_time")
    op.drop_table("setting")
    op.drop_table("round")
    op.drop_table("referee_call")
    op.drop_table("post")
    op.drop_table("player")
    op.drop_table("notice")
    op.drop_table("kept_aside")
    op.drop_table("journal")
    op.drop_table("game")
    op.drop_table("entry")
    op.drop_table("deed")
    with op.batch_alter_table("certificate", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_certificate_table_name"))

    op.drop_table("certificate")


def _part_1() -> None:
    op.create_table(
        "certificate",
        sa.Column("serial", sa.String(length=48), nullable=False),
        sa.Column("table_name", sa.String(length=32), nullable=False),
        sa.Column("issued_at", sa.String(length=32), nullable=False),
        sa.Column("revoked_at", sa.String(length=32), nullable=True),
        sa.PrimaryKeyConstraint("serial", name=op.f("pk_certificate")),
    )
    with op.batch_alter_table("certificate", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_certificate_table_name"), ["table_name"], unique=False)

    op.create_table(
        "deed",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("at", sa.String(length=32), nullable=False),
        sa.Column("what", sa.String(length=40), nullable=False),
        sa.Column("facts", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_deed")),
    )
    op.create_table(
        "entry",
        sa.Column("table_name", sa.String(length=32), nullable=False),
        sa.Column("journal", sa.String(length=64), nullable=False),
        sa.Column("seq", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("commit_seq", sa.BigInteger(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("arrival", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("table_name", "journal", "seq", name=op.f("pk_entry")),
        sa.UniqueConstraint("arrival", name=op.f("uq_entry_arrival")),
    )
    op.create_table(
        "game",
        sa.Column("table_name", sa.String(length=32), nullable=False),
        sa.Column("journal", sa.String(length=64), nullable=False),
        sa.Column("start_seq", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("order_id", sa.String(length=80), nullable=False),
        sa.Column("over", sa.Boolean(), nullable=False),
        sa.Column("facts", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("table_name", "journal", "start_seq", name=op.f("pk_game")),
    )


def _part_2() -> None:
    op.create_table(
        "journal",
        sa.Column("table_name", sa.String(length=32), nullable=False),
        sa.Column("journal", sa.String(length=64), nullable=False),
        sa.Column("since", sa.String(length=32), nullable=False),
        sa.Column("fault_seq", sa.BigInteger(), nullable=True),
        sa.Column("fault", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("table_name", "journal", name=op.f("pk_journal")),
    )
    op.create_table(
        "kept_aside",
        sa.Column("table_name", sa.String(length=32), nullable=False),
        sa.Column("journal", sa.String(length=64), nullable=False),
        sa.Column("seq", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("why", sa.String(length=20), nullable=False),
        sa.Column("at", sa.String(length=32), nullable=False),
        sa.PrimaryKeyConstraint("table_name", "journal", "seq", "hash", name=op.f("pk_kept_aside")),
    )
    op.create_table(
        "notice",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("table_name", sa.String(length=32), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("subject", sa.String(length=80), nullable=False),
        sa.Column("words", sa.Text(), nullable=False),
        sa.Column("way_out", sa.Text(), nullable=False),
        sa.Column("first_at", sa.String(length=32), nullable=False),
        sa.Column("last_at", sa.String(length=32), nullable=False),
        sa.Column("times", sa.Integer(), nullable=False),
        sa.Column("settled_at", sa.String(length=32), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_notice")),
        sa.UniqueConstraint(
            "table_name", "kind", "subject", name=op.f("uq_notice_table_name_kind_subject")
        ),
    )


def _part_3() -> None:
    op.create_table(
        "player",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("team", sa.String(length=60), nullable=False),
        sa.Column("substitute", sa.Boolean(), nullable=False),
        sa.Column("withdrawn", sa.Integer(), nullable=True),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_player")),
        sa.UniqueConstraint("name", name=op.f("uq_player_name")),
    )
    op.create_table(
        "post",
        sa.Column("table_name", sa.String(length=32), nullable=False),
        sa.Column("journal", sa.String(length=64), nullable=False),
        sa.Column("epoch", sa.BigInteger(), nullable=False),
        sa.Column("instance", sa.String(length=32), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("last", sa.BigInteger(), nullable=False),
        sa.Column("seen_at", sa.String(length=32), nullable=False),
        sa.Column("skew_ms", sa.BigInteger(), nullable=False),
        sa.Column("version", sa.String(length=40), nullable=False),
        sa.Column("status", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("table_name", name=op.f("pk_post")),
    )
    op.create_table(
        "referee_call",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("at", sa.String(length=32), nullable=False),
        sa.Column("table_name", sa.String(length=32), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("what", sa.Text(), nullable=False),
        sa.Column("origin", sa.String(length=100), nullable=False),
        sa.Column("taken_by", sa.String(length=60), nullable=True),
        sa.Column("taken_at", sa.String(length=32), nullable=True),
        sa.Column("closed_at", sa.String(length=32), nullable=True),
        sa.Column("outcome", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_referee_call")),
        sa.UniqueConstraint("origin", name=op.f("uq_referee_call_origin")),
    )


def _part_4() -> None:
    op.create_table(
        "round",
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("stage", sa.Integer(), nullable=False),
        sa.Column("drawn_at", sa.String(length=32), nullable=False),
        sa.Column("seed", sa.BigInteger(), nullable=False),
        sa.Column("draw", sa.JSON(), nullable=False),
        sa.Column("minutes", sa.Integer(), nullable=True),
        sa.Column("started_at", sa.String(length=32), nullable=True),
        sa.Column("paused_at", sa.String(length=32), nullable=True),
        sa.Column("paused_s", sa.BigInteger(), nullable=False),
        sa.Column("ended_at", sa.String(length=32), nullable=True),
        sa.PrimaryKeyConstraint("number", name=op.f("pk_round")),
    )
    op.create_table(
        "setting",
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("value", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_setting")),
    )
    op.create_table(
        "extra_time",
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("table_name", sa.String(length=32), nullable=False),
        sa.Column("seconds", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["round"], ["round.number"], name=op.f("fk_extra_time_round")),
        sa.PrimaryKeyConstraint("round", "table_name", name=op.f("pk_extra_time")),
    )
    op.create_table(
        "result",
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("table_name", sa.String(length=32), nullable=False),
        sa.Column("facts", sa.JSON(), nullable=False),
        sa.Column("entered_by", sa.String(length=60), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("at", sa.String(length=32), nullable=False),
        sa.ForeignKeyConstraint(["round"], ["round.number"], name=op.f("fk_result_round")),
        sa.PrimaryKeyConstraint("round", "table_name", name=op.f("pk_result")),
    )


def _part_5() -> None:
    op.create_table(
        "ruling",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("at", sa.String(length=32), nullable=False),
        sa.Column("round", sa.Integer(), nullable=True),
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("foul", sa.String(length=40), nullable=False),
        sa.Column("minutes", sa.Integer(), nullable=False),
        sa.Column("cost", sa.String(length=40), nullable=False),
        sa.Column("tenths", sa.Integer(), nullable=False),
        sa.Column("clause", sa.String(length=80), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("ruled_by", sa.String(length=60), nullable=False),
        sa.Column("cancelled_at", sa.String(length=32), nullable=True),
        sa.Column("cancelled_why", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["player"], ["player.id"], name=op.f("fk_ruling_player")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_ruling")),
    )
    op.create_table(
        "seat",
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("table_name", sa.String(length=32), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("substitute", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["player"], ["player.id"], name=op.f("fk_seat_player")),
        sa.ForeignKeyConstraint(["round"], ["round.number"], name=op.f("fk_seat_round")),
        sa.ForeignKeyConstraint(["substitute"], ["player.id"], name=op.f("fk_seat_substitute")),
        sa.PrimaryKeyConstraint("round", "table_name", "seat", name=op.f("pk_seat")),
    )
    with op.batch_alter_table("seat", schema=None) as batch_op:
        batch_op.create_index("ix_seat_player", ["player"], unique=False)
