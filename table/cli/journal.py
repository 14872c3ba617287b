"""`jantaku journal`: whether a table's record is whole, its entries as text, its signed heads."""

import argparse
import json
import sys
from pathlib import Path

from table.cli.options import check_outputs, file_to_write, print_json

HEADS_SUFFIX = ".heads.jsonl"


def register(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command and its verbs."""
    parser = subparsers.add_parser("journal", help="verify, export and sign a table's record")
    verbs = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    verify = verbs.add_parser(
        "verify",
        help="check every entry, its place in the chain, and the signed heads",
        description="Checks a journal; exit 1 names the first bad entry. Changes nothing.",
    )
    verify.add_argument("file", metavar="FILE", type=Path, help="a journal.db")
    _add_heads(verify)
    verify.add_argument(
        "--key", metavar="HEX", help="the only public key to believe: without its heads no"
    )
    verify.add_argument("--json", action="store_true", help="print one JSON document")
    verify.set_defaults(run=run_verify)
    export = verbs.add_parser(
        "export",
        help="write the entries as lines of JSON",
        description="Writes what is hashed of every entry, with its hash; exit 1 after the last"
        " good entry of a broken journal.",
    )
    export.add_argument("file", metavar="FILE", type=Path, help="a journal.db")
    export.add_argument(
        "--out", metavar="FILE", type=file_to_write, help="instead of the standard output"
    )
    export.set_defaults(run=run_export)
    sign = verbs.add_parser(
        "sign",
        help="sign the head of the chain (Ed25519)",
        description="Adds a signed head, so that a later rewrite is found and located. Keep the"
        " public key, and best a copy of the heads, away from the table.",
    )
    sign.add_argument("file", metavar="FILE", type=Path, help="a journal.db")
    _add_heads(sign)
    sign.add_argument(
        "--key", metavar="PEM", type=Path, help="the private key (default signing.key beside FILE)"
    )
    sign.add_argument("--json", action="store_true", help="print one JSON document")
    sign.set_defaults(run=run_sign)


def _add_heads(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--heads", metavar="FILE", type=Path, help=f"the signed heads (default FILE{HEADS_SUFFIX})"
    )


def run_verify(args: argparse.Namespace) -> int:
    """0 for a whole journal, 1 for one that is broken, rewritten or not signed by the key."""
    from table.journal.signing import public_key, read_heads, rewritten
    from table.journal.store import audit

    key = None if args.key is None else public_key(args.key)
    found = audit(args.file)
    heads = read_heads(_heads(args))
    if args.heads is not None and not heads:
        args.heads.open("rb").close()  # asked for, so it has to be there
    fault, good = found.fault, len(found.entries)
    rewrite = rewritten(found.id, found.hashes, heads, key) if found.id else None
    if rewrite is not None and (fault is None or rewrite[0] <= good):
        good, fault = rewrite[0] - 1, rewrite[1]
    signed = min(good, heads[-1].last if heads else 0)
    if args.json:
        answer = {"entries": good, "signed": signed, "fault": None if fault is None else str(fault)}
        print_json(answer)
    elif fault is None:
        seal = f", {signed} of them signed by {heads[-1].key}" if heads else ", none signed"
        print(f"{args.file}: {good} entries, the chain is whole{seal}")
    else:
        print(f"{args.file}: {good} entries are good, then {fault}", file=sys.stderr)
    return 0 if fault is None else 1


def run_export(args: argparse.Namespace) -> int:
    """0 when every entry was written, 1 when the journal is broken."""
    from table.files import write_atomically
    from table.journal.store import audit

    check_outputs(args.file, {"--out": args.out})
    found = audit(args.file)
    lines = "".join(f'{{"entry":{entry.body},"hash":"{entry.hash}"}}\n' for entry in found.entries)
    if args.out is None:
        sys.stdout.flush()
        sys.stdout.buffer.write(lines.encode())  # what was hashed, whatever the locale
    else:
        write_atomically(args.out, lines)
    if found.fault is not None:
        print(f"{args.file}: {len(found.entries)} entries, then {found.fault}", file=sys.stderr)
    return 0 if found.fault is None else 1


def run_sign(args: argparse.Namespace) -> int:
    """0 when the head is signed, 1 when the journal is broken or rewritten."""
    from table.files import alone_in

    check_outputs(args.file, {"--key": _key(args), "--heads": _heads(args)})
    # Of two at once the second would write over the first one's head, and over its new key.
    with alone_in(args.file.parent):
        return _sign(args)


def _sign(args: argparse.Namespace) -> int:
    from datetime import UTC, datetime

    from table.files import write_atomically
    from table.journal.signing import load_key, read_heads, rewritten, sign
    from table.journal.store import audit

    found = audit(args.file)
    heads = read_heads(_heads(args))
    fault = found.fault
    if fault is None and (rewrite := rewritten(found.id, found.hashes, heads)):
        fault = rewrite[1]
    if fault is not None:
        print(f"{args.file}: not signed, {fault}", file=sys.stderr)
        return 1
    key = load_key(_key(args))
    at = datetime.now(UTC).isoformat(timespec="seconds")
    head = sign(found.id, found.hashes, heads, key, at)
    write_atomically(_heads(args), "".join(f"{one.line}\n" for one in (*heads, head)))
    if args.json:
        print(json.dumps({"signed": head.last, "hash": head.hashes[-1], "key": head.key}))
    else:
        print(f"entries {head.first} to {head.last} signed, public key {head.key}")
    return 0


def _key(args: argparse.Namespace) -> Path:
    """Where the private key is."""
    return Path(args.key or args.file.with_name("signing.key"))


def _heads(args: argparse.Namespace) -> Path:
    """Where the signed heads are."""
    return Path(args.heads or args.file.with_name(args.file.name + HEADS_SUFFIX))
