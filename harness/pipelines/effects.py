"""Does an option of a generated tokenizer have a say? The reference with another value tells.

An option has a say in a pipeline if one of its texts is encoded, or one of its sequences of ids
decoded, otherwise as soon as that one option has another value. No library is asked.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path as File
from typing import Any

from tokparity.corpora.generators.pipelines.models import product
from tokparity.corpora.generators.pipelines.options import OPTIONS, Component
from tokparity.corpora.generators.pipelines.pipeline import Pipeline
from tokparity.corpora.generators.pipelines.stages import (
    Document,
    Path,
    places,
    with_value,
    without,
)
from tokparity.harness.compare.cells import ENCODE_OPTIONS, SKIP_OPTIONS
from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.formats.tokenizer_json.reader import read_tokenizer
from tokparity.reference_impl.serde_json.node import Node
from tokparity.reference_impl.tokenizer.full_encoding import encode_full
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

THERE = "(there)"
"""In the place of an option: that the component is there at all."""
_REMOVABLE = ("normalizer", "pre_tokenizer", "post_processor", "decoder", "truncation", "padding")
_AFFIXES = ("continuing_subword_prefix", "end_of_word_suffix")
_REFUSED = "refused"


@dataclass(frozen=True, slots=True, order=True)
class OptionCell:
    """An option of a component and one of its values, as JSON."""

    section: str
    kind: str
    option: str
    value: str

    @property
    def component(self) -> Component:
        return self.section, self.kind


def all_cells() -> list[OptionCell]:
    """Every value of every option, and every component that may be there or not."""
    cells = []
    for (section, kind), options in OPTIONS.items():
        if section in _REMOVABLE:
            cells.append(OptionCell(section, kind, THERE, "true"))
        for option, values in options.items():
            cells += [OptionCell(section, kind, option, json.dumps(value)) for value in values]
    return cells


def cells_of(document: Document) -> dict[OptionCell, list[Path]]:
    """The cells that a document has, and where."""
    paths: dict[OptionCell, list[Path]] = {}
    for place in places(document):
        section, kind = place.component
        if section in _REMOVABLE and kind != "Sequence":
            cell = OptionCell(section, kind, THERE, "true")
            paths.setdefault(cell, []).append(place.path)
        for option in OPTIONS.get(place.component, ()):
            if option in place.options:
                cell = OptionCell(section, kind, option, json.dumps(place.options[option]))
                paths.setdefault(cell, []).append(place.path)
    return paths


class Effects:
    """One pipeline, and which of its cells have a say. Its own outputs are computed once."""

    def __init__(self, pipeline: Pipeline) -> None:
        self._pipeline = pipeline
        self._cells = cells_of(pipeline.document)
        self._known: list[Any] = []
        self._outputs = _outputs(pipeline, _load(pipeline.document))

    def has_a_say(self, cell: OptionCell) -> bool:
        """Whether in one place another value changes the outputs. KeyError: not its cell."""
        return any(
            self._changes(before, after)
            for path in self._cells[cell]
            for before, after in _others(self._pipeline.document, cell, path)
        )

    def _changes(self, before: Document | None, after: Document) -> bool:
        tokenizer = _load(after)
        if tokenizer is None:
            return False
        own = self._own() if before is None else _outputs(self._pipeline, _load(before))
        pairs = zip_longest(own, _outputs(self._pipeline, tokenizer))
        return any(mine != other for mine, other in pairs)

    def _own(self) -> Iterator[Any]:
        yield from self._known
        for output in self._outputs:
            self._known.append(output)
            yield output


def _others(
    document: Document, cell: OptionCell, path: Path
) -> Iterator[tuple[Document | None, Document]]:
    """The document (None: as it is) and what it is with another value."""
    if cell.option == THERE:
        yield None, without(document, path)
        return
    for value in OPTIONS[cell.component][cell.option]:
        if json.dumps(value) == cell.value:
            continue
        if cell.option in _AFFIXES and cell.kind == "BPE":
            # A merge must name pieces under both values: the others go, before and after.
            merges = _merges_of_both(document, cell.option, value)
            before = with_value(document, ("model", "merges"), merges)
            yield before, with_value(before, (*path, cell.option), value)
        else:
            yield None, with_value(document, (*path, cell.option), value)


def _merges_of_both(document: Document, option: str, value: str | None) -> list[Any]:
    model = document["model"]
    if option != "continuing_subword_prefix":
        return list(model["merges"])
    prefixes = (model[option] or "", value or "")
    return [
        merge
        for merge in model["merges"]
        if all(
            len(merge[1]) >= len(prefix) and product(merge, prefix) in model["vocab"]
            for prefix in prefixes
        )
    ]


def _load(document: Document) -> Tokenizer | None:
    try:
        return read_tokenizer(Node(File("generated"), "", document))
    except TokparityError:
        return None


def _outputs(pipeline: Pipeline, tokenizer: Tokenizer | None) -> Iterator[Any]:
    """What the texts are encoded to and the ids decoded to, one after the other."""
    if tokenizer is None:
        return
    for number, (text, pair) in enumerate(pipeline.texts):
        options = ENCODE_OPTIONS[(pipeline.number + number) % len(ENCODE_OPTIONS)]
        try:
            encoding = encode_full(tokenizer, text, pair, options)
        except TokparityError:
            yield _REFUSED
            continue
        yield encoding
        skip = SKIP_OPTIONS[number % len(SKIP_OPTIONS)]
        try:
            yield tokenizer.decode(encoding.ids, skip)
        except TokparityError:
            yield _REFUSED
    for number, ids in enumerate(pipeline.ids):
        try:
            yield tokenizer.decode(ids, SKIP_OPTIONS[number % len(SKIP_OPTIONS)])
        except TokparityError:
            yield _REFUSED
