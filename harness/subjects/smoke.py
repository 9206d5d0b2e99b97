"""Tells a broken adapter from a wrong tokenizer, before thousands of cases are asked.

A dozen small cases through the protocol. Ids that are all of another text, shifted by one, padded,
or read as another encoding are the adapter's doing; ids that differ here and there are the
tokenizer's, and `check` finds out where. Each fault comes with what to do about it. Not here: any
verdict on the tokenizer.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match

from tokparity.harness.compare.cells import ENCODE_OPTIONS, SKIP_OPTIONS, CellSpec
from tokparity.harness.compare.sides import DecodeBatch, EncodeBatch, Side
from tokparity.harness.compare.verdict import as_text
from tokparity.harness.shards.slot import CannotLoad, Slot
from tokparity.oracles.subjects.client import SubjectClient
from tokparity.oracles.subjects.messages import Capabilities, expresses, schema
from tokparity.reference_impl.contract import (
    Bytes,
    DecodeOptions,
    EncodeOptions,
    Encoding,
    Observation,
    Refusal,
    Text,
)
from tokparity.reference_impl.errors import TokparityError

TEXTS = (
    "Hello world",
    "one two  three",
    "Grüße aus Köln",
    "日本語 😀",
    "0123456789, (a+b) = c!",
    "x",
    "",
    "The quick brown fox jumps over the lazy dog. " * 60,
)
OURS = "the library's"
Ids = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at. `fault`: what is wrong, with the adapter or, for `doctor`, with
    this machine; `advice`: what to do. A remark is no fault: `note` says what was seen."""

    name: str
    fault: str = ""
    advice: str = ""
    note: str = ""

    @property
    def ok(self) -> bool:
        """Whether it is as it should be."""
        return not self.fault

    def line(self) -> str:
        """As it is shown: "batch: broken: …"."""
        if self.fault:
            return f"{self.name}: broken: {self.fault}. {self.advice[:1].upper()}{self.advice[1:]}."
        return f"{self.name}: ok" + (f": {self.note}" if self.note else "")


class NotAsked(TokparityError):
    """A subject of which nothing can be asked: what is wrong with its adapter, and what to do."""

    def __init__(self, name: str, check: Check) -> None:
        super().__init__(f"{name}: {check.line()}")
        self.name, self.check = name, check


REFUSED: tuple[tuple[str, str], ...] = (
    ("exit code", "see its last line on stderr, and catch what it raises"),
    ("signal", "it crashed: see its last line on stderr"),
    ("is no JSON", "stdout is for replies alone: print all else to stderr"),
    ("no answer within", "flush stdout behind each reply, and answer every line"),
    ("one reply a request", 'give each reply the "id" of its request, in their order'),
    ("write them without quotes", "write ids as JSON numbers"),
    ("offsets", "give a pair of start and end for each id, or declare no offsets"),
    ("cases", "give one result for each text of the batch, in their order"),
    ("protocol", 'reply to "start" with "protocol": 1'),
    ("capabilities", "see the schema: docs/reference/subject-protocol.md"),
)
"""What to do about a refusal, by words in it."""


def advice_on(detail: str) -> str:
    """What to do about a subject's refusal.

    >>> advice_on("reply: results: 2 for 3 cases")
    'give one result for each text of the batch, in their order'
    """
    found = (advice for words, advice in REFUSED if words in detail)
    return next(found, "see docs/how-to/subject.md")


@dataclass(frozen=True, slots=True)
class _Both:
    """A subject beside the native library, and the plainest question that both understand."""

    can: Capabilities
    subject: Side
    native: Side
    options: EncodeOptions


def smoke(client: SubjectClient, subject: Side, native: Side) -> Iterator[Check]:
    """Look at a subject that holds an artefact, beside the native library on the same.

    The first check that leaves nothing to ask is the last.
    """
    hello = client.hello()
    if isinstance(hello, Refusal):
        yield start(client)
        return
    replies: list[dict[str, object]] = []
    client.on_reply = replies.append
    try:
        yield from _asked(hello.capabilities, subject, native)
    finally:
        client.on_reply = None
    if replies:
        yield _words(replies)


def _asked(can: Capabilities, subject: Side, native: Side) -> Iterator[Check]:
    for options in ENCODE_OPTIONS:
        if expresses(can, options):
            expected = _encode(native, TEXTS, options)
            if any(isinstance(answer, Encoding) for answer in expected):
                break
    else:
        said = "of add_special and parse_special it declares nothing that the library can do too"
        yield Check("encode", said, "declare every value that it can express")
        return
    both = _Both(can, subject, native, options)
    batch = _encode(subject, TEXTS, options)
    refused = [answer for answer in batch if isinstance(answer, Refusal)]
    bad = [answer for answer in refused if answer.detail.startswith("reply:")]
    if bad or len(refused) > len(batch) // 2:
        yield _refusal("encode", (bad or refused)[0])
        return
    yield _ids(both, expected, batch)
    yield (again := _again(both, batch))
    if again.ok:
        yield _alone(both, batch)
    yield _specials(both)
    if can.decodes is None:
        yield Check("decode", note="not asked: it says that it does not")
    else:
        yield _decode(both, tuple(ids for ids in ids_of(expected) if ids))
        yield _unknown_id(both)


def start(client: SubjectClient) -> Check:
    """Whether the subject says who it is."""
    hello = client.hello()
    if isinstance(hello, Refusal):
        return _refusal("start", hello)
    can = hello.capabilities
    loads = ", ".join((*can.formats, *can.vocabularies)) or "nothing"
    return Check("start", note=f"{hello.name} {hello.version}, loads {loads}")


def checks_of(slot: Slot, cell: CellSpec, client: SubjectClient) -> Iterator[Check]:
    """What is asked of a subject on the artefact of a cell, which it is to load first."""
    try:
        subject = slot.side(cell.right)
    except CannotLoad as error:
        yield not_loaded(error.refusal)
        return
    artefact = cell.right.artefact
    yield Check("load", note=f"{artefact.name}, a {artefact.format}")
    yield from smoke(client, subject, slot.side(cell.left))


def not_loaded(refusal: Refusal) -> Check:
    """That it does not load the artefact: by its own word, or because it broke."""
    if refusal.kind in ("error", "unsupported") and not refusal.detail.startswith("reply:"):
        return Check("load", f"does not load it: {refusal.detail}", "choose another with --vocab")
    return _refusal("load", refusal)


def _refusal(name: str, refusal: Refusal) -> Check:
    return Check(name, f"{refusal.kind}: {refusal.detail}", advice_on(refusal.detail))


def _encode(side: Side, texts: Sequence[str], options: EncodeOptions) -> list[Observation]:
    return list(side.submit(EncodeBatch(tuple(texts), options)).result().observations())


def ids_of(answers: Sequence[Observation]) -> list[Ids | None]:
    """The ids of each answer; None where there are none."""
    return [answer.ids if isinstance(answer, Encoding) else None for answer in answers]


def adapter_fault(expected: Sequence[Ids], given: Sequence[Ids]) -> tuple[str, str] | None:
    """What an adapter does to ids that are right, and what to do; None: it does nothing so plain.

    >>> adapter_fault([(5, 6), (7, 8), ()], [(5,), (7,), ()])
    ('the last id of each text is missing', 'look for a range that ends one too early')
    >>> adapter_fault([(5, 6), (7, 8)], [(5, 6), (7, 9)]) is None
    True
    """
    if list(expected) == list(given):
        return None
    for told, advice, made in _FAULTS:
        if [made(ids) for ids in expected] == list(given):
            return told, advice
    whole = [(mine, theirs) for mine, theirs in zip(expected, given, strict=True) if mine]
    for place, cut in (("before", slice(1, None)), ("behind", slice(None, -1))):
        if whole and all(mine == theirs[cut] for mine, theirs in whole):
            more = {theirs[0 if place == "before" else -1] for _, theirs in whole}
            if len(more) == 1:
                said = f"id {more.pop()} stands {place} each text, where the library has none"
                return said, "ask for special tokens only where add_special is true"
    tails = {theirs[len(mine) :] for mine, theirs in whole if theirs[: len(mine)] == mine}
    if len({len(ids) for ids in given}) == 1 and len({id for tail in tails for id in tail}) == 1:
        return "every text has as many ids: they are padded", "switch padding off"
    turned = [*given[1:], given[0]]
    if sum(map(_equal, expected, turned)) > len(given) // 2:
        return "each text has the ids of the one before it", "keep the order of the batch"
    return None


def _equal(mine: Ids, theirs: Ids) -> bool:
    return mine == theirs


_FAULTS: tuple[tuple[str, str, Callable[[Ids], Ids]], ...] = (
    ("the last id of each text is missing", "look for a range that ends one too early",
     lambda ids: ids[:-1]),
    ("the first id of each text is missing", "look for a bos that is cut off though none is there",
     lambda ids: ids[1:]),
    ("the ids of each text are in reverse order", "give them in the order of the text",
     lambda ids: ids[::-1]),
    ("no text has ids", "give the ids that the tokenizer gives", lambda ids: ()),
)  # fmt: skip


def _ids(both: _Both, expected: Sequence[Observation], given: Sequence[Observation]) -> Check:
    pairs = [
        (text, mine, theirs)
        for text, mine, theirs in zip(TEXTS, ids_of(expected), ids_of(given), strict=True)
        if mine is not None and theirs is not None
    ]
    if not pairs:
        said = "no text has ids of both: the library refuses some, the subject all others"
        return Check("ids", said, "answer plain text, whatever file is loaded")
    mine, theirs = [pair[1] for pair in pairs], [pair[2] for pair in pairs]
    if (fault := adapter_fault(mine, theirs)) is not None:
        return Check("ids", *fault)
    wrong = [at for at, (_, ours, its) in enumerate(pairs) if ours != its]
    if wrong and all(not pairs[at][0].isascii() for at in wrong):
        latin, other = (
            [pairs[at][0].encode("utf-8").decode(encoding) for at in wrong]
            for encoding in ("latin-1", "cp437")
        )
        misread = ids_of(_encode(both.native, latin, both.options))
        # Where every word is unknown, reading it wrong in another way gives the same.
        tells = misread != ids_of(_encode(both.native, other, both.options))
        if tells and misread == [theirs[at] for at in wrong]:
            said = "text that is not ASCII is read as Latin-1"
            return Check("ids", said, "hand the text on as UTF-8 all the way")
    refusals = [answer.detail for answer in given if isinstance(answer, Refusal)]
    notes = [f"{len(wrong)} of {len(pairs)} texts have other ids than {OURS}"] if wrong else []
    notes += [f"{len(refusals)} refused: {refusals[0]}"] if refusals else []
    return Check("ids", note="; ".join(notes) or f"{len(pairs)} texts as {OURS}")


def _again(both: _Both, batch: Sequence[Observation]) -> Check:
    if _encode(both.subject, TEXTS, both.options) != list(batch):
        said = "the same texts have other ids the second time"
        return Check("repeat", said, "reset what a call leaves behind, and fix its random seed")
    return Check("repeat")


def _alone(both: _Both, batch: Sequence[Observation]) -> Check:
    for text, before in zip(TEXTS, batch, strict=True):
        (alone,) = _encode(both.subject, [text], both.options)
        if alone != before:
            said = f"{text[:20]!a} has other ids in a batch than alone"
            return Check("batch", said, "let no text of a batch change another, nor pad them")
    return Check("batch")


def _specials(both: _Both) -> Check:
    if True not in both.can.add_special or both.options.add_special:
        always = "always adds them" if both.options.add_special else "adds none"
        return Check("special tokens", note=f"not asked: it says that it {always}")
    few, options = TEXTS[:3], replace(both.options, add_special=True)
    mine, theirs = _encode(both.native, few, options), _encode(both.subject, few, options)
    plain = _encode(both.native, few, both.options)
    if not all(isinstance(answer, Encoding) for answer in (*mine, *plain)):
        return Check("special tokens", note="not compared: the library adds none to such texts")
    refused = [answer for answer in theirs if isinstance(answer, Refusal)]
    if refused:
        return Check("special tokens", note=f"not compared: refused: {refused[0].detail}"[:80])
    if plain != mine != theirs and theirs == _encode(both.subject, few, both.options):
        said = "add_special true adds nothing"
        return Check("special tokens", said, "pass the option on, or declare add_special [false]")
    same = ids_of(theirs) == ids_of(mine)
    return Check("special tokens", note="" if same else f"others than {OURS}")


def _decode(both: _Both, rows: tuple[Ids, ...]) -> Check:
    for options in SKIP_OPTIONS:
        if expresses(both.can, options):
            mine = _decodings(both.native, rows, options)
            if not all(isinstance(answer, Refusal) for answer in mine):
                break
    else:
        return Check("decode", note="not compared: the library cannot skip as it says it does")
    theirs = _decodings(both.subject, rows, options)
    if all(isinstance(answer, Refusal) for answer in theirs):
        (first, *_) = theirs
        assert isinstance(first, Refusal)
        return _refusal("decode", first)
    answers = list(zip(mine, theirs, strict=True))
    pairs = [
        (as_text(ours), as_text(its))
        for ours, its in answers
        if isinstance(ours, Text | Bytes) and isinstance(its, Text | Bytes)
    ]
    if any(its != ours and its == ours.encode("utf-8").decode("latin-1") for ours, its in pairs):
        said = "text that is not ASCII is written as Latin-1"
        return Check("decode", said, "write UTF-8, or let a JSON writer escape it")
    wrong = sum(ours != its for ours, its in pairs)
    refused = len(answers) - len(pairs)
    notes = [f"{wrong} of {len(pairs)} texts are others than {OURS}"] if wrong else []
    notes += [f"{refused} refused"] if refused else []
    return Check("decode", note="; ".join(notes) or f"{len(pairs)} texts as {OURS}")


def _decodings(side: Side, rows: tuple[Ids, ...], options: DecodeOptions) -> list[Observation]:
    return list(side.submit(DecodeBatch(rows, options)).result().observations())


def _unknown_id(both: _Both) -> Check:
    options = next((it for it in SKIP_OPTIONS if expresses(both.can, it)), DecodeOptions())
    nobody, none = _decodings(both.subject, ((2_000_000_000,), ()), options)
    for name, answer in (("an id that nobody has", nobody), ("no ids", none)):
        if isinstance(answer, Refusal) and answer.kind in ("crash", "timeout", "memory"):
            # No adapter can catch what ends its process: it is a finding of `check`.
            return Check("unknown id", note=f"{name} ends it, `check` reports it: {answer.detail}")
    said = f"refused: {nobody.detail}" if isinstance(nobody, Refusal) else "answered as if known"
    return Check("unknown id", note=said[:80])


def _words(replies: Sequence[dict[str, object]]) -> Check:
    validator = Draft202012Validator(schema("reply"))
    for reply in replies:
        if (error := best_match(validator.iter_errors(reply))) is not None:
            said = f"a reply breaks the schema: {error.json_path}: {error.message[:120]}"
            return Check("schema", said, "see docs/reference/subject-protocol.md")
    return Check("schema", note=f"{len(replies)} replies are as it says")
