"""The pre-tokenizer is found by what it cuts: each of these patterns is one of llama.cpp's own."""

import pytest

from tokparity.harness.conversion.pre_by_behaviour import UnknownPipeline, recognise
from tokparity.oracles.adapters.ggml_llama_cpp import ALONE, GgmlLlamaCpp
from tokparity.oracles.probes.probe import word_probe
from tokparity.reference_impl.contract import DecodeOptions
from tokparity.reference_impl.formats import load

CONTRACTIONS = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)"
GPT2 = r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"
QWEN2 = (
    CONTRACTIONS + r"|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*"
    r"|\s*[\r\n]+|\s+(?!\S)|\s+"
)
LLAMA3 = QWEN2.replace(r"|\p{N}|", r"|\p{N}{1,3}|")
UPPER = r"[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]"
LOWER = r"[\p{Ll}\p{Lm}\p{Lo}\p{M}]"
ENDING = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
GPT4O = (
    rf"[^\r\n\p{{L}}\p{{N}}]?{UPPER}*{LOWER}+{ENDING}|[^\r\n\p{{L}}\p{{N}}]?{UPPER}+{LOWER}*{ENDING}"
    r"|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)


@pytest.fixture
def cutting(save, document):
    """The small tokenizer with another pattern before its bytes are spelled."""

    def make(pattern):
        split = {
            "type": "Split",
            "pattern": {"Regex": pattern},
            "behavior": "Isolated",
            "invert": False,
        }
        spell = {**document["pre_tokenizer"], "use_regex": False}
        stage = {"type": "Sequence", "pretokenizers": [split, spell]}
        return load(save(document | {"pre_tokenizer": stage}))

    return make


@pytest.mark.parametrize(
    ("pattern", "ignores", "names"),
    [
        (GPT2, False, {"gpt-2"}),
        (QWEN2, False, {"qwen2"}),
        (LLAMA3, True, {"llama3", "llama-bpe"}),
        (LLAMA3, False, {"dbrx", "smaug-bpe"}),
        (GPT4O, False, {"gpt-4o", "llama4"}),
    ],
    ids=["gpt-2", "qwen2", "llama3", "llama3-merged", "gpt-4o"],
)
def test_a_pattern_is_known_by_the_words_it_cuts(cutting, pattern, ignores, names):
    assert recognise("m", cutting(pattern), ignores).name in names


def test_the_same_words_from_another_pattern_are_as_good(cutting):
    renamed = GPT2.replace(r"\s+(?!\S)|\s+", r"\s+(?=\s|$)|\s+")
    assert recognise("m", cutting(renamed), False).name == "gpt-2"


def test_the_stage_of_the_library_itself_is_known(save, document):
    assert recognise("m", load(save(document)), False).name == "gpt-2"


def test_what_differs_on_rare_characters_is_told(cutting):
    found = recognise("m", cutting(QWEN2.replace(r"\p{N}", r"[0-9\u0663]")), False)
    assert found.name == "qwen2"
    (line,) = found.lost
    assert any(char in line for char in "\u00bd\u0663")  # as text, not spelled by its bytes
    assert "\u00c2" not in line


@pytest.mark.parametrize(
    ("pattern", "told"), [(GPT2, True), (QWEN2, False)], ids=["gpt-2", "qwen2"]
)
def test_spaces_that_decoding_takes_away_are_told(cutting, pattern, told):
    found = recognise("m", cutting(pattern), False)
    assert any("takes away spaces" in line for line in found.lost) == told
    assert told == loaded_flag(found.name)


def loaded_flag(name):
    """What llama.cpp itself makes of a space before a question mark under this name."""
    library = GgmlLlamaCpp.of_content(word_probe(name, ["a ?"]).file)
    ids = library.encode("a ?", ALONE).ids
    return library.decode(ids, DecodeOptions()).value == b"a?"


def test_an_unknown_one_is_an_error_that_shows_the_nearest(cutting):
    with pytest.raises(UnknownPipeline) as caught:
        recognise("m", cutting(QWEN2.replace(r"\p{N}", r"\p{N}{1,2}")), False)
    told = str(caught.value)
    assert told.startswith("m: pre_tokenizer: no pre-tokenizer of llama.cpp cuts like it")
    assert "The nearest is 'llama3'" in told
    assert "'12', '3'" in told


def test_a_tokenizer_that_cuts_no_words_is_none_of_them(save, document):
    with pytest.raises(UnknownPipeline, match="there is none"):
        recognise("m", load(save(document | {"pre_tokenizer": None})), False)
