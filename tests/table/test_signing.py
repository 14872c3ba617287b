"""Signed heads: a rewrite that keeps the chain whole is found, located and not signed over."""

import json
import selectors
import shutil
import sqlite3
import stat
import subprocess
import sys

import pytest

from table.core.decisions import begin_game
from table.core.events import Reach, ReachAccepted
from table.errors import HeadsError
from table.files import alone_in
from table.journal.entry import digest
from table.journal.signing import load_key, public_hex, read_heads, rewritten, sign
from table.journal.store import Draft, Journal, audit

NAMES = ("Aki", "Ben", "Chie", "Dai")


@pytest.fixture
def path(tmp_path, ruleset):
    """A journal of four entries."""
    path = tmp_path / "journal.db"
    journal = Journal.open(path)
    journal.append([Draft(event) for event in begin_game(NAMES, ruleset)], source="table")
    journal.append([Draft(Reach(1)), Draft(ReachAccepted(1))], source="person")
    journal.close()
    return path


@pytest.fixture
def heads(path):
    return path.with_name("journal.db.heads.jsonl")


def add_riichi(path, seat):
    journal = Journal.open(path)
    journal.append([Draft(Reach(seat)), Draft(ReachAccepted(seat))], source="person")
    journal.close()


def rewrite_from(path, seq, change):
    """Change an entry's body and make the chain whole again, as a forger with the file would."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("DROP TRIGGER entry_is_never_changed")
    rows = connection.execute("SELECT seq, body, hash FROM entry ORDER BY seq").fetchall()
    head = None
    for number, body, old in rows:
        if number < seq:
            head = old
            continue
        fields = json.loads(body)
        if number == seq:
            change(fields)
        else:
            fields["prev_hash"] = head
        text = json.dumps(fields, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        head = digest(text)
        connection.execute(
            "UPDATE entry SET body = ?, hash = ? WHERE seq = ?", (text, head, number)
        )
    connection.close()


def later(fields):
    fields["at"] = "2020-01-01T00:00:00.000+00:00"


def test_sign_then_verify(jantaku, path, heads):
    assert jantaku("journal", "sign", path)[0] == 0
    code, out, _ = jantaku("journal", "verify", path)
    (head,) = read_heads(heads)
    assert code == 0
    assert f"4 entries, the chain is whole, 4 of them signed by {head.key}" in out
    assert jantaku("journal", "verify", path, "--key", head.key.upper())[0] == 0


def test_of_two_who_sign_at_once_the_second_finds_nothing_new(path, heads):
    command = [sys.executable, "-m", "table", "journal", "sign", str(path), "--json"]
    with alone_in(path.parent):
        both = [
            subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            for _ in range(2)
        ]
        with selectors.DefaultSelector() as waits:
            for one in both:
                waits.register(one.stdout, selectors.EVENT_READ)
            assert not waits.select(3)  # both have come as far as they can
        assert not heads.exists()
    said = [one.communicate() for one in both]
    assert sorted(one.returncode for one in both) == [0, 2]
    (head,) = read_heads(heads)
    assert [json.loads(out)["key"] for out, _ in said if out] == [head.key]
    assert public_hex(load_key(path.with_name("signing.key"))) == head.key
    assert ["nothing new after entry 4" in err for _, err in said if err] == [True]


def test_the_key_is_made_once_and_is_its_owners(jantaku, path):
    jantaku("journal", "sign", path)
    key = path.with_name("signing.key")
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    before = key.read_bytes()
    add_riichi(path, 2)
    jantaku("journal", "sign", path)
    assert key.read_bytes() == before


def test_every_head_goes_on_from_the_last(jantaku, path, heads):
    jantaku("journal", "sign", path)
    add_riichi(path, 2)
    answer = json.loads(jantaku("journal", "sign", path, "--json")[1])
    assert answer["signed"] == 6
    assert [(head.first, head.last) for head in read_heads(heads)] == [(1, 4), (5, 6)]
    assert len(audit(path).entries) == 6


def test_nothing_new_is_not_signed_again(jantaku, path):
    jantaku("journal", "sign", path)
    code, _, err = jantaku("journal", "sign", path)
    assert code == 2
    assert "nothing new after entry 4" in err


@pytest.mark.parametrize("seq", [1, 2, 3, 4])
def test_a_rewrite_with_a_whole_chain_is_located(jantaku, path, seq):
    jantaku("journal", "sign", path)
    add_riichi(path, 2)
    rewrite_from(path, seq, later)
    assert audit(path).fault is None  # the chain alone shows nothing
    code, _, err = jantaku("journal", "verify", path)
    assert code == 1
    assert f"{seq - 1} entries are good, then journal entry {seq}: rewritten since" in err
    code, _, err = jantaku("journal", "sign", path)
    assert code == 1
    assert f"not signed, journal entry {seq}: rewritten" in err


def test_what_was_added_after_the_last_head_is_not_called_signed(jantaku, path):
    jantaku("journal", "sign", path)
    add_riichi(path, 2)
    rewrite_from(path, 6, later)
    answer = json.loads(jantaku("journal", "verify", path, "--json")[1])
    assert answer == {"entries": 6, "signed": 4, "fault": None}


def test_a_cut_end_is_found(jantaku, path):
    jantaku("journal", "sign", path)
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("DROP TRIGGER entry_is_never_deleted")
    connection.execute("DELETE FROM entry WHERE seq = 4")
    connection.close()
    code, _, err = jantaku("journal", "verify", path)
    assert code == 1
    assert "3 entries are good, then journal entry 4: missing, it was signed at" in err


def test_a_broken_chain_is_named_though_heads_are_there(jantaku, path):
    jantaku("journal", "sign", path)
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("DROP TRIGGER entry_is_never_changed")
    connection.execute("UPDATE entry SET hash = ? WHERE seq = 3", ("0" * 64,))
    connection.close()
    code, _, err = jantaku("journal", "verify", path)
    assert code == 1
    assert "2 entries are good, then journal entry 3: its text does not match" in err


def test_another_journals_heads_are_refused(jantaku, path, heads, tmp_path):
    jantaku("journal", "sign", path)
    other = tmp_path / "other.db"
    Journal.open(other).close()
    code, _, err = jantaku("journal", "verify", other, "--heads", heads)
    assert code == 2
    assert "of journal" in err


def test_another_key_is_not_believed(jantaku, path):
    jantaku("journal", "sign", path)
    code, _, err = jantaku("journal", "verify", path, "--key", "ab" * 32)
    assert code == 1
    assert "0 entries are good, then journal entry 1: signed by" in err
    code, out, _ = jantaku("journal", "verify", path, "--key", "ab" * 32, "--json")
    assert (code, json.loads(out)["entries"], json.loads(out)["signed"]) == (1, 0, 0)
    assert "not abababababab" in json.loads(out)["fault"]


def test_what_a_second_key_signed_is_good_up_to_there(jantaku, path, heads):
    jantaku("journal", "sign", path)
    add_riichi(path, 2)
    jantaku("journal", "sign", path, "--key", path.with_name("forged.key"))
    code, out, _ = jantaku("journal", "verify", path, "--json", "--key", read_heads(heads)[0].key)
    assert (code, json.loads(out)["entries"], json.loads(out)["signed"]) == (1, 4, 4)


def test_with_a_key_a_journal_that_nobody_signed_is_none(jantaku, path, heads):
    code, out, _ = jantaku("journal", "verify", path, "--key", "ab" * 32, "--json")
    assert (code, json.loads(out)["entries"]) == (1, 0)
    assert "expected one that is signed by abababababab" in json.loads(out)["fault"]
    heads.write_text("")
    assert jantaku("journal", "verify", path, "--key", "ab" * 32)[0] == 1


@pytest.mark.parametrize("key", ["hello", "", "ab" * 31, "zz" * 32])
def test_what_can_be_no_key_is_bad_input(jantaku, path, key):
    code, out, err = jantaku("journal", "verify", path, "--key", key, "--json")
    assert (code, out) == (2, "")
    assert f"--key {key!r}: expected a public key" in err


@pytest.mark.parametrize(
    ("edit", "complaint"),
    [
        (lambda line: line.replace('"first":1', '"first":2'), "expected the fields"),
        (lambda line: line.replace('"at":"2', '"at":"3'), "the signature is not of this head"),
        (lambda line: line[:-9], "expected a line of JSON"),
        (lambda _: "[]", "expected the fields"),
        (lambda line: line.replace('"key":"', '"key":"zz'), "the signature is not of this head"),
    ],
)
def test_a_changed_head_is_no_head(jantaku, path, heads, edit, complaint):
    jantaku("journal", "sign", path)
    heads.write_text(edit(heads.read_text().strip()) + "\n")
    code, _, err = jantaku("journal", "verify", path)
    assert code == 2
    assert "line 1" in err
    assert complaint in err


def test_a_head_left_out_leaves_a_gap(path, heads, tmp_path):
    key = load_key(tmp_path / "key.pem")
    hashes = audit(path).hashes
    name = audit(path).id
    first = sign(name, hashes[:2], (), key, "2026-01-01T00:00:00+00:00")
    second = sign(name, hashes, (first,), key, "2026-01-01T01:00:00+00:00")
    assert rewritten(name, hashes, (first, second), public_hex(key)) is None
    heads.write_text(second.line + "\n")
    with pytest.raises(HeadsError, match="line 1: begins at entry 3, expected 1"):
        read_heads(heads)


@pytest.mark.parametrize("content", ["", "-----BEGIN PRIVATE KEY-----\nAAAA\n", "\x00\x01"])
def test_a_bad_key_is_one_line(jantaku, path, content):
    path.with_name("signing.key").write_text(content)
    code, _, err = jantaku("journal", "sign", path)
    assert code == 2
    assert "expected an Ed25519 key" in err
    assert err.count("\n") == 1


def test_heads_that_were_asked_for_have_to_be_there(jantaku, path, tmp_path):
    code, _, err = jantaku("journal", "verify", path, "--heads", tmp_path / "none.jsonl")
    assert code == 2
    assert "none.jsonl" in err


def test_export_writes_what_is_hashed(jantaku, path, tmp_path):
    code, out, _ = jantaku("journal", "export", path)
    lines = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert [line["entry"]["seq"] for line in lines] == [1, 2, 3, 4]
    for line in out.splitlines():
        body = line[len('{"entry":') : line.rindex(',"hash"')]
        assert digest(body) == json.loads(line)["hash"]
    target = tmp_path / "entries.jsonl"
    assert jantaku("journal", "export", path, "--out", target)[0] == 0
    assert target.read_text() == out


@pytest.mark.parametrize("verb", ["verify", "export", "sign"])
@pytest.mark.parametrize("content", [b"", b"only words", bytes(range(256)) * 16])
def test_what_is_no_database_is_no_journal(jantaku, tmp_path, verb, content):
    path = tmp_path / "other.db"
    path.write_bytes(content)
    code, out, err = jantaku("journal", verb, path)
    assert (code, out, err) == (2, "", f"jantaku: journal {path}: it is no Jantaku journal\n")


def test_export_of_a_broken_journal_gives_what_is_good(jantaku, path):
    broken = path.with_name("broken.db")
    shutil.copy(path, broken)
    rewrite = sqlite3.connect(broken, isolation_level=None)
    rewrite.execute("DROP TRIGGER entry_is_never_changed")
    rewrite.execute("UPDATE entry SET body = '{}' WHERE seq = 3")
    rewrite.close()
    code, out, err = jantaku("journal", "export", broken)
    assert code == 1
    assert len(out.splitlines()) == 2
    assert "2 entries, then journal entry 3" in err
