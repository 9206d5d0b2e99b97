import random
from array import array
from pathlib import Path

import pytest

from tokparity.reference_impl.compiled import blocks as module
from tokparity.reference_impl.compiled.blocks import BLOCK, Blocks, Bytes, Damaged, Numbers

KEY = b"k" * 32
NUMBERS = array("I", range(1, 1501))
TEXT = bytes(random.Random(0).randrange(256) for _ in range(5000))
SECTIONS = {"numbers": NUMBERS.tobytes(), "none": b"", "text": TEXT}


@pytest.fixture
def written(tmp_path: Path) -> Path:
    path = tmp_path / "file"
    path.write_bytes(module.blocks_of({"said": {"é": 1.1}}, SECTIONS, KEY))
    return path


def everything(path: Path, key: bytes = KEY) -> tuple[object, ...]:
    blocks = Blocks(str(path), key)
    sections = [blocks.read(name) for name in SECTIONS]
    return (blocks.directory["said"], *sections)


def test_what_was_written_is_read(written):
    assert everything(written) == ({"é": 1.1}, *SECTIONS.values())


def test_numbers_and_bytes_by_place(written):
    blocks = Blocks(str(written), KEY)
    numbers, text = Numbers(blocks, "numbers", "I"), Bytes(blocks, "text")
    assert [numbers[at] for at in range(len(numbers))] == NUMBERS.tolist()
    for start, end in ((0, 0), (1, 2), (BLOCK - 1, BLOCK + 1), (3, 4097), (4999, 5000), (0, 5000)):
        assert text.read(start, end) == TEXT[start:end]


@pytest.mark.parametrize("at", [-1, 1500, 1 << 40])
def test_there_is_no_number_outside(written, at):
    with pytest.raises(IndexError):
        Numbers(Blocks(str(written), KEY), "numbers", "I")[at]


@pytest.mark.parametrize(("start", "end"), [(-1, 2), (4999, 5001), (3, 2)])
def test_there_are_no_bytes_outside(written, start, end):
    with pytest.raises(Damaged):
        Bytes(Blocks(str(written), KEY), "text").read(start, end)


def test_any_byte_that_is_changed_is_noticed(written):
    """All bytes of the head, and many of the blocks."""
    good = written.read_bytes()
    for at in [*range(BLOCK), *range(BLOCK, len(good), 97)]:
        data = bytearray(good)
        data[at] ^= 1 << at % 8
        written.write_bytes(data)
        try:
            same = everything(written) == ({"é": 1.1}, *SECTIONS.values())
        except Damaged:
            continue
        assert same, f"byte {at}"
        assert good[at] == 0, f"byte {at}"  # between the head and the first block


@pytest.mark.parametrize("size", [0, 7, 39, 40, 200, 1024, 3000, 9999])
def test_a_file_that_is_cut_off_is_noticed(written, size):
    written.write_bytes(written.read_bytes()[:size])
    with pytest.raises(Damaged):
        everything(written)


def test_a_file_that_is_cut_off_while_it_is_mapped(written):
    """To read there would end the process."""
    blocks = Blocks(str(written), KEY)
    with written.open("r+b") as file:
        file.truncate(BLOCK)
    with pytest.raises(Damaged):
        blocks.read("text")


def test_a_file_with_another_key_is_none(written):
    with pytest.raises(Damaged):
        everything(written, b"x" * 32)


def test_a_file_with_more_behind_it_is_none(written):
    written.write_bytes(written.read_bytes() + b"\0" * BLOCK)
    with pytest.raises(Damaged):
        everything(written)


def test_two_blocks_that_are_exchanged_are_noticed(written):
    data = written.read_bytes()
    written.write_bytes(data[: -2 * BLOCK] + data[-BLOCK:] + data[-2 * BLOCK : -BLOCK])
    with pytest.raises(Damaged):
        everything(written)


@pytest.mark.parametrize("change", ["FORMAT", "_ORDER"])
def test_another_format_is_not_read(written, monkeypatch, change):
    monkeypatch.setattr(module, change, 7)
    with pytest.raises(Damaged):
        everything(written)


def test_a_section_that_is_not_there(written):
    with pytest.raises(Damaged):
        Blocks(str(written), KEY).read("other")


def test_no_file(tmp_path):
    with pytest.raises(OSError, match="No such file"):
        Blocks(str(tmp_path / "none"), KEY)
