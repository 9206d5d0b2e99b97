"""Whether one model's tokenizer fits another's: as its draft, or as what was tuned from it.

A *draft* proposes ids that its target takes as they are (speculative decoding): each has to be the
same token in both. A *base* was tuned further: its ids keep their tokens, its texts keep their ids,
and what came in addition needs rows of its own in the embedding.

A point that does not fit decides; one that is only to be known (`fits` None) does not. What single
cases show is what `check` runs besides.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from tokparity.harness.artefacts.model_files import ModelFiles, files_beside
from tokparity.harness.artefacts.static_diff import static_diff
from tokparity.harness.conversion.upstream.expected import config_of, rows_of
from tokparity.reference_impl.chat.templates import Templates
from tokparity.reference_impl.contract import Artefact, Refusal
from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.formats.stop_tokens import StopTokens
from tokparity.reference_impl.tokenizer.safe_encoding import special_ids
from tokparity.reference_impl.tokenizer.token_bytes import token_bytes
from tokparity.reference_impl.tokenizer.tokenizer import ENCODE, Tokenizer

Role = Literal["draft", "base"]
EXAMPLES = 3
LLAMA_CPP_MORE = 128
"""By so many tokens a draft may have another number, for llama.cpp …"""
LLAMA_CPP_FIRST = 5
"""… and from this id on it compares them. Source: common/speculative.cpp
`common_speculative_are_compatible`, llama.cpp b11549."""
_OF_TEXTS = ("normalizer", "pre_tokenizer", "merges", "added-token flags", "pieces taken whole")
"""Aspects of `static_diff` that give the same text other ids, as `model…` does."""


@dataclass(frozen=True, slots=True)
class Model:
    """What is read of one side. `rows`: of its embedding, where config.json says so; `gguf`: it is
    read by llama.cpp."""

    name: str
    tokenizer: Tokenizer
    stops: StopTokens = field(default_factory=StopTokens)
    templates: Templates = field(default_factory=Templates)
    rows: int | None = None
    gguf: bool = False

    @property
    def size(self) -> int:
        """One more than its highest id."""
        return max(self.tokenizer.pieces(), default=-1) + 1


@dataclass(frozen=True, slots=True)
class Point:
    """One thing that was compared; `fits` None: good to know, and no reason against it."""

    about: str
    fits: bool | None
    says: str

    def line(self) -> str:
        """As the terminal shows it."""
        mark = {True: "fits", False: "DOES NOT FIT", None: "to know"}[self.fits]
        return f"{mark}: {self.about}: {self.says}"


@dataclass(frozen=True, slots=True)
class Verdict:
    """All points, and what they come to in a sentence."""

    fits: bool
    sentence: str
    points: tuple[Point, ...]


def model_of(artefact: Artefact, tokenizer: Tokenizer) -> Model:
    """What its files say. Errors: BadArtefact, NotFetchedAlong."""
    files = ModelFiles.of(artefact)
    config = files_beside(artefact).get("config.json")
    rows = None if config is None else rows_of(config_of(config.parent, config.name))
    return Model(
        artefact.name,
        tokenizer,
        files.stop_tokens(tokenizer),
        files.templates,
        rows,
        gguf=artefact.format == "gguf",
    )


def verdict(role: Role, mine: Model, theirs: Model, texts: Sequence[str]) -> Verdict:
    """Whether `mine` is a draft for `theirs`, or was tuned from it; `texts` are encoded by both."""
    as_role = _as_draft if role == "draft" else _as_tuned
    points = tuple(as_role(mine, theirs, texts))
    against = [point for point in points if point.fits is False]
    known = [point for point in points if point.fits is None]
    does = _DOES[role][bool(against)]
    said = f"{mine.name} {does} {theirs.name}"
    if against:
        return Verdict(False, f"{said}: {against[0].about}: {against[0].says}", points)
    aside = f"; to know: {', '.join(point.about for point in known)}" if known else ""
    return Verdict(True, said + aside, points)


_DOES = {
    "draft": ("can draft for", "cannot draft for"),
    "base": ("keeps the tokenizer of", "does not keep the tokenizer of"),
}


def _as_draft(draft: Model, target: Model, texts: Sequence[str]) -> Iterator[Point]:
    yield _same_tokens(draft, target)
    beyond = sorted(draft.tokenizer.pieces().keys() - target.tokenizer.pieces().keys())
    more = target.size - draft.size
    if beyond:
        says = f"{len(beyond):,} of the draft are no token of the target: {_some(beyond)}"
        yield Point("ids", False, says)
    elif more:
        yield Point("ids", None, f"{more:,} of the target are never proposed")
    else:
        yield Point("ids", True, f"{draft.size:,} in both")
    if draft.gguf and target.gguf:
        refused = _llama_cpp_refuses(draft, target)
        yield Point("llama.cpp", not refused, refused or "takes the two together")
    yield _around(draft, target)
    mine, theirs = special_ids(draft.tokenizer), special_ids(target.tokenizer)
    yield _alike("special tokens", mine, theirs)
    yield _alike("stop tokens", draft.stops.ids, target.stops.ids)
    differ, example = _texts_apart(draft, target, texts)
    says = f"{differ:,} of {len(texts):,} have other ids{example}: fewer proposals are accepted"
    yield Point("texts", *((None, says) if differ else (True, f"{len(texts):,} have the same ids")))


def _as_tuned(tuned: Model, base: Model, texts: Sequence[str]) -> Iterator[Point]:
    yield _same_tokens(base, tuned)
    pieces, before = tuned.tokenizer.pieces(), base.tokenizer.pieces()
    gone = sorted(before.keys() - pieces.keys())
    if gone:
        yield Point("ids", False, f"{len(gone):,} of the base are no token any more: {_some(gone)}")
    new = sorted(pieces.keys() - before.keys())
    if new:
        names = ", ".join(f"{at} {pieces[at]!a}" for at in new[:EXAMPLES])
        yield Point("new tokens", None, f"{len(new):,}: {names}{' …' * (len(new) > EXAMPLES)}")
    yield _rows(tuned, base)
    for difference in static_diff(tuned.tokenizer, base.tokenizer):
        of_texts = difference.aspect.startswith("model") or difference.aspect in _OF_TEXTS
        if of_texts or difference.aspect in ("post_processor", "decoder"):
            sides = f"{difference.left} against {difference.right}".removesuffix(" against ")
            yield Point(difference.aspect, False if of_texts else None, sides)
    differ, example = _texts_apart(tuned, base, texts)
    kept = f"{len(texts):,} keep their ids" + " but for the new tokens" * bool(new)
    says = f"{differ:,} of {len(texts):,} get other ids{example}"
    yield Point("texts", not differ, says if differ else kept)
    if tuned.templates.sources or base.templates.sources:
        yield _templates(tuned, base)
    yield _alike("stop tokens", tuned.stops.ids, base.stops.ids)


def _same_tokens(fewer: Model, other: Model) -> Point:
    """Whether each id of one that the other has too is the same token there."""
    mine, theirs = token_bytes(fewer.tokenizer), token_bytes(other.tokenizer)
    ours, others = fewer.tokenizer.pieces(), other.tokenizer.pieces()
    both = sorted(mine.keys() & theirs.keys())
    parted = [
        at for at in both if mine[at] != theirs[at] or (mine[at] is None and ours[at] != others[at])
    ]
    if not parted:
        return Point("tokens", True, f"{len(both):,} ids are the same token in both")
    shown = ", ".join(f"{at} {ours[at]!a} against {others[at]!a}" for at in parted[:EXAMPLES])
    more = " …" * (len(parted) > EXAMPLES)
    return Point("tokens", False, f"{len(parted):,} ids are another token: {shown}{more}")


def _llama_cpp_refuses(draft: Model, target: Model) -> str:
    """Why llama.cpp does not take two GGUF together; "" where it does."""
    mine, theirs = draft.tokenizer, target.tokenizer
    if type(mine.model) is not type(theirs.model):
        return "refuses two kinds of vocabulary"
    if _encoded(mine, "") != _encoded(theirs, ""):
        return "refuses another token before a text, or behind it"
    if abs(target.size - draft.size) > LLAMA_CPP_MORE:
        sizes = f"{draft.size:,} tokens beside {target.size:,}"
        return f"refuses {sizes}: it takes {LLAMA_CPP_MORE} more or fewer"
    pieces, others = mine.pieces(), theirs.pieces()
    compared = range(LLAMA_CPP_FIRST, min(draft.size, target.size))
    parted = next((at for at in compared if pieces.get(at) != others.get(at)), None)
    return "" if parted is None else f"refuses another text of id {parted}"


def _around(mine: Model, theirs: Model) -> Point:
    """What each puts around a text."""
    one, other = (_encoded(model.tokenizer, "") for model in (mine, theirs))
    if one == other:
        return Point("around a text", True, f"{_ids(one)} in both")
    return Point("around a text", None, f"{_ids(one)} against {_ids(other)}")


def _rows(tuned: Model, base: Model) -> Point:
    needed = tuned.size
    if tuned.rows is not None and tuned.rows < needed:
        says = f"config.json has {tuned.rows:,}, and id {needed - 1} needs {needed:,}"
        return Point("embedding rows", False, says)
    has = "does not say" if tuned.rows is None else f"has {tuned.rows:,}"
    says = f"{needed:,} are needed, config.json {has}"
    old = base.rows if base.rows is not None else base.size
    more = needed - old
    if more > 0:
        return Point("embedding rows", None, f"{says}; the base has {more:,} fewer")
    return Point("embedding rows", True, says)


def _templates(tuned: Model, base: Model) -> Point:
    mine, theirs = tuned.templates.sources, base.templates.sources
    if mine == theirs:
        return Point("chat template", True, "the same")
    if not mine:
        return Point("chat template", None, "is gone")
    return Point("chat template", None, "another one" if theirs else "one that the base has not")


def _alike(about: str, mine: frozenset[int], theirs: frozenset[int]) -> Point:
    if mine == theirs:
        return Point(about, True, f"{len(mine):,} in both" if mine else "none in both")
    only = [
        f"{_some(sorted(ids))} at the {side} alone"
        for ids, side in ((mine - theirs, "first"), (theirs - mine, "second"))
        if ids
    ]
    return Point(about, None, "; ".join(only))


def _texts_apart(mine: Model, theirs: Model, texts: Sequence[str]) -> tuple[int, str]:
    """How many texts get other ids, and the shortest of them. A text with a token that the second
    has not is none of them: that token is told by itself."""
    known = theirs.tokenizer.pieces()
    answers, others = (
        model.tokenizer.encode_batch(texts, ENCODE).observations() for model in (mine, theirs)
    )
    apart = [
        text
        for text, one, other in zip(texts, answers, others, strict=True)
        if _ids_of(one) != _ids_of(other) and all(at in known for at in _ids_of(one))
    ]
    shortest = min(apart, key=lambda text: (len(text), text), default=None)
    return len(apart), "" if shortest is None else f", as {shortest[:EXCERPT]!a}"


EXCERPT = 40


def _ids_of(answer: object) -> tuple[int, ...]:
    return () if isinstance(answer, Refusal) else tuple(getattr(answer, "ids", ()))


def _encoded(tokenizer: Tokenizer, text: str) -> tuple[int, ...] | str:
    try:
        return tokenizer.encode(text).ids
    except TokparityError as error:
        return str(error)


def _ids(found: tuple[int, ...] | str) -> str:
    return found if isinstance(found, str) else " ".join(map(str, found)) or "nothing"


def _some(ids: Sequence[int]) -> str:
    return ", ".join(map(str, ids[:EXAMPLES])) + " …" * (len(ids) > EXAMPLES)
