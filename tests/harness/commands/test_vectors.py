"""Exported and verified from the command line."""

import json
import re


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
    (line,) = out.splitlines()
    assert json.loads(line)["vector"]["ids"] == [0, 0, 0]
    assert json.loads(line)["answer"]["ids"] == json.loads(first)["ids"]


def test_wrong_offsets_are_shown_as_such(repository, tokparity):
    tokparity("vectors", "export", "one", "--cases", "40", "--out", "made")
    path = repository / "made" / "vectors.jsonl"
    lines = path.read_text().splitlines()
    at = min((len(line), at) for at, line in enumerate(lines) if '"offsets":[[' in line)[1]
    wrong = json.loads(lines[at]) | {"notes": []}
    wrong["offsets"][0] = [7, 9]
    lines[at] = json.dumps(wrong)
    path.write_text("\n".join(lines) + "\n")
    code, out, _ = tokparity("vectors", "verify", "made")
    assert code == 1
    said = re.fullmatch(r"encode .*: offsets 0-\d+(.*), not offsets 7-9(.*)", out.splitlines()[0])
    assert said is not None
    assert said[1] == said[2]


def test_where_nothing_can_be_asked_nothing_is_right(repository, tokparity):
    tokparity("vectors", "export", "one", "--cases", "8", "--out", "made")
    path = repository / "made" / "vectors.jsonl"
    about, *lines = path.read_text().splitlines()
    decodes = [json.loads(line) for line in lines if '"op":"decode"' in line]
    odd = [json.dumps(one | {"remove_special": True}) for one in decodes]
    path.write_text("\n".join([about, *odd]) + "\n")
    code, out, _ = tokparity("vectors", "verify", "made")
    assert (code, out) == (
        2,
        f"0 vectors asked: 0 right, 0 wrong; {len(odd)} not asked: unsupported\n",
    )


def test_of_another_file(repository, tokparity):
    tokparity("vectors", "export", "one", "--cases", "4", "--out", "made")
    path = repository / "made" / "vectors.jsonl"
    about, *others = path.read_text().splitlines()
    said = json.loads(about) | {"sha256": "0" * 64}
    path.write_text("\n".join([json.dumps(said), *others]) + "\n")
    code, _, err = tokparity("vectors", "verify", "made")
    assert (code, err.count("\n")) == (2, 1)
    assert "sha256: is 000000000000" in err
