"""Through components of the library that use each class; every code point is in the sweep."""

import pytest
from tokenizers import AddedToken, Tokenizer, models, normalizers

from tests.shared.every_character import ALL
from tokparity.reference_impl.unicode.classes import characters, is_numeric, is_whitespace, is_word


def near_a_border(name):
    """The characters where a class begins or ends, and one in 100 of all."""
    inside = characters(name)
    kinds = [char in inside for char in ALL]
    return [
        char
        for at, char in enumerate(ALL)
        if at % 100 == 0
        or kinds[at] != kinds[at - 1]
        or kinds[at : at + 2] == [kinds[at], not kinds[at]]
    ]


def test_whitespace_is_what_strip_takes_away():
    kept = normalizers.Strip()
    spaces = characters("whitespace")
    near = [chr(ord(char) + step) for char in spaces for step in (-1, 0, 1)]
    asked = [*near, *map(chr, range(0x300))]
    assert len(asked) > 50
    assert [char for char in asked if (kept.normalize_str(char) == "") != is_whitespace(char)] == []


@pytest.mark.parametrize("before", [True, False])
def test_word_is_what_a_single_word_token_may_not_touch(before):
    """An added token with single_word is found unless a word character is beside it."""
    tokenizer = Tokenizer(models.BPE(unk_token=None))
    tokenizer.add_tokens([AddedToken("T", single_word=True)])
    frame = "{}T\n" if before else "T{}\n"
    asked = [char for char in near_a_border("word") if char != "T"]
    assert len(asked) > 10_000
    text = "".join(frame.format(char) for char in asked)
    found = {start for start, _ in tokenizer.encode(text).offsets}
    words = {char for at, char in enumerate(asked) if 3 * at + before not in found}
    assert words == set(filter(is_word, asked))


def test_what_bert_takes_for_controls():
    off = {"handle_chinese_chars": False, "strip_accents": False, "lowercase": False}
    clean = normalizers.BertNormalizer(clean_text=True, **off)
    asked = near_a_border("bert_control")
    text = "".join(f"{char}a" for char in asked)
    controls, spaces = characters("bert_control"), characters("whitespace")
    expected = ("" if c in controls else " " if c in spaces else c for c in asked)
    assert clean.normalize_str(text) == "".join(f"{char}a" for char in expected)
    assert controls & spaces == {"\x0b", "\x0c", "\x85"}


@pytest.mark.parametrize(
    ("name", "char", "member"),
    [
        ("bert_control", "\ufffd", True),
        ("bert_control", "\u200b", True),
        ("bert_control", "\t", False),
        ("bert_control", "\u0378", False),
        ("punctuation", "$", True),
        ("punctuation", "€", False),
        ("nonspacing_mark", "\u0903", False),
        ("combining_mark", "\u0903", True),
    ],
)
def test_members(name, char, member):
    assert (char in characters(name)) is member


def test_classes_do_not_depend_on_python():
    assert [is_word("\u200d"), is_word("½"), is_numeric("ↈ"), is_whitespace("\x1c")] == [
        True,
        False,
        True,
        False,
    ]
