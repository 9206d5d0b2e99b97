import os
import shlex
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tokparity.harness.commands.escaped_text import unescaped
from tokparity.reference_impl.chat.conversation import Conversation
from tokparity.reference_impl.contract import (
    Bytes,
    ChatCase,
    DecodeCase,
    DecodeOptions,
    EncodeCase,
    EncodeOptions,
    Encoding,
    FullCase,
    Refusal,
    StreamCase,
    Streamed,
    Text,
)
from tokparity.reference_impl.text.byte_text import from_bytes
from tokparity.reports.records.run_directory import read_run
from tokparity.reports.summary.describe import (
    again_commands,
    answer_line,
    artefact,
    case_line,
    options,
    replay_command,
    shrink_command,
    side_names,
    smallest,
    text_words,
)


@pytest.fixture
def split(sample_findings):
    return next(f for f in sample_findings if f.signature.component == "Split")


def again(finding, seen):
    return again_commands(Path("run"), finding, seen)


def test_smallest_is_shortlex_then_by_artefact(split):
    one, other = split.sightings
    shorter = replace(other, case=EncodeCase("zz"))
    assert smallest(replace(split, sightings=(one, shorter))) == shorter
    earlier = replace(one, case=EncodeCase("aa"))
    assert smallest(replace(split, sightings=(shorter, earlier))) == earlier
    assert smallest(split).artefact == "llama-3"


def test_two_files_are_both_named(split):
    seen = replace(split.sightings[0], against="qwen3-ranks")
    assert artefact(seen) == "qwen3 ~ qwen3-ranks"
    assert side_names(split, seen)[1] == "huggingface_tokenizers on qwen3-ranks"
    assert side_names(split, split.sightings[0])[0] == "reference"


def test_a_bundled_implementation_is_asked_itself(split):
    signature = replace(split.signature, left="huggingface_tokenizers", right="lib:kitoken")
    finding = replace(split, signature=signature)
    seen = replace(split.sightings[0], case=EncodeCase("a", EncodeOptions(add_special=False)))
    artefact = seen.artefact
    assert again(finding, seen) == (
        f"tokparity encode --no-add-special --oracle huggingface_tokenizers {artefact} a",
        f"tokparity encode --no-add-special --subject lib:kitoken {artefact} a",
    )
    assert again(finding, replace(seen, case=DecodeCase((1, 2)))) == (
        f"tokparity decode --oracle huggingface_tokenizers {artefact} 1 2",
        f"tokparity decode --subject lib:kitoken {artefact} 1 2",
    )
    assert again(finding, replace(seen, case=DecodeCase(()))) == (
        f"tokparity decode --oracle huggingface_tokenizers {artefact} ''",
        f"tokparity decode --subject lib:kitoken {artefact} ''",
    )


@pytest.mark.parametrize(
    ("case", "line"),
    [
        (EncodeCase("a"), "default options"),
        (EncodeCase("a", EncodeOptions(add_special=False)), "add_special=False"),
        (
            EncodeCase("a", EncodeOptions(False, False)),
            "add_special=False, parse_special=False",
        ),
        (DecodeCase((), DecodeOptions(skip_special=True)), "skip_special=True"),
    ],
)
def test_options(case, line):
    assert options(case) == line


@pytest.mark.parametrize(
    ("case", "line"),
    [
        (EncodeCase(""), "(empty text)"),
        (EncodeCase("a\n\u202e"), "a\\n\\u202e"),
        (DecodeCase(()), "(no ids)"),
        (DecodeCase((1, -2)), "ids 1 -2"),
        (DecodeCase(tuple(range(9))), "ids 0 1 2 3 … (5 more ids)"),
    ],
)
def test_case_line(case, line):
    assert case_line(case, limit=8) == line


@pytest.mark.parametrize(
    ("observation", "line"),
    [
        (Encoding((1, 2)), "1 2"),
        (Encoding((1,), ((0, 3),)), "1 at 0:3"),
        (Encoding(()), "(no ids)"),
        (Text("a b"), "a·b"),
        (Bytes(b"\xff\\"), "\\xff\\\\"),
        (Refusal("crash", "line\nline"), "crash: line\\nline"),
    ],
)
def test_answer_line(observation, line):
    assert answer_line(observation) == line


def test_an_answer_is_one_short_line():
    ids = tuple(range(100_000))
    line = answer_line(Encoding(ids, tuple((i, i + 1) for i in ids)))
    assert len(line) <= 241
    assert "\n" not in line


def test_commands_name_what_differs_from_the_default(split):
    seen = split.sightings[0]
    assert again(split, seen) == ("""tokparity trace qwen3 --no-add-special 'I'"'"'m 12345'""",)
    other = replace(seen, against="b c", case=EncodeCase("-x", EncodeOptions(parse_special=False)))
    expected = "tokparity trace qwen3 --against 'b c' --no-parse-special -- -x"
    assert again(split, other) == (expected,)
    fault_model = replace(split, signature=replace(split.signature, left="variant:viterbi"))
    assert again(fault_model, replace(seen, case=EncodeCase("ia"))) == (
        "tokparity trace qwen3 --model-algorithm viterbi ia",
    )
    decode = replace(seen, case=DecodeCase((1, -1), DecodeOptions(skip_special=True)))
    assert again(split, decode) == (
        "tokparity decode --skip-special -- qwen3 1 -1",
        "tokparity decode --skip-special --oracle huggingface_tokenizers -- qwen3 1 -1",
    )
    assert shrink_command(Path("runs/1"), split) == f"tokparity shrink runs/1:{split.id}"


def test_a_run_is_done_again_by_the_command_it_was(sample_run):
    info = read_run(sample_run).info
    assert replay_command(Path("a run"), info) == "tokparity run --replay 'a run'"
    options = {"artefact": "my model", "against": "native", "cases": 64}
    check = replace(info, profile="check", seed=3, options=options)
    assert replay_command(Path("run"), check) == (
        "tokparity check 'my model' --against native --cases 64 --seed 3"
    )
    wrong = replace(check, options={"artefact": "m", "model_algorithm": "viterbi"})
    assert (
        replay_command(Path("run"), wrong) == "tokparity check m --model-algorithm viterbi --seed 3"
    )
    made = replace(info, profile="pipelines", seed=9, options={"pipelines": 300, "texts": 10})
    assert replay_command(Path("run"), made) == (
        "tokparity pipelines --pipelines 300 --texts 10 --seed 9"
    )


def test_what_a_class_overrides_is_asked_of_each_library(split):
    transformers = replace(split.signature, left="huggingface_tokenizers")
    transformers = replace(transformers, right="huggingface_transformers", question="parity")
    found = replace(split, signature=transformers)
    seen = replace(split.sightings[0], artefact="d/tokenizer.json", against="d")
    assert again(found, replace(seen, case=EncodeCase("a"))) == (
        "tokparity encode --oracle huggingface_tokenizers d/tokenizer.json a",
        "tokparity encode --oracle huggingface_transformers d a",
    )
    assert again(found, replace(seen, case=DecodeCase((300,)))) == (
        "tokparity decode --oracle huggingface_tokenizers d/tokenizer.json 300",
        "tokparity decode --oracle huggingface_transformers d 300",
    )


def test_a_tokenizer_that_the_run_kept_is_named_by_its_file(split, tmp_path):
    seen = replace(split.sightings[0], case=EncodeCase("a"))
    kept = tmp_path / "tokenizers" / f"{seen.sha256[:16]}.json"
    kept.parent.mkdir()
    kept.write_text("{}")
    assert again_commands(tmp_path, split, seen) == (f"tokparity trace {kept} a",)


def test_what_no_argument_can_hold_is_asked_by_the_finding(split):
    by_name = (f"tokparity trace run:{split.id}",)
    for text in ("x" * 2_001, "\ud83d\ude00"):  # two halves would be read as one character
        assert again(split, replace(split.sightings[0], case=EncodeCase(text))) == by_name
    assert again(split, replace(split.sightings[0], case=FullCase("a", "b"))) == by_name
    ids = DecodeCase(tuple(range(10_000)))
    assert again(split, replace(split.sightings[0], case=ids)) == ()


def echoed(words):
    """What a plain shell, in no language, makes of words that are pasted into it."""
    script = "printf '%s\\n' " + shlex.join(words)
    assert script.isascii()
    shown = subprocess.run(
        ["/bin/sh", "-c", script], capture_output=True, check=True, env={"LC_ALL": "C"}
    )
    return shown.stdout.decode("ascii").split("\n")[:-1]


@pytest.mark.parametrize(
    "text", ["\0", "a\ud800", from_bytes(b"a\xff1\xe2\x82 \xc3\xa9"), "'\n\"\\"]
)
def test_a_plain_shell_reads_back_what_is_no_plain_text(text):
    flag, word = echoed(text_words(text))
    assert flag == "--escaped"
    assert unescaped(word) == text


@settings(max_examples=5, deadline=None)
@given(st.lists(st.text(max_size=30), min_size=40, max_size=40))
def test_a_plain_shell_reads_back_every_text(texts):
    words = [text_words(text)[-1] for text in texts]
    read = echoed(words)
    meant = [
        unescaped(word) if len(text_words(text)) == 2 else word
        for text, word in zip(texts, read, strict=True)
    ]
    assert meant == texts


def test_a_stream_in_words():
    case = StreamCase((1, 2), (3,), DecodeOptions(True))
    assert case_line(case) == "id by id 1 2 behind 3"
    assert case_line(StreamCase(())) == "id by id (no ids)"
    assert options(case) == "skip_special=True"
    assert answer_line(Streamed(("a", "", None))) == '"a", "", refused'
    assert answer_line(Streamed(())) == "(nothing)"
    assert len(answer_line(Streamed(("a" * 99,) * 999))) < 300


def test_a_stream_again(split):
    seen = replace(split.sightings[0], case=StreamCase((1, -2), (3, 4), DecodeOptions(True)))
    (line,) = again(split, seen)
    asked = "--skip-special --prompt '3 4' --way decode_stream --oracle huggingface_tokenizers"
    assert line == f"tokparity stream {asked} -- {seen.artefact} 1 -2"
    assert again(split, replace(seen, case=StreamCase((1,) * 999))) == ()


def test_a_conversation_again_is_read_from_stdin(split, tmp_path, monkeypatch):
    """The command of a page, run by a shell, renders what the finding shows."""
    monkeypatch.setenv("TOKPARITY_CACHE", str(tmp_path))
    said = "it's \u2028 $HOME `x` \\n \ud83d\ude42"
    held = Conversation(({"role": "user", "content": said},), add_generation_prompt=True)
    seen = replace(split.sightings[0], artefact="template:chatml", case=ChatCase(held.to_text()))
    (command,) = again(split, seen)
    assert command.isascii()
    here = f"{Path(sys.executable).parent}:/usr/bin:/bin"
    shown = subprocess.run(
        ["/bin/sh", "-c", command],
        capture_output=True,
        check=True,
        env={**os.environ, "PATH": here},
    )
    text = f"<|im_start|>user\n{said}<|im_end|>\n<|im_start|>assistant\n"
    assert shown.stdout.decode() == text.encode("utf-16", "surrogatepass").decode("utf-16")


def test_what_chat_cannot_be_told_has_no_command(split):
    held = Conversation(({"role": "assistant", "thinking": "x"},), continued="thinking")
    seen = replace(split.sightings[0], case=ChatCase(held.to_text()))
    assert again(split, seen) == ()


def test_a_text_that_nobody_would_read_is_asked_for_by_its_finding(split):
    seen = replace(split.sightings[0], case=EncodeCase(" " * 1000))
    assert again(split, seen) == (f"tokparity trace run:{split.id}",)
