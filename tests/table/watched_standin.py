"""As a script a table that is watched by stand-in eyes: DATA PORT LOOKS BRIDGE."""

import sys
from functools import partial
from pathlib import Path


def main():
    from table.bootstrap import compose as composing
    from table.bootstrap.serve import run_server, take_port
    from table.bootstrap.settings import BridgeSettings, CameraSettings, Settings
    from table.bootstrap.watching import Kit

    sys.path.insert(0, str(Path(__file__).parent))
    from standin import StandInEyes

    composing.Kit = partial(Kit, eyes="eyes_standin")
    folder, port, looks, bridge = Path(sys.argv[1]), int(sys.argv[2]), *sys.argv[3:5]
    taken = take_port("127.0.0.1", port)
    settings = Settings(
        rules="mleague",
        camera=CameraSettings(table=looks, accept=0.0, insist=True),
        bridge=BridgeSettings(port=bridge),
    )
    run_server(composing.compose(settings, folder, StandInEyes()), taken)


if __name__ == "__main__":
    main()
