from pathlib import Path

import pytest

from tokparity.reference_impl.compiled import tables as module
from tokparity.reference_impl.compiled.blocks import BLOCK, Blocks, blocks_of
from tokparity.reference_impl.compiled.pairs import pair_sections
from tokparity.reference_impl.compiled.strings import string_sections
from tokparity.reference_impl.compiled.tables import Tables, Whole, whole_of

KEY = b"k" * 32
VOCAB = {chr(0x4E00 + at) * (1 + at % 7): at for at in range(500)}
MERGES = {at * 977 << 32 | at: at for at in range(300)}
WHOLE = whole_of(VOCAB, MERGES, list(range(100, 400)))


def tables_with(path: Path, reread: object = None) -> Tables:
    said, sections = string_sections(VOCAB)
    sections |= pair_sections(MERGES, WHOLE.products)
    path.write_bytes(blocks_of({"strings": said, "known": {}}, sections, KEY))
    return Tables(Blocks(str(path), KEY), reread or (lambda: pytest.fail("was read again")))


def same(tables: Tables | Whole) -> bool:
    """Entry by entry, and some that are none."""
    for name in ("vocab", "pieces", "merges"):
        mine, theirs = getattr(tables, name), getattr(WHOLE, name)
        for key in theirs:
            if mine[key] != theirs[key] or mine.get(key) != theirs[key] or key not in mine:
                return False
        for key in ("no" if name == "vocab" else 977, -1, 1 << 50)[: 1 if name == "vocab" else 3]:
            if mine.get(key, "none") != "none" or key in mine or len(mine) != len(theirs):
                return False
    return all(tables.products[at] == product for at, product in enumerate(WHOLE.products))


def test_every_look_up_is_as_of_dictionaries(tmp_path):
    tables = tables_with(tmp_path / "file")
    assert same(tables)
    assert not tables.is_whole


@pytest.mark.parametrize(
    "every",
    [
        pytest.param(lambda tables: list(tables.vocab), id="pieces"),
        pytest.param(lambda tables: tables.vocab.values(), id="ids"),
        pytest.param(lambda tables: tables.pieces.items(), id="ids-and-pieces"),
        pytest.param(lambda tables: max(tables.pieces), id="last-id"),
        pytest.param(lambda tables: tables.merges.keys(), id="pairs"),
        pytest.param(lambda tables: list(tables.products), id="products"),
        pytest.param(lambda tables: tables.vocab == {}, id="comparison"),
    ],
)
def test_all_is_read_where_all_is_wanted(tmp_path, every):
    tables = tables_with(tmp_path / "file")
    installed: list[Whole] = []
    tables.install = installed.append
    every(tables)
    assert installed == [WHOLE]
    for mine, theirs in zip(installed[0], WHOLE, strict=True):
        assert list(mine) == list(theirs)  # in one order
    assert same(tables)
    assert same(tables.now)
    assert tables.vocab == VOCAB


def test_all_is_read_after_many_look_ups(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "ENOUGH", 10)
    tables = tables_with(tmp_path / "file")
    for at in range(11):
        assert tables.is_whole == (at > 10)
        tables.vocab.get("no")
    assert tables.is_whole
    assert same(tables)
    get = tables.vocab.get
    assert get == tables.whole.vocab.get  # the dictionary's own: as quick as that


def test_with_others(tmp_path):
    others = {3: "three", 700: "seven"}
    expected = {**WHOLE.pieces, **others}
    pieces = tables_with(tmp_path / "file").pieces.with_others(others)
    assert {number: pieces.get(number) for number in [*expected, 600]} == expected | {600: None}
    assert len(pieces) == 501
    assert list(pieces.items()) == list(expected.items())
    assert {number: pieces[number] for number in expected} == expected


def test_of_a_damaged_file_no_answer_is_given(tmp_path):
    """Whichever block is damaged the source is read again, once; some are never looked at."""
    good = tables_with(tmp_path / "file") and (tmp_path / "file").read_bytes()
    again = 0
    for at in range(BLOCK, len(good), BLOCK):
        calls: list[int] = []
        tables = tables_with(tmp_path / "file", lambda calls=calls: calls.append(1) or WHOLE)
        data = bytearray(good)
        data[at + 100] ^= 255
        (tmp_path / "file").write_bytes(data)
        assert same(tables)
        assert same(tables.whole)
        assert len(calls) <= 1
        again += len(calls)
    assert again > 15


def test_a_file_that_is_cut_off_meanwhile(tmp_path):
    tables = tables_with(tmp_path / "file", lambda: WHOLE)
    with (tmp_path / "file").open("r+b") as file:
        file.truncate(2 * BLOCK)
    assert same(tables)
    assert tables.is_whole


def test_an_answer_that_cannot_be_is_none(tmp_path):
    """A file with the right digests, and nonsense in it: it could only be a fault of ours."""
    said, sections = string_sections(VOCAB)
    sections |= pair_sections(MERGES, WHOLE.products)
    for name in list(sections):
        nonsense = {**sections, name: b"\xff" * len(sections[name])}
        path = tmp_path / name
        path.write_bytes(blocks_of({"strings": said, "known": {}}, nonsense, KEY))
        tables = Tables(Blocks(str(path), KEY), lambda: WHOLE)
        assert set(map(type, (tables.vocab.get(piece, 0) for piece in VOCAB))) == {int}, name
