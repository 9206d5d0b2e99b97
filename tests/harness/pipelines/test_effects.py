"""Which options of a pipeline have a say: found by the reference alone."""

import json

import pytest

from tokparity.corpora.generators.pipelines.options import INERT, OPTIONS
from tokparity.corpora.generators.pipelines.pipeline import Pipeline
from tokparity.harness.pipelines.effects import THERE, Effects, OptionCell, all_cells, cells_of

MODEL = {"type": "WordLevel", "vocab": {"<unk>": 0, "a": 1, "A": 2, "##a": 3}, "unk_token": "<unk>"}
ABSENT = dict.fromkeys(
    ("normalizer", "pre_tokenizer", "post_processor", "decoder", "truncation", "padding")
)
PLAIN = {"version": "1.0", "added_tokens": [], "model": MODEL, **ABSENT}


def effects(*texts, ids=(), **sections):
    tried = tuple((text, None) for text in texts)
    return Effects(Pipeline(0, PLAIN | sections, tried, tuple(ids)))


def cell(section, kind, option, value):
    return OptionCell(section, kind, option, json.dumps(value))


STRIP = {"type": "Strip", "strip_left": True, "strip_right": False}


def test_an_option_has_a_say_where_a_text_shows_it():
    left = cell("normalizer", "Strip", "strip_left", True)
    right = cell("normalizer", "Strip", "strip_right", False)
    assert effects(" a", normalizer=STRIP).has_a_say(left)
    assert not effects(" a", normalizer=STRIP).has_a_say(right)
    assert effects("a ", normalizer=STRIP).has_a_say(right)
    assert not effects("a", "aa", normalizer=STRIP).has_a_say(left)


def test_a_component_has_a_say_where_the_outputs_differ_without_it():
    there = cell("normalizer", "Lowercase", THERE, True)
    assert effects("A", normalizer={"type": "Lowercase"}).has_a_say(there)
    assert not effects("a", normalizer={"type": "Lowercase"}).has_a_say(there)


def test_of_two_alike_one_is_enough():
    inside = [STRIP, {"type": "Prepend", "prepend": " "}, STRIP]
    made = {"type": "Sequence", "normalizers": inside}
    assert effects("a", normalizer=made).has_a_say(cell("normalizer", "Strip", "strip_left", True))


def test_decoding_shows_a_decoders_options():
    decoder = {"type": "WordPiece", "prefix": "##", "cleanup": False}
    prefix = cell("decoder", "WordPiece", "prefix", "##")
    assert effects(ids=[(1, 3)], decoder=decoder).has_a_say(prefix)
    assert not effects(ids=[(1, 1)], decoder=decoder).has_a_say(
        cell("decoder", "WordPiece", "cleanup", False)
    )


def test_a_prefix_is_changed_under_the_merges_that_both_allow():
    vocab = {"a": 0, "##a": 1, "b": 2, "##b": 3, "ab": 4}
    model = {"type": "BPE", "vocab": vocab, "merges": [["a", "##b"]]}
    model |= {"continuing_subword_prefix": "##", "unk_token": None, "end_of_word_suffix": None}
    made = effects("ab", model=model)
    assert made.has_a_say(cell("model", "BPE", "continuing_subword_prefix", "##"))
    with pytest.raises(KeyError):
        made.has_a_say(cell("model", "BPE", "continuing_subword_prefix", None))


def test_cells_are_those_of_the_table():
    cells = set(all_cells())
    assert set(cells_of(PLAIN | {"normalizer": STRIP})) <= cells
    values = sum(len(values) for options in OPTIONS.values() for values in options.values())
    components = {section for section, _ in OPTIONS} - {"model", "added_tokens"}
    there = sum(section in components for section, _ in OPTIONS)
    assert len(cells) == values + there
    assert all(component in OPTIONS for component, _ in INERT)
