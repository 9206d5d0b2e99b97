"""What a script is made of, whichever library it asks; `recipes/test_recipes.py` asks them."""

from dataclasses import replace
from importlib.util import find_spec

import pytest

from tokparity.harness.triage.script_run import prove
from tokparity.oracles.protocol import ORACLES
from tokparity.reference_impl.contract import Bytes, DecodeCase, EncodeCase, Encoding, Refusal, Text
from tokparity.reports.triage.comparison import MARKER
from tokparity.reports.triage.recipes.recipe import NoScript
from tokparity.reports.triage.scripts import PATIENCE, RECIPES, to_run

TOKENIZERS, LLAMA_CPP, TIKTOKEN = "huggingface_tokenizers", "ggml_llama_cpp", "openai_tiktoken"
CASE = EncodeCase("ab")


@pytest.mark.parametrize("name", [name for name in ORACLES if not ORACLES[name].second_opinion])
def test_every_native_oracle_has_a_recipe(name):
    assert find_spec(f"{RECIPES}.{name}")


def test_a_library_without_a_recipe_has_no_script(side, black_box, made, monkeypatch):
    monkeypatch.setitem(ORACLES, "acme_tokenizer", replace(ORACLES[TOKENIZERS], library="acme"))
    asked = replace(side(TOKENIZERS, Encoding((2,))), oracle="acme_tokenizer")
    with pytest.raises(NoScript, match="how a script asks acme"):
        made(CASE, asked, black_box(Encoding((0, 1))))


def test_the_library_gives_the_wrong_answer(side, black_box, made, run_script):
    script = made(CASE, side(TOKENIZERS, Encoding((2,))), black_box(Encoding((0, 1))))
    assert script.line == "reproduced: got [2], expected [0, 1]"
    assert "expected = [0, 1]  # mutant:1, as recorded" in script.text
    assert run_script(script.text)[0] == script.line
    assert len(script.text.splitlines()) <= 17
    flags = "add_special=True, parse_special=True"
    assert f"# Asked in the library's own words: {flags}" in script.text
    assert script.text.splitlines()[2].endswith("; then: python -P repro.py")


def test_the_library_gives_the_right_answer(side, black_box, made, run_script):
    expected = side(TOKENIZERS, Encoding((2,)), role="expected")
    script = made(CASE, black_box(Encoding((0, 1)), "got"), expected)
    assert script.line == "reproduced: got [0, 1], expected [2]"
    assert run_script(script.text)[0] == script.line


def test_one_library_answers_for_both_files(side, made, run_script, tmp_path):
    got, expected = (
        side(TOKENIZERS, Encoding((2,))),
        side(TOKENIZERS, Encoding((0, 1)), role="expected"),
    )
    other = (tmp_path / "expected.file").read_text().replace('[["a", "b"]]', "[]")
    (tmp_path / "expected.file").write_text(other)
    assert to_run(got, expected) == (expected, got)
    script = made(CASE, got, expected)
    assert run_script(script.text)[0] == "reproduced: got [2], expected [0, 1]" == script.line
    assert script.needs == (f"tokenizers=={ORACLES[TOKENIZERS].installed_version()}",)


def test_of_two_libraries_the_one_that_is_wrong_is_asked(side, made):
    got, expected = (
        side(TOKENIZERS, Encoding((2,))),
        side(TIKTOKEN, Encoding((0, 1)), role="expected"),
    )
    script = made(CASE, got, expected)
    assert "# tiktoken, as recorded" in script.text
    assert "import tiktoken" not in script.text


def test_where_the_bug_does_not_show(side, black_box, made, run_script):
    """A wrong expectation: the library answers what is called right."""
    script = made(CASE, side(TOKENIZERS, Encoding((0, 1))), black_box(Encoding((2,))))
    end, out = run_script(script.text)
    assert end == 0
    assert out.splitlines()[-1] == "not reproduced: got [2], as expected"


def test_another_answer_than_recorded_is_another_line(side, black_box, made, run_script):
    script = made(CASE, side(TOKENIZERS, Encoding((5,))), black_box(Encoding((0, 1))))
    assert run_script(script.text)[0] == "reproduced: got [2], expected [0, 1]" != script.line


def test_a_long_answer_is_compared_around_the_first_difference(side, black_box, made, run_script):
    case = EncodeCase("ab " * 2_000)
    ids = (2,) * 2_000
    wrong = (*ids[:1_500], 0, 1, *ids[1_500:])
    script = made(case, side(TOKENIZERS, Encoding(ids)), black_box(Encoding(wrong)), index=1_500)
    assert len(script.text) < 2_000
    assert run_script(script.text)[0] == script.line
    assert "expected [2, 2, 2, 2, 0, 1, 2" in script.line


@pytest.mark.parametrize("kind", ["error", "timeout"])
def test_a_long_answer_where_none_was_recorded(kind, side, black_box, made, run_script):
    """What stands for the answer is cut, so the answer is too."""
    case, right = EncodeCase("ab " * 2_000), black_box(Encoding((2,) * 2_000))
    script = made(case, side(TOKENIZERS, Refusal(kind, "PanicException: no")), right, "refusal")
    end, out = run_script(script.text)
    assert (end, len(script.text) < 2_000) == (0, True)
    said = f"not reproduced: got {[2] * 12}"
    assert out.splitlines()[-1] == said + ", as expected" * (kind == "error")


def test_bytes_are_read_as_text_where_none_was_recorded(side, black_box, made, run_script):
    got = side(LLAMA_CPP, Refusal("error", "RuntimeError: no"))
    script = made(DecodeCase((226,)), got, black_box(Text("\ufffd")), "refusal")
    assert run_script(script.text)[0] == 0


def test_bytes_are_compared_with_text_by_the_rule_of_u_fffd(side, black_box, made, run_script):
    got = side(LLAMA_CPP, Bytes(b"\xe2"))
    script = made(DecodeCase((226,)), got, black_box(Text("\ufffdx")))
    assert (
        run_script(script.text)[0]
        == script.line
        == "reproduced: got '\\ufffd', expected '\\ufffdx'"
    )


@pytest.mark.parametrize(
    ("kind", "told"),
    [
        ("crash", "Ends by a signal"),
        ("timeout", f"signal.alarm({PATIENCE})"),
        ("memory", "ulimit -v"),
    ],
)
def test_a_bug_that_ends_the_process(kind, told, side, black_box, made):
    script = made(CASE, side(TOKENIZERS, Refusal(kind, "x")), black_box(Encoding((1,))), "refusal")
    assert script.death == kind
    assert told in script.text
    asked = "found = " if kind == "memory" else "try:\n    found = "
    assert f"print({MARKER!a}, flush=True)\n{asked}" in script.text.replace(
        f"signal.alarm({PATIENCE})\n", ""
    )


def test_an_answer_where_an_error_is_due(side, black_box, made, run_script):
    """Whatever the library's error is called, it is what was due."""
    script = made(
        CASE,
        side(TOKENIZERS, Encoding((2,))),
        black_box(Refusal("error", "KeyError: x")),
        "refusal",
    )
    assert run_script(script.text)[0] == script.line
    raising = script.text.replace("found = tokenizer.encode(", "found = tokenizer.gone(")
    assert run_script(raising)[0] == 0


def test_a_bug_that_ends_no_process_any_more(side, black_box, made, run_script):
    """Neither an answer nor an error is the finding."""
    got = side(TOKENIZERS, Refusal("crash", "signal 6"))
    script = made(CASE, got, black_box(Refusal("error", "KeyError: x")), "refusal")
    assert run_script(script.text)[0] == 0
    raising = script.text.replace("found = tokenizer.encode(", "found = tokenizer.gone(")
    end, out = run_script(raising)
    assert (end, out.splitlines()[-1]) == (0, "not reproduced: got 'refuses: AttributeError'")


@pytest.mark.parametrize(
    ("detail", "code", "told"),
    [
        ("signal 6 (SIGABRT); last line: x", -6, "Ends by a signal where the difference shows"),
        ("signal 40 (40)", -40, "Ends by a signal where the difference shows"),
        ("exit code 7; last line: signal 6", 7, "Ends with exit code 7, without an answer,"),
        ("it went away", None, "Ends by a signal where the difference shows"),
    ],
)
def test_a_crash_has_the_code_that_is_recorded(detail, code, told, side, black_box, made):
    got = side(TOKENIZERS, Refusal("crash", detail))
    script = made(CASE, got, black_box(Encoding((1,))), "refusal")
    assert script.exit == code
    assert told in script.text


@pytest.mark.parametrize("both", [True, False])
def test_the_alarm_of_a_hang_begins_when_the_wrong_side_is_loaded(both, side, black_box, made):
    """A slow load is no hang: the alarm stands between the load and the question."""
    got = side(TOKENIZERS, Refusal("timeout", "x"))
    right = side(TOKENIZERS, Encoding((1,)), role="expected") if both else black_box(Encoding((1,)))
    lines = made(CASE, got, right, "refusal").text.splitlines()
    alarm = lines.index(f"signal.alarm({PATIENCE})")
    assert MARKER in lines[alarm - 1]
    assert lines[alarm - 2].startswith("tokenizer = Tokenizer.from_")
    assert "got.file" in lines[alarm - 2]
    assert lines[alarm + 1] == "try:"
    assert lines[alarm + 2].startswith("    found = tokenizer.encode(")


def test_a_library_that_ends_its_process(side, black_box, made, tmp_path):
    """llama.cpp aborts on an id beyond its vocabulary; called with one inside it does not."""
    for ids, outcome in (((1 << 20,), "reproduced"), ((65,), "does not reproduce")):
        got = side(LLAMA_CPP, Refusal("crash", "signal 6 (SIGABRT)"))
        script = made(DecodeCase(ids), got, black_box(Text("a")), "refusal")
        path = tmp_path / "repro.py"
        path.write_text(script.text)
        assert prove(path, script).outcome == outcome


def test_nothing_breaks_out_of_a_script(side, black_box, made, run_script):
    hostile = "'''\"\"\"\n\r\u2028x = 1\n#`\u202e\x00"
    case = EncodeCase(hostile)
    script = made(
        case,
        side(TOKENIZERS, Encoding((0,))),
        black_box(Refusal("error", hostile)),
        "refusal",
        0,
        hostile,
    )
    assert script.text.isascii()
    head = script.text.splitlines()[:5]
    assert [line[:1] for line in head] == ["#", "#", "#", "#", "f"]
    end, _ = run_script(script.text)
    assert isinstance(end, str)


@pytest.mark.parametrize("recorded", [Encoding((2,), ((0, 2),)), Encoding((2,))])
def test_what_does_not_show_in_the_answer_has_no_script(recorded, side, black_box, made):
    got = side(TOKENIZERS, recorded)
    with pytest.raises(NoScript):
        made(CASE, got, black_box(Encoding((2,), ((0, 2),))), "offsets")


def test_two_black_boxes_have_no_script(black_box, made):
    got, expected = black_box(Encoding((1,)), "got"), black_box(Encoding((2,)))
    with pytest.raises(NoScript, match="no library"):
        made(CASE, got, expected)


@pytest.mark.parametrize(
    ("name", "place"),
    [("llama2", "path/to/llama2/tokenizer.json"), ("there/mine.json", "there/mine.json")],
)
def test_a_script_says_which_file_it_is_told(name, place, side, black_box, made):
    told = side(TOKENIZERS, Encoding((2,)))
    holding = replace(told.holding, file=None)
    script = made(CASE, replace(told, artefact=name, holding=holding), black_box(Encoding((0,))))
    assert f"; then: python -P repro.py {place}" in script.text
    assert f"\n# File: {name}, tokenizer.json, sha256 {holding.sha256}\n" in script.text
