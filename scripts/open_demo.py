"""Runs `jantaku demo` and, where there is a display, opens its page in the browser.

Standard library only; arguments go to `jantaku demo` as they are.
"""

import os
import signal
import subprocess
import sys
import webbrowser
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
EXIT_INTERRUPTED = 130
"""What the demo reports after Ctrl-C."""


def main() -> int:
    """Start the demo; its exit code, and 0 where Ctrl-C ended it, as it is meant to end."""
    command = [str(ROOT / ".venv" / "bin" / "python"), "-m", "table", "demo", *sys.argv[1:]]
    told = subprocess.PIPE if has_display() else None
    with subprocess.Popen(command, stdout=told, text=True) as demo:
        # Ctrl-C reaches the demo too; it stops in its own time and we report its exit.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, lambda *_: demo.terminate())
        for line in demo.stdout or ():
            print(line, end="", flush=True)
            if line.startswith("ready "):
                webbrowser.open(line.split()[1])
        code = demo.wait()
    return 0 if code == EXIT_INTERRUPTED else code


def has_display() -> bool:
    """Whether a browser window would be seen by somebody."""
    if sys.platform == "darwin":
        return "SSH_CONNECTION" not in os.environ
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


if __name__ == "__main__":
    sys.exit(main())
