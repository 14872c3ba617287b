"""`jantaku hall`: many tables in one event; make, run, join, look at, keep and try out a hall."""

import argparse
import sys
from pathlib import Path

from table.cli import hall_load, options
from table.cli.options import DEFAULT_HOST, default_data_folder, default_said, file_to_write

DEFAULT_PAGES_PORT = 8780


def register(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command and its verbs."""
    parser = subparsers.add_parser("hall", help="many tables in one event")
    verbs = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    _init(verbs)
    _serve(verbs)
    _members(verbs)
    _join(verbs)
    _status(verbs)
    _keep(verbs)
    hall_load.register(verbs)


def _folder(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--data",
        metavar="DIR",
        type=Path,
        help=f"the hall's folder (default {default_said(default_hall)})",
    )


def default_hall() -> Path:
    """Beside the folder of a table."""
    return default_data_folder().with_name("jantaku-hall")


def _init(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    init = verbs.add_parser(
        "init",
        help="make a hall: certificates, database, settings",
        description="Makes a hall's folder with its own certificate authority.",
    )
    init.add_argument("title", metavar="TITLE", help="the event's name")
    init.add_argument(
        "--address",
        metavar="HOST",
        action="append",
        help="a name or address under which tables reach this machine; may be given again",
    )
    init.add_argument(
        "--database", metavar="URL", help="postgresql://… (default: SQLite in the folder)"
    )
    init.add_argument("--mqtt-port", type=int, default=8883, help="0: no broker (default 8883)")
    init.add_argument("--link-port", type=int, default=8781, help="HTTPS, 0: none (default 8781)")
    _folder(init)
    init.set_defaults(run=run_init)


def _serve(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    serve = verbs.add_parser(
        "serve",
        help="run the hall: broker, ingest, pages",
        description="Runs a hall; prints `ready URL` when it answers.",
    )
    serve.add_argument(
        "--host",
        default=DEFAULT_HOST,
        help=f"where the pages listen (default {DEFAULT_HOST}; off the loopback a token guards)",
    )
    serve.add_argument(
        "--port", type=int, default=DEFAULT_PAGES_PORT, help=f"default {DEFAULT_PAGES_PORT}; 0: any"
    )
    serve.add_argument(
        "--new-token", action="store_true", help="refuse links printed before, print a new one"
    )
    serve.add_argument(
        "--no-broker", action="store_true", help="somebody else runs Mosquitto for this hall"
    )
    _folder(serve)
    serve.set_defaults(run=run_serve)


def _members(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    invite = verbs.add_parser(
        "invite", help="a certificate and a join file for each table, to carry there"
    )
    invite.add_argument("tables", metavar="NAME", nargs="+")
    invite.add_argument("--https", action="store_true", help="by HTTPS, without the broker")
    invite.add_argument("--address", metavar="HOST", default="", help="where it reaches the hall")
    _folder(invite)
    invite.set_defaults(run=run_invite)
    revoke = verbs.add_parser("revoke", help="take a table's certificate back")
    revoke.add_argument("tables", metavar="NAME", nargs="+")
    _folder(revoke)
    revoke.set_defaults(run=run_revoke)
    settle = verbs.add_parser("settle", help="a notice of `status` that was dealt with")
    settle.add_argument("numbers", metavar="NUMBER", nargs="+", type=int)
    _folder(settle)
    settle.set_defaults(run=run_settle)
    fork = verbs.add_parser("fork", help="choose between two histories of a table's journal")
    fork.add_argument("table", metavar="NAME")
    fork.add_argument("--keep", choices=("hall", "table"), required=True)
    _folder(fork)
    fork.set_defaults(run=run_fork)
    export = verbs.add_parser(
        "export", help="a table's journal as the hall has it, as a journal.db"
    )
    export.add_argument("table", metavar="NAME")
    export.add_argument("--out", metavar="FILE", type=file_to_write, required=True)
    _folder(export)
    export.set_defaults(run=run_export)


def _join(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    join = verbs.add_parser(
        "join",
        help="at a table: join a hall with its file",
        description="Puts a join file into this table's data folder; the next `jantaku run` sends"
        " its journal to the hall.",
    )
    join.add_argument("file", metavar="FILE", type=Path, help="NAME.join of `jantaku hall invite`")
    join.add_argument(
        "--data", metavar="DIR", type=Path, help=f"the table's (default {default_said()})"
    )
    join.add_argument("--leave", action="store_true", help="leave that hall again")
    join.set_defaults(run=run_join)
    rejoin = verbs.add_parser(
        "rejoin",
        help="at a table: begin a new journal, after a fork or a bad entry",
        description="Lays the journal of a stopped table aside, also one that is damaged, and"
        " begins a new one, or goes on with the one that the hall has exported.",
    )
    rejoin.add_argument(
        "--take", metavar="FILE", type=Path, help="of `jantaku hall export`: go on with it"
    )
    rejoin.add_argument(
        "--data", metavar="DIR", type=Path, help=f"the table's (default {default_said()})"
    )
    rejoin.set_defaults(run=run_rejoin)


def _status(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    status = verbs.add_parser("status", help="tables, journals, what is wrong and the way out")
    status.add_argument("--json", action="store_true", help="print one JSON document")
    _folder(status)
    status.set_defaults(run=run_status)


def _keep(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    backup = verbs.add_parser("backup", help="the whole hall in one file, while it runs")
    backup.add_argument("file", metavar="FILE", type=file_to_write)
    _folder(backup)
    backup.set_defaults(run=run_backup)
    restore = verbs.add_parser(
        "restore", help="a hall from a backup, and from tables' own journals"
    )
    restore.add_argument("file", metavar="FILE", type=Path, help="of `jantaku hall backup`")
    restore.add_argument("--database", metavar="URL", help="another database than it had")
    restore.add_argument(
        "--journal",
        metavar="NAME=FILE",
        action="append",
        default=[],
        help="besides, a table's own journal.db; may be given again",
    )
    _folder(restore)
    restore.set_defaults(run=run_restore)


def run_init(args: argparse.Namespace) -> int:
    """Make a hall."""
    from pydantic import ValidationError

    from table.errors import InvalidOptionError
    from table.hall.folder import HallFolder, HallSettings, said_of

    folder = HallFolder(args.data or default_hall())
    try:
        settings = HallSettings(
            title=args.title,
            hosts=args.address or _own_addresses(),
            mqtt_port=args.mqtt_port,
            link_port=args.link_port,
            **({} if args.database is None else {"database": args.database}),
        )
    except ValidationError as fault:
        raise InvalidOptionError(said_of(fault)) from None
    folder.create(settings)
    print(f"hall {settings.title!r} in {folder.path}")
    print(f"tables reach it at {', '.join(settings.hosts)}")
    print("next: jantaku hall invite A1 A2 …, then jantaku hall serve")
    return 0


def run_serve(args: argparse.Namespace) -> int:
    """Serve until stopped."""
    import signal

    from table.bootstrap.compose import door_for
    from table.bootstrap.serve import address_of, leave, print_ready, take_port
    from table.hall.folder import HallFolder
    from table.hall.serve import Serving
    from table.hall.version import program_version

    signal.signal(signal.SIGTERM, leave)
    folder = HallFolder(args.data or default_hall())
    settings = folder.settings()
    with folder.lock(), take_port(args.host, args.port) as pages:
        if args.new_token:
            folder.forget_token()
        door = door_for(args.host, folder.token)
        link = take_port(settings.host, settings.link_port) if settings.link_port else None
        try:
            Serving(
                folder,
                settings,
                door,
                pages,
                program_version(),
                link=link,
                own_broker=not args.no_broker,
                announce=lambda: print_ready(address_of(pages, door.token)),
            ).run()
        finally:
            if link is not None:
                link.close()
    return 0


def run_invite(args: argparse.Namespace) -> int:
    """Make join files."""
    from table.hall.folder import HallFolder
    from table.hall.members import Members

    folder = HallFolder(args.data or default_hall())
    settings = folder.settings()
    with folder.database(settings) as database:
        members = Members(folder, settings, database)
        for table in args.tables:
            path = members.invite(table, by="https" if args.https else "mqtt", host=args.address)
            print(f"{path}: carry it to the table, there: jantaku hall join {path.name}")
    return 0


def run_revoke(args: argparse.Namespace) -> int:
    """Take certificates back."""
    from table.hall.folder import HallFolder
    from table.hall.members import Members

    folder = HallFolder(args.data or default_hall())
    settings = folder.settings()
    with folder.database(settings) as database:
        members = Members(folder, settings, database)
        for table in args.tables:
            stopped = members.revoke(table)
            print(f"table {table}: its certificate is worth nothing any more; its entries stay")
            if settings.mqtt_port and not stopped:
                print(
                    "no broker of this hall was found here; one that runs must read"
                    f" {folder.authority.crl} anew: restart it",
                    file=sys.stderr,
                )
    return 0


def run_settle(args: argparse.Namespace) -> int:
    """Close notices."""
    from datetime import UTC, datetime

    from table.hall.folder import HallFolder
    from table.hall.notices import settle

    folder = HallFolder(args.data or default_hall())
    with folder.database(folder.settings()) as database:
        for number in args.numbers:
            settle(database, number, datetime.now(UTC))
            print(f"notice {number}: is settled; where it is not over, it comes again")
    return 0


def run_fork(args: argparse.Namespace) -> int:
    """End a fork."""
    from table.hall.folder import HallFolder
    from table.hall.members import choose

    folder = HallFolder(args.data or default_hall())
    with folder.database(folder.settings()) as database:
        journal, aside = choose(database, args.table, args.keep)
    kept = f"{aside} entries of the hall's branch are laid aside" if aside else "the hall's stays"
    print(f"table {args.table}, journal {journal[:12]}: {kept}; a hall that runs knows at once")
    return 0


def run_export(args: argparse.Namespace) -> int:
    """Write a journal."""
    from table.hall.folder import HallFolder
    from table.hall.keeping import export_journal

    folder = HallFolder(args.data or default_hall())
    with folder.database(folder.settings()) as database:
        count = export_journal(database, args.table, args.out)
    print(f"{args.out}: {count} entries of table {args.table}")
    return 0


def run_join(args: argparse.Namespace) -> int:
    """Join this table to a hall."""
    from table.hall.link.join import leave, read_join

    join = read_join(args.file)
    data = args.data or default_data_folder()
    if args.leave:
        leave(data)
        print(f"{data}: is no table of {join.hall!r} any more")
        return 0
    join.install(data)
    print(f"{data}: is table {join.table} of {join.hall!r} at {join.host}; start `jantaku run`")
    return 0


def run_rejoin(args: argparse.Namespace) -> int:
    """Begin a new journal at this table."""
    from table.hall.link.rejoin import rejoin

    aside, entries = rejoin(args.data or default_data_folder(), args.take)
    begins = f"goes on behind entry {entries}" if entries else "begins a new journal"
    kept = f"{aside}: the old journal, as it was; " if aside else ""
    print(f"{kept}the table {begins}; start `jantaku run`")
    return 0


def run_status(args: argparse.Namespace) -> int:
    """0 where nothing is wrong, 1 otherwise."""
    from table.hall.folder import HallFolder
    from table.hall.keeping import status_of

    folder = HallFolder(args.data or default_hall())
    settings = folder.settings()
    with folder.database(settings) as database:
        found = status_of(database)
    if args.json:
        options.print_json({"title": settings.title, **found})
        return 1 if found["notices"] else 0
    print(f"{settings.title}: {len(found['tables'])} tables, {found['entries']} entries")
    for row in found["tables"]:
        late = f", {row['waiting']} entries wait there" if row["waiting"] else ""
        print(f"  {row['table']}: {row['entries']} entries, seen {row['seen_at']}{late}")
    for one in found["notices"]:
        print(f"  ! {one['words']}\n    way out: {one['way_out']}")
        print(f"    dealt with: jantaku hall settle {one['id']}")
    return 1 if found["notices"] else 0


def run_backup(args: argparse.Namespace) -> int:
    """Write a backup."""
    from table.hall.folder import HallFolder
    from table.hall.keeping import backup

    folder = HallFolder(args.data or default_hall())
    counts = backup(folder, folder.settings(), args.file)
    print(f"{args.file}: {counts['entry']} entries, {sum(counts.values())} rows in all")
    return 0


def run_restore(args: argparse.Namespace) -> int:
    """Make a hall from a backup."""
    from table.errors import InvalidOptionError
    from table.hall.folder import HallFolder
    from table.hall.keeping import restore

    journals = []
    for one in args.journal:
        name, equals, path = one.partition("=")
        if not (name and equals and path):
            raise InvalidOptionError(f"--journal {one!r}: expected NAME=FILE")
        journals.append((name, Path(path)))
    folder = HallFolder(args.data or default_hall())
    made = restore(folder, args.file, args.database, journals)
    print(f"{folder.path}: {made.rows['entry']} entries, {sum(made.rows.values())} rows in all")
    for (name, path), (added, total) in zip(journals, made.journals, strict=True):
        print(f"{path}: {added} entries of table {name} were missing, {total} in all")
    print("tables send by themselves what else is missing", file=sys.stderr)
    print("those that were invited since: jantaku hall invite NAME once more", file=sys.stderr)
    return 0


def _own_addresses() -> list[str]:
    """How other machines probably reach this one."""
    from socket import AF_INET, gethostname

    from table.bootstrap.serve import reachable_address

    own = gethostname().lower()
    return [reachable_address(AF_INET), own, f"{own}.local", "localhost", "127.0.0.1"]
