import io
import sys


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


def test_skip_special(repository, tokparity, document):
    special = str(document["added_tokens"][0]["id"])
    assert tokparity("decode", "one", special)[1] == "<|end|>\n"
    assert tokparity("decode", "one", special, "--skip-special")[1] == "\n"
