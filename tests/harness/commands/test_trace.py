import json


def test_two_traces_and_the_first_difference(repository, tokparity):
    code, out, _ = tokparity("trace", "one", "hello <|end|>", "--against", "two")
    assert code == 0
    marked = [line for line in out.splitlines() if "first difference" in line]
    assert marked == ["  ^ first difference: stage 1, added_tokens"]
    assert out.count("ids [") == 2
    same = tokparity("trace", "one", "hello", "--against", "two")[1]
    assert same.splitlines()[-1] == "no stage differs"


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
    assert f"[{model}, merges] merges of" in out
    assert f"[{model}] merges of" not in out
    assert tokparity("trace", model, "x", "--model-algorithm", "viterbi")[0] == 2
    both = ("--against", model, "--model-algorithm", "merges")
    assert tokparity("trace", model, "x", *both)[0] == 2
