"""The table is made of findings on real files; here on a small one."""

import hashlib
import json
from dataclasses import replace

import pytest

from evaluation.tables.shrinking import ShrinkRow, cell_of, first, line, replay, summary
from tokparity.harness.compare.cells import fidelity_cell
from tokparity.harness.reduction.finding import shrink_finding
from tokparity.harness.shards.slot import Slot
from tokparity.reference_impl.contract import Artefact, DecodeCase
from tokparity.reports.records.engine import REFERENCE, FaultyReference


@pytest.fixture(scope="module")
def slot():
    with Slot() as shared:
        yield shared


@pytest.fixture
def cell(tmp_path):
    letters = "abcde"
    pieces = ["u", *letters, *(f"##{one}" for one in letters)]
    pieces += [one + other for one in letters for other in letters]
    vocab = {piece: at for at, piece in enumerate(pieces)}
    model = {"type": "WordPiece", "unk_token": "u", "vocab": vocab}
    model |= {"continuing_subword_prefix": "##", "max_input_chars_per_word": 100}
    stages = ("truncation", "padding", "normalizer", "pre_tokenizer", "post_processor", "decoder")
    data = {"version": "1.0", "added_tokens": [], **dict.fromkeys(stages), "model": model}
    content = json.dumps(data).encode()
    path = tmp_path / "made.json"
    path.write_bytes(content)
    sha256 = hashlib.sha256(content).hexdigest()
    artefact = Artefact("made", "tokenizer.json", path, sha256)
    return fidelity_cell(artefact, "m", FaultyReference("shortest-piece-first"))


def test_a_row(slot, cell, tmp_path):
    raw = first(slot, cell, 2048)
    shrunk = shrink_finding(slot, cell, raw)
    shown = ShrinkRow("made:shortest-piece-first", shrunk, replay(slot, cell, shrunk, tmp_path))
    assert shown.size == len(shrunk.case.text) == 2
    name, characters, before, left, *_ = line(shown).split()
    assert (name, characters, before) == ("made:shortest-piece-first", "2", "36")
    assert int(left) <= 4
    longer = replace(shown, name="made:no-word-limit")
    assert "characters: median 2, worst 2" in summary([shown, longer])
    assert line(longer).endswith("by length")
    decoded = replace(shrunk.found.sighting, case=DecodeCase((1, 2, 3)))
    with_ids = replace(shrunk, found=replace(shrunk.found, sighting=decoded))
    assert ShrinkRow("made:specials-kept", with_ids, None).size == 3


def test_no_finding(slot, cell):
    honest = replace(cell, left=replace(cell.left, engine=REFERENCE))
    assert first(slot, honest, 512) is None


def test_an_unknown_fault_model_is_named():
    with pytest.raises(SystemExit, match="'no-such'"):
        cell_of("qwen3:no-such")
