"""What a finding's shape says of its cause, in sentences."""

from types import SimpleNamespace

import pytest

from tokparity.reports.triage.causes import cause_sentence

COMMON = "ids part at 0; what its cases have in common: "


@pytest.mark.parametrize(
    ("shape", "said"),
    [
        ("ids part at 0", ""),
        (
            "ids part at 0; likely bug: does not normalize at all",
            "It answers as a tokenizer that does not normalize at all.",
        ),
        (
            f"{COMMON}U+0301",
            "Its cases have in common: U+0301 (COMBINING ACUTE ACCENT).",
        ),
        (
            f"{COMMON}ids: outside; id 7; ids: U+003C",
            (
                "Each of its cases has one of these: ids that no piece has; id 7; "
                "ids of pieces that begin with U+003C (LESS-THAN SIGN)."
            ),
        ),
        (f"{COMMON}without NFC", "It answers as if the file had no NFC."),
        (f"{COMMON}any text", "It answers otherwise for any text."),
        (
            f"{COMMON}the whole stage: characters of Pd; characters of L*",
            (
                "It does another work in this stage than the file says: seen with "
                "punctuation (Unicode category Pd); letters (Unicode category L*)."
            ),
        ),
        (
            "ids part at 31; all rounds that it took; 1 case is explained by nothing found",
            "What causes it was not found: 1 case is explained by nothing found.",
        ),
        (f"{COMMON}the text 'a\u202e'", "Its cases have in common: the text 'a\\u202e'."),
        (f"{COMMON}U+FFFFFF", "Its cases have in common: U+FFFFFF."),
    ],
)
def test_a_sentence_of_a_shape(shape, said):
    assert cause_sentence(SimpleNamespace(shape=shape)) == said
