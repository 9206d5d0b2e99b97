"""Oddities of the normalizers of tokenizers 0.23.3: quirks-of-tokenizers.md lists them."""

import base64
import json
from pathlib import Path
from struct import pack

import pytest

RULES = Path(__file__).parents[3] / "evaluation" / "sweeps" / "charsmap.json"
START = {"type": "Replace", "pattern": {"Regex": "^"}, "content": "x"}
LOWER = {"type": "Lowercase"}


def bert(**on):
    off = {"clean_text": False, "handle_chinese_chars": False, "lowercase": False}
    return {"type": "BertNormalizer"} | off | {"strip_accents": False} | on


def replace(pattern, content, kind="Regex"):
    return {"type": "Replace", "pattern": {kind: pattern}, "content": content}


def sequence(*normalizers):
    return {"type": "Sequence", "normalizers": list(normalizers)}


def charsmap(encoded):
    return {"type": "Precompiled", "precompiled_charsmap": encoded}


@pytest.fixture(scope="module")
def trained():
    """A charsmap that sentencepiece's trainer compiled, with rules for all that is asked here."""
    return charsmap(json.loads(RULES.read_text("ascii"))["charsmap"])


def text_of(pieces):
    return "".join(char for char, _, _ in pieces)


def ranges_of(pieces):
    return [(start, end) for _, start, end in pieces]


def test_lower_case_has_no_final_sigma(normalized):
    assert text_of(normalized(LOWER, "ΑΣ")) == "ασ"


def test_lower_case_of_a_dotted_capital_i_is_two_characters_of_one_range(normalized):
    assert normalized(LOWER, "İx") == [("i", 0, 1), ("\u0307", 0, 1), ("x", 1, 2)]


def test_a_mark_that_composes_is_in_no_range(normalized):
    assert ranges_of(normalized({"type": "NFC"}, "e\u0301\u0301x")) == [(0, 1), (2, 3), (3, 4)]


def test_normal_forms_do_not_reorder_marks_newer_than_their_tables(normalized):
    newer, older = "\u0898", "\u0323"  # classes 230 and 220 of Unicode 14
    assert text_of(normalized({"type": "NFD"}, f"a{newer}{older}")) == f"a{newer}{older}"


def test_a_charsmap_never_finds_jamo_of_one_syllable(normalized, trained):
    rules = json.loads(RULES.read_text("ascii"))["rules"]
    assert rules["\u1100\u1161\u11ba"] == "\uac13"
    assert text_of(normalized(trained, "\u1100\u1161\u11ba")) != "\uac13"


def test_a_charsmap_finds_no_rule_of_six_bytes(normalized, trained):
    assert text_of(normalized(trained, "a\u0301")) == "á"
    assert text_of(normalized(trained, "\u0915\u093c")) == "\u0915\u093c"  # has a rule, of 6 bytes


def test_a_charsmap_rule_of_a_letter_eats_its_mark(normalized, trained):
    assert text_of(normalized(trained, "Α\u0323x")) == "αx"  # there is a rule for Α alone


def test_a_charsmap_takes_the_shortest_rule_so_that_a_longer_one_is_never_found(
    normalized, trained
):
    rules = json.loads(RULES.read_text("ascii"))["rules"]
    assert (rules["Σ"], rules["Σ\u0301"]) == ("σ", "x")
    assert text_of(normalized(trained, "Σ\u0301")) == "σ"


def test_a_charsmap_rule_for_a_carriage_return_eats_the_line_feed(normalized, trained):
    assert text_of(normalized(trained, "a\r\nb")) == "a b"
    assert text_of(normalized(trained, "a\r\rb")) == "a  b"


def test_a_character_that_a_charsmap_removes_shifts_the_ranges(normalized, trained):
    assert normalized(trained, "\u2060ab") == [("a", 0, 1), ("b", 1, 2)]
    assert normalized(trained, "a\u2060b") == [("a", 0, 1), ("b", 2, 3)]


def test_a_charsmap_never_replaces_nul(normalized):
    units = [0] * 1024
    units[0] = 256 << 10
    units[256] = 512 << 10 | 1 << 8
    data = pack("<I", 4 * len(units)) + pack(f"<{len(units)}I", *units) + b"X\0"
    assert text_of(normalized(charsmap(base64.b64encode(data).decode()), "\0")) == "\0"


def test_a_charsmap_that_leads_nowhere_panics(normalized):
    encoded = base64.b64encode(pack("<II", 4, 256 << 10)).decode()
    assert normalized(charsmap(encoded), "") == []
    assert normalized(charsmap(encoded), "a") is None


def test_an_empty_charsmap_is_refused(loaded):
    assert loaded(normalizer=charsmap("")) == (None, None)
    ours, theirs = loaded(normalizer=charsmap("AAAAAA=="))
    assert ours is not None
    assert theirs is not None


def test_strip_accents_leaves_a_composed_accent(normalized):
    assert text_of(normalized({"type": "StripAccents"}, "e\u0301é")) == "eé"


def test_strip_accents_takes_vowels_of_indic_scripts(normalized):
    assert text_of(normalized({"type": "StripAccents"}, "\u0915\u0940")) == "\u0915"


def test_bert_strips_accents_where_it_is_not_said_and_lower_case_is_on(normalized):
    assert text_of(normalized(bert(lowercase=True, strip_accents=None), "É")) == "e"
    assert text_of(normalized(bert(lowercase=True, strip_accents=False), "É")) == "é"
    assert text_of(normalized(bert(lowercase=False, strip_accents=None), "É")) == "É"


def test_bert_takes_some_ideographs_for_none(normalized):
    """Google's range begins at U+2B820, the library's at U+2B920."""
    on = bert(handle_chinese_chars=True)
    assert text_of(normalized(on, "\U0002b820")) == "\U0002b820"
    assert text_of(normalized(on, "\U0002b920")) == " \U0002b920 "


def test_bert_cleans_away_private_use_characters(normalized):
    assert text_of(normalized(bert(clean_text=True), "a\ue000\u200db")) == "ab"


def test_bert_leaves_hangul_decomposed(normalized):
    assert text_of(normalized(bert(strip_accents=True), "가")) == "\u1100\u1161"


def test_nmt_leaves_nul_and_the_no_break_space(normalized):
    assert text_of(normalized({"type": "Nmt"}, "\0\x01\xa0\u200b")) == "\0\xa0 "


def test_nmt_makes_the_mark_of_sentencepiece_a_space(normalized):
    assert text_of(normalized({"type": "Nmt"}, "a▁b\ufffd")) == "a b "


def test_a_removed_character_is_in_no_range(normalized):
    assert normalized({"type": "Nmt"}, "a\x01b") == [("a", 0, 1), ("b", 2, 3)]


def test_prepend_puts_a_second_mark_before_a_first(normalized):
    assert text_of(normalized({"type": "Prepend", "prepend": "▁"}, "▁a")) == "▁▁a"


def test_prepend_leaves_an_empty_text_empty(normalized):
    assert normalized({"type": "Prepend", "prepend": "▁"}, "") == []


def test_prepend_of_nothing_takes_the_range_of_the_first_character_away(normalized):
    assert normalized({"type": "Prepend", "prepend": ""}, "ab") == [("a", 0, 0), ("b", 1, 2)]


def test_what_replaces_the_empty_match_at_the_start_comes_from_nothing(normalized):
    assert normalized(START, "ab") == [("x", 0, 0), ("a", 0, 1), ("b", 1, 2)]


def test_replace_gives_all_of_the_content_the_range_of_the_last_character(normalized):
    assert ranges_of(normalized(replace("ab", "xyz"), "abc")) == [(1, 2), (1, 2), (1, 2), (2, 3)]


def test_replace_knows_no_groups_in_its_content(normalized):
    assert text_of(normalized(replace("(a)", r"$1\1"), "a")) == r"$1\1"


def test_replace_finds_an_empty_string_everywhere_but_in_an_empty_text(normalized):
    assert text_of(normalized(replace("", "-", "String"), "ab")) == "-a-b-"
    assert normalized(replace("", "-", "String"), "") == []


def test_a_text_that_begins_with_nothing_makes_the_next_normalizer_panic(normalized):
    assert normalized(sequence(START, LOWER), "") == []
    assert text_of(normalized(sequence(START, {"type": "Prepend", "prepend": "y"}), "A")) == "yxA"
    assert normalized(sequence(START, LOWER), "A") is None


def test_strip_takes_white_space_of_rust_not_of_python(normalized):
    strip = {"type": "Strip", "strip_left": True, "strip_right": True}
    assert "\x1ca\x85".strip() == "a"
    assert text_of(normalized(strip, "\x1ca\x85")) == "\x1ca"


def test_a_normalizer_without_a_known_type_is_what_its_fields_say(normalized):
    assert (
        text_of(normalized({"type": "Bert"} | bert(lowercase=True) | {"type": "Bert"}, "É")) == "é"
    )
    assert text_of(normalized({"prepend": "x"}, "a")) == "xa"
