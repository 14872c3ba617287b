"""Which sentences of the code have no translation: `python -m table.wording.gaps PATH...`.

Prints one line a sentence, ready for a catalogue. A literal text is a sentence where letters stand
on both sides of a blank; docstrings, documents of several lines and what is said only to the
OpenAPI document are none.
"""

import ast
import re
import sys
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import NamedTuple

from table.wording.templates import HOLE, catalogue

_SENTENCE = re.compile(r"[^\W\d_][^ ]* [^ ]|[^ ] [^\W\d_]")
_FOR_PROGRAMMERS = frozenset({"Field", "compile", "Literal", "getLogger", "TypeVar", "startswith"})
_OTHERS = frozenset({"__pycache__", "dashboard", "static"})
_Node = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


class Text(NamedTuple):
    """A literal text of the code, and where it stands."""

    file: Path
    line: int
    template: str

    @property
    def is_sentence(self) -> bool:
        """Whether it is one line of more than a word."""
        text = self.template.replace(HOLE, "x")
        return "\n" not in text and _SENTENCE.search(text) is not None


def texts_of(path: Path) -> Iterator[Text]:
    """Every literal text of a file, or of the files of a folder, with holes for what is filled."""
    for file in sorted(_modules(path)):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        for line, template in _literals(tree, set(_docstrings(tree))):
            yield Text(file, line, template)


def _modules(path: Path) -> Iterator[Path]:
    """The file, or those of a package; the pages' own folder is none."""
    if path.is_dir():
        for one in path.iterdir():
            if one.suffix == ".py" or (one.is_dir() and one.name not in _OTHERS):
                yield from _modules(one)
    else:
        yield path


def _docstrings(tree: ast.AST) -> Iterator[ast.expr]:
    for node in ast.walk(tree):
        if isinstance(node, _Node):
            for line in node.body:
                if isinstance(line, ast.Expr) and isinstance(line.value, ast.Constant):
                    yield line.value


def _literals(node: ast.AST, passed: set[ast.expr]) -> Iterator[tuple[int, str]]:
    """The templates below a node; a text within a text is part of it, and a text by itself too."""
    if node in passed or (isinstance(node, ast.Call) and _name_of(node.func) in _FOR_PROGRAMMERS):
        return
    if isinstance(node, ast.JoinedStr | ast.Constant | ast.BinOp):
        found = variants(node)
        if found != [HOLE]:
            yield from ((node.lineno, one) for one in found)
            for hole in _holes(node):
                yield from _literals(hole, passed)
            return
    for child in ast.iter_child_nodes(node):
        yield from _literals(child, passed)


def _holes(node: ast.expr) -> Iterator[ast.expr]:
    """What fills the holes of a text, or is added and is no text, as a list of texts."""
    match node:
        case ast.JoinedStr(values=parts):
            yield from (part.value for part in parts if isinstance(part, ast.FormattedValue))
        case ast.BinOp(left=one, right=other) | ast.IfExp(body=one, orelse=other):
            yield from (*_holes(one), *_holes(other))
        case ast.Constant():
            return
        case _:
            yield node


def _name_of(called: ast.expr) -> str:
    """The last name of what is called."""
    match called:
        case ast.Attribute(attr=name) | ast.Name(id=name):
            return name
    return ""


def variants(node: ast.expr) -> list[str]:
    """The templates of a text: literals as they are, what is filled in as holes."""
    match node:
        case ast.Constant(value=str(text)):
            return [text]
        case ast.JoinedStr(values=parts):
            pieces = [
                [str(part.value)] if isinstance(part, ast.Constant) else _filled(part)
                for part in parts
            ]
            return ["".join(one) for one in product(*pieces)]
        case ast.IfExp(body=body, orelse=other):
            return [*variants(body), *variants(other)]
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return ["".join(one) for one in product(variants(left), variants(right))]
    return [HOLE]


def _filled(part: ast.expr) -> list[str]:
    """A hole; both texts where it chooses between two."""
    if isinstance(part, ast.FormattedValue) and isinstance(part.value, ast.IfExp):
        return variants(part.value)
    return [HOLE]


def main(paths: Sequence[str]) -> int:
    """Print what has no translation, each once."""
    known = set(catalogue("ja").pairs)
    for path in map(Path, paths):
        for text in texts_of(path):
            if text.is_sentence and text.template not in known:
                known.add(text.template)
                quoted = text.template.replace("\\", "\\\\").replace('"', '\\"')
                sys.stdout.write(f'"{quoted}" = ""  # {text.file}:{text.line}\n')
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
