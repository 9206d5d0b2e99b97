"""What plain texts say against a bug: that a part acts which is said to be missing, that a fault
model is not the box's.

A smallest case and its neighbours are alike. Of texts of other kinds a box may be right about all:
then it does something else, which looks so in some.
"""

import unicodedata
from collections.abc import Container, Iterable

from tokparity.harness.bugs.answers import Known, Question, Respondent
from tokparity.harness.bugs.remainder import bare, with_ids, with_text
from tokparity.reference_impl.contract import DecodeCase, EncodeCase

REWRITTEN = "\xc9\xe9\ufb01\u212b\u2160\u30d7\uac00\u0929\u06c0\u1e9b"
"""Characters of several scripts of which normalizers make others."""
PLAIN = (
    *("a", "A", "0", "12", "123", "1234", ".", "..", "a.", "'s", "a's", "-", "a-b", "<", "_"),
    *("a b", "a  b", "a   b", " a", "  a", "a ", "a  ", "\t", "a\tb", "\n", "a\nb", "\n\n", " \n"),
    *(
        "\u4e2d",
        "\u4e2d\u6587",
        "a\u4e2d",
        "\u0915\u093f",
        "\U0001f600",
        "\u200b",
        "\ufeff",
        "\xa0",
    ),
    *("e\u0301", "a\xe9a", "\u3000", "\u0663"),
)
"""Texts of many kinds, a few characters each."""
DECODED = ("a .", "a , b", "a ' b", "a 's", "do n't", "a ?", "a b", "ab", "a - b", "\xe9 \u4e2d")
"""Texts whose ids are decoded again."""
OF_ONE_SCRIPT = 4
"""Characters of a script that are asked alone for what a part makes of them."""
AGAINST = 0.2
"""The share of the plain texts that tell, from which on they contradict a fault model."""


def is_there(box: Respondent, model: Known, less: Known, cases: Iterable[Question]) -> bool:
    """Whether a part has its say in some character that is asked alone, of those in the cases too:
    then it is there, and what it does to those of another script is undone behind it. Hangul that
    lost no accent is composed again by a folding that another library adds.

    `model` has the part, `less` has not. Asked as the first of the cases is, which the box answers:
    what it cannot be asked it would seem to be right about.
    """
    texts = [case for case in cases if isinstance(case, EncodeCase)]
    if not texts:
        return False
    chars = (char for case in texts for char in case.text)
    of_script: dict[str, list[Question]] = {}
    for char in dict.fromkeys([*REWRITTEN, *chars]):
        some = of_script.setdefault(unicodedata.name(char, "").partition(" ")[0], [])
        alone = with_text(texts[0], char)
        if len(some) < OF_ONE_SCRIPT and less(alone) != model(alone):
            some.append(alone)
    asked = [case for some in of_script.values() for case in some]
    box.prepare(asked)
    return any(box(case) == model(case) for case in asked)


def contradict(
    box: Respondent,
    case: Question,
    whole: Known,
    without: Known,
    unasked: Container[Question] = frozenset(),
) -> bool:
    """Whether a box answers plain texts, or their ids, asked as a case is, as a model `without` a
    fault and not as the `whole`, where the two part: many of those that it answers as one of them.
    `unasked`: what it cannot be asked."""
    match case:
        case EncodeCase():
            texts = dict.fromkeys([*PLAIN, *REWRITTEN])
            cases: list[Question] = [with_text(case, text) for text in texts]
        case DecodeCase():
            rows = [without(bare(text)) for text in DECODED]
            cases = [with_ids(case, ids) for ids in rows if isinstance(ids, tuple)]
    telling = [it for it in cases if whole(it) != without(it)]
    box.prepare(telling)
    answered = [it for it in telling if it not in unasked]
    has = sum(box(it) == whole(it) for it in answered)
    has_not = sum(box(it) == without(it) for it in answered)
    return has_not > AGAINST * (has + has_not)
