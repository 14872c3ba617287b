"""Writes docs/clauses.md: which cases and tests exercise each clause of the rule documents.

A case names clauses in its field `clauses` or in tests/data/case_clauses.json, a table situation
(FC-..) in the latter; a test names them with `@pytest.mark.clause("WRR-6.1-25")`.
Standard library only; `--check` writes nothing.
"""

import ast
import csv
import json
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = Path("docs/clauses.md")
CASES = tuple(f"tests/data/{name}.jsonl" for name in ("cases", "further_cases", "clause_cases"))
FLOWS = "tests/data/flow"
KINDS = ("scoring", "payment", "furiten")
"""The kinds of clause of which every single one needs a case or test."""
DOCUMENTS = {
    "000": "World Riichi Rules 2013",
    "001": "Riichi Mahjong Competition Rules",
    "002": "JPML rules B",
    "003": "World Riichi Rules 2015, clarifications and additions",
    "004": "Saikouisen competition regulations",
}
Evidence = dict[str, list[str]]


def main() -> int:
    """Write the page, or with `--check` say whether it is up to date."""
    text = page(ROOT)
    if "--check" in sys.argv[1:]:
        fresh = (ROOT / PAGE).is_file() and (ROOT / PAGE).read_text(encoding="utf-8") == text
        print(f"{PAGE}: {'up to date' if fresh else 'stale, run python3 scripts/clauses_page.py'}")
        return 0 if fresh else 1
    (ROOT / PAGE).write_text(text, encoding="utf-8")
    print(f"{PAGE}: written")
    return 0


def clauses(root: Path) -> list[dict[str, str]]:
    """Return the clauses: id, document, article, topic, applies_to, kind."""
    with (root / "tests/data/clauses.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def evidence(root: Path) -> Evidence:
    """Return for each clause that is named the cases and tests that name it."""
    found: Evidence = {}
    for clause, name in [*_of_cases(root), *_of_tests(root)]:
        names = found.setdefault(clause, [])
        if name not in names:
            names.append(name)
    return found


def page(root: Path) -> str:
    """Return the whole page."""
    found = evidence(root)
    rows = [row for row in clauses(root) if row["kind"] in KINDS or row["id"] in found]
    needed = [row for row in rows if row["kind"] in KINDS]
    named = sum(row["id"] in found for row in needed)
    lines = [
        "# Clause by clause",
        "",
        "Which cases and tests exercise each clause of the rule documents. Written by",
        "`python3 scripts/clauses_page.py`; not to be edited by hand. A case is a line of",
        "`tests/data/*.jsonl`, a table situation (FC-..) stands in `tests/data/flow/`, a test is",
        "named with its file below `tests/`.",
        "",
        f"{named} of {len(needed)} clauses on scoring, payment and furiten are exercised.",
    ]
    for document, title in DOCUMENTS.items():
        lines += ["", f"## {title} ({document})", ""]
        lines += ["| clause | article | about | kind | cases and tests |", "|---|---|---|---|---|"]
        for row in rows:
            if row["document"] == document:
                names = ", ".join(f"`{name}`" for name in found.get(row["id"], [])) or "**none**"
                cells = (row["id"], row["article"], row["topic"], row["kind"], names)
                lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def _of_cases(root: Path) -> Iterator[tuple[str, str]]:
    """Yield what the cases name, by their own field or by the table beside them."""
    table = json.loads((root / "tests/data/case_clauses.json").read_text(encoding="utf-8"))
    for file in CASES:
        for line in (root / file).read_text(encoding="utf-8").splitlines():
            case = json.loads(line)
            names = [*case.get("clauses", []), *table.pop(case["id"], [])]
            yield from ((clause, case["id"]) for clause in names)
    for path in sorted((root / FLOWS).glob("*.toml")):
        for case in tomllib.loads(path.read_text(encoding="utf-8")).get("case", []):
            names = [*case.get("clauses", []), *table.pop(case["id"], [])]
            yield from ((clause, case["id"]) for clause in names)
    if table:
        raise SystemExit(f"case_clauses.json: no case {min(table)!r}, expected an id of a case")


def _of_tests(root: Path) -> Iterator[tuple[str, str]]:
    """Yield what the tests name by the marker, found in their source."""
    for path in sorted((root / "tests").rglob("test_*.py")):
        text = path.read_text(encoding="utf-8")
        if "mark.clause(" not in text:
            continue
        file = str(path.relative_to(root / "tests"))
        for node in ast.parse(text).body:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                name = f"{file}::{node.name}"
                for decorator in node.decorator_list:
                    yield from ((clause, name) for clause in _marked(decorator, name))
            else:
                yield from ((clause, file) for clause in _marked(node, file))


def _marked(tree: ast.AST, where: str) -> Iterator[str]:
    """Yield the literal ids of every `pytest.mark.clause(...)` below a node."""
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr == "clause"
        ):
            for argument in node.args:
                if not isinstance(argument, ast.Constant) or not isinstance(argument.value, str):
                    raise SystemExit(f"{where}: mark.clause expects ids written out in quotes")
                yield argument.value


if __name__ == "__main__":
    sys.exit(main())
