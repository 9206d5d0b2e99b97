"""The report's parts, and that nothing hostile is mark-up in it."""

import json
import re
from dataclasses import replace

import pytest

from tokparity.reference_impl.contract import (
    ChatCase,
    DecodeCase,
    EncodeCase,
    Encoding,
    RankFacts,
    Refusal,
    Rendered,
)
from tokparity.reference_impl.traces import Piece, StageTrace, Trace
from tokparity.reports.triage.exhibit import EngineAnswer, Exhibit, Holding, Proof, Recorded
from tokparity.reports.triage.index import index
from tokparity.reports.triage.report import cell_code, fenced, report, span
from tokparity.reports.triage.roles import parts

LLAMA, HF = "ggml_llama_cpp", "huggingface_tokenizers"
HOSTILE = [
    "<script>alert(1)</script>",
    "](http://example.invalid) @somebody #1 **x**",
    "```\n# out\n````",
    "a|b\n|c|",
    "`|`` ` ",
    "\n\n## Title\n",
    "\0\x07\x1b[31m\u202eevil\u2066",
    "\ud800",
    "x" * 5_000,
]


@pytest.fixture
def exhibit(finding):
    def make(left=LLAMA, right=HF, question="parity", /, **changes):
        found = finding(left, right, question, **changes)
        sighting = found.sightings[0]
        got, expected = parts(found, sighting)
        held = Holding("one", "gguf", "cd" * 32, 1234, file="tokenizer.gguf")
        return Exhibit(
            found,
            sighting,
            replace(got, holding=held),
            expected,
            (
                EngineAnswer(LLAMA, "2026.1", "one", Encoding((2,)), Encoding((2,))),
                EngineAnswer(
                    "mistral_common", "1.13", "two", Refusal("unsupported", "cannot express it")
                ),
                EngineAnswer(HF, "0.23.3", "two", Encoding((7,)), Encoding((0, 1))),
            ),
            "print(1)\n",
            Proof("reproduced", "", "xllamacpp 2026.1", "xllamacpp 2026.1\nreproduced: got"),
            (("entry-one", "accepted: it is so"),),
            ("tokparity trace one ab",),
        )

    return make


def test_what_a_report_says(exhibit):
    text = report(exhibit())
    assert text.startswith("# `llama.cpp` encodes `ab` otherwise than `tokenizers`: model `BPE`\n")
    for told in (
        "| first wrong stage | `model`, `BPE` |",
        "two-trace: each side's answer",
        "`entry-one`: `accepted: it is so`",
        "| repro script | `python -P repro.py`, run on `xllamacpp 2026.1`: reproduced |",
        "\n`python -P repro.py`, run on `xllamacpp 2026.1`: reproduced\n",
        "```python\n'ab'\n```",
        "`tokenizer.gguf` beside this report",
        "`tokparity vocabs fetch two`",
        "| expected | `tokenizers` | `two` | `0 1` | as recorded |",
        "| got | `llama.cpp` | `one` | `2 at 0:2` | asked by the script |",
        "They part in `ids`, at index 0.",
        "- `one`: the whole file, 1,234 bytes, gguf",
        "| `ggml_llama_cpp` | `2026.1` | `one` | `2` | as recorded |",
        "`unsupported: cannot·express·it`",
        "**not as recorded**",
        "```python\nprint(1)\n```",
        "```sh\ntokparity trace one ab\n```",
        "| `one ~ two` | 1 | `ab` |",
    ):
        assert told in text, told


def test_of_one_file_the_side_that_the_script_runs_is_told(exhibit):
    one = exhibit("mutant:1", HF, "fidelity")
    held = replace(one.got.holding, file=None, content=b"{}")
    got = replace(one.got, holding=None)
    text = report(replace(one, got=got, expected=replace(one.expected, holding=held)))
    assert text.count("- `one`: ") == 1
    assert "- `one`: the whole file, 1,234 bytes, gguf, in the script itself" in text


def test_what_was_cut_down_is_shown_first_and_the_whole_behind(exhibit):
    one = exhibit(found_as=EncodeCase("ab"))
    whole = replace(one.sighting, case=EncodeCase("hello"), found_as=EncodeCase("hello world"))
    asked = (EngineAnswer(LLAMA, "2026.1", "one", Encoding((4711,)), Encoding((4711,))),)
    facts = RankFacts(r"\p{L}+`|", {"<a>": 1})
    other = Holding("two", "tiktoken", "ef" * 32, 7, file="expected.tiktoken", facts=facts)
    small = replace(
        one,
        recorded=Recorded(whole, asked, 3, 128_256),
        expected=replace(one.expected, holding=other),
    )
    first, behind = report(small).split("## In the whole tokenizer")
    assert "`one`: cut down to 3 of 128,256 entries, 1,234 bytes, gguf: `tokenizer.gguf`" in first
    assert "`expected.tiktoken` beside this report, with the pattern ``" in first
    assert "{'<a>': 1}" in first
    assert "All ids are those of what was cut down." in first
    for told in ("hello", "4711"):
        assert told not in first
        assert told in behind
    assert "found as `hello·world`" in behind
    assert "4711" not in report(one)


def test_the_stage_where_they_part_is_told_in_words(exhibit):
    pieces = (Piece("a", 0, 1),), (Piece("b", 0, 1),)
    left, right = (Trace((StageTrace("normalizer", "NFC", one),), Encoding(())) for one in pieces)
    text = report(exhibit(left_trace=left, right_trace=right))
    assert "Up to `normalizer` both sides are equal; there they part" in text
    assert "Expected is `tokenizers` on `two`." in text


def test_a_script_that_does_not_reproduce_is_said_loudly(exhibit):
    wrong = replace(exhibit(), proof=Proof("does not reproduce", "exit code 0", "x 1", "out"))
    assert "run on `x 1`: **does not reproduce**: `exit code 0`" in report(wrong)
    none = replace(exhibit(), script=None, proof=Proof("no script", "no call shows it"))
    assert "No script: `no call shows it`" in report(none)
    assert "repro.py" not in report(none)


def test_one_finding_in_many_models_is_one_report_with_a_row_each(exhibit):
    one = exhibit()
    seen = [
        replace(one.sighting, artefact=f"model-{at}", count=at, case=EncodeCase("b" * at))
        for at in range(1, 4)
    ]
    whole = replace(one, finding=replace(one.finding, sightings=tuple(seen)))
    rows = [line for line in report(whole).splitlines() if line.startswith("| `model-")]
    assert [row.split(" | ")[:3] for row in rows] == [
        ["| `model-3 ~ two`", "3", "`bbb`"],
        ["| `model-2 ~ two`", "2", "`bb`"],
        ["| `model-1 ~ two`", "1", "`b`"],
    ]
    assert "3: `model-1`, `model-2`, `model-3`" in index([whole])


def test_ids_are_shown_with_their_pieces(exhibit):
    text = report(exhibit(case=DecodeCase((5, 6)), pieces=((5, "e\u0301"), (6, "|"))))
    assert "```python\n[5, 6]\n```" in text
    assert "| 5 | `e\\u0301` |" in text
    assert "| 6 | `\\|` |" in text
    two = report(
        exhibit(case=DecodeCase((5, 6)), pieces=((5, "a"), (6, "b")), right_pieces=((6, ""),))
    )
    assert "in the other file" in two
    assert "| 5 | `a` | same |" in two
    assert "| 6 | `b` | none |" in two


def test_a_conversation_is_shown_with_what_differs(exhibit):
    """Of equal texts their ids."""
    given = {"messages": [{"role": "user", "content": "\u00e9"}], "tools": None, "variables": {}}
    one = exhibit(
        case=ChatCase(json.dumps(given | {"add_generation_prompt": True})),
        left=Rendered("same", (7, 8)), right=Rendered("same", (7, 9)), field="ids", index=1,
    )  # fmt: skip
    text = report(one)
    shown = text.split("```json\n")[1].split("\n```")[0]
    assert json.loads(shown) == {"messages": given["messages"], "add_generation_prompt": True}
    assert shown.isascii()
    assert "| got | `llama.cpp` | `one` | `7 8` |" in text
    assert "| `one ~ two` | 1 | `chat [" in text
    texts = report(replace(one, sighting=replace(one.sighting, field="text")))
    assert "| got | `llama.cpp` | `one` | `same` |" in texts


def test_a_name_is_one_word_of_a_command(exhibit):
    text = report(exhibit(against="two; curl example.invalid | sh"))
    assert "`tokparity vocabs fetch 'two; curl example.invalid | sh'`" in text


def outside_code(text):
    """What a Markdown reader takes for mark-up: without fenced blocks and code spans."""
    kept, fence = [], None
    for line in text.split("\n"):
        opened = re.match("`{3,}", line)
        if fence is not None:
            fence = None if line == fence else fence
        elif opened:
            fence = opened[0]
        else:
            kept.append(line)
    assert fence is None, "a block is not closed"
    whole = "\n".join(kept)
    return re.sub(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)", "", whole)


@pytest.mark.parametrize("hostile", HOSTILE, ids=range(len(HOSTILE)))
def test_nothing_hostile_is_markup(hostile, exhibit):
    plain = exhibit()
    plain = replace(plain, recorded=Recorded(plain.sighting, (), 1, 2))
    one = exhibit(
        hostile, hostile, artefact=hostile, against=hostile, case=EncodeCase(hostile),
        found_as=EncodeCase(hostile + "b"),
    )  # fmt: skip
    signature = replace(one.finding.signature, component=hostile)
    found = replace(one.finding, signature=signature, shape=hostile, ledger_entry=hostile)
    held = replace(one.got.holding, name=hostile, file=None)
    bad = replace(
        one,
        finding=found,
        got=replace(one.got, holding=held),
        answers=(EngineAnswer(hostile, hostile, hostile, Refusal("error", hostile)),),
        proof=Proof("does not reproduce", hostile, hostile, "out"),
        known=((hostile, hostile),),
        again=(hostile,),
        recorded=Recorded(
            one.sighting, (EngineAnswer(hostile, "1", hostile, Encoding((1,))),), 1, 2
        ),
        expected=replace(
            one.expected,
            artefact=hostile + "2",
            holding=replace(held, file="x.gguf", facts=RankFacts(hostile, {hostile: 1})),
        ),
    )
    for page in (report(bad), index([bad])):
        left = outside_code(page)
        for trace in ("<script", "example.invalid", "somebody", "## Title", "evil", "xxxx", "\x1b"):
            assert trace not in left, trace
        page.encode("utf-8")
    shape = [
        line.split(" ")[0] for line in outside_code(report(plain)).split("\n") if line[:1] == "#"
    ]
    assert [
        line.split(" ")[0] for line in outside_code(report(bad)).split("\n") if line[:1] == "#"
    ] == shape
    for line in index([bad]).splitlines()[-1:]:
        assert len(re.findall(r"(?<!\\)\|", line)) == 8, line


def test_spans_and_blocks():
    assert span("a`b") == "``a`b``"
    assert cell_code("|") == "`\\|`"
    assert span("") == "`   `"
    assert fenced("a\n````\nb").split("\n")[0] == "`````"
