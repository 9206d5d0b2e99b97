"""What the rows of a page can be chosen by."""

from dataclasses import replace

import pytest

from tokparity.reference_impl.contract import DecodeCase, EncodeCase
from tokparity.reports.records.run_directory import read_run
from tokparity.reports.summary import describe
from tokparity.reports.summary.heat_map import heat_map
from tokparity.reports.summary.matrix import lines, matrix_view
from tokparity.reports.views.html.row_facts import (
    RowFacts,
    RunFacts,
    filters,
    scripts_of,
    search_text,
)


@pytest.fixture(name="split")
def _split(sample_findings):
    (found,) = [each for each in sample_findings if each.signature.component == "Split"]
    return found


def with_case(finding, case, **changes):
    seen = replace(finding.sightings[0], case=case, **changes)
    return replace(finding, sightings=(seen,), ledger_entry="an-entry")


def test_the_scripts_of_a_text_are_those_of_its_letters(split):
    text = EncodeCase("a1 \u0301 가나 я!")
    assert scripts_of(with_case(split, text).sightings[0]) == ["Latin", "Hangul", "Cyrillic"]
    assert scripts_of(with_case(split, DecodeCase((1,))).sightings[0]) == []


def test_a_row_is_found_by_characters_ids_and_causes(split):
    said = search_text(with_case(split, EncodeCase("a\uac00"), cause="U+AC00"))
    assert said == "an-entry; U+AC00 HANGUL SYLLABLE GA"
    assert search_text(with_case(split, DecodeCase((7, 8)), cause="")) == "an-entry; id 7; id 8"
    assert "\u202e" not in search_text(with_case(split, EncodeCase("a"), cause="\u202e"))


@pytest.mark.parametrize(
    ("stage", "verdict", "said"),
    [
        ("model", "refusal", "model"),
        ("unknown", "refusal", "no answer"),
        ("unknown", "different", "not named"),
    ],
)
def test_no_stage_has_a_word_of_its_own(split, stage, verdict, said):
    signature = replace(split.signature, stage=stage)
    assert describe.stage_word(replace(split, signature=signature, verdict=verdict)) == said


def test_a_model_has_the_facts_of_all_its_lines(sample_run):
    run = read_run(sample_run)
    columns, rows = matrix_view(run.cells, run.findings)
    own = lines(columns, rows)
    of = RunFacts(run)
    facts = {row.model: of.model(row) for row in heat_map(own).rows}
    for line in own:
        each = of.line(line)
        assert {*each.op.split("|")} <= {*facts[line.model].op.split("|")}
        assert {*each.engine.split("|")} <= {*facts[line.model].engine.split("|")}
    for finding in run.findings:
        assert of.finding(finding).op == finding.signature.op


def test_what_all_rows_have_is_nothing_to_choose_by():
    facts = [RowFacts(format="gguf", op="encode|decode"), RowFacts(format="gguf", op="chat")]
    assert filters(facts) == {"op": ["chat", "decode", "encode"]}
