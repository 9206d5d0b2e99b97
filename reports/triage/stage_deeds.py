"""`stage_sentence`: what a side that shows no stages must have done in the one that is at fault.

Read off its tokens, beside the stages that the other side shows: which words it did not cut apart,
or cut; of what text its tokens are; which added tokens it did not find. Not here: how two answers
differ whatever the stage (`effects`).
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Literal
from unicodedata import combining, normalize

from tokparity.reference_impl.contract import EncodeCase, Encoding, Place
from tokparity.reference_impl.text.byte_level import unspell
from tokparity.reference_impl.traces import Piece, Trace
from tokparity.reports.records.finding import Sighting
from tokparity.reports.text.visible import visible
from tokparity.reports.triage.legible import legible, piece_text, spells_bytes

LONGEST = 40
"""Characters of a text that is told."""
MOST_WORDS = 64
MOST_TOLD = 3
"""Words that are told."""
_BYTE = re.compile(r"<0x([0-9A-F]{2})>")
_UNKNOWN = frozenset({"<unk>", "[UNK]"})
_CONTINUES = "##"
_TOLD = ("added_tokens", "normalizer", "pre_tokenizer")
_MARK = "▁"
_FORMS: tuple[Literal["NFC", "NFD", "NFKC", "NFKD"], ...] = ("NFC", "NFD", "NFKC", "NFKD")

Settings = Sequence[tuple[str, str]]
"""What a file says of its stages, as in `Sighting.settings`."""


def stage_sentence(stage: Place, sighting: Sighting, *, at_left: bool) -> str:
    """A sentence, "" where the answers do not tell; `at_left` says which side is to blame.

    >>> stage_sentence("pre_tokenizer", sighting, at_left=False)  # doctest: +SKIP
    'It does not cut · and \\\\x85 apart.'
    """
    sides = _sides(sighting, at_left=at_left) if stage in _TOLD else None
    if sides is None or not isinstance(sighting.case, EncodeCase):
        return ""
    if stage == "added_tokens":
        return _of_added_tokens(sighting, sides)
    text = sighting.case.text
    if not sides.is_whole or len(text) > LONGEST:
        return ""
    if stage == "pre_tokenizer":
        return _of_words(sides, text)
    forms = _normal_forms(sides, text)
    if said := _of_mark("".join(sides.row), "".join(sides.due), text):
        return said.replace(" before the text.", _everywhere(sighting, at_left))
    if forms is None:
        return ""
    got, due = forms
    if got == "":
        if due != " " and not text.startswith(" "):
            due = due.removeprefix(" ")  # of the word, not of the text
        between = _between_letters(sighting, at_left)
        got = got if between in (text, due) else between
    return _of_normal_forms(got, due, text) if text else ""


def knows_more(sighting: Sighting, *, at_left: bool) -> bool | None:
    """Of a normalizer whether the side to blame changes a text that the other leaves, or leaves one
    that the other changes; None: it is not told."""
    sides = _sides(sighting, at_left=at_left)
    if sides is None or not sides.is_whole or not isinstance(sighting.case, EncodeCase):
        return None
    got, due = _normal_forms(sides, sighting.case.text) or (None, "")
    text = sighting.case.text
    is_dropped = got is not None and due == text and len(got) < len(text)
    if got is None or text not in (got, due) or is_dropped:
        return None  # older tables drop what they do not have, newer ones marks
    return got != text


@dataclass(frozen=True, slots=True)
class _Sides:
    """What two encodings without special tokens have: the tokens of the side to blame and those
    that are due, as far as they have names, and the stages of the other side."""

    got: Encoding
    expected: Encoding
    row: Sequence[str]
    due: Sequence[str]
    trace: Trace
    settings: Settings

    @property
    def is_whole(self) -> bool:
        """Whether each id of the side to blame has a name."""
        return len(self.row) == len(self.got.ids)


def _sides(sighting: Sighting, *, at_left: bool) -> _Sides | None:
    got, expected = (sighting.left, sighting.right)[:: 1 if at_left else -1]
    trace = sighting.right_trace if at_left else sighting.left_trace
    if not isinstance(got, Encoding) or not isinstance(expected, Encoding) or trace is None:
        return None
    if not isinstance(sighting.case, EncodeCase) or sighting.case.options.add_special:
        return None
    names = sighting.names[:: 1 if at_left else -1]
    row, due = (
        [name[i] for i in side.ids if name.get(i)]
        for side, name in zip((got, expected), names, strict=True)
    )
    return _Sides(got, expected, row, due, trace, sighting.settings)


def _of_added_tokens(sighting: Sighting, sides: _Sides) -> str:
    """Which added tokens of the text one side has more often than the other."""
    got, expected = sides.got, sides.expected
    mine, due = Counter(got.ids), Counter(expected.ids)
    apart = [(i, content) for i, content in sighting.added if mine[i] != due[i]]
    if not apart:
        return _cut_at_token(sighting, (sides.row, sides.due))
    if len({mine[i] < due[i] for i, _ in apart}) != 1:
        return ""
    token_id, content = apart[0]
    token = f"the added token {visible(content[:LONGEST])}"
    is_plain = isinstance(case := sighting.case, EncodeCase) and not case.options.parse_special
    stands = case.text.count(content) if isinstance(case, EncodeCase) else 0
    if is_plain and stands == mine[token_id] < due[token_id]:  # it stands for what is unknown too
        return f"It finds {token} where it is plain text, of which no piece has the characters."
    if mine[token_id] and due[token_id]:
        return f"It finds {token} {_times(mine[token_id])}, not {_times(due[token_id])}."
    if mine[token_id]:
        return f"It finds {token} where {'it is plain text' if is_plain else 'none is'}."
    if len(got.ids) == len(expected.ids):
        at = expected.ids.index(token_id)
        if sides.is_whole:
            instead = _shown(piece_text(sides.row[at], sighting.settings))
            return f"It has {instead} in the place of {token}."
        if not any(names.get(got.ids[at]) for names in sighting.names):
            return f"It gives {token} the id {got.ids[at]}, which the file gives to no piece."
    how = ": it reads it as text" * (len(got.ids) > len(expected.ids))
    return f"It does not find {token}{how}."


def _cut_at_token(sighting: Sighting, rows: Sequence[Sequence[str]]) -> str:
    """That the text is cut at an added token, of which both make no token."""
    for _, content in sighting.added:
        got, expected = (_is_cut_at(content, row) for row in rows)
        if got and not expected:
            token = visible(content[:LONGEST])
            return f"It cuts the text at {token}, which is plain text here, as at an added token."
    return ""


def _is_cut_at(content: str, row: Sequence[str]) -> bool:
    """Whether tokens begin and end where a stretch of their text does, each time."""
    spelled, ends = "".join(row), {0, *accumulate(map(len, row))}
    places = [found.span() for found in re.finditer(re.escape(content), spelled)]
    return bool(places) and all(ends.issuperset(place) for place in places)


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"


def _of_words(sides: _Sides, text: str) -> str:
    """Where words are not cut from each other, or one is cut: of tokens that spell the same."""
    row, trace = sides.row, sides.trace
    words, model = _pieces(trace, "pre_tokenizer"), _pieces(trace, "model")
    if not words and row:
        return f"It makes a word of {_shown(text)}, in which the other finds none."
    if words and not row:
        return f"It loses {_shown(text)}, of which the other makes a word."
    if said := _over_words(row, words, model, text):
        return said
    tokens = [piece.removeprefix(_CONTINUES) for piece in row]
    due = [piece.text.removeprefix(_CONTINUES) for piece in model]
    if said := _of_mark("".join(tokens), "".join(due), text):
        return said
    if not words or len(words) > MOST_WORDS or "".join(tokens) != "".join(due):
        return ""
    if "".join(word.text for word in words) == "".join(tokens):
        return _not_cut(words, tokens, text) or _cut(sides.settings, words, tokens, due, text)
    if len(words) == 1 and len(tokens) > len(due):  # the model drops some of it
        return f"It cuts the word {_shown(text[words[0].start : words[0].end])}."
    return ""


def _of_mark(spelled: str, due: str, text: str) -> str:
    """That nothing but the mark of a space, before the text, is put or missing."""
    for mark in "▁Ġ":
        if text[:1] not in ("", " ", mark) and spelled and due:
            if due == mark + spelled:
                return f"It puts no space ({mark}) before the text."
            if spelled == mark + due:
                return f"It puts a space ({mark}) before the text, where none is due."
    return ""


def _everywhere(sighting: Sighting, at_left: bool) -> str:
    """Where a space is missing: before the text, and between words too, by what it makes of the
    text twice with a space between."""
    for row in sighting.beside:
        got = row.left if at_left else row.right
        if isinstance(row.case, EncodeCase) and " " in row.case.text.strip():
            names = sighting.names[0 if at_left else 1]
            spelled = [names.get(i, "") for i in got.ids] if isinstance(got, Encoding) else [" "]
            if all(spelled) and not {*"".join(spelled)} & {*" ▁Ġ"}:
                return " before the text, and leaves out those between words."
    return " before the text."


def _over_words(
    row: Sequence[str], words: Sequence[Piece], model: Sequence[Piece], text: str
) -> str:
    """Which words one unknown token is over, where it stands for more than one."""
    groups = [
        [piece.text for piece in model if word.start <= piece.start < word.end] for word in words
    ]
    if not all(groups) or any(one.end > other.start for one, other in pairwise(words)):
        return ""  # which words the tokens are of, their places do not tell
    first, last = 0, len(words)
    while first < last and len(row) > (own := len(groups[first])) and row[:own] == groups[first]:
        first, row = first + 1, row[own:]
    while first < last and len(row) > (own := len(groups[last - 1])):
        if row[-own:] != groups[last - 1]:
            break
        last, row = last - 1, row[:-own]
    if len(row) != 1 or row[0] not in _UNKNOWN or not 2 <= last - first <= MOST_TOLD:
        return ""
    over = " and ".join(_shown(text[word.start : word.end]) for word in words[first:last])
    return f"It does not cut {over} apart: one {row[0]} stands for them together."


def _not_cut(words: Sequence[Piece], tokens: Sequence[str], text: str) -> str:
    ends = {*accumulate(map(len, tokens))}
    for (word, following), end in zip(pairwise(words), _ends(words), strict=False):
        if end not in ends:
            left, right = (_shown(text[each.start : each.end]) for each in (word, following))
            return f"It does not cut {left} and {right} apart: one of its tokens is over both."
    return ""


def _cut(
    settings: Settings,
    words: Sequence[Piece],
    tokens: Sequence[str],
    due: Sequence[str],
    text: str,
) -> str:
    ends = [*accumulate(map(len, tokens))]
    due_ends = {*accumulate(map(len, due))}
    for word, end in zip(words, _ends(words), strict=True):
        start = end - len(word.text)
        cuts = [at - start for at in ends if start < at < end and at not in due_ends]
        if cuts:
            halves = word.text[: cuts[0]], word.text[cuts[0] :]
            left, right = (_shown(piece_text(half, settings)) for half in halves)
            return (
                f"It cuts the word {_shown(text[word.start : word.end])} into {left} and {right}."
            )
    return ""


def _ends(words: Sequence[Piece]) -> list[int]:
    return [*accumulate(len(word.text) for word in words)]


def _normal_forms(sides: _Sides, text: str) -> tuple[str | None, str] | None:
    """Of what text its tokens are, None where that cannot be read, and what is due; None where both
    are the same."""
    pieces = {stage.stage: [piece.text for piece in stage.pieces] for stage in sides.trace.stages}
    normal = "".join(pieces.get("normalizer", ())).replace(_MARK, " ")
    got = _spelled(sides.row, sides.settings)
    spelled = _spelled(pieces.get("model", ()), sides.settings)
    due = normal if spelled is None else spelled
    if got is None:
        return (None, "") if text and not normal else None
    if got.startswith(" ") and not due.startswith(" ") and not text.startswith(" "):
        got = got[1:]
    if _MARK in text and " " not in text:  # of a file that has marks for spaces: it is as good
        got, due = got.replace(" ", _MARK), due.replace(" ", _MARK)
    return None if got == due or len(got) > LONGEST else (got, due)


def _of_normal_forms(got: str | None, due: str, text: str) -> str:
    """What its normalizer makes of a text, and what is due."""
    if got is None:
        return f"It keeps {_shown(text)}, of which the other makes nothing."
    made, shown, right = (_shown(each, (got, text, due)) for each in (got, text, due))
    if due == text:
        how = _form_of(got, text)
        return f"Its normalizer makes {made} of {shown}{how}, which the other leaves as it is."
    if got == text:
        how = _form_of(due, text)
        return f"Its normalizer leaves {shown} as it is, of which the other makes {right}{how}."
    return f"Its normalizer makes {made} of {shown}, and the other makes {right}."


def _form_of(made: str, text: str) -> str:
    """Which Unicode form of a text another one is, or that it is the text without its accents."""
    form = next((form for form in _FORMS if normalize(form, text) == made != " "), None)
    apart = normalize("NFD", text)
    bare = "".join(char for char in apart if not combining(char))
    return f" ({form})" if form else " (its accents taken off)" * (made == bare != apart)


def _between_letters(sighting: Sighting, at_left: bool) -> str:
    """What is made of the smallest text between two letters: what is taken off at an end of a text
    stays there. Nothing where that cannot be read."""
    text = sighting.case.text if isinstance(sighting.case, EncodeCase) else ""
    names = sighting.names[0 if at_left else 1]
    for row in sighting.beside:
        answer = row.left if at_left else row.right
        around = row.case.text.split(text) if isinstance(row.case, EncodeCase) and text else []
        if len(around) != 2 or not all(around) or not isinstance(answer, Encoding):
            continue
        pieces = [names.get(i, "<unk>") for i in answer.ids]
        spelled = (_spelled(pieces, sighting.settings) or "").removeprefix(" ")
        if spelled.startswith(around[0]) and spelled.endswith(around[1]):
            return spelled[len(around[0]) : len(spelled) - len(around[1])]
    return ""


def _shown(text: str, beside: Sequence[str] = ()) -> str:
    return legible(text, LONGEST, beside) or "nothing"


def _spelled(row: Sequence[str], settings: Settings) -> str | None:
    """The text that tokens spell; None where one stands for what no piece has, or bytes are no
    text."""
    if not _UNKNOWN.isdisjoint(row):
        return None
    parts = [piece.removeprefix(_CONTINUES) for piece in row]
    is_text = any(map(_BYTE.fullmatch, parts)) or not spells_bytes(settings)
    data = None if is_text else unspell("".join(parts))
    if data is None:
        data = b"".join(map(_bytes, parts))
    try:
        return data.decode()
    except UnicodeDecodeError:
        return None


def _bytes(piece: str) -> bytes:
    """What a piece of sentencepiece stands for.

    >>> _bytes("<0x0A>"), _bytes("▁a")
    (b'\\n', b' a')
    """
    if found := _BYTE.fullmatch(piece):
        return bytes([int(found[1], 16)])
    return piece.replace(_MARK, " ").encode("utf-8", "replace")


def _pieces(trace: Trace, stage: str) -> tuple[Piece, ...]:
    return next((each.pieces for each in trace.stages if each.stage == stage), ())
