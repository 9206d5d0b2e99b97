"""`check --as`: the verdict comes last, and is the exit code."""

import json

import pytest


@pytest.fixture
def models(tmp_path, document):
    """One model, and what tuning made of it."""

    def write(name, vocab_size, added=(), stop=None):
        folder = tmp_path / name
        folder.mkdir()
        tokens = [*document["added_tokens"], *added]
        (folder / "tokenizer.json").write_text(json.dumps(document | {"added_tokens": tokens}))
        (folder / "config.json").write_text(json.dumps({"vocab_size": vocab_size}))
        return str(folder / "tokenizer.json")

    def token(at, content):
        flags = dict.fromkeys(["single_word", "lstrip", "rstrip", "normalized"], False)
        return {"id": at, "content": content, "special": True, **flags}

    first = 1 + max(token["id"] for token in document["added_tokens"])
    return (
        write("base", first),
        write("tuned", first + 1, [token(first, "<tool>")]),
        write("unfit", first, [token(first, "<tool>")]),
        first,
    )


FEW = ("--cases", "60", "--sweep", "none", "--replies", "2")


def test_what_tuning_added_fits_where_it_has_rows(tokparity, models):
    base, tuned, unfit, first = models
    code, out, err = tokparity("check", tuned, "--against", base, "--as", "base", *FEW)
    assert code == 0, err
    said = f"{tuned} keeps the tokenizer of {base}; to know: new tokens, embedding rows"
    assert out.splitlines()[-1] == said
    assert f"to know: new tokens: 1: {first} '<tool>'" in err
    code, out, err = tokparity("check", unfit, "--against", base, "--as", "base", "--json", *FEW)
    assert code == 1
    found = [json.loads(line) for line in out.splitlines()]
    (judged,) = [line["compatibility"] for line in found if "compatibility" in line]
    assert judged["fits"] is False
    assert f"id {first} needs {first + 1:,}" in judged["sentence"]
    assert judged["sentence"] == err.splitlines()[-1]


def test_a_draft_may_have_fewer_tokens_and_not_more(tokparity, models):
    base, tuned, *_ = models
    code, out, _ = tokparity("check", base, "--against", tuned, "--as", "draft", *FEW)
    assert (code, out.splitlines()[-1].split("; ")[0]) == (0, f"{base} can draft for {tuned}")
    code, out, _ = tokparity("check", tuned, "--against", base, "--as", "draft", *FEW)
    assert (code, out.splitlines()[-1].split(": ")[0]) == (1, f"{tuned} cannot draft for {base}")


def test_the_other_is_to_be_named(tokparity, models):
    code, _, err = tokparity("check", models[0], "--as", "draft")
    assert code == 2
    assert "--against" in err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--with", "tokenizers"), "is not PACKAGE==VERSION"),
        (("--with", "tokenizers==0.21.4", "--subject", "lib:kitoken"), "exclude each other"),
        (("--with", "none-such==1.0"), "lib:none-such@1.0: there is none"),
    ],
)
def test_a_release_is_a_package_and_a_version(tokparity, models, words, said):
    code, _, err = tokparity("check", models[0], *words)
    assert code == 2
    assert said in err
