"""Documents reduced by ordered passes: what a fault does not need goes, in big blocks first.

The order: stages and options, added tokens, entries, the items that are no entries; round and
round until nothing more goes. Everything is asked of one predicate, which counts. Not here: what
the predicate is (`harness.trial`), and which entries to begin with (`harness.touched`).
"""

from collections.abc import Callable, Collection, Sequence
from typing import TypeVar

from harness.documents.document import Document

Documents = tuple[Document, ...]
"""The documents of one finding: of the one artefact, or of both."""

Holds = Callable[[Documents], bool]
"""Whether the fault is still there; False for anything once the budget is spent."""

Alike = Callable[[Documents, Documents], bool]
"""… and whether each side says of it what it said of the documents before."""

Item = TypeVar("Item")


def reduced(documents: Documents, texts: Collection[str], holds: Holds, alike: Alike) -> Documents:
    """The documents without all that `holds` does not need, given some that it says yes to.

    With enough calls it is a local minimum: without any one more entry, option or item it no
    longer holds. What changes one document alone must be `alike`. `texts` are those of the case.
    """
    while True:
        before = documents
        documents = _plainer(documents, texts, holds, alike)
        documents = fewer_entries(documents, holds)
        documents = _fewer_items(documents, alike)
        if documents == before:
            return documents


def entries_of(documents: Documents) -> frozenset[int]:
    """The ids that any of the documents has."""
    return frozenset[int]().union(*(document.ids for document in documents))


def kept(documents: Documents, ids: Collection[int]) -> Documents:
    """Each document with these entries alone."""
    return tuple(document.keep(ids) for document in documents)


def fewer_entries(documents: Documents, holds: Holds) -> Documents:
    """An entry goes from every document at once."""
    needed = frozenset[int]().union(*(document.needed for document in documents))
    ids = sorted(entries_of(documents) - needed)
    _, documents = fewer(ids, documents, lambda some: kept(documents, needed.union(some)), holds)
    return documents


def _plainer(documents: Documents, texts: Collection[str], holds: Holds, alike: Alike) -> Documents:
    """Every step that holds, one after the other; what was tried before it is not tried again.

    A step is taken in one document alone, and in two of one format and shape together: a stage
    that goes in one of them alone would be a difference of its own.
    """
    at = 0
    while True:
        steps = [list(document.plainer(texts)) for document in documents]
        tries = [
            (*documents[:place], step, *documents[place + 1 :])
            for place, options in enumerate(steps)
            for step in options
        ]
        shared = 0
        if len(steps) > 1 and len({len(options) for options in steps}) == 1:
            shared = len(steps[0])
            tries = [*zip(*steps, strict=True), *tries]
        if at >= len(tries):
            return documents
        tried = tries[at]
        if holds(tried) if at < shared else alike(tried, documents):
            documents = tried
        else:
            at += 1


def _fewer_items(documents: Documents, alike: Alike) -> Documents:
    for at in range(len(documents)):
        for name in [part.name for part in documents[at].parts()]:
            part = next(part for part in documents[at].parts() if part.name == name)
            before, behind = documents[:at], documents[at + 1 :]
            first = documents
            _, documents = fewer(
                part.items,
                documents,
                lambda some, part=part, before=before, behind=behind: (  # type: ignore[misc]  # mypy cannot infer a lambda with defaults
                    *before,
                    part.rebuilt(some),
                    *behind,
                ),
                lambda tried, first=first: alike(tried, first),  # type: ignore[misc]  # as above
            )
    return documents


def fewer(
    items: Sequence[Item],
    documents: Documents,
    rebuilt: Callable[[Sequence[Item]], Documents],
    holds: Holds,
) -> tuple[Sequence[Item], Documents]:
    """As few of the items as still hold, and their documents: all go first, then halves, then
    smaller blocks, then single ones."""
    size = len(items)
    while size:
        start = 0
        while start < len(items):
            some = [*items[:start], *items[start + size :]]
            if holds(tried := rebuilt(some)):
                documents, items = tried, some
            else:
                start += size
        size //= 2
    return items, documents
