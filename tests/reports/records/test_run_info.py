import json
from dataclasses import replace

import pytest

from tokparity.reports.records.errors import BadRecord, NotARun
from tokparity.reports.records.run_info import (
    Observed,
    read_run_info,
    run_info_from_json,
    run_info_to_json,
    write_run_info,
)


def test_survives_its_file_with_fields_of_a_newer_writer(sample_run):
    info = replace(read_run_info(sample_run), extra={"machine": {"cores": 2}})
    write_run_info(sample_run, info)
    assert read_run_info(sample_run) == info
    assert json.loads((sample_run / "run.json").read_text())["machine"] == {"cores": 2}


def test_times_are_in_a_file_of_their_own(sample_run):
    info = read_run_info(sample_run)
    write_run_info(sample_run, info)
    before = (sample_run / "run.json").read_bytes()
    slower = replace(info, jobs=9, started="2031-01-01T00:00:00+00:00", seconds=9.5, peak_memory=7)
    write_run_info(sample_run, slower)
    assert (sample_run / "run.json").read_bytes() == before
    assert read_run_info(sample_run) == slower
    (sample_run / "timings.json").unlink()
    timeless = read_run_info(sample_run)
    assert (timeless.jobs, timeless.started, timeless.seconds, timeless.shares) == (0, "", 0.0, {})
    assert timeless.artefacts == info.artefacts


@pytest.mark.parametrize("content", ["[]", "{", '{"seconds": "long"}'])
def test_bad_times_name_their_file(sample_run, content):
    write_run_info(sample_run, read_run_info(sample_run))
    (sample_run / "timings.json").write_text(content)
    with pytest.raises(BadRecord, match=r"timings.json: (file|seconds): "):
        read_run_info(sample_run)


def test_reads_a_run_of_before_there_were_observations(sample_run):
    data = run_info_to_json(read_run_info(sample_run))
    for name in ("observed", "shares", "peak_memory"):
        del data[name]
    (sample_run / "run.json").write_text(json.dumps(data))
    old = read_run_info(sample_run)
    assert (old.observed, old.shares, old.peak_memory) == ((), {}, 0)


def test_observations_survive_their_file(sample_run):
    observed = (Observed("qwen3", "qwen3", 60, 58, 2, 40, 44),)
    info = replace(
        read_run_info(sample_run), observed=observed, shares={"encode": 1.5}, peak_memory=9
    )
    write_run_info(sample_run, info)
    assert read_run_info(sample_run) == info


def test_speeds(sample_run):
    info = replace(read_run_info(sample_run), cases=600, seconds=2.0, cpu_seconds=3.0)
    assert (info.cases_per_second, info.cases_per_cpu_second) == (300.0, 200.0)
    idle = replace(info, seconds=0.0, cpu_seconds=0.0)
    assert (idle.cases_per_second, idle.cases_per_cpu_second) == (0.0, 0.0)
    assert run_info_to_json(info)["cases_per_second"] == 300.0


def test_every_field_is_needed_and_checked(sample_run):
    data = run_info_to_json(read_run_info(sample_run))
    needed = [
        name for name in data if not name.startswith("cases_per_") or name == "cases_per_shard"
    ]
    assert len(needed) == 22
    for name in needed:
        (sample_run / "run.json").write_text(
            json.dumps({k: v for k, v in data.items() if k != name})
        )
        with pytest.raises(BadRecord, match=rf"run.json: {name}: is missing"):
            read_run_info(sample_run)
        (sample_run / "run.json").write_text(json.dumps({**data, name: None}))
        with pytest.raises(BadRecord, match=rf"run.json: {name}: None is not"):
            read_run_info(sample_run)


def test_reads_the_object_it_writes(sample_run):
    info = read_run_info(sample_run)
    assert run_info_from_json(run_info_to_json(info)) == info


@pytest.mark.parametrize(
    ("content", "error", "message"),
    [
        (b"{", BadRecord, "run.json: file: not JSON"),
        (b"[" * 100_000, BadRecord, "run.json: file: not JSON"),
        (b"\xff", BadRecord, "run.json: file: not JSON"),
        (b"[]", BadRecord, "run.json: file: [] is not an object"),
        (b'{"schema_version": 99}', NotARun, "schema_version 99, this tokparity reads 1; update"),
    ],
)
def test_bad_files_are_one_clear_line(sample_run, content, error, message):
    (sample_run / "run.json").write_bytes(content)
    with pytest.raises(error) as caught:
        read_run_info(sample_run)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_folder_without_a_run_says_the_next_step(tmp_path):
    with pytest.raises(NotARun, match=r"it has no run.json; name a folder that `tokparity run`"):
        read_run_info(tmp_path)
    with pytest.raises(NotARun, match="there is no such folder; name a folder"):
        read_run_info(tmp_path / "nowhere")
