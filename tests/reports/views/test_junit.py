import xml.etree.ElementTree as ET
from dataclasses import replace

import pytest

from tokparity.reference_impl.contract import EncodeCase
from tokparity.reports.records.properties import PropertyRecord, write_properties
from tokparity.reports.records.run_directory import read_run
from tokparity.reports.views.junit import write_junit

TITLE = "new: reference keeps 12345 as one word, tokenizers splits 12345 into 123 45"


def parsed(run_dir):
    return ET.parse(write_junit(read_run(run_dir))).getroot()


def test_a_suite_a_pair_and_a_case_a_cell(sample_run):
    root = parsed(sample_run)
    suites = {suite.get("name"): suite for suite in root}
    assert {name: suite.get("tests") for name, suite in suites.items()} == {
        "fidelity: reference ~ huggingface_tokenizers": "5",
        "fidelity: reference ~ openai_tiktoken": "2",
        "parity: huggingface_tokenizers ~ openai_tiktoken": "13",
        "ledger": "1",
        "not run": "1",
    }
    for total in ("tests", "failures", "errors", "skipped"):
        assert int(root.get(total)) == sum(int(suite.get(total)) for suite in root)
    for suite in root:
        assert int(suite.get("tests")) == len(suite.findall("testcase"))
        assert int(suite.get("failures")) == len(suite.findall("testcase/failure"))
        assert int(suite.get("skipped")) == len(suite.findall("testcase/skipped"))
        names = [case.get("name") for case in suite]
        assert len(set(names)) == len(names)


def test_a_new_divergence_fails_with_its_smallest_case(sample_run):
    failure = parsed(sample_run).find(".//testcase[@name='qwen3 encode']/failure")
    assert failure.get("type") == "new"
    assert failure.get("message") == TITLE
    assert failure.text.splitlines() == [
        "v1/fidelity/encode/reference~huggingface_tokenizers/pre_tokenizer/Split",
        "input: I'm·12345 (add_special=False)",
        "reference: 40 2776 220 91011 at 0:1 1:3 3:4 4:9",
        "huggingface_tokenizers: 40 2776 220 4513 1774 at 0:1 1:3 3:4 4:7 7:9",
        """see: tokparity trace qwen3 --no-add-special 'I'"'"'m 12345'""",
    ]


def test_a_ledgered_divergence_is_named_and_passes(sample_run):
    case = parsed(sample_run).find(
        ".//testsuite[@name='parity: huggingface_tokenizers ~ openai_tiktoken']"
        "/testcase[@name='gpt-2 decode']"
    )
    assert case.find("failure") is None
    assert "accepted (lossy-text)" in case.find("system-out").text


def test_a_stale_entry_fails_by_itself(sample_run):
    case = parsed(sample_run).find("testsuite[@name='ledger']/testcase")
    assert case.get("name") == "old<entry>"
    assert case.find("failure").get("type") == "stale"


def test_what_was_left_out_is_skipped_and_what_could_not_run_an_error(make_run, clean_run):
    (skipped,) = parsed(make_run([])).findall("testsuite[@name='not run']/testcase")
    assert skipped.find("skipped").get("message") == "npm is not installed"
    root = parsed(make_run([], extra={"could_not_run": ["deepseek-v3"]}))
    (failed,) = root.findall("testsuite[@name='not run']/testcase")
    assert failed.get("name") == "deepseek-v3"
    assert failed.find("error").get("message") == "npm is not installed"
    assert root.get("errors") == "1"
    assert parsed(clean_run).find("testsuite[@name='not run']") is None


def test_no_time_is_in_it(sample_run):
    """Two runs of one plan give the same bytes: when and how long is in timings.json."""
    for element in parsed(sample_run).iter():
        assert not {"time", "timestamp"} & element.attrib.keys()


def test_a_fault_seen_in_full_cases_alone_is_a_failure_of_these(
    make_run, make_cell, sample_findings
):
    """The finding's op is the one at fault: encode."""
    split = next(f for f in sample_findings if f.signature.component == "Split")
    counts = {"op": "encode_full", "agreed": 1993, "diverged": 7}
    cells = [make_cell("Qwen3", "qwen3"), make_cell("Qwen3", "qwen3", **counts)]
    root = parsed(make_run([split], cells))
    assert root.find(".//testcase[@name='qwen3 encode']/failure") is None
    failure = root.find(".//testcase[@name='qwen3 encode_full']/failure")
    assert failure.get("message") == TITLE


def test_a_cell_that_compared_nothing_is_skipped(sample_run):
    case = parsed(sample_run).find(".//testcase[@name='o200k decode']")
    assert case.find("skipped").get("message") == "500 cases unsupported, 0 compared"


def test_divergences_that_no_finding_explains_fail(make_run):
    root = parsed(make_run([]))
    failure = root.find(".//testcase[@name='qwen3 encode']/failure")
    assert failure.get("message") == "812 divergences that no finding explains"
    (case,) = root.findall("testsuite[@name='findings']/testcase")
    assert case.find("failure").get("message") == "832 divergences without a finding"


def test_a_broken_law_fails_with_the_smallest_text_that_broke_it(clean_run):
    invariant = PropertyRecord("gpt2", "offsets", "in order", "invariant", "", 300, 0, None, None)
    observed = replace(
        invariant, name="again", reading="observation", broken=9, text="b", breach="x"
    )
    broken = replace(
        invariant, name="rounds", about="comes back", broken=2, text="a\x00\n", breach="ids"
    )
    write_properties(clean_run, [invariant, observed, broken])
    held, failed = parsed(clean_run).findall("testsuite[@name='invariants']/testcase")
    assert (held.get("name"), failed.get("name")) == ("gpt2 offsets", "gpt2 rounds")
    assert held.find("failure") is None
    failure = failed.find("failure")
    assert failure.get("message") == "broken by 2 of 300 texts: comes back"
    assert "'a\\x00\\n'" in failure.text


def test_a_clean_run_has_no_failure(clean_run):
    assert not parsed(clean_run).findall(".//failure")


def test_two_files_beside_one_artefact_fail_with_their_own_case(
    make_run, make_cell, sample_findings
):
    split = next(f for f in sample_findings if f.signature.component == "Split")
    one = replace(split.sightings[0], against="one")
    two = replace(one, against="two", case=EncodeCase("2"))
    cells = [
        make_cell("Qwen3", "qwen3", against=name, agreed=1999, diverged=1)
        for name in ("one", "two")
    ]
    root = parsed(make_run([replace(split, sightings=(one, two))], cells))
    assert "input: I'm·12345" in root.find(".//testcase[@name='qwen3 ~ one encode']/failure").text
    assert "input: 2" in root.find(".//testcase[@name='qwen3 ~ two encode']/failure").text


@pytest.mark.parametrize("index", range(12))
def test_every_hostile_text_leaves_the_file_well_formed(sample_run, index):
    case = parsed(sample_run).find(f".//testcase[@name='hostile-{index}<b> encode']")
    assert case.find("failure").text.startswith("v1/parity/encode/")


def test_what_xml_cannot_hold_is_escaped(make_run, make_cell, sample_findings):
    split = next(f for f in sample_findings if f.signature.component == "Split")
    signature = replace(split.signature, component="\0\ufffe\x1b")
    seen = replace(split.sightings[0], artefact="a\0b")
    cells = [make_cell("Qwen3", "a\0b", agreed=1999, diverged=1)]
    made = make_run([replace(split, signature=signature, sightings=(seen,))], cells)
    failure = parsed(made).find(".//testcase[@name='a\\0b encode']/failure")
    assert failure.get("message") == TITLE
    assert "\\0\\ufffe\\x1b" in failure.text
