"""What a fault looks like, in a few words that are the same in any vocabulary.

So one bug seen in many vocabularies is one finding, and two bugs of one stage are two. Told from
the smallest case alone, by kinds and not by characters or ids: which of those shows a bug depends
on vocabulary, seed and order of shrinking, the kind hardly ever does. Coarse on purpose:
to split one bug is worse than to join two. Figures: docs/explanation/naming.md.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from math import log2

from tokparity.harness.compare.verdict import as_text
from tokparity.harness.naming.added_token_search import found_otherwise, looks_like
from tokparity.harness.naming.character_classes import kind, relatives
from tokparity.harness.naming.token_spans import TokenReader
from tokparity.reference_impl.contract import (
    Bytes,
    Case,
    ChatCase,
    DecodeCase,
    DecodeOptions,
    EncodeCase,
    Encoding,
    FullCase,
    FullEncoding,
    Observation,
    Place,
    StageCase,
    StreamCase,
    Streamed,
    Text,
    case_texts,
)
from tokparity.reference_impl.unicode.normalization import mapping
from tokparity.reports.records.finding import Field

RELATIVES = 5
ENOUGH = 2
"""Others of a character's kind that are asked; of fewer than so many nothing follows."""
STRANGE = ("Co", "Cn", "Cf")
"""Kinds of characters that stand in a smallest text only where no plainer one does."""
OF_ANY = tuple(
    f"{what} {than}" for what in ("unknown", "bytes") for than in ("fewer", "more", "other")
)
"""What a model makes of any character that is no piece: which one, only the vocabulary knows."""
OF_LENGTH = ("normalizer", "pre_tokenizer")
"""Of a long text these stages' faults are told by its length alone, whatever letters it has."""
LONG = 16
"""Of a smallest text with more characters than this the fault is one of length."""


Parted = Callable[[Sequence[Case]], Sequence[bool]]
"""Says of each case whether the two sides part in it."""


def symptom(
    stage: Place,
    case: Case,
    field: Field,
    wrong: Observation,
    right: Observation,
    reader: TokenReader,
    parted: Parted,
) -> str:
    """The words for one smallest case: "fewer found", "numbers", "unknown more", "spaces more".

    `wrong` is what the side at fault answered, `right` what it should have. Where no other
    character of its kind shows the fault, the one that does is told: "beyond ASCII U+FEFF". Empty
    where there is nothing to tell.
    """
    match case:
        case DecodeCase():
            return _of_decode(case, wrong, right)
        case StreamCase():
            return _of_stream(case, wrong, right)
        case StageCase() | ChatCase():
            return ""
        case EncodeCase() | FullCase():
            words = _of_encode(stage, case, field, wrong, right, reader)
            if stage == "post_processor" or words == "ranges":
                return words
            if stage in OF_LENGTH and len(case.text) > LONG:
                words = "long"
            return " ".join([words, *_alone(stage, words, case, reader, parted)])


def _alone(
    stage: Place, words: str, case: EncodeCase | FullCase, reader: TokenReader, parted: Parted
) -> Iterator[str]:
    """What of a smallest text is needed as it is: its length, or a character."""
    text = case.text
    token = _longest_in(text, reader) if stage == "added_tokens" else ""
    rest = text.replace(token, "", 1)
    if len(rest) > LONG:
        size = len(rest.encode("utf-8", "surrogatepass")) if stage == "model" else len(rest)
        yield f"2^{round(log2(size))}"
        return
    if token:
        names = [_name(char, case, parted) for char in rest]
        yield from (f"beside {name}" for name in sorted(names, key=len, reverse=True)[:1])
        return
    if stage == "model":
        if words not in OF_ANY:
            yield from [kind(char) for char in text if kind(char) in STRANGE][:1]
        return
    if words == "compatible":
        return
    for at, char in enumerate(text):
        if stage == "added_tokens" and char.isascii():
            continue  # "<" or "[": of what the tokens of this one vocabulary are made
        of_merges = stage == "pre_tokenizer" and (char.isascii() or kind(char)[0] == "L")
        if not (of_merges or char == " " or _is_plain(char)) and _is_needed(at, case, parted):
            yield f"U+{ord(char):04X}"
            return


def _longest_in(text: str, reader: TokenReader) -> str:
    """The longest added token of a text, as the text writes it; one in another case too."""
    contents = [token.content for token in reader.tokenizer.added_tokens if token.content]
    written = max((content for content in contents if content in text), key=len, default="")
    if written:
        return written
    lower = text.lower()
    alike = max((content for content in contents if content.lower() in lower), key=len, default="")
    match = looks_like(alike).search(text)
    return match[0] if match else ""


def _is_plain(char: str) -> bool:
    return char.isascii() and kind(char)[0] in "LN"


def _name(char: str, case: EncodeCase | FullCase, parted: Parted) -> str:
    if not _is_plain(char) and _is_needed(case.text.index(char), case, parted):
        return f"U+{ord(char):04X}"
    return kind(char)[0]


def _is_needed(at: int, case: EncodeCase | FullCase, parted: Parted) -> bool:
    """Whether no other character of its kind shows the fault in the place of this one."""
    text = case.text
    if "\ud800" <= text[at] <= "\udfff":
        return False
    others = [text[:at] + other + text[at + 1 :] for other in relatives(text[at], RELATIVES)]
    questions: list[Case] = [replace(case, text=other) for other in others]
    return len(questions) >= ENOUGH and not any(parted(questions))


def _of_stream(case: StreamCase, wrong: Observation, right: Observation) -> str:
    """Whether the first other part comes too late, too early, not at all, or is another."""
    words = "refusal"
    if isinstance(wrong, Streamed) and isinstance(right, Streamed):
        parts = zip(wrong.parts, right.parts, strict=False)
        mine, theirs = next((pair for pair in parts if pair[0] != pair[1]), ("", ""))
        if mine is None or theirs is None:
            words = "push refused" if mine is None else "push not refused"
        else:
            words = "late" if not mine else "text" if theirs else "early"
    behind = ["behind a prompt"] if case.prompt_ids else []
    return " ".join([*_options(case.options), words, *behind])


def _options(options: DecodeOptions) -> list[str]:
    switches = (("skip", options.skip_special), ("remove", options.remove_special))
    return [name for name, on in switches if on]


def _of_decode(case: DecodeCase, wrong: Observation, right: Observation) -> str:
    options = _options(case.options)
    if not isinstance(wrong, Text | Bytes) or not isinstance(right, Text | Bytes):
        return " ".join([*options, "refusal"])
    mine, theirs = as_text(wrong), as_text(right)
    if mine and _bare(mine) == _bare(theirs):
        words = f"spaces {_than(mine.count(' '), theirs.count(' '))}"
    elif _is_part(mine, theirs):
        words = "less"
    else:
        words = "text"
    return " ".join([*options, words])


def _bare(text: str) -> str:
    return text.replace(" ", "")


def _is_part(part: str, whole: str) -> bool:
    """Whether a text is another with characters left out."""
    at = iter(whole)
    return all(char in at for char in part)


def _than(mine: int, theirs: int) -> str:
    return "fewer" if mine < theirs else "more" if mine > theirs else "other"


def _of_encode(
    stage: Place,
    case: EncodeCase | FullCase,
    field: Field,
    wrong: Observation,
    right: Observation,
    reader: TokenReader,
) -> str:
    mine, theirs = _ids(wrong), _ids(right)
    text = "".join(case_texts(case))
    if stage == "post_processor":
        if field != "ids":
            return field
        added = "template" if case.options.add_special else "bare"
        pair = " pair" if isinstance(case, FullCase) and case.pair is not None else ""
        return f"{added} {_than(len(mine), len(theirs))}{pair}"
    if stage == "added_tokens":
        added_ids = {
            token.id
            for token in reader.tokenizer.added_tokens
            if token.id != reader.unknown or token.content.lower() in text.lower()
        }
        count: str | None = None
        if isinstance(case, EncodeCase) and reader.unknown in added_ids & {*mine, *theirs}:
            count = found_otherwise(reader.tokenizer, case, mine)
        count = count or _than(
            sum(i in added_ids for i in mine), sum(i in added_ids for i in theirs)
        )
        return f"{count} found{'' if case.options.parse_special else ' as text'}"
    if field == "offsets" and stage != "normalizer" and len(text) == 1:
        return "ranges"
    match stage:
        case "normalizer":
            return _first(text, _NORMALIZED)
        case "pre_tokenizer":
            return _first(text, _CUT)
        case "model":
            return _of_model(text, mine, theirs, reader)
    return ""


def _ids(observation: Observation) -> tuple[int, ...]:
    return observation.ids if isinstance(observation, Encoding | FullEncoding) else ()


def _of_model(
    text: str, mine: tuple[int, ...], theirs: tuple[int, ...], reader: TokenReader
) -> str:
    if reader.unknown is not None:
        unknown = _than(mine.count(reader.unknown), theirs.count(reader.unknown))
        if unknown != "other":
            return f"unknown {unknown}"
    of_bytes = [sum(i in reader.byte_ids for i in ids) for ids in (mine, theirs)]
    if any(of_bytes):
        return f"bytes {_than(of_bytes[0], of_bytes[1])}"
    return "long" if len(text) > LONG else "tokens"


Rule = tuple[str, Callable[[str], bool]]


def _any(test: Callable[[str], bool]) -> Callable[[str], bool]:
    return lambda text: any(map(test, text))


@cache
def _compatible() -> frozenset[str]:
    """The characters that only a compatibility form changes."""
    return frozenset(mapping("compatibility"))


_NORMALIZED: tuple[Rule, ...] = (
    ("case", _any(lambda char: char.isascii() and kind(char) == "Lu")),
    ("controls", _any(lambda char: kind(char)[0] == "C")),
    ("ideographs", _any(lambda char: "\u3400" <= char <= "\u9fff")),
    ("compatible", _any(lambda char: char in _compatible() or "\uf900" <= char <= "\ufaff")),
    ("beyond ASCII", lambda text: not text.isascii()),
    ("spaces", lambda text: " " in text),
)
_CUT: tuple[Rule, ...] = (
    ("beyond ASCII", lambda text: not text.isascii()),
    ("numbers", _any(lambda char: kind(char)[0] == "N")),
    ("apostrophe", lambda text: "'" in text),
    ("spaces", lambda text: sum(kind(char) == "Zs" for char in text) > 1),
    ("symbols", _any(lambda char: kind(char)[0] in "PS")),
    ("space", _any(lambda char: kind(char) == "Zs")),
)


def _first(text: str, rules: tuple[Rule, ...]) -> str:
    """The first rule that a text meets."""
    return next((name for name, test in rules if test(text)), "plain")
