import json

import pytest
from tokenizers import Tokenizer, models

from tokparity.corpora.generators.gguf_vocabularies.document import GgufDocument


@pytest.fixture
def model(tmp_path):
    """A folder in which two files say that other ids end a reply."""
    folder = tmp_path / "model"
    folder.mkdir()
    tokenizer = Tokenizer(models.WordLevel({"a": 0, "<s>": 1, "</s>": 2, "<e>": 3}, "a"))
    tokenizer.save(str(folder / "tokenizer.json"))
    (folder / "special_tokens_map.json").write_text('{"eos_token": "</s>"}')
    (folder / "generation_config.json").write_text('{"eos_token_id": [2, 3]}')
    return folder


@pytest.fixture
def gguf(tmp_path):
    document = GgufDocument()
    document.add("general.architecture", "str", b"llama")
    document.add("model", "str", b"llama")
    pieces = (f"<0x{byte:02X}>".encode() for byte in range(256))
    document.add("tokens", "str", [*pieces, b"</s>"])
    document.add("eos_token_id", "u32", 256)
    path = tmp_path / "a.gguf"
    path.write_bytes(document.to_bytes())
    return path


def test_where_two_places_disagree(tokparity, model):
    code, out, err = tokparity("stops", str(model))
    assert (code, err) == (0, "1 shown, 1 with places that disagree\n")
    first, *_, agreed, apart = out.splitlines()
    assert first == f"{model}: 2 ids, 2 places: DISAGREE"
    assert (agreed.split(), apart.split()) == (
        ["2", "</s>", "yes", "yes"],
        ["!", "3", "<e>", "-", "yes"],
    )
    assert tokparity("stops", str(model), "--strict")[0] == 1


def test_strict_is_content_with_places_that_agree(tokparity, model):
    (model / "generation_config.json").write_text('{"eos_token_id": 2}')
    assert tokparity("stops", str(model), "--strict")[0] == 0


def test_as_json(tokparity, model, gguf):
    code, out, _ = tokparity("stops", str(model), str(gguf), "--json")
    one, two = map(json.loads, out.splitlines())
    assert (code, one["agrees"], two["agrees"]) == (0, False, True)
    assert one["disagreements"][0]["id"] == 3
    assert [place["ids"] for place in two["places"]] == [[256], [256]]


def test_files_of_one_model_together(tokparity, model, gguf):
    code, out, _ = tokparity("stops", str(model), str(gguf), "--together", "--strict")
    assert code == 1
    assert out.splitlines()[0] == f"{model} + {gguf}: 3 ids, 4 places: DISAGREE"


def test_what_cannot_be_read_is_told_and_the_others_are_shown(tokparity, model, tmp_path):
    other = tmp_path / "other"
    other.mkdir()
    (other / "tokenizer.json").write_bytes((model / "tokenizer.json").read_bytes())
    (other / "config.json").write_text('{"eos_token_id": "</s>"}')
    code, out, err = tokparity("stops", str(other), "none", str(model))
    assert (code, len(out.splitlines())) == (2, 6)
    first, second, counts = err.splitlines()
    assert first.startswith(f"not read: {other}: {other / 'config.json'}: eos_token_id: ")
    assert second.startswith("not read: none: none: neither a file nor a name")
    assert counts == "1 shown, 1 with places that disagree"


def test_a_glob_that_matches_nothing(tokparity):
    code, out, err = tokparity("stops", "nosuch*")
    assert (code, out) == (2, "")
    assert "no vocabulary is called 'nosuch*'" in err


def test_what_is_named_is_shown_even_where_nothing_is_declared(repository, tokparity):
    code, out, err = tokparity("stops", "on[e]")
    assert (code, out) == (0, "one: no place names a stop token\n")
    code, out, err = tokparity("stops")
    assert (code, out) == (0, "")
    assert err.endswith(" read, 0 shown, 0 with places that disagree\n")
