"""The version of the running program, as reports and notices name it."""

from importlib.metadata import PackageNotFoundError, version


def program_version() -> str:
    """As in "0.1.0"; "0" where it is not installed."""
    try:
        return version("jantaku")
    except PackageNotFoundError:
        return "0"
