"""Which files of a folder a class reads, and what is refused."""

import base64

import pytest

from tokparity.reference_impl.formats.model_folder.reader import CLASSES

T5 = {"tokenizer_class": "T5Tokenizer"}


def ranks(*words):
    tokens = [*(bytes([byte]) for byte in range(256)), *words]
    return b"".join(base64.b64encode(each) + b" %d\n" % at for at, each in enumerate(tokens))


def added(token_id, content):
    token = {"content": content, "special": True, "normalized": False}
    return {"added_tokens_decoder": {str(token_id): token}}


@pytest.mark.parametrize("name", ["tiktoken__model", "tokenizer__model"])
@pytest.mark.parametrize(
    "config",
    [
        pytest.param({}, id="plain"),
        pytest.param(added(300, "<x>"), id="gaps"),
        pytest.param({**added(257, "<x>"), "extra_special_tokens": ["<y>", "<x>"]}, id="both"),
        pytest.param(added(3, "#"), id="inside"),
        pytest.param({"bos_token": "<s>", "add_bos_token": True}, id="bos"),
        pytest.param({"extra_special_tokens": ["<y>"]}, id="extra"),
    ],
)
def test_a_rank_file(folder, name, config):
    config = {"tokenizer_class": "PreTrainedTokenizerFast", **config}
    made = folder(config, **{name: ranks(b"ab", b" a", b"abc", b"12", b"aba")})
    assert not made.library_refuses()
    texts = ["ababc 1234", " a<x><y> <s>", "abaabab", "été 日本", "<|reserved_token_259|>"]
    assert made.differences(texts) == []


def test_a_rank_file_under_a_class_of_its_own(folder):
    made = folder({"tokenizer_class": "LlamaTokenizer"}, tokenizer__model=ranks())
    assert "which LlamaTokenizer is not followed with" in made.reason()


@pytest.mark.parametrize("name", ["CTRLTokenizer", "XLMTokenizer"])
def test_a_class_in_python(folder, name):
    made = folder({"tokenizer_class": name})
    assert f"the class {name}, which answers in Python alone is not followed" in made.reason()


def test_a_class_that_is_not_followed(folder):
    assert (
        "the class WhisperTokenizer is not followed"
        in folder({"tokenizer_class": "WhisperTokenizer"}).reason()
    )
    assert len(CLASSES) > 35


def test_a_folder_without_its_file_says_what_is_there(folder):
    made = folder(T5, vocab__txt="a\n")
    expected = "has no spiece.model, which its class reads; it holds tokenizer_config.json, vocab"
    assert expected in made.reason()


def test_a_folder_without_merges(folder, files_of):
    files = files_of("vocab.json", "BPE")
    del files["merges__txt"]
    made = folder({"tokenizer_class": "GPT2Tokenizer"}, **files)
    assert made.library_refuses()
    assert "has no merges.txt beside vocab.json" in made.reason()


def test_a_tokenizer_model_comes_first(folder, files_of):
    """It is read instead of the file that the class names."""
    (data,) = files_of("tokenizer.model", "Unigram").values()
    other = files_of("spiece.model", "Unigram")
    made = folder(T5, **other, tokenizer__model=data + b"")
    assert made.differences() == []


def test_two_that_come_first(folder, files_of):
    (data,) = files_of("tokenizer.model", "Unigram").values()
    made = folder(T5, tokenizer__model=data, tiktoken__model=ranks())
    assert "holds tiktoken.model and tokenizer.model: the library takes" in made.reason()


def test_tekken_json_is_a_file_of_its_own(folder):
    made = folder({"tokenizer_class": "LlamaTokenizer"}, tekken__json="{}")
    assert "name the file itself" in made.reason()


@pytest.mark.parametrize("forced", [False, True])
def test_a_bpe_is_cleaned_where_it_is_forced(folder, files_of, forced):
    long = "clean_up_tokenization_spaces_for_bpe_even_though_it_will_corrupt_output"
    config = {"tokenizer_class": "GPT2Tokenizer", "clean_up_tokenization_spaces": True}
    made = folder({**config, long: forced}, **files_of("vocab.json", "BPE"))
    assert made.differences(["a . b , c ! d n't 's", "I do not ."]) == []


def test_placeholders_of_a_bpe_get_their_names(folder, files_of):
    config = {"tokenizer_class": "PreTrainedTokenizerFast", **added(4, "<x>")}
    made = folder(config, **files_of("tokenizer.model", "BPE"))
    assert made.differences(["a<x>b", "<sep>a", "ab"]) == []


def test_placeholders_of_a_unigram_are_too_much_for_the_library(folder, files_of):
    config = {"tokenizer_class": "PreTrainedTokenizerFast", **added(4, "<x>")}
    made = folder(config, **files_of("tokenizer.model", "Unigram"))
    assert made.library_refuses()
    assert "fails over a Unigram" in made.reason()


def test_a_mistral_regex_is_not_mended(folder, files_of):
    """It would be over vocabularies of more than 100,000 pieces alone."""
    config = {"tokenizer_class": "GPT2Tokenizer", "fix_mistral_regex": True}
    made = folder(config, **files_of("vocab.json", "BPE"))
    assert made.differences() == []
