from array import array
from dataclasses import replace

import pytest

from tokparity.harness.compare.cells import SideSpec, golden_cell, parity_cell
from tokparity.harness.guidance.features import Features
from tokparity.harness.run.coverage import CoverageFile, Observations
from tokparity.harness.run.directory import COVERAGE
from tokparity.harness.shards.result import ShardResult


def shard(cell, number, asked, pieces=0, rules=()):
    return ShardResult(
        cell.name, number, case_digests=asked, features=Features(pieces, array("I", rules))
    )


@pytest.fixture
def results(cell):
    mine = cell()
    return [
        shard(mine, 0, b"11111111" + b"22222222", 0b11, (9,)),
        shard(mine, 1, b"22222222" + b"33333333", 0b110),
    ]


def test_survives_a_kill(tmp_path, results):
    coverage = CoverageFile.begin(tmp_path)
    for one in results:
        coverage.add(one)
    coverage.__exit__(KeyboardInterrupt, KeyboardInterrupt(), None)
    whole = (tmp_path / COVERAGE).read_bytes()
    bare = [ShardResult(one.cell, one.shard) for one in results]
    resumed, taken = CoverageFile.resume(tmp_path, bare)
    with resumed:
        kept = list(taken)
        assert [(one.case_digests, one.features) for one in kept] == [
            (one.case_digests, one.features) for one in results
        ]
        assert [path.name for path in tmp_path.glob("coverage*")] == [COVERAGE]
    assert (tmp_path / COVERAGE).read_bytes() == whole, "run.json is not written yet"


def test_a_kill_while_it_is_taken_up_loses_nothing(tmp_path, results, monkeypatch):
    with CoverageFile.begin(tmp_path) as coverage:
        for one in results:
            coverage.add(one)

    def killed(self, result):
        self.file.close()
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(CoverageFile, "add", killed)
        with pytest.raises(KeyboardInterrupt):
            list(CoverageFile.resume(tmp_path, results)[1])
    resumed, taken = CoverageFile.resume(tmp_path, results)
    kept = list(taken)
    resumed.file.close()
    assert len(kept) == len(results)


@pytest.mark.parametrize("cut", [1, 30, "flip"])
def test_a_shard_whose_frame_is_damaged_is_not_done(tmp_path, results, cut):
    coverage = CoverageFile.begin(tmp_path)
    for one in results:
        coverage.add(one)
    coverage.file.close()
    raw = (tmp_path / COVERAGE).read_bytes()
    damaged = raw[:-1] + bytes([raw[-1] ^ 1]) if cut == "flip" else raw[:-cut]
    (tmp_path / COVERAGE).write_bytes(damaged)
    bare = [ShardResult(one.cell, one.shard) for one in results]
    resumed, taken = CoverageFile.resume(tmp_path, bare)
    kept = list(taken)
    resumed.file.close()
    assert [(one.shard, one.case_digests) for one in kept] == [(0, results[0].case_digests)]


def test_without_the_file_nothing_is_done(tmp_path, results):
    resumed, kept = CoverageFile.resume(tmp_path, results)
    assert list(kept) == []
    resumed.file.close()


def test_frames_of_shards_that_the_journal_has_not_or_twice_are_left_out(tmp_path, results):
    with CoverageFile.begin(tmp_path) as coverage:
        for one in (results[1], *results, results[0]):
            coverage.add(one)
    bare = [ShardResult(one.cell, one.shard) for one in (results[0], results[1], results[1])]
    resumed, taken = CoverageFile.resume(tmp_path, bare)
    kept = list(taken)
    resumed.file.close()
    assert [one.shard for one in kept][:2] == [0, 1]
    assert [one.case_digests for one in kept[:2]] == [one.case_digests for one in results]


def rows_of(cells, results):
    seen = Observations.of(cells)
    for result in results:
        seen.add(result)
    return seen.rows()


def test_a_row_an_artefact(cell, results):
    mine = cell()
    (row,) = rows_of([mine], results)
    assert (row.name, row.model) == ("small", "small")
    assert (row.observations, row.distinct, row.epochs) == (4, 3, 2)
    assert (row.pieces, row.features) == (3, 4)


def test_a_pair_asks_both_and_cases_are_distinct_over_all_cells(cell, results):
    mine = cell()
    other = replace(mine.left.artefact, name="other", sha256="0" * 64)
    pair = parity_cell(mine.left.artefact, other, "small")
    both = [*results, shard(pair, 0, b"33333333" + b"44444444")]
    rows = {row.name: row for row in rows_of([mine, pair], both)}
    assert (rows["small"].observations, rows["small"].distinct) == (6, 4)
    assert (rows["other"].observations, rows["other"].distinct) == (2, 2)
    assert rows["other"].epochs == 0


def test_recorded_answers_are_no_observations(cell):
    mine = golden_cell(cell().left.artefact, "small")
    assert isinstance(mine.right, SideSpec)
    (row,) = rows_of([mine], [shard(mine, 0, b"")])
    assert (row.observations, row.epochs) == (0, 0)
