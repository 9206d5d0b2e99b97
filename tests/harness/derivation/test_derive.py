"""What is derived answers as its source does, each by its own library."""

import json
import re
from dataclasses import replace
from shutil import copytree

import pytest

from tokparity.corpora.vocabs.children import Children, TooSlow
from tokparity.harness.artefacts.names import resolve
from tokparity.harness.derivation import derive as module
from tokparity.harness.derivation.derive import derive
from tokparity.harness.derivation.underivable import Underivable, Unfinished

GPT2 = r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"


@pytest.mark.parametrize("format", ["tokenizer.json", "gguf"])
def test_of_a_model_file(train, says, cache, format):
    source = train("bpe", remove_extra_whitespaces=False)
    made = derive(source, format, cache)
    assert says(made.artefact) == says(source)
    assert made.by == ("transformers 5.23.0 LlamaConverter" if format == "tokenizer.json"
                       else "tokparity convert")  # fmt: skip


def test_of_a_unigram_model(train, says, cache):
    source = train("unigram", remove_extra_whitespaces=True, byte_fallback=False)
    made = derive(source, "tokenizer.json", cache)
    assert made.by == "transformers 5.23.0 SpmConverter"
    words = ["hello world", "the quick brown fox", "hello"]
    assert says(made.artefact, words) == says(source, words)


@pytest.mark.parametrize("kind", ["bpe", "unigram"])
def test_of_a_gguf_that_was_a_model_file(train, says, made_of, kind):
    source = train(kind, remove_extra_whitespaces=False, byte_fallback=kind == "bpe")
    gguf = made_of(source, "gguf")
    expected = says(source)
    assert says(made_of(gguf, "sentencepiece")) == expected
    if kind == "bpe":
        assert says(made_of(gguf, "tokenizer.json")) == expected


def test_of_a_tokenizer_json_that_was_a_model_file(train, says, made_of):
    source = train("bpe", remove_extra_whitespaces=False)
    made = made_of(source, "tokenizer.json")
    assert says(made_of(made, "sentencepiece")) == says(source)


def test_a_byte_that_has_no_piece_gets_one_behind_the_others(train, says, made_of, file):
    made = made_of(train("bpe", remove_extra_whitespaces=False), "tokenizer.json")
    tab = made.path.read_text("utf-8").replace("<0x09>", "\\t")  # as a model may write a tab
    source = file("tokenizer.json", "tab.json", tab.encode())
    for format in ("sentencepiece", "gguf"):
        texts = ["hello world", "a\tb", "na\u00efve"]
        assert says(made_of(source, format), texts) == says(source, texts)


@pytest.mark.parametrize("format", ["tokenizer.json", "gguf"])
def test_of_ranks(ranks, says, cache, format):
    source = ranks(GPT2)
    made = derive(source, format, cache)
    assert says(made.artefact) == says(source)
    if format == "tokenizer.json":
        assert made.by == "transformers 5.23.0 TikTokenConverter"
        assert says(derive(made.artefact, "tiktoken", cache).artefact) == says(source)


def test_of_ranks_with_a_special_token_among_them(ranks, says, cache):
    """Where transformers' converter has no place for it, a writer of ours has."""
    plain = ranks(GPT2)
    content = plain.path.read_bytes().replace(b" 260\n", b" 270\n")
    plain.path.write_bytes(content)
    source = replace(plain, facts=replace(plain.facts, specials={"<a>": 260}), sha256="a" * 64)
    made = derive(source, "tokenizer.json", cache)
    assert made.by == "tokparity"
    assert "has an id among the ranks" in made.lost[0]
    assert says(made.artefact) == says(source)


@pytest.mark.parametrize("format", ["tokenizer.json", "gguf"])
def test_of_a_vocab_txt(vocab, says, cache, format):
    plain = ["hello world", "the fox", "hellos to the"]
    assert says(derive(vocab, format, cache).artefact, plain) == says(vocab, plain)


def test_of_a_word_piece(vocab, says, made_of):
    made = made_of(vocab, "tokenizer.json")
    plain = ["hello world", "hellos"]
    assert says(made_of(made, "vocab.txt"), plain) == says(vocab, plain)


def test_of_a_byte_level_gguf(ranks, says, made_of):
    gguf = made_of(ranks(GPT2), "gguf")
    assert says(made_of(gguf, "tokenizer.json")) == says(gguf)
    assert says(made_of(gguf, "tiktoken")) == says(gguf)


def test_what_was_made_once_is_kept_by_its_content(ranks, cache, monkeypatch):
    source = ranks(GPT2)
    first = derive(source, "gguf", cache)

    def made_again(*_):
        raise AssertionError("it is there already")

    monkeypatch.setattr(module, "_write", made_again)
    assert derive(source, "gguf", cache) == first
    for other in (ranks(r"\p{L}+|."), replace(source, name="other")):
        with pytest.raises(AssertionError, match="there already"):
            derive(other, "gguf", cache)


def test_a_name_is_no_other_s_name(ranks, cache):
    """The file holds it: what it is called must not hang on who was there first."""
    source = ranks(GPT2)
    made = [derive(replace(source, name=name), "gguf", cache).artefact for name in ("x", "y")]
    again = derive(replace(source, name="x"), "gguf", cache).artefact
    assert again == made[0]
    assert made[0].sha256 != made[1].sha256


def test_what_stands_beside_a_file_has_a_part_in_it(vocab, made_of, cache, tmp_path):
    plain = made_of(vocab, "tokenizer.json")
    made = []
    for name, config in (("a", None), ("b", {"chat_template": "{{ messages }}"})):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "tokenizer.json").write_bytes(plain.path.read_bytes())
        if config:
            (folder / "tokenizer_config.json").write_text(json.dumps(config))
        source = replace(plain, path=folder / "tokenizer.json", name="same", source=None)
        made.append(derive(source, "gguf", cache).artefact)
    holds = [b"{{ messages }}" in each.path.read_bytes() for each in made]
    assert holds == [False, True]


def test_what_may_yet_be_made_is_not_kept_as_something_else(ranks, cache, monkeypatch):
    source, run = ranks(GPT2), Children.run

    def never(*_):
        raise TooSlow("the converter", 300)

    monkeypatch.setattr(Children, "run", never)
    with pytest.raises(Unfinished):
        derive(source, "tokenizer.json", cache)
    monkeypatch.setattr(Children, "run", run)
    assert derive(source, "tokenizer.json", cache).by.endswith("TikTokenConverter")


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (("hello", "hel\\rlo"), "does not fit on a line"),
        (('"##"', '"@@"'), "'@@' where such a file has"),
        (('"unk_token": "[UNK]"', '"unk_token": "hello"'), "'hello' and '##' where"),
    ],
)
def test_of_a_word_piece_that_no_vocab_txt_says(vocab, made_of, file, cache, change, reason):
    plain = json.loads(made_of(vocab, "tokenizer.json").path.read_bytes())
    text = json.dumps(plain).replace(*change)
    assert text != json.dumps(plain)
    source = file("tokenizer.json", "odd.json", text.encode())
    with pytest.raises(Underivable, match=re.escape(reason)):
        derive(source, "vocab.txt", cache)


def test_what_a_vocab_txt_does_not_say_is_lost(vocab, made_of, file, cache):
    plain = made_of(vocab, "tokenizer.json")
    assert derive(plain, "vocab.txt", cache).lost == ()
    cased = json.loads(plain.path.read_bytes())
    cased["normalizer"]["lowercase"] = False
    source = file("tokenizer.json", "cased.json", json.dumps(cased).encode())
    assert derive(source, "vocab.txt", cache).lost == ("that case is kept",)


def test_a_format_that_nothing_makes(ranks, cache):
    with pytest.raises(Underivable, match="nothing makes one of a tiktoken"):
        derive(ranks(), "vocab.txt", cache)


def test_a_converter_that_does_not_end(train, cache, monkeypatch):
    def never(*_):
        raise TooSlow("the converter", 300)

    monkeypatch.setattr(Children, "run", never)
    with pytest.raises(Underivable, match="did not finish in 300 s"):
        derive(train("bpe"), "tokenizer.json", cache)
    assert not list((cache.root / "derived").glob("*/*")), "nothing half-written is left"


def test_what_a_converter_says_is_the_reason(train, cache):
    source = train("bpe")
    source.path.write_bytes(b"\x0a\xff\xff")
    with pytest.raises(Underivable, match="transformers' converter: "):
        derive(source, "tokenizer.json", cache)


def test_a_derived_file_has_a_name_that_is_resolved(repository):
    artefact = resolve("one-as-ranks")
    assert (artefact.name, artefact.format) == ("one-as-ranks", "tiktoken")
    assert artefact.facts is not None
    assert resolve("one-as-ranks-as-json").format == "tokenizer.json"
    assert module.derive(resolve("one"), "tiktoken", module.Cache.default()).artefact == artefact


def test_a_derived_file_that_was_damaged_is_made_again(train, says, cache):
    source = train("bpe", remove_extra_whitespaces=False)
    made = derive(source, "gguf", cache).artefact
    whole = made.path.read_bytes()
    for damage in (made.path, made.path.parent / module._NOTE):
        damage.write_bytes(damage.read_bytes()[:-9])
        again = derive(source, "gguf", cache).artefact
        assert (again, again.path.read_bytes()) == (made, whole)


@pytest.mark.parametrize(
    "library", ["gguf", "protobuf", "sentencepiece", "tokenizers", "transformers"]
)
def test_another_version_of_a_library_is_not_served_what_the_old_one_made(
    ranks, cache, monkeypatch, library
):
    source = ranks(GPT2)
    before = derive(source, "gguf", cache).artefact.path
    now = module.version
    monkeypatch.setattr(module, "version", lambda name: "9.9" if name == library else now(name))
    after = derive(source, "gguf", cache).artefact.path
    assert before != after
    assert before.read_bytes() == after.read_bytes()


@pytest.mark.parametrize("name", ["from_ranks.py", "upstream/pre_hashes.json"])
def test_another_recipe_is_not_served_what_the_old_one_made(
    ranks, cache, monkeypatch, tmp_path, name
):
    source = ranks(GPT2)
    before = derive(source, "gguf", cache).artefact.path
    copy = tmp_path / "conversion"
    assert [folder.name for folder in module._RECIPES][1:3] == ["conversion", "reference_impl"]
    copytree(module._RECIPES[1], copy)
    recipes = (module._RECIPES[0], copy, *module._RECIPES[2:])
    monkeypatch.setattr(module, "_RECIPES", recipes)
    assert derive(source, "gguf", cache).artefact.path == before
    module._recipe.cache_clear()  # of another process
    with (copy / name).open("ab") as file:
        file.write(b"\n")
    assert derive(source, "gguf", cache).artefact.path != before
