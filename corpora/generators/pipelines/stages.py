"""Where the components of a tokenizer.json document stand, and copies with one of them changed.

A place is the path of keys and indices that leads to a component. A Sequence is a component, and
so is each in it; so are an added token, the truncation and the padding.
"""

import copy
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tokparity.corpora.generators.pipelines.options import Component

Document = dict[str, Any]
Path = tuple[str | int, ...]

INSIDE = {
    "normalizer": "normalizers",
    "pre_tokenizer": "pretokenizers",
    "post_processor": "processors",
    "decoder": "decoders",
}
"""The field of a Sequence that holds what is in it, by section."""


@dataclass(frozen=True, slots=True)
class Place:
    """A component and where it stands."""

    path: Path
    component: Component
    options: dict[str, Any]


def places(document: Document) -> Iterator[Place]:
    """Every component, in the order a text meets them."""
    for index, token in enumerate(document["added_tokens"]):
        yield Place(("added_tokens", index), ("added_tokens", "added_token"), token)
    for section in ("normalizer", "pre_tokenizer", "model", "post_processor", "decoder"):
        if document[section] is not None:
            yield from _inside((section,), section, document[section])
    for section in ("truncation", "padding"):
        if document[section] is not None:
            yield Place((section,), (section, section), document[section])


def _inside(path: Path, section: str, component: dict[str, Any]) -> Iterator[Place]:
    yield Place(path, (section, component["type"]), component)
    if component["type"] == "Sequence":
        for index, inner in enumerate(component[INSIDE[section]]):
            yield from _inside((*path, INSIDE[section], index), section, inner)


def chain(document: Document, section: str) -> list[str]:
    """The types of a section's components in the order they are applied, Sequences opened."""
    types = (place.component for place in places(document))
    return [kind for where, kind in types if where == section and kind != "Sequence"]


def at(document: Document, path: Path) -> Any:
    """What stands at a path."""
    found: Any = document
    for key in path:
        found = found[key]
    return found


def with_value(document: Document, path: Path, value: Any) -> Document:
    """A copy with another value at a path; what lies beside the path is shared, not copied."""
    changed: Any = copy.copy(document)
    root, container = changed, changed
    for key in path[:-1]:
        container[key] = copy.copy(container[key])
        container = container[key]
    container[path[-1]] = value
    return dict(root)


def without(document: Document, path: Path) -> Document:
    """A copy without the component at a path: null for a section, one fewer in a list."""
    if len(path) == 1:
        return with_value(document, path, None)
    *above, key = path
    others = at(document, tuple(above))
    return with_value(document, tuple(above), [o for i, o in enumerate(others) if i != key])
