"""Special tokens, space prefix and escapes, as a probe shows them."""

import pytest

from tokparity.oracles.adapters.ggml_llama_cpp import GgmlLlamaCpp
from tokparity.oracles.probes.llama_cpp_partition import normalizer_rows, stretches
from tokparity.oracles.probes.probe import NotLocated, byte_probe
from tokparity.reference_impl.contract import EncodeOptions

CONTROL, USER_DEFINED = 3, 4


def adapter_of(special, model="gpt2", pre="gpt-2", more=None):
    """A vocabulary whose special tokens come first in `special`, from id 256 on."""
    probe = byte_probe(special, model, pre, more or {}, spelled=model == "gpt2")
    return GgmlLlamaCpp.of_content(probe.file)


def split(adapter, text, parse_special=True):
    (rows,) = adapter.probe("added_tokens", [[text, parse_special]])
    return rows


def test_control_tokens_are_found_where_asked_for():
    adapter = adapter_of({"<c>": CONTROL, "<u>": USER_DEFINED})
    assert split(adapter, "é<c><u> x") == [(0, 1, None), (1, 4, 256), (4, 7, 257), (7, 9, None)]
    assert split(adapter, "é<c><u> x", False) == [(0, 4, None), (4, 7, 257), (7, 9, None)]


def test_a_special_token_spelled_as_a_byte_is():
    """As in deepseek-coder. U+00F6 spells a byte that is in no UTF-8, U+00E9 one that is."""
    assert split(adapter_of({"\xf6": USER_DEFINED}), "a\xf6\xe9") == [
        (0, 1, None),
        (1, 2, 256),
        (2, 3, None),
    ]
    with pytest.raises(NotImplementedError, match="spelled as a byte"):
        adapter_of({"\xe9": USER_DEFINED})


def test_a_user_defined_token_that_llama_cpp_knows_by_name():
    adapter = adapter_of({"<\uff5cfim\u2581begin\uff5c>": USER_DEFINED})
    assert adapter.special_tokens() == {"<\uff5cfim\u2581begin\uff5c>": (256, CONTROL)}
    assert split(adapter, "a<\uff5cfim\u2581begin\uff5c>") == [(0, 1, None), (1, 14, 256)]
    assert split(adapter, "a<\uff5cfim\u2581begin\uff5c>", False) == [(0, 14, None)]


def test_a_token_that_the_model_joins_is_no_stretch():
    """As Gemma's of two U+2581: the text is cut at none, its two spaces are joined later."""
    bare = {"tokenizer.ggml.add_space_prefix": False}
    adapter = adapter_of({"\u2581\u2581": USER_DEFINED, "()": CONTROL}, "llama", None, bare)
    assert [*adapter.encode("  ", EncodeOptions(False, True)).ids] == [256]
    assert split(adapter, "  ") == [(0, 2, None)]
    assert split(adapter, "a   b()") == [(0, 5, None), (5, 7, 257)]
    assert [*adapter.encode("()", EncodeOptions(False, False)).ids] == [257]
    assert split(adapter, "()  ", False) == [(0, 4, None)]


def test_the_longest_is_found_first():
    adapter = adapter_of({"<c>": CONTROL, "a<c>": CONTROL})
    assert split(adapter, "ba<c>") == [(0, 1, None), (1, 5, 257)]


def test_white_space_that_a_token_takes():
    """llama.cpp knows it by the name of the model: phi-3's tokens take what follows."""
    named = dict.fromkeys(["<|c|>", "</s>", "<s>", "<unk>", "<|endoftext|>"], CONTROL)
    adapter = adapter_of(named, "llama", None, {"general.name": "phi-3"})
    assert split(adapter, "a <|c|>  b") == [(0, 2, None), (2, 9, 256), (9, 10, None)]
    assert split(adapter, "a <|c|> ") == [(0, 2, None), (2, 8, 256)]
    assert split(adapter, "<|c|> <|c|>") == [(0, 6, 256), (6, 11, 256)]


def test_a_space_prefix():
    def rows(prefix):
        more = {"tokenizer.ggml.add_space_prefix": prefix}
        adapter = adapter_of({"<c>": CONTROL}, "llama", None, more)
        assert split(adapter, "a b<c>c") == [(0, 3, None), (3, 6, 256), (6, 7, None)]
        return adapter.probe("normalizer", ["a b", " "])

    shown = [("a", 0, 1), ("\u2581", 1, 2), ("b", 2, 3)]
    assert rows(False) == [shown, [("\u2581", 0, 1)]]
    assert rows(True) == [
        [("\u2581", 0, 1), *shown],
        [("\u2581", 0, 1), ("\u2581", 0, 1)],
    ]


@pytest.mark.parametrize("stage", ["added_tokens", "normalizer"])
def test_bytes_that_are_no_utf8_are_shown_where_words_are_not_read(stage):
    def asked(text):
        return [text, True] if stage == "added_tokens" else text

    with pytest.raises(NotImplementedError, match=r"U\+FFFD"):
        adapter_of({}).probe(stage, [asked("a\udce6")])
    adapter_of({}).probe(stage, [asked("a\ufffd")])
    (rows,) = adapter_of({}, "llama", None).probe(stage, [asked("a\udce6")])
    assert rows[-1][:2] == ((0, 2) if stage == "added_tokens" else ("\udce6", 1))


def test_a_mark_of_the_text_is_one_where_spaces_are_not_escaped():
    assert split(adapter_of({"<c>": CONTROL}), "\u2581<c>a") == [
        (0, 1, None),
        (1, 4, 256),
        (4, 5, None),
    ]
    with pytest.raises(NotImplementedError, match=r"U\+2581"):
        split(adapter_of({}, "llama", None), "\u2581")


def test_byte_level_texts_are_left_alone():
    adapter = adapter_of({})
    assert adapter.probe("normalizer", ["é a"]) == [[("é", 0, 1), (" ", 1, 2), ("a", 2, 3)]]


def test_gemma4_escapes():
    adapter = adapter_of({}, "gemma4", None)
    assert adapter.probe("normalizer", ["a b"]) == [[("a", 0, 1), ("\u2581", 1, 2), ("b", 2, 3)]]


def test_a_text_that_is_a_token_does_not_come_so_far():
    adapter = adapter_of({"\n": USER_DEFINED}, "gemma4", None)
    with pytest.raises(NotImplementedError, match="taken whole before"):
        adapter.probe("normalizer", ["a\n"])


def test_a_model_that_is_not_shown():
    special = {"<c>": CONTROL}
    adapter = adapter_of(special, "rwkv", None)
    with pytest.raises(NotImplementedError, match="rwkv"):
        split(adapter, "a")


@pytest.mark.parametrize(("model", "pre"), [("gpt2", "gpt-2"), ("gemma4", None)])
def test_bytes_that_are_no_utf_8_are_not_shown_where_they_are_read_as_another(model, pre):
    adapter = adapter_of({"<c>": CONTROL}, model, pre)
    with pytest.raises(NotImplementedError, match="not shown"):
        split(adapter, "a\udc80<c>")
    assert split(adapter_of({"<c>": CONTROL}, "llama", None, {}), "\udc80<c>")[-1][:2] == (1, 4)


@pytest.mark.parametrize("ids", [[98], [97, 97], [256], []])
def test_what_is_not_the_text(ids):
    with pytest.raises(NotLocated):
        stretches("a", ids, {256: ("<x>", 1)}, prefixed=False, escaped=False)


@pytest.mark.parametrize("shown", [b"xa b", b"a", b"a  b", b"  a b"])
def test_what_is_not_the_text_normalized(shown):
    with pytest.raises(NotLocated):
        normalizer_rows("a b", list(shown))
