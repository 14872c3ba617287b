"""The elements of an mjlog document, one after the other; entities and nesting are refused."""

from collections.abc import Iterator
from typing import NamedTuple
from xml.parsers import expat

ROOT = "mjloggm"
_CHUNK = 1 << 16
_DEPTH = 2
"""The root and its leaves; some writers put more space between, none puts elements deeper."""


class Element(NamedTuple):
    """One leaf of the document."""

    tag: str
    attributes: dict[str, str]
    place: int
    """Bytes before it."""


class XmlError(ValueError):
    """Bytes that are no mjlog document from here on."""


def elements(data: bytes) -> Iterator[Element]:
    """The leaves in their order. Raises XmlError, after all that stand before the fault."""
    found: list[Element] = []
    parser = expat.ParserCreate()
    depth = 0

    def start(tag: str, attributes: dict[str, str]) -> None:
        nonlocal depth
        depth += 1
        if depth == 1 and tag != ROOT:
            raise XmlError(f"element {tag[:40]!r}, expected {ROOT}")
        if depth > _DEPTH:
            raise XmlError(f"element {tag[:40]!r} inside another, expected a flat list")
        if depth == _DEPTH:
            found.append(Element(tag, attributes, parser.CurrentByteIndex))

    def end(_tag: str) -> None:
        nonlocal depth
        depth -= 1

    def refuse(name: str, *_rest: object) -> None:
        raise XmlError(f"a document type {name[:40]!r}, expected elements only")

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.StartDoctypeDeclHandler = refuse
    for begin in range(0, max(len(data), 1), _CHUNK):
        chunk = data[begin : begin + _CHUNK]
        failure = _feed(parser, chunk, last=begin + _CHUNK >= len(data))
        yield from found
        found.clear()
        if failure is not None:
            raise failure


def _feed(parser: expat.XMLParserType, chunk: bytes, *, last: bool) -> XmlError | None:
    try:
        parser.Parse(chunk, last)
    except XmlError as failure:
        return failure
    except expat.ExpatError as failure:
        reason = expat.ErrorString(failure.code)
        return XmlError(f"byte {parser.CurrentByteIndex}: {reason}, expected XML")
    except (ValueError, LookupError) as failure:  # an encoding that nobody knows
        return XmlError(f"byte {parser.CurrentByteIndex}: {failure}, expected UTF-8")
    return None
