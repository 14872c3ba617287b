"""What the README and its neighbours promise is there: commands, targets, links, locks."""

import json
import re
import shlex
import tomllib
from pathlib import Path

import pytest

from table.cli.main import build_parser, main

ROOT = Path(__file__).resolve().parent.parent.parent
PAGES = ("README.md", "CONTRIBUTING.md", "ARCHITECTURE.md", "CHANGELOG.md")
README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^    (jantaku .*?)(?:\s+#.*)?$", README, re.MULTILINE)
LOCKS = ("requirements/run.txt", "requirements/dev.txt")


def test_the_readme_shows_commands():
    assert {command.split()[1] for command in COMMANDS} >= {"read", "score", "run", "demo"}


@pytest.mark.parametrize("command", COMMANDS)
def test_the_readmes_commands_are_understood(command):
    args = build_parser().parse_args(shlex.split(command)[1:])
    assert callable(args.run)


def test_the_readmes_score_is_a_win(capsys):
    (command,) = (command for command in COMMANDS if command.startswith("jantaku score"))
    assert main([*shlex.split(command)[1:], "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["valid"] is True


@pytest.mark.parametrize("page", PAGES)
def test_the_make_targets_that_a_page_names_are_there(page):
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE))
    text = (ROOT / page).read_text(encoding="utf-8")
    named = set(re.findall(r"(?:^    |`)make ([a-z-]+)", text, re.MULTILINE))
    assert named <= targets


@pytest.mark.parametrize("page", PAGES)
def test_the_links_of_a_page_lead_somewhere(page):
    for link in re.findall(r"\]\(([^)#]+)\)", (ROOT / page).read_text(encoding="utf-8")):
        assert link.startswith("https://") or (ROOT / link).is_file(), f"{page}: {link}"


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_holds_versions_and_hashes_and_names_no_index(lock):
    text = (ROOT / lock).read_text(encoding="utf-8")
    assert "://" not in text
    assert "--index" not in text
    for entry in re.split(r"\n(?=\S)", text.strip()):
        assert re.match(r"[a-z0-9-]+==\S+", entry), entry
        assert "--hash=sha256:" in entry, entry


def test_what_runs_is_what_was_tested():
    run, dev = (set((ROOT / lock).read_text(encoding="utf-8").splitlines()) for lock in LOCKS)
    assert run <= dev


def test_every_dependency_is_locked():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    groups = project["dependency-groups"]
    lock = (ROOT / "requirements/dev.txt").read_text(encoding="utf-8")
    locked = set(re.findall(r"^([a-z0-9-]+)==", lock, re.MULTILINE))
    wanted = [*project["project"]["dependencies"], *groups["test"], *groups["lint"]]
    for requirement in wanted:
        assert re.match(r"[a-z0-9-]+", requirement)[0] in locked, requirement


def test_the_dashboards_lock_names_no_registry():
    lock = json.loads((ROOT / "table/web/dashboard/package-lock.json").read_text(encoding="utf-8"))
    packages = lock["packages"].items()
    assert not [name for name, facts in packages if "resolved" in facts]
    assert not [name for name, facts in packages if name and "integrity" not in facts]


def test_the_version_is_the_same_everywhere():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    package = json.loads((ROOT / "table/web/dashboard/package.json").read_text(encoding="utf-8"))
    assert package["version"] == project["version"]
