"""What is odd in what tokenizers 0.23.3 reads, and where the reference is stricter."""

import json

import pytest
from tokenizers import Tokenizer as LibraryTokenizer

from tokparity.reference_impl.contract import Artefact, DecodeOptions
from tokparity.reference_impl.errors import BadArtefact, Undetermined, Unsupported
from tokparity.reference_impl.formats import load

LETTERS = {"type": "BPE", "vocab": {"a": 0, "b": 1}, "merges": []}


def test_a_field_that_nobody_knows_is_ignored_but_at_the_top(tmp_path):
    path = tmp_path / "tokenizer.json"
    document = {"version": "1.0", "model": LETTERS, "normalizer": {"type": "NFC", "extra": 1}}
    path.write_text(json.dumps(document))
    assert LibraryTokenizer.from_file(str(path)).encode("a").ids == [0]
    assert load(Artefact("quirk", "tokenizer.json", path, "")).ignored == ("normalizer.extra",)
    path.write_text(json.dumps(document | {"extra": 1}))
    with pytest.raises(Exception, match="expected `,` or `}`"):
        LibraryTokenizer.from_file(str(path))
    with pytest.raises(BadArtefact, match="extra: is no field"):
        load(Artefact("quirk", "tokenizer.json", path, ""))


def test_of_two_tokens_of_equal_content_the_flags_of_the_later_count(tmp_path):
    """But a special one stays special when the later is not: two lists, filled one by one."""
    flags = dict.fromkeys(("single_word", "lstrip", "rstrip", "normalized", "special"), False)
    token = {"content": "<y>"} | flags
    tokens = [token | {"id": 2, "special": True}, token | {"id": 3, "lstrip": True}]
    document = {"version": "1.0", "model": LETTERS, "added_tokens": tokens}
    path = tmp_path / "tokenizer.json"
    path.write_text(json.dumps(document))
    native = LibraryTokenizer.from_file(str(path))
    ours = load(Artefact("quirk", "tokenizer.json", path, ""))
    assert native.encode("a <y>").offsets == [(0, 1), (1, 5)]
    assert ours.encode("a <y>").offsets == ((0, 1), (1, 5))
    assert native.decode([2]) == ours.decode((2,), DecodeOptions(skip_special=True)).value == ""


def test_an_id_that_two_pieces_have_gives_one_of_them_by_chance(tmp_path):
    vocab = {f"{letter}{digit}": digit for letter in "ab" for digit in range(40)}
    path = tmp_path / "tokenizer.json"
    model = {"type": "WordLevel", "vocab": vocab, "unk_token": "a0"}
    path.write_text(json.dumps({"version": "1.0", "model": model}))
    decoded = {LibraryTokenizer.from_file(str(path)).decode(list(range(40))) for _ in range(9)}
    assert len(decoded) > 1
    ours = load(Artefact("quirk", "tokenizer.json", path, ""))
    assert (ours.encode("a7").ids, ours.encode("b7").ids) == ((7,), (7,))
    with pytest.raises(Undetermined):
        ours.decode((7,))


def test_two_tokens_that_become_one_by_normalizing_are_refused_here(tmp_path):
    """Which of the two the library finds is a matter of chance: a map without order."""
    flags = dict.fromkeys(("single_word", "lstrip", "rstrip", "special"), False)
    tokens = [
        {"id": 2 + at, "content": content, "normalized": True} | flags
        for at, content in enumerate(("<Y>", "<y>"))
    ]
    document = {"version": "1.0", "model": LETTERS, "normalizer": {"type": "Lowercase"}}
    path = tmp_path / "tokenizer.json"
    path.write_text(json.dumps(document | {"added_tokens": tokens}))
    found = {LibraryTokenizer.from_file(str(path)).encode("<y>").ids[0] for _ in range(50)}
    assert found <= {2, 3}
    with pytest.raises(Unsupported, match="the same once normalized"):
        load(Artefact("quirk", "tokenizer.json", path, ""))


def _saved(tmp_path, normalizer, vocab, contents):
    flags = dict.fromkeys(("single_word", "lstrip", "rstrip", "special"), False)
    tokens = [
        {"id": 20 + at, "content": content, "normalized": True} | flags
        for at, content in enumerate(contents)
    ]
    model = {"type": "BPE", "vocab": vocab, "merges": []}
    document = {"version": "1.0", "model": model, "normalizer": normalizer}
    path = tmp_path / "tokenizer.json"
    path.write_text(json.dumps(document | {"added_tokens": tokens}))
    return path


def test_a_token_that_is_nothing_once_normalized_is_found_at_every_byte_and_refused_here(
    tmp_path,
):
    """For ever, and with all the memory there is: "aab", where "ab" is an added token too."""
    away = {"type": "Replace", "pattern": {"String": "x"}, "content": ""}
    path = _saved(tmp_path, away, {"a": 0, "b": 1}, ["x"])
    with pytest.raises(BaseException, match="bad split"):
        LibraryTokenizer.from_file(str(path)).encode("é")
    with pytest.raises(Unsupported, match="nothing once normalized"):
        load(Artefact("quirk", "tokenizer.json", path, ""))


def test_a_token_that_is_looked_for_as_another_of_its_id_is_refused_here(tmp_path):
    path = _saved(tmp_path, {"type": "Lowercase"}, {"a": 0, "b": 1, "B": 3}, ["B", "<y>"])
    library = LibraryTokenizer.from_file(str(path))
    assert (library.encode("ab").ids, library.encode("<y>").ids) == ([0, 3], [])
    with pytest.raises(Unsupported, match="is looked for as that"):
        load(Artefact("quirk", "tokenizer.json", path, ""))
