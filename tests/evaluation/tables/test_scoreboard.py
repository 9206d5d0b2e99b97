"""The page of a run of implementations under test."""

from dataclasses import dataclass

import pytest

from evaluation.tables import scoreboard
from tokparity.harness.compare.sides import EncodeBatch, ReferenceSide
from tokparity.reference_impl.batches import Encodings
from tokparity.reference_impl.contract import Encoding, Refusal
from tokparity.reports.records.run_info import Pair, Skipped


@pytest.fixture
def board(make_run, make_cell):
    asked = {"question": "parity", "left": "huggingface_tokenizers", "right": "lib:kitoken"}
    cells = [
        make_cell("Qwen3", "qwen3", **asked, compared=10, agreed=9, diverged=1),
        make_cell("Yi", "yi", **asked, compared=2, agreed=0, refused=2),
    ]
    return make_run(
        [],
        cells,
        [],
        pairs=(Pair("parity", asked["left"], asked["right"]),),
        skipped=(
            Skipped("lib:blingfire", "no wheel"),
            Skipped("minilm huggingface_tokenizers~lib:kitoken", "it does not load it"),
        ),
        oracles={"huggingface_tokenizers": "0.23.3", "lib:kitoken": "0.11.1"},
    )


def test_a_page_says_who_was_equal_and_who_was_not_asked(board, tmp_path):
    page = tmp_path / "scoreboard.md"
    assert scoreboard.main([str(board), "--page", str(page), "--no-speed"]) == 0
    text = page.read_text()
    assert "| kitoken | 0.11.1 | Rust | 1 | 1 | 1 | 10 | 90.0 |" in text
    assert "- nothing compared: yi\n" in text
    assert "lib:blingfire: no wheel" in text
    assert "not loaded: minilm: `it does not load it`" in text
    assert "MB a second" not in text


def test_speeds_are_a_column(board, monkeypatch, tmp_path):
    page = tmp_path / "scoreboard.md"
    monkeypatch.setattr(scoreboard, "speeds_of", lambda _: {"lib:kitoken": 2.25})
    assert scoreboard.main([str(board), "--page", str(page)]) == 0
    assert "| 2.2 |" in page.read_text()


def test_a_run_without_an_implementation_is_refused(clean_run, capsys):
    assert scoreboard.main([str(clean_run)]) == 2
    assert "no implementation was under test" in capsys.readouterr().err
    assert scoreboard.main([str(clean_run / "nowhere")]) == 2


def test_speed_is_that_of_the_texts(reference_side):
    @dataclass
    class Counted:
        batches: int = 0

        def submit(self, batch: EncodeBatch):
            self.batches += 1
            return reference_side.submit(batch)

    side = Counted()
    assert scoreboard.speed_of(side) > 0
    assert side.batches == scoreboard.ROUNDS


@pytest.mark.parametrize(
    ("refused", "share"),
    [
        pytest.param((), 1.0, id="none"),
        pytest.param((1, 2), 1 / 3, id="the-later-ones"),
        pytest.param((0,), 2 / 3, id="the-first"),
        pytest.param((0, 1, 2), None, id="all"),
    ],
)
def test_what_is_refused_is_not_encoded(refused, share, monkeypatch):
    """Three texts of one size, a second a batch."""
    monkeypatch.setattr(scoreboard, "LINES", ("a" * 5_000, "b" * 5_000, "c" * 5_000))
    clock = iter(range(100))
    monkeypatch.setattr(scoreboard.time, "perf_counter", lambda: next(clock))

    class Refusing:
        def submit(self, batch):
            self.answers = Encodings(offsets=None)
            for at, _ in enumerate(batch.texts):
                if at % 3 in refused:
                    self.answers.refuse(Refusal("error", "too long"))
                else:
                    self.answers.add(Encoding((1,)))
            return self

        def result(self):
            return self.answers

    whole = 5_000 * 8 * scoreboard.LINES_ASKED / 1e6
    assert scoreboard.speed_of(Refusing()) == (
        None if share is None else pytest.approx(whole * share)
    )


@pytest.fixture
def reference_side(slot, artefact):
    return ReferenceSide(slot.tokenizer(artefact))
