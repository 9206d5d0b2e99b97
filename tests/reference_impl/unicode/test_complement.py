"""Complements of sets: what they match, alone, in unions and in alternations."""

import pytest
import regex

from tokparity.reference_impl.unicode.complement import complement

LETTERS = "abcdAB \n\\]^-\u00e9\U0001f600"


def matched(written):
    """The letters of a set, also behind a character, where `regex` looks another way."""
    found = [
        {
            letter
            for letter in LETTERS
            if regex.fullmatch(f"(?V1){before}{written}", before + letter)
        }
        for before in ("", "e")
    ]
    assert found[0] == found[1]
    return found[0]


SETS = {
    "a": "a",
    r"\U00000061": "a",
    r"\u0061-\u0061": "a",
    r"[\U00000061]": "a",
    "[a]": "a",
    "\n": "\n",
    r"\\": "\\",
    r"\^": "^",
    "ab": "ab",
    "a-c": "abc",
    r"\s": " \n",
    r"\s[^\s]": LETTERS,
    r"[^a]": set(LETTERS) - {"a"},
    r"\U0001f600": "\U0001f600",
}


@pytest.mark.parametrize("inside", SETS)
def test_it_is_all_else(inside):
    assert matched(complement(inside)) == set(LETTERS) - set(SETS[inside])


@pytest.mark.parametrize("one", SETS)
@pytest.mark.parametrize("other", ["a", r"[\U00000062]", "\n", "cd"])
def test_two_of_them_together_are_their_union(one, other):
    members = [set(LETTERS) - set(SETS.get(each, each.strip("[]"))) for each in (one, other)]
    if other.startswith("["):
        members[1] = set(LETTERS) - {"b"}
    both = complement(one), complement(other)
    assert matched(f"[{both[0]}{both[1]}]") == members[0] | members[1]
    assert matched(f"(?:{both[0]}|{both[1]})") == members[0] | members[1]
