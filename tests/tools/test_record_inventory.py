"""Recording anew changes nothing, keeps what is not fetched, and names a label that is wrong."""

from dataclasses import replace
from pathlib import Path

import pytest

from tokparity.corpora.vocabs import catalogue
from tokparity.corpora.vocabs.cache import Cache
from tools import record_inventory


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    copy = tmp_path / "inventory.json"
    copy.write_bytes(record_inventory.PLACE.read_bytes())
    monkeypatch.setattr(record_inventory, "PLACE", copy)
    return copy


@pytest.mark.vocabulary
def test_recording_anew_changes_nothing(place: Path) -> None:
    before = place.read_bytes()
    assert record_inventory.main(["pix2tex"]) == 0
    assert place.read_bytes() == before


def test_what_is_not_fetched_stays(
    place: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    before = place.read_bytes()
    monkeypatch.setattr(record_inventory.Cache, "default", lambda: Cache(tmp_path))
    record_inventory.main(["pix2tex"])
    assert capsys.readouterr().err == "pix2tex: not fetched\n"
    assert place.read_bytes() == before


@pytest.mark.vocabulary
def test_a_wrong_label_is_named(
    place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (right,) = catalogue.find("pix2tex")
    wrong = replace(right, algorithm="Unigram")
    monkeypatch.setattr(record_inventory, "find", lambda glob: (wrong,))
    record_inventory.main(["pix2tex"])
    expected = "pix2tex: the manifest says 'Unigram', the file 'BPE byte-level'\n"
    assert capsys.readouterr().out == expected
