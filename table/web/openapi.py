"""Prints the OpenAPI document without starting a server: `python -m table.web.openapi`."""

import json
import sys

from table.web.app import declare_app


def main() -> int:
    """Write the document to stdout; the dashboard's TypeScript types are made from it."""
    json.dump(declare_app().openapi(), sys.stdout, indent=2, sort_keys=True)
    sys.stdout.write("\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
