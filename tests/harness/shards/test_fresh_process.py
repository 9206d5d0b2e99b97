"""A subject that is asked again in a process that was asked nothing before."""

from dataclasses import replace

import pytest
from fake_subject import BYTES
from subject_fixtures import spec_of

from tokparity.harness.compare.cells import fidelity_cell, subject_cell
from tokparity.harness.compare.sides import batch_of
from tokparity.harness.shards.fresh_process import FreshProcess
from tokparity.harness.shards.runner import case_runner
from tokparity.harness.shards.slot import Slot
from tokparity.harness.triage.script_run import prove
from tokparity.oracles.subjects.spec import subject_spec
from tokparity.reference_impl.contract import (
    DecodeCase,
    DecodeOptions,
    EncodeCase,
    EncodeOptions,
    Encoding,
    Text,
)
from tokparity.reports.records.engine import Subject
from tokparity.reports.records.finding import CHANGING, Finding
from tokparity.reports.triage.causes import cause_sentence
from tokparity.reports.triage.exhibit import Holding, Stranger
from tokparity.reports.triage.roles import parts
from tokparity.reports.triage.scripts import Asked, script
from tokparity.reports.triage.title import title

BARE = EncodeOptions(add_special=False, parse_special=False)
KEPT = DecodeOptions(skip_special=False)


@pytest.fixture
def asked(fake, save):
    """What a fake, held against the library of its file, is found to do with these cases."""
    artefact = save(BYTES)

    def ask(behaviour, *batches):
        subject = Subject(behaviour.lower(), spec_of(fake(behaviour)))
        cell = subject_cell(artefact, "m", subject)
        with Slot() as slot:
            return case_runner(slot, cell).run_cases(0, map(batch_of, batches)).found

    return ask


HALF, WHOLE = DecodeCase((0xE1, 0x9E), KEPT), DecodeCase((0x61, 0x62), KEPT)


def test_what_one_call_leaves_to_the_next_is_no_stages_fault(asked):
    [found] = asked("LeaksHalves", [HALF, WHOLE, DecodeCase((0x63,), KEPT)])
    sighting = found.sighting
    assert (found.signature.stage, found.signature.component) == ("unknown", CHANGING)
    assert not sighting.varies
    alone = bytes(sighting.case.ids).decode("utf-8", "replace")
    assert sighting.fresh == (Text(alone),)
    [before] = sighting.before
    assert bytes(before.ids).decode("utf-8", "replace").endswith("\ufffd")
    assert cause_sentence(found, sighting, at_left=False).endswith("one call changes the next.")


def test_what_stands_beside_is_asked_of_processes_of_its_own(asked, monkeypatch):
    """Bytes that the row before has left would stand in it."""
    alone, anew = [], FreshProcess._anew
    monkeypatch.setattr(
        FreshProcess, "_anew", lambda process, cases: alone.append(cases) or anew(process, cases)
    )
    [found] = asked("LeaksHalves", [HALF, WHOLE, DecodeCase((0x63,), KEPT)])
    rows = [[row.case] for row in found.sighting.beside]
    assert len(rows) > 3
    assert alone[-len(rows) :] == rows
    alone.clear()
    assert asked("DropsLast", [EncodeCase("abc", BARE)])
    assert len(alone) == 1, "where no call changes the next no row is asked again"


def test_a_draw_at_each_start_is_said(asked):
    [found] = asked("Draws", [EncodeCase("draws", BARE)])
    assert found.sighting.varies
    assert found.signature.component != CHANGING, "none of its answers is right"
    words = cause_sentence(found, found.sighting, at_left=False)
    assert "Each time that it is started its answer is another." in words


def test_a_draw_that_is_right_at_times_is_no_stages_fault(asked, monkeypatch):
    """The second time that it is started anew it gives what is right."""
    answers = iter([(1,), (2,), tuple(b"draws")])
    monkeypatch.setattr(FreshProcess, "_anew", lambda *_: [Encoding(next(answers))])
    [found] = asked("Draws", [EncodeCase("draws", BARE)])
    assert (found.signature.stage, found.signature.component) == ("unknown", CHANGING)
    assert found.sighting.varies


def test_a_draw_that_comes_twice_is_a_draw(asked, monkeypatch):
    def drawn(process, _):
        return [next(answers) or process._recorded(process_found[0])]

    process_found, answers = [], iter([Encoding((1,)), None, Encoding((2,))])
    changed = FreshProcess._changed
    monkeypatch.setattr(FreshProcess, "_anew", drawn)
    monkeypatch.setattr(
        FreshProcess, "_changed",
        lambda process, found, pieces: (
            process_found.append(found.sighting) or changed(process, found, pieces)
        ),
    )  # fmt: skip
    [found] = asked("Draws", [EncodeCase("draws", BARE)])
    assert found.sighting.varies, "one of the two was what it had answered"


def test_what_is_wrong_each_time_is_asked_no_further(asked):
    found = asked("DropsLast", [EncodeCase("abc", BARE)])
    assert found
    assert all(it.sighting.fresh == it.sighting.before == () for it in found)


def test_a_refusal_is_not_asked_again(asked, monkeypatch):
    monkeypatch.setattr(FreshProcess, "_anew", lambda *_: pytest.fail("it was asked"))
    asked("Dies", [EncodeCase("dies", BARE)])


def test_several_decodings_are_asked_from_both_ends(slot, save, fake):
    """What a decoder kept of the first would stand before the second, as it did in the run."""
    subject = Subject("leakshalves", spec_of(fake("LeaksHalves")))
    sides = slot.sides(subject_cell(save(BYTES), "m", subject))
    process = FreshProcess.of(*sides, strict=False)
    alone = process._anew([WHOLE])
    assert alone == [Text("ab")]
    behind, before = process._both_ways([HALF, WHOLE])[1]
    assert (behind == alone[0], before == alone[0]) == (False, True)
    assert process._both_ways([WHOLE]) == [alone]


def test_a_library_is_asked_once(slot, save):
    assert FreshProcess.of(*slot.sides(fidelity_cell(save(BYTES), "m")), strict=True) is None


def test_the_script_asks_what_was_asked_before(asked, fake, tmp_path):
    [found] = asked("LeaksHalves", [HALF, WHOLE])
    sightings = (found.sighting,)
    finding = Finding(found.signature, found.shape, "divergence", found.method, sightings)
    program = subject_spec(spec_of(fake("LeaksHalves")))
    got, expected = parts(finding, found.sighting)
    holding = Holding("small", "tokenizer.json", "0" * 64, 2, b"{}")
    got = replace(got, stranger=Stranger(program), holding=holding)
    assert "another when it is asked again" in title(finding, found.sighting, got, expected)
    made = script("title", Asked.of(found.sighting), got, expected)
    path = tmp_path / "repro.py"
    path.write_text(made.text)
    assert prove(path, made).outcome == "reproduced"
    alone = script("title", replace(Asked.of(found.sighting), before=()), got, expected)
    path.write_text(alone.text)
    assert prove(path, alone).outcome == "does not reproduce"
