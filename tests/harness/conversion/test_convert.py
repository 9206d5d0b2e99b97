"""Converted files, read by llama.cpp itself: the ids of the source come out again."""

import copy
import json

import gguf
import pytest

from tokparity.harness.conversion.convert import convert, write_gguf
from tokparity.harness.conversion.from_ranks import merges
from tokparity.harness.conversion.vocabulary import NoGguf
from tokparity.oracles.adapters.ggml_llama_cpp import GgmlLlamaCpp
from tokparity.oracles.protocol import native_oracle
from tokparity.reference_impl.contract import Artefact, EncodeOptions
from tokparity.reference_impl.formats import load

TEXTS = ["hello world", "the quick  brown fox, 1234!", "def main():\n\treturn 1", "na\u00efve", ""]
PLAIN = EncodeOptions(add_special=False, parse_special=False)


def converted(artefact, tmp_path):
    """(the vocabulary in GGUF's terms, llama.cpp on the file written)."""
    vocabulary = convert(artefact, load(artefact))
    path = tmp_path / "out.gguf"
    write_gguf(vocabulary, path, "test")
    return vocabulary, GgmlLlamaCpp.load(Artefact("out", "gguf", path, ""))


def ids(slot, artefact, options):
    """What the source's own library makes of the texts."""
    worker = slot.worker(native_oracle(artefact.format))
    found = worker.encode(worker.load(artefact), TEXTS, options)
    return [one.ids for one in found.observations()]


def test_byte_level_bpe(slot, artefact, tmp_path):
    vocabulary, llama = converted(artefact, tmp_path)
    assert (vocabulary.model, vocabulary.pre) == ("gpt2", "gpt-2")
    assert any("taken whole" in line for line in vocabulary.lost)  # ignore_merges
    assert any("rstrip of added token '<|end|>'" in line for line in vocabulary.lost)
    without = [text for text in TEXTS if "world" not in text]  # which only ignore_merges finds
    expected = dict(zip(TEXTS, ids(slot, artefact, PLAIN), strict=True))
    for text in without:
        assert llama.encode(text, PLAIN).ids == expected[text]
    assert llama.encode("hello world", PLAIN).ids != expected["hello world"]


def test_what_is_added_around_a_text_is_found_out(slot, save, every_stage, tmp_path):
    every_stage = copy.deepcopy(every_stage)
    stage = every_stage["pre_tokenizer"]["pretokenizers"][0]
    stage["pattern"] = {"Regex": "'s|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+"
                        "|\\s+(?!\\S)|\\s+"}  # fmt: skip
    every_stage["model"]["ignore_merges"] = False
    artefact = save(every_stage)
    vocabulary, llama = converted(artefact, tmp_path)
    start = load(artefact).id_of("<s>")
    assert vocabulary.ids["bos_token_id"] == start
    assert vocabulary.flags == {"add_bos_token": True, "add_eos_token": False}
    assert any(line.startswith("normalizer NFC") for line in vocabulary.lost)
    options = EncodeOptions(add_special=True, parse_special=True)
    for text, expected in zip(TEXTS, ids(slot, artefact, options), strict=True):
        assert llama.encode(text, options).ids == expected


def test_a_folder_names_its_special_tokens_and_its_template(document, save, tmp_path):
    folder = tmp_path / "model"
    folder.mkdir()
    (folder / "tokenizer.json").write_text(json.dumps(document))
    config = {"eos_token": {"content": "<|end|>"}, "chat_template": "{{ messages }}"}
    (folder / "tokenizer_config.json").write_text(json.dumps(config))
    artefact = Artefact("m", "tokenizer.json", folder / "tokenizer.json", "")
    vocabulary, _ = converted(artefact, tmp_path)
    assert vocabulary.ids["eos_token_id"] == len(document["model"]["vocab"])
    assert vocabulary.chat_template == "{{ messages }}"
    fields = gguf.GGUFReader(tmp_path / "out.gguf").fields
    template = fields["tokenizer.chat_template"]
    assert bytes(template.parts[template.data[0]]) == b"{{ messages }}"
    (folder / "chat_template.jinja").write_text("{{ own }}")
    assert converted(artefact, tmp_path)[0].chat_template == "{{ own }}"


@pytest.mark.parametrize(("kind", "name"), [("bpe", "llama"), ("unigram", "t5")])
def test_sentencepiece(slot, train, tmp_path, kind, name):
    options = {"remove_extra_whitespaces": kind == "unigram", "byte_fallback": kind == "bpe"}
    artefact = train(kind, **options)
    vocabulary, llama = converted(artefact, tmp_path)
    assert vocabulary.model == name
    for text, expected in zip(TEXTS, ids(slot, artefact, PLAIN), strict=True):
        assert llama.encode(text, PLAIN).ids == expected


def test_options_of_sentencepiece_that_gguf_lacks_are_listed(train):
    artefact = train("unigram", treat_whitespace_as_suffix=True, unk_surface="?")
    lost = convert(artefact, load(artefact)).lost
    for part in ("byte_fallback", "treat_whitespace_as_suffix", "unk_surface '?'", "add_bos_token"):
        assert any(line.startswith(part) for line in lost), part
    artefact = train("bpe", normalization_rule_name="nmt_nfkc")
    assert any(
        line.startswith("normalizer nmt_nfkc") for line in convert(artefact, load(artefact)).lost
    )


@pytest.mark.parametrize("kind", ["word", "char"])
def test_word_and_character_models_are_refused(train, kind):
    artefact = train(kind, byte_fallback=False)
    with pytest.raises(NoGguf, match="has no word or character models"):
        convert(artefact, load(artefact))


def test_ranks(slot, ranks, tmp_path):
    pattern = "'s|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|\\s+"
    artefact = ranks(pattern)
    vocabulary, llama = converted(artefact, tmp_path)
    assert vocabulary.merges == ("1 2", "h e", "l l", "he ll", "hell o")
    assert (len(vocabulary.tokens), vocabulary.tokens[300]) == (301, "<a>")
    for text, expected in zip(TEXTS, ids(slot, artefact, PLAIN), strict=True):
        assert llama.encode(text, PLAIN).ids == expected
    assert llama.encode("<a>", EncodeOptions(add_special=False)).ids == (300,)


def test_a_token_that_no_merge_makes_has_none():
    """tiktoken finds it all the same where it is a whole word."""
    assert list(merges({"a": 0, "b": 1, "c": 2, "abc": 3, "ab": 4})) == [
        ("abc", None),
        ("ab", "a b"),
    ]


def test_wordpiece(slot, tmp_path):
    pieces = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "hello", "world", "the", "##s", "fox"]
    pieces += [*"abcdefghijklmnopqrstuvwxyz1234,!():", *("##" + one for one in "abcdefghijklmnop")]
    path = tmp_path / "vocab.txt"
    path.write_text("\n".join(pieces) + "\n")
    artefact = Artefact("v", "vocab.txt", path, "")
    vocabulary, llama = converted(artefact, tmp_path)
    assert vocabulary.tokens[5:9] == ("\u2581hello", "\u2581world", "\u2581the", "s")
    assert vocabulary.flags == {"normalizer.lowercase": True, "normalizer.strip_accents": True}
    options = EncodeOptions(add_special=True, parse_special=True)
    for text, expected in zip(TEXTS, ids(slot, artefact, options), strict=True):
        assert llama.encode(text, options).ids == expected
    assert not any(line.startswith("words:") for line in vocabulary.lost)


def test_words_that_wordpiece_of_llama_cpp_cuts_otherwise_are_told(save):
    model = {"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##"}
    model |= {"max_input_chars_per_word": 100, "vocab": {"[UNK]": 0, "a": 1, "$": 2, "##$": 3}}
    document = {"version": "1.0", "added_tokens": [], "model": model}
    artefact = save(document | {"pre_tokenizer": {"type": "WhitespaceSplit"}})
    lost = convert(artefact, load(artefact)).lost
    assert "words: model bert cuts '$$' into ['$', '$'], not ['$$']" in lost


def test_nothing_is_half_written(train, tmp_path, monkeypatch):
    artefact = train("bpe")
    vocabulary = convert(artefact, load(artefact))
    folder = tmp_path / "target"
    folder.mkdir()

    def full(self):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(gguf.GGUFWriter, "write_kv_data_to_file", full)
    with pytest.raises(OSError, match="No space"):
        write_gguf(vocabulary, folder / "out.gguf", "m")
    assert list(folder.iterdir()) == []


def test_words_between_white_space(slot, save, tmp_path):
    vocab = {"<unk>": 0, "a": 1, "b": 2, "ab": 3, "aba": 4, "\u00e9": 5}
    model = {"type": "BPE", "unk_token": "<unk>", "vocab": vocab,
             "merges": [["a", "b"], ["ab", "a"]]}  # fmt: skip
    artefact = save(
        {"version": "1.0", "model": model, "pre_tokenizer": {"type": "WhitespaceSplit"}}
    )
    vocabulary, llama = converted(artefact, tmp_path)
    assert (vocabulary.model, vocabulary.pre) == ("whitespace", "whitespace")
    worker = slot.worker("huggingface_tokenizers")
    texts = ["abab", "a  ba\taba", "\u00e9ab \n", ""]
    found = worker.encode(worker.load(artefact), texts, PLAIN)
    for text, expected in zip(texts, found.observations(), strict=True):
        assert llama.encode(text, PLAIN).ids == expected.ids
    assert any(line.startswith("unknown characters") for line in vocabulary.lost)
