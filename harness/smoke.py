"""Tells a broken adapter from a wrong tokenizer, before thousands of cases are asked.

A dozen small cases through the protocol. Ids that are all of another text, shifted by one, padded,
or read as another encoding are the adapter's doing; ids that differ here and there are the
tokenizer's, and `check` finds out where. Each fault comes with what to do about it. Not here: any
verdict on the tokenizer.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from jsonschema import Draft202012Validator

from tokparity.harness.compare.cells import CellSpec
from tokparity.harness.compare.sides import DecodeBatch, EncodeBatch, Side
from tokparity.harness.compare.verdict import as_text
from tokparity.harness.shards.slot import CannotLoad, Slot
from tokparity.oracles.subjects.client import SubjectClient
from tokparity.oracles.subjects.messages import schema
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
PLAIN = EncodeOptions(add_special=False)
Ids = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at. `fault`: what is wrong with the adapter; `advice`: what to do.
    A remark is no fault: `note` says what was seen of the tokenizer, or why nothing was asked."""

    name: str
    fault: str = ""
    advice: str = ""
    note: str = ""

    @property
    def ok(self) -> bool:
        """Whether the adapter does what it should."""
        return not self.fault

    def line(self) -> str:
        """As it is shown: "batch: broken: …"."""
        if self.fault:
            return f"{self.name}: broken: {self.fault}. {self.advice}"
        return f"{self.name}: ok" + (f": {self.note}" if self.note else "")


class NotAsked(TokparityError):
    """A subject of which nothing can be asked: what is wrong with its adapter, and what to do."""

    def __init__(self, name: str, check: Check) -> None:
        super().__init__(f"{name}: {check.name}: {check.fault}. {check.advice}")
        self.name, self.check = name, check


REFUSED: tuple[tuple[str, str], ...] = (
    ("is no JSON", "stdout is for replies alone: print all else to stderr"),
    ("no answer within", "flush stdout behind each reply, and answer every line"),
    ("one reply a request", 'give each reply the "id" of its request, in their order'),
    ("write them without quotes", "write ids as JSON numbers"),
    ("cases", "give one result for each text of the batch, in their order"),
    ("exit code", "see its last line on stderr, and catch what it raises"),
    ("signal", "it crashed: see its last line on stderr"),
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


def smoke(client: SubjectClient, subject: Side, native: Side) -> Iterator[Check]:
    """Look at a subject that holds an artefact, beside the native library on the same.

    The first check that leaves nothing to ask is the last.
    """
    replies: list[dict[str, object]] = []
    client.on_reply = replies.append
    try:
        expected = _encode(native, TEXTS)
        batch = _encode(subject, TEXTS)
        refused = [answer for answer in batch if isinstance(answer, Refusal)]
        if len(refused) == len(batch):
            yield _refusal("encode", refused[0])
            return
        yield _ids(expected, batch, native)
        yield _alone(batch, subject)
        yield _again(batch, subject)
        yield _specials(client, subject, native)
        yield _decode(client, expected, subject, native)
        yield _unknown_id(client, subject)
    finally:
        client.on_reply = None
    yield _words(replies)


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
        yield loaded(error.refusal)
        return
    yield loaded(None)
    yield from smoke(client, subject, slot.side(cell.left))


def loaded(refusal: Refusal | None) -> Check:
    """Whether it loaded the artefact."""
    if refusal is None:
        return Check("load")
    if refusal.kind in ("error", "unsupported") and not refusal.detail.startswith("reply:"):
        return Check("load", f"does not load it: {refusal.detail}", "choose another with --vocab")
    return _refusal("load", refusal)


def _refusal(name: str, refusal: Refusal) -> Check:
    return Check(name, f"{refusal.kind}: {refusal.detail}", advice_on(refusal.detail))


def _encode(side: Side, texts: Sequence[str], options: EncodeOptions = PLAIN) -> list[Observation]:
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
    if all(mine == theirs[1:] for mine, theirs in whole):
        first = {theirs[0] for _, theirs in whole}
        if len(first) == 1:
            said = f"id {first.pop()} stands before each text, though add_special is false"
            return said, "ask the tokenizer for no special tokens, or declare add_special [true]"
    if all(mine == theirs[:-1] for mine, theirs in whole):
        last = {theirs[-1] for _, theirs in whole}
        if len(last) == 1:
            said = f"id {last.pop()} stands behind each text, though add_special is false"
            return said, "ask the tokenizer for no special tokens, or declare add_special [true]"
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


def _ids(expected: Sequence[Observation], given: Sequence[Observation], native: Side) -> Check:
    pairs = [
        (text, mine, theirs)
        for text, mine, theirs in zip(TEXTS, ids_of(expected), ids_of(given), strict=True)
        if mine is not None and theirs is not None
    ]
    mine, theirs = [pair[1] for pair in pairs], [pair[2] for pair in pairs]
    if (fault := adapter_fault(mine, theirs)) is not None:
        return Check("ids", *fault)
    wrong = [at for at, (_, ours, its) in enumerate(pairs) if ours != its]
    if wrong and all(not pairs[at][0].isascii() for at in wrong):
        misread = [pairs[at][0].encode("utf-8").decode("latin-1") for at in wrong]
        if ids_of(_encode(native, misread)) == [theirs[at] for at in wrong]:
            said = "text that is not ASCII is read as Latin-1"
            return Check("ids", said, "read stdin as UTF-8, or let a JSON reader decode it")
    refusals = [answer.detail for answer in given if isinstance(answer, Refusal)]
    notes = [f"{len(wrong)} of {len(pairs)} texts have other ids than here"] if wrong else []
    notes += [f"{len(refusals)} refused: {refusals[0]}"] if refusals else []
    return Check("ids", note="; ".join(notes))


def _alone(batch: Sequence[Observation], subject: Side) -> Check:
    for text, before in zip(TEXTS, batch, strict=True):
        (alone,) = _encode(subject, [text])
        if alone != before:
            said = f"{text[:20]!a} has other ids in a batch than alone"
            return Check("batch", said, "let no text of a batch change another, nor pad them")
    return Check("batch")


def _again(batch: Sequence[Observation], subject: Side) -> Check:
    if _encode(subject, TEXTS) != list(batch):
        said = "the same texts have other ids the second time"
        return Check("again", said, "reset what a call leaves behind; fix its random seed")
    return Check("again")


def _specials(client: SubjectClient, subject: Side, native: Side) -> Check:
    hello = client.hello()
    if isinstance(hello, Refusal) or True not in hello.capabilities.add_special:
        return Check("special tokens", note="not asked: it says that it adds none")
    options = EncodeOptions(add_special=True)
    plain, theirs = _encode(subject, TEXTS[:3]), _encode(subject, TEXTS[:3], options)
    mine = _encode(native, TEXTS[:3], options)
    if theirs != mine and theirs == plain and mine != _encode(native, TEXTS[:3]):
        said = "add_special true adds nothing"
        return Check("special tokens", said, "pass the option on, or declare add_special [false]")
    return Check("special tokens", note="" if theirs == mine else "others than here")


def _decode(
    client: SubjectClient, expected: Sequence[Observation], subject: Side, native: Side
) -> Check:
    hello = client.hello()
    if isinstance(hello, Refusal) or hello.capabilities.decodes is None:
        return Check("decode", note="not asked: it says that it does not")
    rows = tuple(ids for ids in ids_of(expected) if ids)
    skip = hello.capabilities.skip_special[0] if hello.capabilities.skip_special else False
    batch = DecodeBatch(rows, DecodeOptions(skip_special=skip))
    theirs = list(subject.submit(batch).result().observations())
    mine = list(native.submit(batch).result().observations())
    refusals = [answer for answer in theirs if isinstance(answer, Refusal)]
    if len(refusals) == len(theirs):
        return _refusal("decode", refusals[0])
    wrong = 0
    for ours, its in zip(mine, theirs, strict=True):
        if not isinstance(ours, Text | Bytes) or not isinstance(its, Text | Bytes):
            continue
        wrong += (text := as_text(its)) != as_text(ours)
        if text != as_text(ours) and text.encode("utf-8") == as_text(ours).encode("utf-8").decode(
            "latin-1"
        ).encode("utf-8"):
            said = "text that is not ASCII is written as Latin-1"
            return Check("decode", said, "write stdout as UTF-8, or let a JSON writer escape it")
    return Check("decode", note=f"{wrong} of {len(rows)} other texts than here" if wrong else "")


def _unknown_id(client: SubjectClient, subject: Side) -> Check:
    hello = client.hello()
    if isinstance(hello, Refusal) or hello.capabilities.decodes is None:
        return Check("unknown id", note="not asked: it does not decode")
    skip = hello.capabilities.skip_special[0] if hello.capabilities.skip_special else False
    rows = ((2_000_000_000,), ())
    answers = subject.submit(DecodeBatch(rows, DecodeOptions(skip))).result().observations()
    nobody, none = answers
    for name, answer in (("an id that nobody has", nobody), ("no ids", none)):
        if isinstance(answer, Refusal) and answer.kind in ("crash", "timeout", "memory"):
            said = f"{name} ends it: {answer.detail}"
            return Check("unknown id", said, "catch it, and answer that case with an error")
    said = nobody.detail if isinstance(nobody, Refusal) else "is answered"
    return Check("unknown id", note=said[:80])


def _words(replies: Sequence[dict[str, object]]) -> Check:
    validator = Draft202012Validator(schema("reply"))
    for reply in replies:
        error = next(iter(sorted(validator.iter_errors(reply), key=lambda it: it.json_path)), None)
        if error is not None:
            said = f"a reply breaks the schema: {error.json_path}: {error.message[:120]}"
            return Check("schema", said, "see docs/reference/subject-protocol.md")
    return Check("schema", note=f"{len(replies)} replies")
