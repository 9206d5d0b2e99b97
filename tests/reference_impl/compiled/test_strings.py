from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tokparity.reference_impl.compiled import strings as module
from tokparity.reference_impl.compiled.blocks import Blocks, blocks_of
from tokparity.reference_impl.compiled.strings import Strings, Uncompiled, string_sections

KEY = b"k" * 32


def blocks_with(vocab: dict[str, int], path: Path, known: dict[str, int | None]) -> Blocks:
    said, sections = string_sections(vocab)
    path.write_bytes(blocks_of({"strings": said, "known": known}, sections, KEY))
    return Blocks(str(path), KEY)


pieces = st.lists(st.text(max_size=4) | st.sampled_from(["é", "é", "\0", "<s>"]), unique=True)


@given(pieces.filter(len), st.lists(st.text(max_size=4)), st.integers(0, 3))
def test_every_piece_has_its_id_and_no_other_has_one(tmp_path_factory, given, others, gap):
    vocab = {piece: at + at // 2 * gap % (2 * len(given)) for at, piece in enumerate(given)}
    if list(vocab.values()) != sorted(set(vocab.values())):
        vocab = {piece: at for at, piece in enumerate(given)}
    blocks = blocks_with(vocab, tmp_path_factory.mktemp("strings") / "file", {})
    strings = Strings(blocks)
    assert {piece: strings.id_of(piece) for piece in vocab} == vocab
    assert all(strings.id_of(text) == vocab.get(text) for text in [*others, "\ud800", ""])
    assert {number: strings.piece_of(number) for number in vocab.values()} == {
        number: piece for piece, number in vocab.items()
    }
    gaps = set(range(-1, max(vocab.values()) + 2)) - set(vocab.values())
    assert all(strings.piece_of(number) is None for number in gaps)
    assert list(module.whole_vocabulary(blocks).items()) == list(vocab.items())
    assert (strings.count, strings.longest) == (len(vocab), max(map(len, vocab)))


def test_pieces_of_one_hash(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "crc32", lambda data: 5)
    vocab = {chr(0x4E00 + at) * (at % 3 + 1): at for at in range(60)}
    strings = Strings(blocks_with(vocab, tmp_path / "file", {}))
    assert {piece: strings.id_of(piece) for piece in [*vocab, "x"]} == vocab | {"x": None}


def test_too_many_pieces_of_one_hash(monkeypatch):
    monkeypatch.setattr(module, "crc32", lambda data: 5)
    with pytest.raises(Uncompiled, match="hashes"):
        string_sections({chr(0x4E00 + at): at for at in range(65)})


@pytest.mark.parametrize(
    ("vocab", "reason"),
    [
        pytest.param({}, "order", id="no-piece"),
        pytest.param({"a": 1, "b": 0}, "order", id="another-order"),
        pytest.param({"a": 1, "b": 1}, "order", id="one-id-twice"),
        pytest.param({"a": 0, "b": 8}, "far apart", id="far-apart"),
        pytest.param({"a": -1}, "far apart", id="below-zero"),
    ],
)
def test_what_is_not_compiled(vocab, reason):
    with pytest.raises(Uncompiled, match=reason):
        string_sections(vocab)


def test_what_is_known_already_is_not_looked_up(tmp_path):
    known = module.known_ids({"a": 0, "bc": 1, "中": 2}, ["bc", "d"])
    assert known == {"a": 0, "bc": 1, "d": None}
    strings = Strings(blocks_with({"a": 0, "bc": 1, "中": 2, "d": 3}, tmp_path / "file", known))
    assert [strings.id_of(piece) for piece in ("a", "bc", "d", "中")] == [0, 1, None, 2]
