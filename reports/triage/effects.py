"""`effect_sentence`: what one side does that the other does not, in words: to a decoded text, or to
the tokens of one."""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from difflib import SequenceMatcher
from functools import partial
from operator import itemgetter
from typing import TypeVar

from tokparity.reference_impl.contract import (
    Bytes,
    DecodeCase,
    EncodeCase,
    Encoding,
    Observation,
    Refusal,
    Text,
    case_ids,
)
from tokparity.reference_impl.text.byte_level import unspell
from tokparity.reports.records.finding import Beside, Sighting
from tokparity.reports.text.visible import message_line, visible
from tokparity.reports.triage.legible import legible, piece_text
from tokparity.reports.triage.roles import asks_for_no_piece

T = TypeVar("T", str, tuple[int, ...])
MOST = 4
"""Tokens that are told of a place; of more the rows of tokens tell."""
PLACES = 3
"""Places in which two rows of tokens part."""
WINDOW = 240
"""Tokens of a row: finding where two part is quadratic."""
LONGEST = 24
"""Characters of a stretch that is told; of a longer one the title and the texts tell."""
MESSAGE = 80
"""Characters of a library's message."""
ENDS = {
    "crash": "ends its process",
    "timeout": "gives no answer in the time that a call may take",
    "memory": "eats all its memory",
}
UNKNOWN_PIECES = ("<unk>", "[UNK]")
SAME_TOKENS = ": the same tokens in another order"
ENOUGH_IDS = 3
"""Ids that must be off by as much."""
NO_STAGE = "none: "
"""How settings say that a file has no such stage."""
BROKEN = "\ufffd (bytes of no whole character)"
NO_NUMBER = "an id is no whole number"
"""How the host of a JavaScript library says that one of its ids is `undefined`, or no number."""
_NO_ID = re.compile(r"an id of more than 32 bits among .*\b4294967295\b")
CONTEXT = 12
"""Characters of what a stretch stands behind."""


def effect_sentence(sighting: Sighting, *, at_left: bool) -> str:
    """A sentence, "" where two answers do not part in one short stretch; `at_left` says which side
    is to blame.

    >>> from types import SimpleNamespace
    >>> seen = SimpleNamespace(left=Text("ab"), right=Text("a b"), case=None)
    >>> effect_sentence(seen, at_left=False)
    'It has · behind a, where nothing is due.'
    """
    sides = (sighting.left, sighting.right) if at_left else (sighting.right, sighting.left)
    match sides:
        case Encoding(got), Encoding(expected):
            return _of_tokens(got, expected, sighting)
        case Refusal(), _:
            return _of_no_answer(*sides, sighting)
        case _, Refusal(_, detail):
            lost = ", an empty text, also with ids beside it," * _is_all_lost(sighting, at_left)
            return f"It has an answer{lost} where a refusal is due: {_line(detail)}."
    got_text, expected_text = map(_text, sides)
    if got_text is None or expected_text is None:
        return ""
    if (unknown := _unknown_alone(sighting)) and got_text != expected_text:
        made, due = (visible(text) or "nothing" for text in (got_text, expected_text))
        return f"Of {unknown}, which is for what no piece has, it makes {made}: {due} is due."
    if isinstance(sighting.case, DecodeCase) and got_text:
        names = sighting.names[1 if at_left else 0]
        raw = "".join(names.get(token_id, "") for token_id in sighting.case.ids)
        if got_text == raw and _is_undecoded(sighting, at_left):
            return (
                f"It gives pieces as the file has them ({visible(raw)}), and does not decode them."
            )
        if got_text == raw and len(raw) <= LONGEST:
            made = visible(expected_text) or "nothing"
            return f"It gives {visible(raw)} as the file has it, of which the decoder makes {made}."
    told = _of_texts(got_text, expected_text)
    is_due = isinstance(sides[1], Bytes) and "\ufffd" not in got_text
    return told.replace("\ufffd", BROKEN, 1) if is_due else told


def _is_all_lost(sighting: Sighting, at_left: bool) -> bool:
    """Whether ids come to no text at all, and so in whatever company the other side refuses."""
    rows = (Beside(sighting.case, sighting.left, sighting.right), *sighting.beside)
    sides = [(row.left, row.right)[:: 1 if at_left else -1] for row in rows]
    refused = [got for got, due in sides if isinstance(due, Refusal)]
    return len(refused) >= ENOUGH_IDS and all(_text(got) == "" for got in refused)


def _is_undecoded(sighting: Sighting, at_left: bool) -> bool:
    """Whether all that it answers beside the smallest case are the pieces as they are too."""
    names = sighting.names[0 if at_left else 1]
    rows = [row for row in sighting.beside if isinstance(row.case, DecodeCase)]
    made = [_text(row.left if at_left else row.right) for row in rows]
    raw = ["".join(names.get(i, "") for i in case_ids(row.case)) for row in rows]
    return len(set(raw)) >= ENOUGH_IDS and made == raw


def _unknown_alone(sighting: Sighting) -> str:
    """The piece of what is unknown, where a case is its id alone; "" of others."""
    if not isinstance(sighting.case, DecodeCase) or len(sighting.case.ids) != 1:
        return ""
    pieces = (names.get(sighting.case.ids[0], "") for names in sighting.names)
    return next((piece for piece in pieces if piece in UNKNOWN_PIECES), "")


def joined_sentence(sighting: Sighting, *, at_left: bool) -> str:
    """What is made of pieces where a file has no decoder: tokenizers 0.23 `TokenizerImpl::decode`
    joins them, as they are, with a space."""
    got, expected = map(_text, (sighting.left, sighting.right)[:: 1 if at_left else -1])
    has_none = any(stage == "decoder" and NO_STAGE in line for stage, line in sighting.settings)
    if not has_none or not isinstance(sighting.case, DecodeCase) or got == expected:
        return ""
    names = sighting.names[1 if at_left else 0]
    pieces = [names.get(token_id, "") for token_id in sighting.case.ids]
    if expected != " ".join(pieces) or not all(pieces):
        return ""
    is_refused = isinstance(sighting.left if at_left else sighting.right, Refusal)
    due = "the file has no decoder, so they are due as they are, with spaces."
    told = []
    for read, how in _DECODED:
        made = b"".join(map(read, pieces))
        reads_so = _reads_so(read, sighting, at_left)
        is_joined = len(pieces) > 1 or (reads_so and _is_of_several(sighting))
        deed = f"It {_JOINED}: {due}" + f" It also reads them {how}." * bool(how)
        if not is_joined and how:
            deed = f"It reads the pieces {how}: {due}"
        if is_refused and is_no_text(Bytes(made)) and reads_so:
            return f"{deed} It gives no answer where these are no text."
        if not is_refused and got == made.decode("utf-8", "replace"):
            told.append((not reads_so, deed))
    return min(told, key=itemgetter(0))[1] if told else ""


def _is_of_several(sighting: Sighting) -> bool:
    """Whether beside the smallest case stand several ids that two sides decode otherwise."""
    return any(
        isinstance(row.case, DecodeCase)
        and len(row.case.ids) > 1
        and None not in (texts := (_text(row.left), _text(row.right)))
        and texts[0] != texts[1]
        for row in sighting.beside
    )


def _reads_so(read: Callable[[str], bytes], sighting: Sighting, at_left: bool) -> bool:
    """Whether all that is answered otherwise beside the smallest case is read so."""
    names, told = sighting.names[1 if at_left else 0], False
    for row in sighting.beside:
        got, expected = map(_text, (row.left, row.right)[:: 1 if at_left else -1])
        if isinstance(row.case, DecodeCase) and None not in (got, expected) and got != expected:
            made = b"".join(read(names.get(token_id, "")) for token_id in row.case.ids)
            if got != made.decode("utf-8", "replace"):
                return False
            told = True
    return told


def in_bytes(piece: str) -> bytes:
    """A piece as the bytes that it may stand for, in the byte-level alphabet or as "<0xE9>"."""
    if found := re.fullmatch(r"<0x([0-9A-F]{2})>", piece):
        return bytes([int(found[1], 16)])
    spelled = unspell(piece)
    return piece.encode("utf-8", "surrogatepass") if spelled is None else spelled


_JOINED = "puts the pieces together without a space between"
_DECODED: tuple[tuple[Callable[[str], bytes], str], ...] = (
    (partial(str.encode, errors="surrogatepass"), ""),
    (in_bytes, "as bytes (\u010a is a line end, <0x0A> is one)"),
    (
        lambda piece: in_bytes(piece).removeprefix(b"##"),
        "as those of a BERT, whose ## goes on with a word",
    ),
)
"""As what pieces are read where tokenizers has no decoder to ask; all are joined."""


def _of_no_answer(got: Observation, expected: Observation, sighting: Sighting) -> str:
    """What is due where a side refuses, or ends."""
    assert isinstance(got, Refusal)
    how = ENDS.get(got.kind) or f"gives no answer ({_line(got.detail)})"
    if got.detail == NO_NUMBER and isinstance(sighting.case, EncodeCase):
        how = "gives ids of which one is no number"
    if has_no_id(got):
        how = f"gives {got.detail} (4294967295 is -1, which stands for no piece)"
        if lacks_mark(sighting):
            how = f"puts no ▁ before a text, so that its model is given another, and {how}"
    match expected:
        case Refusal(_, detail):
            return f"It {how} where a refusal is due: {_line(detail)}."
        case Encoding(()):
            return f"It {how} where no token is due{_why_none(sighting, got)}."
        case Encoding(ids) if len(ids) <= MOST:
            left, right = sighting.names
            pieces = [left.get(i) or right.get(i) or str(i) for i in ids]
            unknown = next((piece for piece in pieces if piece in UNKNOWN_PIECES), "")
            is_due = " ".join(legible(piece_text(it, sighting.settings), LONGEST) for it in pieces)
            why = f": {unknown} is for what no piece has" if unknown else ""
            return f"It {how} where {is_due} is due{why}."
        case Bytes(raw) if len(raw) <= LONGEST and is_no_text(expected):
            return f"It {how} where bytes are due that are no whole text: 0x{raw.hex()}."
        case _ if _text(expected) == "" and case_ids(sighting.case) == ():
            return f"It {how} where an empty text is due."
        case _ if _text(expected) == "" and asks_for_no_piece(sighting):
            return f"It {how} where the other leaves an id out that no piece has."
        case _ if (text := _text(expected)) is not None and len(text) <= LONGEST:
            return f"It {how} where {visible(text) or 'an empty text'} is due."
    return f"It {how}."


def has_no_id(answer: Observation) -> bool:
    """Whether -1 is among the ids of an answer that was not taken: read as 32 bits without sign."""
    return isinstance(answer, Refusal) and bool(_NO_ID.search(answer.detail))


def lacks_mark(sighting: Sighting) -> bool:
    """Whether beside the smallest case one side has the mark of a space before a letter, and the
    other the letter alone."""
    for row in sighting.beside:
        if isinstance(row.case, EncodeCase) and row.case.text == "a":
            sides = zip((row.left, row.right), sighting.names, strict=True)
            rows = [[of.get(i) for i in it.ids] for it, of in sides if isinstance(it, Encoding)]
            return sorted(rows, key=str) == [["a"], ["▁a"]]
    return False


def _why_none(sighting: Sighting, got: Refusal) -> str:
    """Why no token is due of a text, by the stages of the side that answers."""
    of_model = [line for stage, line in sighting.settings if stage == "model"]
    if got.detail == NO_NUMBER and of_model and not any("unk_token" in line for line in of_model):
        return ": no piece has all of the text, and the file names no unk_token"
    trace = sighting.left_trace or sighting.right_trace
    pieces = {stage.stage: stage.pieces for stage in trace.stages} if trace else {}
    if not any(piece.text for piece in pieces.get("added_tokens", ())):
        return ""
    for stage in ("normalizer", "pre_tokenizer"):
        if not any(piece.text for piece in pieces.get(stage, ())):
            return f": the file's {stage.replace('_', '-')} leaves nothing of the text"
    return ": no piece has any of the text"


def _line(detail: str) -> str:
    return message_line(detail.rstrip("."), MESSAGE) or "it says no reason"


def _of_tokens(got: tuple[int, ...], expected: tuple[int, ...], sighting: Sighting) -> str:
    if shift := _shift(got, expected, sighting):
        which = f"{abs(shift)} too {'high' if shift > 0 else 'low'}"
        return f"Its tokens are the right ones, numbered otherwise: ids are {which}."
    is_reordered = got != expected and Counter(got) == Counter(expected)
    stretches = [_parted(got, expected)] if is_reordered else _stretches(got, expected)
    most = 2 * MOST if is_reordered else MOST
    rest = ""
    if len(stretches) > PLACES or any(max(map(len, each[1:])) > most for each in stretches):
        start, more, less = stretches[0]
        stretches, rest = [(start, more[:most], less[:most])], ", and then more"
    if not stretches:
        return ""
    left, right = sighting.names
    names = {i: left.get(i) or right.get(i) or str(i) for i in (*got, *expected)}
    read = {i: piece_text(name, sighting.settings) for i, name in names.items()}
    if any(len({read[i] for i in some}) < len({*some}) for some in (got, expected)):
        read = names  # of two that read alike the pieces themselves tell
    if any([read[i] for i in more] == [read[i] for i in less] for _, more, less in stretches):
        read = names

    def named(ids: Sequence[int]) -> str:
        return " ".join(legible(read[i], LONGEST, read.values()) or "(empty)" for i in ids)

    places = []
    for start, more, less in stretches:
        place = f" behind {named(got[start - 1 : start])}" if start else ""
        if len(more) > 1 == len(less) and _joined([names[i] for i in more]) == names[less[0]]:
            places.append(
                f"it has {named(more)} in the place of the one token {named(less)}{place}"
            )
        elif more and less:
            places.append(f"it has {named(more)} where {named(less)} is due{place}")
        elif not expected:
            places.append(f"it has {named(more)} where no token is due")
        elif more:
            many = "a token" if len(more) == 1 else f"{len(more)} tokens"
            places.append(f"it has {many} too many: {named(more)}{place}")
        else:
            places.append(f"it lacks {named(less)}{place}")
    first, *others = places
    also = "".join(f"; {other}" for other in others)
    also += rest or SAME_TOKENS * is_reordered
    return f"{first[:1].upper()}{first[1:]}{also}."


def _shift(got: tuple[int, ...], expected: tuple[int, ...], sighting: Sighting) -> int:
    """By how much its ids are off, where all that are off are so by as much: 0 where not."""
    rows = [(got, expected)]
    for row in sighting.beside:
        answers = row.left, row.right
        rows += [
            (one.ids, other.ids)
            for one, other in (answers, answers[::-1])
            if isinstance(one, Encoding) and isinstance(other, Encoding)
        ][:1]
    if any(len(one) != len(other) for one, other in rows):
        return 0
    off = {(i, j - i) for one, other in rows[1:] for i, j in zip(one, other, strict=True) if i != j}
    mine = {i - j for i, j in zip(got, expected, strict=True) if i != j}
    shifts = {abs(by) for _, by in off} | {abs(by) for by in mine}
    return mine.pop() if len(off) >= ENOUGH_IDS and len(mine) == len(shifts) == 1 else 0


def _joined(pieces: Sequence[str]) -> str:
    """What pieces of a word spell together.

    >>> _joined(["play", "##ing"]), _joined(["▁a", "b"])
    ('playing', '▁ab')
    """
    return pieces[0] + "".join(piece.removeprefix("##") for piece in pieces[1:])


def _stretches(
    got: tuple[int, ...], expected: tuple[int, ...]
) -> list[tuple[int, tuple[int, ...], tuple[int, ...]]]:
    """Each place in which two rows part: where it is, and what each has there."""
    if max(len(got), len(expected)) > WINDOW:
        return [_parted(got, expected)] if got != expected else []
    codes = SequenceMatcher(None, got, expected, autojunk=False).get_opcodes()
    return [(a, got[a:b], expected[c:d]) for kind, a, b, c, d in codes if kind != "equal"]


def _of_texts(got: str, expected: str) -> str:
    before, more, less = _parted(got, expected)
    if got == expected or max(len(more), len(less)) > LONGEST:
        return ""
    if more and less:
        return f"It gives {visible(more)} in the place of {visible(less)}{_place(got, before)}."
    if more:
        place = _place(got, before) if expected else ""
        return f"It has {visible(more)}{place}, where nothing is due."
    return f"It leaves out {visible(less)}{_place(got, before)}."


def _parted(got: T, expected: T) -> tuple[int, T, T]:
    """How much two begin with alike, and what each has between that and what they end with."""
    before = _alike(got, expected)
    behind = _alike(got[before:][::-1], expected[before:][::-1])
    return before, got[before : len(got) - behind], expected[before : len(expected) - behind]


def _alike(one: T, other: T) -> int:
    """How many characters, or ids, two begin with alike."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))


def _place(text: str, before: int) -> str:
    """Where in a text: behind what, or first of all."""
    if not before:
        return " at the beginning" if text else ""
    start = max(0, before - CONTEXT)
    return f" behind {'…' if start else ''}{visible(text[start:before])}"


def is_no_text(answer: Observation) -> bool:
    """Whether ids were decoded to bytes that are no text, or to a text that says so."""
    match answer:
        case Text(value):
            return "\ufffd" in value
        case Bytes(value):
            return "\ufffd" in value.decode("utf-8", "replace")
    return False


def _text(answer: Observation) -> str | None:
    match answer:
        case Text(value):
            return value
        case Bytes(value):
            return value.decode("utf-8", "replace")
    return None
