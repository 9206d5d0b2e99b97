"""Against UnicodeScripts, which cuts between characters of different scripts."""

import random

import pytest
from tokenizers import pre_tokenizers

from tests.shared.every_character import ALL
from tokparity.reference_impl.unicode.scripts import script_of


def cuts(text):
    return {at for _, (at, _) in pre_tokenizers.UnicodeScripts().pre_tokenize_str(text)}


def test_code_points_beside_others():
    text = "".join(random.Random(5).sample(ALL, 300_000))
    scripts, last, expected = script_of(), None, set()
    for at, char in enumerate(text):
        script = scripts.get(char)
        if script is not None and script != last:
            expected.add(at)
        last = script if script is not None else last
    assert cuts(text) == expected


@pytest.mark.parametrize(
    ("chars", "alike"),
    [
        ("漢かカー", True),
        ("az", True),
        ("aя", False),
        ("a.", False),
        (".!", True),
        ("\u0301\u0300", True),
        ("a\u0301", False),
    ],
)
def test_which_are_alike(chars, alike):
    assert (len({script_of()[char] for char in chars}) == 1) is alike


def test_space_and_unassigned_have_none():
    assert not {" ", "\u0378", "\ue000", "\U0010ffff"} & script_of().keys()
