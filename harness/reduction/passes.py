"""Documents reduced by ordered passes: what a fault does not need goes, in big blocks first.

The order: stages and options, added tokens, entries, the items that are no entries; round and
round until nothing more goes. Everything is asked of one predicate, which counts. Not here: what
the predicate is (`harness.reduction.trial`), and which entries to begin with
(`harness.reduction.vocabulary_slice`).
"""

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from dataclasses import fields
from itertools import islice, zip_longest
from typing import Any, TypeVar

from tokparity.harness.reduction.documents.document import Document

Documents = tuple[Document, ...]
"""The documents of one finding: of the one artefact, or of both."""

Holds = Callable[[Documents], bool]
"""Whether the fault is still there; False for anything once the budget is spent."""

Alike = Callable[[Documents, Documents], bool]
"""… and whether each side says of it what it said of the documents before."""

Spent = Callable[[], bool]
"""Whether the budget is spent: then no candidate is even made, which takes time too."""

Item = TypeVar("Item")


def never() -> bool:
    """Nothing bounds it."""
    return False


def reduced(
    documents: Documents,
    texts: Collection[str],
    holds: Holds,
    alike: Alike,
    spent: Spent = never,
) -> Documents:
    """The documents without all that `holds` does not need, given some that it says yes to.

    With enough calls it is a local minimum: without any one more entry, option or item it no
    longer holds. What changes one document alone must be `alike`. `texts` are those of the case.
    """
    while True:
        before = documents
        # Stages first: without one, the entries that only it needed can go too.
        documents = _plainer(documents, texts, holds, alike, spent)
        documents = fewer_entries(documents, holds, spent)
        documents = _fewer_items(documents, holds, alike, spent)
        if documents == before:
            return documents


def entries_of(documents: Documents) -> frozenset[int]:
    """The ids that any of the documents has."""
    return frozenset[int]().union(*(document.ids for document in documents))


def needed_of(documents: Documents) -> frozenset[int]:
    """The ids without which any of the formats has no file."""
    return frozenset[int]().union(*(document.needed for document in documents))


def restricted(documents: Documents, ids: Collection[int]) -> Documents:
    """Each document with these entries alone."""
    return tuple(document.keep(ids) for document in documents)


def fewer_entries(documents: Documents, holds: Holds, spent: Spent = never) -> Documents:
    """An entry goes from every document at once."""
    needed = needed_of(documents)
    ids = sorted(entries_of(documents) - needed)
    _, documents = fewer(
        ids, documents, lambda some: restricted(documents, needed.union(some)), holds, spent
    )
    return documents


def _plainer(
    documents: Documents, texts: Collection[str], holds: Holds, alike: Alike, spent: Spent
) -> Documents:
    """Every step that holds, one after the other; what was tried before it is not tried again.

    A step is taken in one document alone, and where both have it in both together: a stage that
    goes in one of them alone would be a difference of its own.
    """
    done = 0
    while True:
        for candidate, together in islice(_steps(documents, texts), done, None):
            if spent():
                return documents
            if holds(candidate) if together else alike(candidate, documents):
                documents = candidate
                break
            done += 1
        else:
            return documents


def _steps(documents: Documents, texts: Collection[str]) -> Iterator[tuple[Documents, bool]]:
    """The documents one step plainer, each made when it is asked for, and whether the step is taken
    in all of them together: those come first."""
    if len(documents) > 1:
        steps = [_by_change(document, document.plainer(texts)) for document in documents]
        for change in steps[0]:
            if all(change in own for own in steps):
                yield tuple(own[change] for own in steps), True
    for place, document in enumerate(documents):
        for step in document.plainer(texts):
            yield (*documents[:place], step, *documents[place + 1 :]), False


def _by_change(document: Document, steps: Iterable[Document]) -> dict[Hashable, Document]:
    """The steps by what they change: the first of a place, the second of it, and so on."""
    met: Counter[Hashable] = Counter()
    named: dict[Hashable, Document] = {}
    for step in steps:
        change = type(document), _changed(_values(document), _values(step))
        named[change, met[change]] = step
        met[change] += 1
    return named


def _values(document: Any) -> dict[str, Any]:
    return {field.name: getattr(document, field.name) for field in fields(document)}


def _changed(before: Any, after: Any) -> Hashable:
    """Where two values differ: keys, and of a list one of whose members is gone the kind of that.

    >>> stages = {"normalizer": {"type": "NFC"}, "decoder": None}
    >>> _changed(stages, {"normalizer": None, "decoder": None})
    (('normalizer', None),)
    """
    if isinstance(before, dict) and isinstance(after, dict):
        return tuple(
            (name, _changed(value, after.get(name)))
            for name, value in before.items()
            if isinstance(name, str) and value is not after.get(name) and value != after.get(name)
        )
    if isinstance(before, list) and isinstance(after, list):
        pairs = enumerate(zip_longest(before, after))
        at, (old, new) = next((at, both) for at, both in pairs if both[0] != both[1])
        if len(before) == len(after):
            return at, _changed(old, new)
        return at, old.get("type") if isinstance(old, dict) else None
    return None


def _fewer_items(documents: Documents, holds: Holds, alike: Alike, spent: Spent) -> Documents:
    """What all documents have goes from all at once, by what it is called: gone from one alone it
    would be a difference of its own."""
    named = [{part.name: part for part in document.parts()} for document in documents]
    shared = [name for name in named[0] if len(named) > 1 and all(name in own for own in named)]
    for name in shared:
        documents = _fewer_shared(name, documents, holds, spent)
    for at in range(len(documents)):
        for name in [part.name for part in documents[at].parts()]:
            if name in shared:
                continue
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
                lambda candidate, first=first: alike(candidate, first),  # type: ignore[misc]  # as above
                spent,
            )
    return documents


def _fewer_shared(name: str, documents: Documents, holds: Holds, spent: Spent) -> Documents:
    parts = [next(part for part in document.parts() if part.name == name) for document in documents]
    items = dict.fromkeys(part.called(item) for part in parts for item in part.items)

    def rebuilt(some: Sequence[Hashable]) -> Documents:
        kept = frozenset(some)
        return tuple(
            part.rebuilt([item for item in part.items if part.called(item) in kept])
            for part in parts
        )

    _, documents = fewer(list(items), documents, rebuilt, holds, spent)
    return documents


def fewer(
    items: Sequence[Item],
    documents: Documents,
    rebuilt: Callable[[Sequence[Item]], Documents],
    holds: Holds,
    spent: Spent = never,
) -> tuple[Sequence[Item], Documents]:
    """As few of the items as still hold, and their documents: all go first, then halves, then
    smaller blocks, then single ones."""
    size = len(items)
    while size and not spent():
        start = 0
        while start < len(items) and not spent():
            some = [*items[:start], *items[start + size :]]
            if holds(candidate := rebuilt(some)):
                documents, items = candidate, some
            else:
                start += size
        size //= 2
    return items, documents
