#!/bin/sh
# Finds Python >= 3.11, then lets scripts/setup.py prepare what "$1" needs: run, test.
set -eu
cd "$(dirname "$0")/.."

for python in "${PYTHON:-}" python3 python3.14 python3.13 python3.12 python3.11; do
    [ -n "$python" ] || continue
    if "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
        exec "$python" scripts/setup.py "$@"
    fi
done

found=$(python3 --version 2>/dev/null || echo "no python3")
echo "setup: found $found, expected Python 3.11 or newer on the PATH (or PYTHON=/path/to/python3)" >&2
exit 2
