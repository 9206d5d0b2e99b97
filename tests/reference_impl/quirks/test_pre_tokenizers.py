"""Oddities of the pre-tokenizers of tokenizers 0.23.3: quirks-of-tokenizers.md lists them."""


def split(pattern, behavior="Isolated", *, invert=False, kind="Regex"):
    pattern = {kind: pattern}
    return {"type": "Split", "pattern": pattern, "behavior": behavior, "invert": invert}


def metaspace(scheme="always", **more):
    return {"type": "Metaspace", "replacement": "▁", "prepend_scheme": scheme} | more


def pieces_of(found):
    return [piece for piece, _, _ in found]


def test_unicode_scripts_loses_leading_spaces(cut):
    assert cut({"type": "UnicodeScripts"}, "  Hi") == [("Hi", 2, 4)]
    assert cut({"type": "UnicodeScripts"}, "  ") == []


def test_unicode_scripts_takes_kana_for_han(cut):
    assert pieces_of(cut({"type": "UnicodeScripts"}, "漢かカー")) == ["漢かカー"]


def test_unicode_scripts_cuts_at_punctuation_but_not_at_a_space(cut):
    assert pieces_of(cut({"type": "UnicodeScripts"}, "a b.c")) == ["a b", ".", "c"]


def test_unicode_scripts_cuts_between_a_letter_and_its_mark(cut):
    assert pieces_of(cut({"type": "UnicodeScripts"}, "e\u0301")) == ["e", "\u0301"]


def test_whitespace_takes_a_half_for_no_word_character(cut):
    assert pieces_of(cut({"type": "Whitespace"}, "1½")) == ["1", "½"]


def test_whitespace_takes_a_joiner_for_a_word_character(cut):
    assert pieces_of(cut({"type": "Whitespace"}, "a\u200db")) == ["a\u200db"]


def test_whitespace_split_cuts_where_rust_does_not_where_python_does(cut):
    text = "a\x1cb\x85c"
    assert text.split() == ["a", "b", "c"]
    assert pieces_of(cut({"type": "WhitespaceSplit"}, "a\x1cb\x85c")) == ["a\x1cb", "c"]


def test_digits_are_fractions_and_roman_numerals_too(cut):
    digits = {"type": "Digits", "individual_digits": False}
    assert pieces_of(cut(digits, "a1½Ⅷ五")) == ["a", "1½Ⅷ", "五"]


def test_punctuation_is_also_what_ascii_has_of_symbols(cut):
    punctuation = {"type": "Punctuation", "behavior": "Isolated"}
    assert pieces_of(cut(punctuation, "a$+b€c")) == ["a", "$", "+", "b€c"]


def test_punctuation_is_of_an_old_unicode_version(cut):
    punctuation = {"type": "Punctuation", "behavior": "Isolated"}
    assert pieces_of(cut(punctuation, "a\u2e4fb")) == ["a\u2e4fb"]  # Po since Unicode 12
    assert pieces_of(cut(split(r"\p{P}"), "a\u2e4fb")) == ["a", "\u2e4f", "b"]


def test_metaspace_joins_only_the_last_of_a_run_to_the_word(cut):
    assert pieces_of(cut(metaspace(), "a  b")) == ["▁a", "▁", "▁b"]


def test_metaspace_prepends_nothing_where_the_text_begins_with_its_mark(cut):
    assert pieces_of(cut(metaspace(), "▁a")) == ["▁a"]


def test_metaspace_replaces_the_space_alone(cut):
    assert pieces_of(cut(metaspace(), "a\u00a0b\tc")) == ["▁a\u00a0b\tc"]


def test_metaspace_first_is_no_first_where_a_normalizer_took_the_start_away(encoded):
    strip = {"type": "Strip", "strip_left": True, "strip_right": False}
    model = {"type": "WordLevel", "vocab": {"a": 0, "▁a": 1}, "unk_token": "a"}
    stages = {"normalizer": strip, "pre_tokenizer": metaspace("first"), "model": model}
    assert encoded("a", **stages).tokens == ["▁a"]
    assert encoded(" a", **stages).tokens == ["a"]


def test_metaspace_refuses_the_old_way_to_say_never(loaded):
    old = {"type": "Metaspace", "replacement": "▁", "add_prefix_space": False}
    assert loaded(pre_tokenizer=old) == (None, None)
    assert None not in loaded(pre_tokenizer=old | {"prepend_scheme": "never"})


def test_byte_level_puts_a_space_before_each_piece_it_is_given(encoded):
    stage = {"type": "ByteLevel", "add_prefix_space": True, "trim_offsets": True}
    token = {"id": 3, "content": "<x>", "single_word": False, "lstrip": False, "rstrip": False}
    found = encoded(
        "a<x>a",
        pre_tokenizer=stage,
        model={"type": "WordLevel", "vocab": {"Ġa": 0, "a": 1, "?": 2}, "unk_token": "?"},
        added_tokens=[token | {"normalized": False, "special": False}],
    )
    assert found.tokens == ["Ġa", "<x>", "Ġa"]


def test_the_space_that_byte_level_adds_has_the_range_of_what_follows(cut):
    stage = {"type": "ByteLevel", "add_prefix_space": True, "trim_offsets": True}
    assert cut(stage | {"use_regex": False}, "ab") == [("Ġab", 0, 2)]
    assert cut(stage, "1") == [("Ġ1", 0, 1)]


def test_fixed_length_0_panics(loaded):
    ours, theirs = loaded(pre_tokenizer={"type": "FixedLength", "length": 0})
    assert ours is None  # refused at once, as no text can be encoded
    assert theirs is not None


def test_fixed_length_is_5_where_it_is_not_said(cut):
    assert pieces_of(cut({"type": "FixedLength"}, "abcdefg")) == ["abcde", "fg"]


def test_split_inverts_before_it_removes(cut):
    assert pieces_of(cut(split("a+", "Removed", invert=True), "aabba")) == ["aa", "a"]


def test_split_joins_only_one_of_two_matches_to_its_neighbour(cut):
    assert pieces_of(cut(split("-", "MergedWithPrevious"), "a--b")) == ["a-", "-", "b"]
    assert pieces_of(cut(split("-", "MergedWithNext"), "a--b")) == ["a", "-", "-b"]


def test_a_split_at_an_empty_string_cuts_everywhere(cut):
    assert pieces_of(cut(split("", kind="String"), "ab")) == ["a", "b"]


def test_a_dollar_in_a_pattern_is_the_end_of_a_line(cut):
    assert pieces_of(cut(split(r"b$"), "ab\nb")) == ["a", "b", "\n", "b"]


def test_ignoring_case_two_letters_equal_one(cut):
    assert pieces_of(cut(split("(?i:ss)"), "aßb")) == ["a", "ß", "b"]


def test_a_quantifier_behind_an_interval_is_no_possessive_one(cut):
    assert pieces_of(cut(split(r"\d{1,2}+"), "a1234b")) == ["a", "1234", "b"]


def test_h_in_a_pattern_is_a_hexadecimal_digit(cut):
    assert pieces_of(cut(split(r"\h+"), "xf0 y")) == ["x", "f0", " y"]


def test_a_pattern_that_runs_away_panics(cut):
    assert cut(split(r"(?:a|aa)+$"), "aaaa") == [("aaaa", 0, 4)]
    assert cut(split(r"(?:a|aa)+$"), "a" * 60 + "c") is None
