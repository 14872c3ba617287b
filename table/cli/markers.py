"""`jantaku markers`: a sheet of four markers to print, by which a camera finds the table surely."""

import argparse
import sys

from table.cli.options import file_to_write


def register(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "markers",
        help="print a sheet of markers for the table's corners",
        description="Writes four markers on a sheet of A4 (SVG, or a page where the file's name"
        " ends in .html). Printed at full size, cut out and laid in the corners of the cloth, they"
        " tell a camera where the table is, more surely than its tiles and edges.",
    )
    parser.add_argument(
        "--out", metavar="FILE", type=file_to_write, help="instead of the standard output"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """0 when the sheet is written; raises OSError, and then nothing is."""
    from table.files import write_atomically
    from vision.plane.marker_sheet import marker_page, marker_sheet

    if args.out is None:
        sys.stdout.write(marker_sheet())
        return 0
    page = args.out.suffix.lower() in {".html", ".htm"}
    write_atomically(args.out, marker_page() if page else marker_sheet())
    return 0
