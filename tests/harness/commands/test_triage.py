import json
import re
import shutil
from dataclasses import replace

import pytest

from tokparity.corpora.regression import regressions
from tokparity.harness.artefacts.names import resolve
from tokparity.harness.compare.cells import chat_cell
from tokparity.reference_impl.chat.renderer import Renderer
from tokparity.reference_impl.chat.template import ChatTemplate
from tokparity.reference_impl.codec import read, write
from tokparity.reports.records.finding import Finding, Signature
from tokparity.reports.records.lines import write_lines
from tokparity.reports.records.run_directory import read_findings


@pytest.fixture
def found(run_of_two, tmp_path, tokparity):
    """The findings of a copy of that run."""
    shutil.copytree(run_of_two, tmp_path, dirs_exist_ok=True)
    return [write(one) for one in read_findings(tmp_path / "run")]


def test_a_report_of_each_finding_then_one_and_what_is_wrong(found, tokparity, tmp_path):
    code, out, err = tokparity("triage", "run", "--json")
    rows = [json.loads(line) for line in out.splitlines()]
    assert code == 0, err
    assert {row["outcome"] for row in rows} == {"reproduced"}
    assert [row["key"] for row in rows] == [one["key"] for one in found]
    assert f"{len(found)} reproduced: run/triage/index.md" in err
    index = (tmp_path / "run" / "triage" / "index.md").read_text("utf-8")
    for row in rows:
        assert (tmp_path / row["report"]).is_file()
        assert (tmp_path / row["script"]).is_file()
        assert row["finding"] in index

    wanted = rows[0]["finding"]
    code, out, err = tokparity("triage", f"run:{wanted}", "--out", "one")
    assert code == 0, err
    assert out.startswith(f"{wanted} reproduced: tokenizers ")
    assert out.count("\n") == 1
    assert sorted(one.name for one in (tmp_path / "one").iterdir()) == [wanted]

    sighting = found[0]["sightings"][0]
    sighting["left"], sighting["right"] = sighting["right"], sighting["left"]
    write_lines(tmp_path / "run" / "findings.jsonl", found[:1])
    code, out, err = tokparity("triage", "run", "--out", "wrong")
    assert code == 1
    assert "does not reproduce" in out
    assert f"{wanted}: wrong/{wanted}/repro.py does not reproduce: " in err
    assert "**does not reproduce**" in (tmp_path / "wrong" / "index.md").read_text("utf-8")


def test_what_the_ledger_speaks_of_may_be_left_out(found, tokparity, tmp_path):
    for one in found:
        one["status"], one["ledger_entry"] = "accepted", "somebody's entry"
    write_lines(tmp_path / "run" / "findings.jsonl", found)
    code, out, err = tokparity("triage", "run", "--new-only")
    assert (code, out, err) == (0, "", "nothing to report: no finding\n")
    assert not (tmp_path / "run" / "triage").exists()

    known = read(Finding, found[0]).id
    page = tmp_path / "run" / "triage" / "index.md"
    page.parent.mkdir()
    page.touch()
    code, _, err = tokparity("triage", f"run:{known}", "--new-only")
    assert (code, err.count("\n")) == (2, 1)
    assert "the ledger knows it (accepted): leave out --new-only" in err
    code, _, err = tokparity("triage", "run:0000000000", "--new-only")
    assert f"no finding '0000000000': it has {known}" in err
    assert page.is_file()
    assert tokparity("triage", "run", "--new-only")[0] == 0
    assert not page.exists()


def test_the_help_says_where_reports_go(tokparity):
    _, out, _ = tokparity("triage", "--help")
    assert "[default: RUN/triage; of a CASE ./triage]" in " ".join(out.split())
    assert "python -P repro.py" in out


def test_a_file_that_is_gone_is_exit_code_2(found, tokparity, tmp_path):
    (tmp_path / "two.json").unlink()
    code, out, _ = tokparity("triage", "run")
    assert code == 2
    assert out.count("no script (") == len(found)
    report = tmp_path / "run" / "triage" / out.split()[0] / "report.md"
    assert "No script: ``two.json: neither a file nor a name" in report.read_text("utf-8")


def test_a_file_that_the_run_did_not_compare_is_not_shown(found, document, tokparity, tmp_path):
    own = json.loads(json.dumps(document))
    own["model"]["vocab"]["nobody-elses"] = 999
    (tmp_path / "own.json").write_text(json.dumps(own))
    for one in found:
        for sighting in one["sightings"]:
            sighting["against"] = "own.json"
    write_lines(tmp_path / "run" / "findings.jsonl", found)
    code, out, _ = tokparity("triage", "run")
    assert code == 2
    told = "no script (cannot replay: own.json: run.json names no such file)"
    assert out.count(told) == len(found)
    shown = [one.read_text("utf-8") for one in (tmp_path / "run" / "triage").rglob("*.*")]
    assert "nobody-elses" not in "".join(shown)


@pytest.mark.parametrize("in_place", ["link", "file"])
def test_one_that_cannot_be_reported_keeps_nobody_up(in_place, found, tokparity, tmp_path):
    first = found[0]
    other = first | {"signature": first["signature"] | {"component": "another"}}
    other["key"] = read(Signature, other["signature"]).key
    ids = [read(Finding, one).id for one in (first, other)]
    write_lines(tmp_path / "run" / "findings.jsonl", [first, other])
    (tmp_path / "two.json").unlink()
    (tmp_path / "outside").mkdir()
    place = tmp_path / "run" / "triage" / ids[0]
    place.parent.mkdir()
    place.symlink_to(tmp_path / "outside") if in_place == "link" else place.touch()
    code, out, err = tokparity("triage", "run")
    assert code == 2
    assert out.startswith(f"{ids[1]} no script (")
    [told, ended] = err.splitlines()
    assert told.startswith(f"{ids[0]}: not reported: ")
    assert ended == "1 no script, 1 not reported: run/triage/index.md"
    index = (tmp_path / "run" / "triage" / "index.md").read_text("utf-8")
    assert f"({ids[1]}/report.md)" in index
    assert f"- `{ids[0]}`: `" in index
    assert list((tmp_path / "outside").iterdir()) == []
    code, out, err = tokparity("triage", f"run:{ids[0]}")
    assert (code, out) == (2, "")
    assert f"{ids[0]}: not reported: " in err


def test_conversations(tokparity, run_cells, tmp_path, monkeypatch):
    """Of a template that tells the date. One library of these has no way to be asked for one."""

    def faulty(self, template, held, now):
        return ChatTemplate.render(template, held, now).replace("<|eot_id|>", "</s>")

    monkeypatch.setattr(Renderer, "render", faulty)
    outcome = run_cells([chat_cell(resolve("template:llama3.1-tools"), "m")])
    [rendered] = outcome.findings
    other = replace(rendered, signature=replace(rendered.signature, right="ggml_llama_cpp"))
    rows = [write(one) for one in (rendered, other)]
    write_lines(outcome.directory / "findings.jsonl", rows)
    code, out, err = tokparity("triage", "run")
    assert code == 2, err
    shown, none = out.splitlines()
    assert shown.startswith(f"{rendered.id} reproduced: reference renders chat [")
    assert shown.endswith("] otherwise than transformers: chat template text")
    assert none.startswith(f"{other.id} no script (llama.cpp is asked for no conversation): ")
    folder = tmp_path / "run" / "triage"
    assert "2 findings, 1 with a script" in (folder / "index.md").read_text("utf-8")
    place = folder / rendered.id
    assert sorted(one.name for one in place.iterdir()) == [
        "report.md", "repro.py", "tokenizer.chat_template.json",
    ]  # fmt: skip
    text = (place / "report.md").read_text("utf-8")
    assert '```json\n{\n "messages": [\n' in text
    assert re.search(r"\n\| `reference` \| `tokparity .*</s>.* \| as recorded \|\n", text)
    assert re.search(r'\n    reference: ".*</s>', text)
    assert "| tokparity chat template:llama3.1-tools -" in text
    text = (folder / other.id / "report.md").read_text("utf-8")
    assert "No script: `llama.cpp is asked for no conversation`" in text


def test_a_regression_file(tokparity, tmp_path):
    from tokparity.corpora.regression import write_regression

    by_name = {one.name: one for one in regressions()}
    case = by_name["normalizer/ranks-do-not-normalize"]
    path = write_regression(case, tmp_path / "cases")
    code, out, err = tokparity("triage", path)
    assert code == 0, err
    assert "reproduced: tokenizers encodes \\u2126 otherwise than tiktoken: normalizer NFC" in out
    (place,) = (tmp_path / "triage").iterdir()
    text = (place / "report.md").read_text("utf-8")
    assert "ranks-do-not-normalize.json" in text.split("## Again")[1]
    path = write_regression(by_name["model/lowest-rank-first"], tmp_path / "cases")
    code, out, err = tokparity("triage", path)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "agree on this case now: nothing to report" in err


@pytest.mark.parametrize(
    ("what", "told"),
    [
        ("nowhere", "nowhere: not a run directory"),
        ("nowhere:0000000000", "nowhere: not a run directory"),
        ("run:0000000000", "run: no finding '0000000000'"),
        ("bad.json", "bad.json: file: is not ASCII JSON"),
    ],
)
def test_what_cannot_be_read_is_one_line(what, told, tokparity, tmp_path, request):
    if what.startswith("run"):
        request.getfixturevalue("found")
    (tmp_path / "bad.json").write_text("{")
    code, out, err = tokparity("triage", what)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert told in err


HOSTILE = ["\n\x1b[31m\u202e", "](x) `` | <b>", "\ud800\0", "x" * 5_000, "/dev/zero", "../" * 9]


def test_a_hostile_run_is_a_line_a_finding(found, tokparity, tmp_path):
    rows = []
    for at, text in enumerate(HOSTILE):
        row = json.loads(json.dumps(found[0]))
        row["signature"] |= {"component": f"{at}{text}", "op": "decode"}
        row["key"] = read(Signature, row["signature"]).key
        row["shape"] = row["ledger_entry"] = text
        for one in row["sightings"]:
            one["artefact"], one["sha256"] = text, text
            one["case"] = {"op": "encode", "text": text, "options": CASE["options"]}
        rows.append(row)
    rows.append(found[0] | {"sightings": [found[0]["sightings"][0] | {"case": HUGE}]})
    write_lines(tmp_path / "run" / "findings.jsonl", rows)
    code, out, err = tokparity("triage", "run")
    assert code in (1, 2)
    assert len(out.splitlines()) == len(rows), out
    assert "Traceback" not in err
    assert not set(out + err) & set("\x1b\u202e\0\ud800")
    for page in (tmp_path / "run" / "triage").rglob("*.md"):
        assert not set(page.read_text("utf-8")) & set("\x1b\u202e\0")


CASE = {"op": "encode", "options": {"add_special": False, "parse_special": True}}
HUGE = {"op": "decode", "ids": [1 << 70, -1], "options": {"skip_special": False}}


def test_a_link_in_the_run_directory_is_refused(found, tokparity, tmp_path):
    outside = tmp_path / "outside"
    outside.mkdir()
    (tmp_path / "run" / "triage").symlink_to(outside)
    code, _, err = tokparity("triage", "run")
    assert (code, err.count("\n")) == (2, 1)
    assert "run/triage: is a link" in err
    assert list(outside.iterdir()) == []
