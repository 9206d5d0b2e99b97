"""Make a failing tokenizer.json as small as it gets, keeping what makes it fail.

Sections, components and added tokens go first, then options go back to the plainest value of
the table of options, then pieces and merges go. Not here: the text (`sequence`), and what failing
is, which the predicate says; a document that no longer loads is one it should say no to.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from tokparity.corpora.generators.pipelines.options import OPTIONS
from tokparity.corpora.generators.pipelines.pipeline import canonical
from tokparity.corpora.generators.pipelines.stages import (
    INSIDE,
    Document,
    places,
    with_value,
    without,
)

Item = TypeVar("Item")
CALLS = 2000

_SECTIONS = (
    *("truncation", "padding", "post_processor", "decoder", "pre_tokenizer", "normalizer"),
)


@dataclass(slots=True)
class _Predicate:
    """The predicate, asked once about each document and `calls` times in all."""

    fails: Callable[[Document], bool]
    calls: int
    known: dict[bytes, bool] = field(default_factory=dict)

    def __call__(self, document: Document) -> bool:
        key = canonical(document)
        if key not in self.known:
            if self.calls <= 0:
                return False
            self.calls -= 1
            self.known[key] = self.fails(document)
        return self.known[key]


def shrink_document(
    document: Document, still_fails: Callable[[Document], bool], calls: int = CALLS
) -> Document:
    """A small document that still fails, given one that does; the given one is not changed.

    If `calls` suffice it is a local minimum: without any one more section, component, added
    token, piece or merge, or with any one more option at its plainest, it no longer fails.

    >>> whole = {"added_tokens": [], "normalizer": {"type": "NFC"}, "pre_tokenizer": None,
    ...         "post_processor": None, "decoder": {"type": "Fuse"}, "truncation": None,
    ...         "padding": None, "model": {"type": "WordLevel", "vocab": {"u": 0, "a": 1}}}
    >>> small = shrink_document(whole, lambda candidate: candidate["decoder"] is not None)
    >>> small["normalizer"], small["decoder"], small["model"]["vocab"]
    (None, {'type': 'Fuse'}, {})
    """
    predicate = _Predicate(still_fails, calls)
    while True:
        before = canonical(document)
        for candidates in (_without_section, _without_component, _with_plainer_option):
            document = _first_while(document, candidates, predicate)
        document = _with_fewer(document, document["added_tokens"], _with_added_tokens, predicate)
        document = _with_fewer(document, _pieces(document), _with_pieces, predicate)
        merges = document["model"].get("merges", [])
        document = _with_fewer(document, merges, _with_merges, predicate)
        document = _first_while(document, _renumbered, predicate)
        if canonical(document) == before or predicate.calls <= 0:
            return document


def simpler_documents(document: Document) -> Iterator[Document]:
    """Those without one section or one component, and with one option at its plainest."""
    yield from _without_section(document)
    yield from _without_component(document)
    yield from _with_plainer_option(document)


def _first_while(
    document: Document, candidates: Callable[[Document], Iterator[Document]], predicate: _Predicate
) -> Document:
    """The first candidate that fails, and of it the first again, until none does."""
    while (candidate := next(filter(predicate, candidates(document)), None)) is not None:
        document = candidate
    return document


def _with_fewer(
    document: Document,
    items: Sequence[Item],
    rebuild: Callable[[Document, Sequence[Item]], Document],
    predicate: _Predicate,
) -> Document:
    """As few of the items as still fail: halves go first, then smaller blocks, then single ones."""
    size = len(items)
    while size:
        start = 0
        while start < len(items):
            fewer = [*items[:start], *items[start + size :]]
            if predicate(candidate := rebuild(document, fewer)):
                document, items = candidate, fewer
            else:
                start += size
        size //= 2
    return document


def _without_section(document: Document) -> Iterator[Document]:
    for section in _SECTIONS:
        if document[section] is not None:
            yield with_value(document, (section,), None)


def _without_component(document: Document) -> Iterator[Document]:
    """A component of a Sequence gone, or a Sequence replaced by one of those in it."""
    for place in places(document):
        section, kind = place.component
        if section in INSIDE and len(place.path) > 1:
            yield without(document, place.path)
        if section in INSIDE and kind == "Sequence":
            for inner in place.options[INSIDE[section]]:
                yield with_value(document, place.path, inner)


def _with_plainer_option(document: Document) -> Iterator[Document]:
    for place in places(document):
        for option, values in OPTIONS.get(place.component, {}).items():
            known = option in place.options
            if known and place.options[option] != values[0]:
                yield with_value(document, (*place.path, option), values[0])


def _with_added_tokens(document: Document, tokens: Sequence[Any]) -> Document:
    return with_value(document, ("added_tokens",), list(tokens))


def _pieces(document: Document) -> list[Any]:
    """The entries of the vocabulary in the order of their ids."""
    vocab = document["model"]["vocab"]
    return vocab if isinstance(vocab, list) else sorted(vocab.items(), key=lambda entry: entry[1])


def _with_pieces(document: Document, pieces: Sequence[Any]) -> Document:
    """Fewer pieces, without the merges that name others; a Unigram's unknown token stays itself."""
    model = dict(document["model"])
    if isinstance(model["vocab"], list):
        unknown = model.get("unk_id")
        if unknown is not None:
            before = model["vocab"][unknown]
            model["unk_id"] = next((at for at, piece in enumerate(pieces) if piece is before), None)
        model["vocab"] = list(pieces)
    else:
        model["vocab"] = dict(pieces)
        if "merges" in model:
            model["merges"] = [
                merge
                for merge in model["merges"]
                if all(piece in model["vocab"] for piece in merge)
            ]
    return with_value(document, ("model",), model)


def _with_merges(document: Document, merges: Sequence[Any]) -> Document:
    return with_value(document, ("model", "merges"), list(merges))


def _renumbered(document: Document) -> Iterator[Document]:
    """Ids without gaps: those of the pieces, then those of the added tokens."""
    written, pieces = canonical(document), _pieces(document)
    vocab = document["model"]["vocab"]
    if isinstance(vocab, dict):
        vocab = {piece: at for at, (piece, _) in enumerate(pieces)}
        document = with_value(document, ("model", "vocab"), vocab)
    else:
        vocab = {piece: at for at, (piece, _) in enumerate(pieces)}
    tokens, free = [], len(vocab)
    for token in document["added_tokens"]:
        token_id = vocab.get(token["content"], free)
        free += token_id == free
        tokens.append(token | {"id": token_id})
    renumbered = _with_added_tokens(document, tokens)
    if canonical(renumbered) != written:
        yield renumbered
