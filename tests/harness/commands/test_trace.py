import json
import subprocess
import sys
import xml.etree.ElementTree as ET

from tokparity.reports.records.run_directory import read_run


def test_two_traces_and_the_first_difference(repository, tokparity):
    code, out, _ = tokparity("trace", "one", "hello <|end|>", "--against", "two")
    assert code == 0
    lines = out.splitlines()
    assert lines[0] == "first difference that matters: stage 1, added_tokens"
    assert any(line.startswith("│≠ 1 added_tokens") for line in lines)
    assert next(line for line in lines if line.startswith("│ids")).count("│") == 4
    same = tokparity("trace", "one", "hello", "--against", "two")[1]
    assert same.splitlines()[0] == "the ids are the same"


def test_json(repository, tokparity, document):
    code, out, _ = tokparity("trace", "one", "hello", "--json")
    [trace] = map(json.loads, out.splitlines())
    assert code == 0
    assert [stage["stage"] for stage in trace["stages"]][:2] == ["added_tokens", "normalizer"]


def test_a_text_that_is_no_unicode_is_one_line(repository, tokparity):
    code, out, err = tokparity("trace", "one", "a\udcff")
    assert (code, out, err.count("\n")) == (2, "", 1)


def test_a_wrong_search_beside_the_right_one(tokparity, model):
    code, out, _ = tokparity("trace", model, "hello", "--model-algorithm", "merges")
    assert code == 0
    [(lattice, merges)] = [line.split("│")[2:4] for line in out.splitlines() if "merges of" in line]
    assert "with their scores, those taken in [ ]:" in lattice
    assert "merges of" not in lattice
    assert "merges of" in merges
    assert tokparity("trace", model, "x", "--model-algorithm", "viterbi")[0] == 2
    both = ("--against", model, "--model-algorithm", "merges")
    assert tokparity("trace", model, "x", *both)[0] == 2


def test_a_text_may_be_escaped(repository, tokparity):
    plain = tokparity("trace", "one", "a\u0301", "--json")
    assert tokparity("trace", "one", "--escaped", r"a\u0301", "--json") == plain
    assert tokparity("encode", "one", "--escaped", r"a\u0301") == tokparity(
        "encode", "one", "a\u0301"
    )
    code, out, err = tokparity("trace", "one", "--escaped", 'a"')
    assert (code, out) == (2, "")
    assert "no JSON string" in err


def test_a_finding_is_traced_by_its_name(repository, tokparity, tmp_path):
    run = tmp_path / "run"
    code, _, _ = tokparity("check", "one", "--against", "two", "--cases", "64", "--out", str(run))
    assert code == 1
    found = [f for f in read_run(run).findings if f.signature.op == "encode"]
    code, out, _ = tokparity("trace", f"{run}:{found[0].id}")
    assert code == 0
    assert f"first difference that matters: stage 1, {found[0].signature.stage}" in out
    [header] = [line for line in out.splitlines() if line.startswith("┃stage")]
    assert [name.strip() for name in header.split("┃")[2:4]] == ["one", "two"]


def test_what_has_no_trace_says_what_shows_it(repository, tokparity, tmp_path):
    code, out, err = tokparity("trace", "one")
    assert (code, out) == (2, "")
    assert "RUN:FINDING" in err
    code, _, err = tokparity("trace", f"{tmp_path}:0123456789")
    assert (code, err.count("\n")) == (2, 1)


def svg_texts(out):
    return [each.text for each in ET.fromstring(out).iter("{http://www.w3.org/2000/svg}text")]


def test_merges_are_drawn_side_by_side(repository, tokparity):
    code, out, _ = tokparity("trace", "one", "hello", "--against", "two", "--format", "svg")
    assert code == 0
    texts = svg_texts(out)
    assert [text for text in texts if "merge tree" in text] == [
        "one: merge tree of hello",
        "two: merge tree of hello",
    ]
    assert texts.count("h") == 2


def test_a_page_shows_all_stages_and_says_when_the_ids_are_the_same(repository, tokparity):
    code, out, _ = tokparity("trace", "one", "<b>&\u202e hello", "--format", "html")
    assert code == 0
    for stage in ("added_tokens", "normalizer", "pre_tokenizer", "model", "post_processor"):
        assert f"</b> {stage} " in out
    assert "<b>&\u202e" not in out
    assert "&lt;b&gt;&amp;" in out
    assert "default-src 'none'" in out
    assert "The ids are the same." not in out
    same = tokparity("trace", "one", "hello", "--against", "one", "--format", "html")[1]
    assert "The ids are the same." in same


def test_a_page_is_no_json(repository, tokparity):
    code, out, err = tokparity("trace", "one", "hello", "--json", "--format", "svg")
    assert (code, out) == (2, "")
    assert "give one of them" in err


def test_where_nothing_can_be_drawn_the_next_step_is_said(repository, tokparity):
    code, out, err = tokparity("trace", "one", "", "--format", "svg")
    assert (code, out) == (2, "")
    assert "nothing to draw" in err
    assert "--format html" in err


def test_a_search_for_the_best_path_is_drawn_as_a_lattice(tmp_path, tokparity):
    scores = [["<unk>", 0.0], ["a", -1.0], ["b", -1.0], ["ab", -1.5]]
    document = {"model": {"type": "Unigram", "unk_id": 0, "vocab": scores}}
    (tmp_path / "tokenizer.json").write_text(json.dumps(document))
    texts = svg_texts(tokparity("trace", tmp_path / "tokenizer.json", "ab", "--format", "svg")[1])
    assert texts[0].endswith("lattice of ab")
    assert texts[1:] == ["a", "b", "a", "-1", "b", "-1", "ab", "-1.5"]


def test_a_text_at_the_command_line_waits_for_no_run(artefact):
    """Runs bring pandas, pictures matplotlib: two CPU-seconds."""
    code = (
        "import sys; from tokparity.__main__ import script\n"
        "try: script()\n"
        "except SystemExit: pass\n"
        "print([name for name in ('pandas', 'matplotlib', 'numpy') if name in sys.modules])"
    )
    words = [sys.executable, "-c", code, "trace", str(artefact.path), "hello"]
    said = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    assert said.splitlines()[-1] == "[]"
