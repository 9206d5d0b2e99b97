"""Whether one model's tokenizer fits another's: as its draft, or as what was tuned from it.

A *draft* proposes ids that its target takes as they are (speculative decoding): each has to be the
same token in both. A *base* was tuned further: its ids keep their tokens, its texts keep their ids,
and what came in addition needs rows of its own in the embedding. Between two formats what the files
say is written otherwise anyway: there the texts decide.

A point that does not fit decides; one that is only to be known (`fits` None) does not. What single
cases show is what `check` runs besides.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from tokparity.harness.artefacts.model_files import ModelFiles, files_beside
from tokparity.harness.artefacts.static_diff import static_diff
from tokparity.harness.artefacts.twin_pieces import twin_pieces
from tokparity.harness.conversion.upstream.expected import config_of, rows_of
from tokparity.reference_impl.chat.templates import Templates
from tokparity.reference_impl.contract import Artefact, EncodeOptions, Encoding, Refusal
from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.formats.stop_tokens import StopTokens
from tokparity.reference_impl.models.hf.bpe import BPE
from tokparity.reference_impl.models.llama.bpe import LlamaBPE
from tokparity.reference_impl.models.model import Model as VocabularyModel
from tokparity.reference_impl.tokenizer.safe_encoding import special_ids
from tokparity.reference_impl.tokenizer.token_bytes import token_bytes
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

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
    asked = _asked(draft, target, texts)
    if asked.apart:
        says = f"{asked.apart:,} of {asked.compared:,} have other ids, as {asked.example}"
        yield Point("texts", None, f"{says}: fewer proposals are accepted{asked.left_out}")
    else:
        yield asked.same("have the same ids")


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
    yield from _stages(tuned.tokenizer, base.tokenizer)
    around = _around(tuned, base)
    yield around if around.fits else replace(around, fits=False)
    asked = _asked(tuned, base, texts)
    if asked.apart:
        says = f"{asked.apart:,} of {asked.compared:,} get other ids, as {asked.example}"
        yield Point("texts", False, says + asked.left_out)
    else:
        yield asked.same("keep their ids")
    if tuned.templates.sources or base.templates.sources:
        yield _templates(tuned, base)
    yield _alike("stop tokens", tuned.stops.ids, base.stops.ids)


def _stages(tuned: Tokenizer, base: Tokenizer) -> Iterator[Point]:
    """What the files say differently. It decides where both say it in one way, and it gives texts
    that the base knows other ids."""
    one_way = type(tuned.model) is type(base.model)
    for difference in static_diff(tuned, base):
        of_texts = difference.aspect.startswith("model") or difference.aspect in _OF_TEXTS
        if not of_texts and difference.aspect not in ("post_processor", "decoder"):
            continue
        sides = f"{difference.left} against {difference.right}".removesuffix(" against ")
        decides = of_texts and one_way and difference.is_detail
        if decides and difference.aspect == "merges" and _only_adds(tuned.model, base.model):
            decides, sides = False, f"{sides}, all of them for new tokens"
        yield Point(difference.aspect, False if decides else None, sides)


def _only_adds(tuned: VocabularyModel, base: VocabularyModel) -> bool:
    """Whether the merges that make a token of the base are those of the base, in its order."""
    known = {*base.pieces.values()}
    mine, theirs = (
        [pair for pair in _merges(model) if "".join(pair) in known] for model in (tuned, base)
    )
    return bool(theirs) and mine == theirs


def _merges(model: VocabularyModel) -> list[tuple[str, ...]]:
    """Its pairs of pieces, the first that is merged first."""
    if isinstance(model, LlamaBPE):
        return [tuple(line.decode("utf-8", "replace").split(" ", 1)) for line in model.merges]
    if isinstance(model, BPE):
        pairs = sorted(model.merges, key=model.merges.__getitem__)
        return [(model.pieces[pair >> 32], model.pieces[pair & 0xFFFFFFFF]) for pair in pairs]
    return []


def _same_tokens(fewer: Model, other: Model) -> Point:
    """Whether each id of one that the other has too is the same token there. A space that one
    library alone puts before a piece is none of the token's."""
    mine, theirs = token_bytes(fewer.tokenizer), token_bytes(other.tokenizer)
    ours, others = fewer.tokenizer.pieces(), other.tokenizer.pieces()
    a, b = twin_pieces(fewer.tokenizer), twin_pieces(other.tokenizer)
    both = sorted(mine.keys() & theirs.keys())
    parted = [
        at
        for at in both
        if (mine[at] is None or mine[at] != theirs[at])
        and ((ours[at] != others[at] and a[at] != b[at]) or _word(mine[at]) != _word(theirs[at]))
    ]
    if not parted:
        return Point("tokens", True, f"{len(both):,} ids are the same token in both")
    shown = ", ".join(f"{at} {ours[at]!a} against {others[at]!a}" for at in parted[:EXAMPLES])
    more = " …" * (len(parted) > EXAMPLES)
    return Point("tokens", False, f"{len(parted):,} ids are another token: {shown}{more}")


def _word(content: bytes | None) -> bytes | None:
    return None if content is None else content.removeprefix(b" ")


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
    return Point("embedding rows", None if tuned.rows is None else True, says)


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


@dataclass(frozen=True, slots=True)
class _Asked:
    """What both make of texts: so many were compared, so many of them apart, `example` is the
    shortest. A text with a token that the second has not is not compared: that token is told by
    itself; nor is one that both refuse."""

    compared: int
    apart: int
    example: str
    new: int
    refused: int

    @property
    def left_out(self) -> str:
        """What was not compared, behind the rest of a line."""
        parts = []
        if self.new:
            parts.append(f"{self.new:,} more have a new token")
        if self.refused:
            parts.append(f"{self.refused:,} more are refused by both")
        return "".join(f"; {part}" for part in parts)

    def same(self, does: str) -> Point:
        """None is apart: but were any compared?"""
        says = f"{self.compared:,} {does}" if self.compared else "none could be compared"
        return Point("texts", True if self.compared else None, says + self.left_out)


def _asked(mine: Model, theirs: Model, texts: Sequence[str]) -> _Asked:
    """Of texts alone: what is put around each is compared by itself."""
    known = theirs.tokenizer.pieces()
    answers, others = (
        model.tokenizer.encode_batch(texts, INSIDE).observations() for model in (mine, theirs)
    )
    apart: list[str] = []
    compared = new = refused = 0
    for text, one, other in zip(texts, answers, others, strict=True):
        if isinstance(one, Refusal) and isinstance(other, Refusal):
            refused += 1
        elif any(at not in known for at in _ids_of(one)):
            new += 1
        else:
            compared += 1
            if isinstance(one, Refusal) or isinstance(other, Refusal) or one.ids != other.ids:
                apart.append(text)
    shortest = min(apart, key=lambda text: (len(text), text), default="")
    return _Asked(compared, len(apart), ascii(shortest[:EXCERPT]), new, refused)


INSIDE = EncodeOptions(add_special=False, parse_special=True)
EXCERPT = 40


def _ids_of(answer: Encoding | Refusal) -> tuple[int, ...]:
    return () if isinstance(answer, Refusal) else answer.ids


def _encoded(tokenizer: Tokenizer, text: str) -> tuple[int, ...] | str:
    try:
        return tokenizer.encode(text).ids
    except TokparityError as error:
        return str(error)


def _ids(found: tuple[int, ...] | str) -> str:
    return found if isinstance(found, str) else " ".join(map(str, found)) or "nothing"


def _some(ids: Sequence[int]) -> str:
    return ", ".join(map(str, ids[:EXAMPLES])) + " …" * (len(ids) > EXAMPLES)
