"""White space: cut from white space by a pattern, or because a model lacks a token; or kept.

Patterns look at runs of it, at what ends a text and at ends of lines. A model knows words: one that
lacks a token of two kinds of white space lacks it wherever that is due, and no other one.
"""

from collections.abc import Mapping, Sequence

from tokparity.harness.naming.evidence import Evidence
from tokparity.harness.naming.spelled_text import MARK
from tokparity.reference_impl.contract import Case, EncodeCase, Encoding, Observation

ENOUGH = 3
"""Tokens that hold a character beside others, of which none is ever made."""


def is_of_a_pattern(
    evidence: Evidence, case: EncodeCase, places: Sequence[int], lost: set[int]
) -> bool:
    """Whether a pattern cut a text at these places, all of them between white space. `lost`: the
    tokens that are due, and were not made."""
    text = case.text
    if not places or not all(text[at - 1 : at + 1].isspace() for at in places if at):
        return False
    return _makes_elsewhere(evidence, case, lost) or any(
        _joins_nowhere(evidence, char) for at in places if at for char in text[at - 1 : at + 1]
    )


def is_kept(evidence: Evidence, text: str, due: bytes, got: bytes) -> bool:
    """Whether tokens spell white space of a text that the pre-tokenizer is to drop: `due` and `got`
    are what both sides' tokens spell."""
    honest = evidence.honest
    if honest.pre_tokenizer is None or not any(map(str.isspace, honest.normalize(text))):
        return False
    try:
        theirs, ours = got.decode(), due.decode()
    except UnicodeDecodeError:
        return False
    is_dropped = not any(map(str.isspace, ours)) and MARK not in ours
    return is_dropped and theirs != ours == "".join(theirs.split())


def _makes_elsewhere(evidence: Evidence, case: EncodeCase, lost: set[int]) -> bool:
    """Whether the black box makes the tokens that it cut of a neighbour: the model knows them."""
    others = {other: it for other, it in evidence.answers.items() if other != case}
    return lost <= _made(others)


def _joins_nowhere(evidence: Evidence, char: str) -> bool:
    """Whether the black box makes none of several tokens that hold a character beside another one,
    and makes some of other characters: it cuts a text at that character."""
    made, due = (_mixed(evidence, _made(each)) for each in (evidence.answers, evidence.truth))
    lost = {token_id for token_id, text in due.items() if char in text}
    return len(lost) >= ENOUGH and bool(made) and not any(char in text for text in made.values())


def _made(answers: Mapping[Case, Observation]) -> set[int]:
    given = [it.ids for it in answers.values() if isinstance(it, Encoding)]
    return {token_id for ids in given for token_id in ids}


def _mixed(evidence: Evidence, ids: set[int]) -> dict[int, str]:
    """The texts of tokens of several characters that are not one character again and again."""
    texts = {token_id: evidence.reader.text((token_id,)) for token_id in ids}
    read = {token_id: raw.decode("utf-8", "replace") for token_id, raw in texts.items()}
    return {token_id: text for token_id, text in read.items() if len({*text}) > 1}
