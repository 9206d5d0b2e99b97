import io
import sys

import pytest
import sentencepiece
from fake_subject import BYTES
from harness_fixtures import file, save
from subject_fixtures import fake, spec_of

__all__ = ["fake", "file", "save"]


def stdin(monkeypatch, content):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))


def test_the_text_may_come_from_stdin(repository, tokparity, monkeypatch):
    stdin(monkeypatch, b"hello")
    assert tokparity("encode", "one")[:2] == tokparity("encode", "one", "hello")[:2]
    stdin(monkeypatch, b"a\xff")
    code, out, err = tokparity("encode", "one")
    assert (code, out, err.count("\n")) == (2, "", 1)


def test_what_an_oracle_cannot_do_is_one_line(repository, tokparity):
    code, out, err = tokparity("encode", "one", "hello", "--oracle", "openai_tiktoken")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "openai_tiktoken" in err


@pytest.mark.parametrize("command", [("encode", "one", "a"), ("decode", "one", "1")])
def test_a_format_that_the_library_does_not_read_is_said(repository, tokparity, command):
    code, out, err = tokparity(*command, "--oracle", "huggingface_bert_legacy")
    assert (code, out) == (2, "")
    assert err == "tokparity: one: is tokenizer.json; huggingface_bert_legacy reads vocab.txt\n"


def test_the_library_decodes_too(repository, tokparity):
    ids = tokparity("encode", "one", "hello")[1].split()
    assert tokparity("decode", "one", *ids, "--oracle", "huggingface_tokenizers")[1] == "hello\n"
    # no token has that id: the library leaves it out, the reference says so
    assert tokparity("decode", "one", 9999, "--oracle", "huggingface_tokenizers")[:2] == (0, "\n")
    assert tokparity("decode", "one", 9999)[0] == 2
    assert tokparity("decode", "one", "")[:2] == (0, "\n")
    assert tokparity("decode", "one", " ".join(ids))[1] == "hello\n"


def test_what_a_library_cannot_express_is_left_out_and_said(tokparity, model):
    library = sentencepiece.SentencePieceProcessor(model_file=str(model))
    ids = [*map(str, library.encode("hello", add_bos=True, add_eos=True))]
    oracle = ("--oracle", "google_sentencepiece")
    said = "note: google_sentencepiece cannot be asked without --no-parse-special: "
    code, out, err = tokparity("encode", model, "hello", *oracle)
    assert (code, out.split()) == (0, ids)
    assert err == said + "as if it were given\n"
    assert tokparity("encode", model, "hello", *oracle, "--no-parse-special")[1:] == (out, "")
    code, out, err = tokparity("decode", model, *ids, *oracle)
    assert (code, out) == (0, "hello\n")
    assert "--skip-special" in err
    code, out, err = tokparity("decode", model, *ids, *oracle, "--remove-special")
    assert (code, out) == (2, "")
    assert "cannot express skip_special=False, remove_special=True" in err


def test_skip_special(repository, tokparity, document):
    special = str(document["added_tokens"][0]["id"])
    assert tokparity("decode", "one", special)[1] == "<|end|>\n"
    assert tokparity("decode", "one", special, "--skip-special")[1] == "\n"


@pytest.fixture
def subject(fake):
    return spec_of(fake("DropsLast"))


def test_an_implementation_under_test_is_asked(tokparity, save, subject):
    path = str(save(BYTES, "bytes").path)
    assert tokparity("encode", path, "abc", "--no-parse-special")[1] == "256 97 98 99\n"
    plain = ("--no-parse-special", "--no-add-special", "--subject", subject)
    assert tokparity("encode", path, "abc", *plain) == (0, "97 98\n", "")
    assert tokparity("decode", path, 97, 98, "--subject", subject) == (0, "ab\n", "")
    code, out, err = tokparity("encode", path, "abc", "--subject", subject)
    assert (code, out) == (2, "")
    assert "cannot express" in err


def test_an_oracle_or_an_implementation(tokparity, save, subject):
    path = str(save(BYTES, "bytes").path)
    both = ("--subject", subject, "--oracle", "hf")
    code, _, err = tokparity("encode", path, "a", *both)
    assert code == 2
    assert "give one of them" in err
