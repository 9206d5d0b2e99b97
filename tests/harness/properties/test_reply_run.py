"""Replies of one artefact: counted, compared with the library, bounded; what is wrong is shown."""

from functools import partial
from pathlib import Path

import pytest

from tokparity.harness.compare.cells import fidelity_cell
from tokparity.harness.properties import reply_run
from tokparity.harness.properties.reply_run import ReplyBounds, ReplyRow, ask_replies
from tokparity.reference_impl.contract import Artefact
from tokparity.reference_impl.streaming.byte_buffer import ByteBuffer
from tokparity.reference_impl.streaming.decode_stream import DecodeStream
from tokparity.reference_impl.streaming.naive import EachAlone
from tokparity.reference_impl.streaming.ways import WAYS
from tokparity.reports.records.engine import StreamWay

FEW = ReplyBounds(40, 60.0)


@pytest.fixture(autouse=True)
def small_blocks(monkeypatch):
    monkeypatch.setattr(reply_run, "BLOCK", 16)


def test_a_fixed_number_of_replies(slot, artefact):
    row = ask_replies(slot, artefact, FEW, 0)
    assert (row.replies, row.by_bytes, row.by_last_tokens, row.examples) == (40, 0, 0, ())
    assert (row.compared, row.diverged, row.wrong, row.failed) == (40, 0, 0, "")
    assert row.tokens > 40
    again = ask_replies(slot, artefact, FEW, 0)
    assert (again.replies, again.tokens) == (row.replies, row.tokens)
    assert ask_replies(slot, artefact, FEW, 1).tokens != row.tokens


@pytest.mark.parametrize(
    ("way", "faulty", "column"),
    [
        ("byte_buffer", EachAlone, "by_bytes"),
        ("window_diff", EachAlone, "by_last_tokens"),
    ],
)
def test_a_broken_law_is_counted_and_made_small(slot, artefact, monkeypatch, way, faulty, column):
    monkeypatch.setitem(WAYS, way, faulty)
    row = ask_replies(slot, artefact, FEW, 0)
    assert row.wrong >= getattr(row, column) > 0
    [example] = [one for one in row.examples if f"{way} gives" in one]
    assert len(example.partition(":")[0].split()) <= 9


def test_another_stream_than_the_librarys_is_counted_and_named(slot, artefact, monkeypatch):
    class Late(DecodeStream):
        held = ""

        def push(self, token_id):
            earlier, self.held = self.held, super().push(token_id)
            return earlier

    monkeypatch.setitem(WAYS, "faulty", Late)
    monkeypatch.setattr(
        reply_run, "fidelity_cell", partial(fidelity_cell, left=StreamWay("faulty"))
    )
    row = ask_replies(slot, artefact, FEW, 0)
    assert (row.by_bytes, row.compared) == (0, 40)
    assert row.diverged > 0
    assert row.examples


def test_a_library_that_streams_nothing_is_not_asked(slot, ranks):
    row = ask_replies(slot, ranks(), FEW, 0)
    assert (row.replies, row.by_bytes, row.compared, row.diverged) == (40, 0, None, None)


def test_no_time_is_no_replies(slot, artefact):
    assert ask_replies(slot, artefact, ReplyBounds(40, 0.0), 0).replies == 0


def test_a_bad_file_is_a_row(slot, tmp_path):
    path = tmp_path / "bad.json"
    path.write_text("{")
    row = ask_replies(slot, Artefact("bad", "tokenizer.json", Path(path), "0" * 64), FEW, 0)
    assert row == ReplyRow("bad", "tokenizer.json", failed=row.failed)
    assert "bad.json" in row.failed


def test_the_laws_are_of_the_honest_ways():
    assert (WAYS["byte_buffer"], WAYS["decode_stream"]) == (ByteBuffer, DecodeStream)
