"""Exported and verified from the command line."""

import json


def test_there_and_held_to_them(repository, tokparity):
    code, out, err = tokparity("vectors", "export", "one", "--cases", "40", "--out", "made")
    assert code == 0, err
    assert out.startswith("made/vectors.jsonl: 40 vectors of one, ")
    code, out, _ = tokparity("vectors", "verify", "made")
    assert (code, out) == (0, "40 vectors asked: 40 right, 0 wrong\n")


def test_a_wrong_answer_is_shown(repository, tokparity):
    tokparity("vectors", "export", "one", "--cases", "40", "--out", "made")
    path = repository / "made" / "vectors.jsonl"
    about, first, *others = path.read_text().splitlines()
    wrong = json.loads(first) | {"ids": [0, 0, 0], "notes": []}
    wrong.pop("offsets")
    path.write_text("\n".join([about, json.dumps(wrong), *others]) + "\n")
    code, out, _ = tokparity("vectors", "verify", "made")
    assert code == 1
    assert out.splitlines()[0].endswith(", not 0 0 0")
    assert out.splitlines()[-1] == "40 vectors asked: 39 right, 1 wrong"
    code, out, _ = tokparity("vectors", "verify", "made", "--json")
    assert json.loads(out.splitlines()[0])["vector"]["ids"] == [0, 0, 0]


def test_of_another_file(repository, tokparity):
    tokparity("vectors", "export", "one", "--cases", "4", "--out", "made")
    path = repository / "made" / "vectors.jsonl"
    about, *others = path.read_text().splitlines()
    said = json.loads(about) | {"sha256": "0" * 64}
    path.write_text("\n".join([json.dumps(said), *others]) + "\n")
    code, _, err = tokparity("vectors", "verify", "made")
    assert (code, err.count("\n")) == (2, 1)
    assert "sha256: is 000000000000" in err
