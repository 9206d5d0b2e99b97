"""The command line: exit codes, one clear line for bad input, help that teaches."""

import importlib
import json
import os
import subprocess
import sys
from pathlib import Path

import click
import pytest

from tokparity.harness import cli


@pytest.fixture
def path(artefact):
    return artefact.path


def test_encode_and_decode(tokparity, path, document):
    code, out, _ = tokparity("encode", path, "hello world")
    assert code == 0
    ids = out.split()
    assert tokparity("decode", path, *ids)[:2] == (0, "hello world\n")
    code, out, _ = tokparity("encode", path, "hello world", "--json")
    assert [str(i) for i in json.loads(out)["ids"]] == ids
    asked = tokparity("encode", path, "hello world", "--oracle", "huggingface_tokenizers")
    assert asked[:2] == (0, " ".join(ids) + "\n")


def test_parse_special(tokparity, path, document):
    special = str(document["added_tokens"][0]["id"])
    assert tokparity("encode", path, "<|end|>")[1].split() == [special]
    assert special not in tokparity("encode", path, "<|end|>", "--no-parse-special")[1].split()


@pytest.mark.parametrize("token_id", ["-1", "700", "2147483648", "99999999999999999999"])
def test_an_id_outside_is_one_line(tokparity, path, token_id):
    code, out, err = tokparity("decode", path, "--", token_id)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert f"no token has id {token_id}" in err


def test_an_id_that_is_no_number_is_refused(tokparity, path):
    code, _, err = tokparity("decode", path, "12x")
    assert code == 2
    assert "'12x' is not an id" in err


def broken(document, **model):
    return json.dumps(document | {"model": document["model"] | model}).encode()


BAD = {
    "broken-json": (lambda d: b'{"model": ', "JSON"),
    "not-utf-8": (lambda d: b'{"model": "\xff"}', ""),
    "empty": (lambda d: b"", "is empty"),
    "no-object": (lambda d: b"[1]", ""),
    "missing-model": (lambda d: b'{"added_tokens": []}', "model"),
    "unknown-merge-piece": (
        lambda d: broken(d, merges=[["zz", "q"], *d["model"]["merges"]]),
        "model.merges[0]",
    ),
    "merge-of-three": (lambda d: broken(d, merges=["a b c"]), "model.merges[0]"),
    "negative-id": (lambda d: broken(d, vocab=d["model"]["vocab"] | {"zz": -1}), "model.vocab"),
    "missing-vocab": (
        lambda d: json.dumps(d | {"model": {"type": "BPE", "merges": []}}).encode(),
        "model.vocab",
    ),
    "dropout": (lambda d: broken(d, dropout=0.1), "model.dropout"),
    "unknown-stage": (
        lambda d: json.dumps(d | {"normalizer": {"type": "Rot13"}}).encode(),
        "normalizer",
    ),
    "bad-regex": (
        lambda d: json.dumps(
            d
            | {
                "pre_tokenizer": {
                    "type": "Split",
                    "pattern": {"Regex": "(unclosed"},
                    "behavior": "Isolated",
                    "invert": False,
                }
            }
        ).encode(),
        "pre_tokenizer",
    ),
    "deeply-nested": (lambda d: b'{"model":' + b"[" * 100_000, "JSON"),
}


@pytest.mark.parametrize("name", BAD)
@pytest.mark.parametrize("command", ["encode", "trace", "check"])
def test_a_bad_file_is_one_line_naming_it(tokparity, tmp_path, document, name, command):
    make, field = BAD[name]
    bad = tmp_path / "bad.json"
    bad.write_bytes(make(document))
    arguments = ["bad.json"] if command == "check" else ["bad.json", "text"]
    code, out, err = tokparity(command, *arguments)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1, err
    assert "bad.json" in err
    assert field in err
    assert not (tmp_path / "runs").exists()


def test_an_unreadable_file_and_a_folder(tokparity, tmp_path):
    (tmp_path / "folder").mkdir()
    for name in ("missing.json", "folder"):
        code, _, err = tokparity("encode", name, "x")
        assert code == 2
        assert err.count("\n") == 1
        assert name in err


@pytest.mark.parametrize(
    ("error", "said"),
    [(MemoryError(), "out of memory"), (RecursionError(), "nested too deeply")],
)
def test_what_this_process_cannot_do_is_no_divergence(tokparity, monkeypatch, error, said):
    def fails(*_):
        raise error

    monkeypatch.setattr("tokparity.harness.commands.encode.resolve", fails)
    code, out, err = tokparity("encode", "any", "x")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert said in err


def test_a_vocabulary_that_is_not_fetched_says_what_to_do(tokparity):
    code, _, err = tokparity("encode", "qwen3", "x")
    assert code == 2
    assert "tokparity vocabs fetch qwen3" in err


def test_nothing_fetched_says_what_to_do(tokparity):
    code, _, err = tokparity("run", "--vocab", "pix2tex")
    assert code == 2
    assert "tokparity vocabs fetch" in err


def test_check_agrees_and_reports(tokparity, path, tmp_path):
    code, _, err = tokparity("check", path, "--cases", "300", "--out", "out")
    assert code == 0, err
    assert (tmp_path / "out" / "report" / "index.html").is_file()
    assert "report: out/report/index.html" in err


def test_check_of_two_files_shows_what_they_say_differently(tokparity, path, document, tmp_path):
    changed = document | {"added_tokens": []}
    (tmp_path / "other.json").write_text(json.dumps(changed))
    code, out, _ = tokparity(
        "check", path, "--against", "other.json", "--cases", "300", "--sweep", "none"
    )
    assert code == 1
    assert "files differ: added tokens: 1 against 0" in out
    assert "'<|end|>' left" in out


@pytest.mark.parametrize(
    ("name", "content", "text"),
    [
        ("own.txt", "one boom\ntwo\n", "one boom"),
        ("own.jsonl", '"one boom"\n{"text": "two"}\n', "one boom"),
    ],
)
def test_check_reads_the_users_own_texts(tokparity, path, tmp_path, name, content, text):
    (tmp_path / name).write_text(content)
    code, _, err = tokparity(
        "check", path, "--texts", name, "--cases", "10", "--sweep", "none", "--out", "out"
    )
    assert code == 0, err


def test_bad_own_texts_name_the_line(tokparity, path, tmp_path):
    (tmp_path / "own.jsonl").write_text('"fine"\n{"txt": 1}\n')
    code, _, err = tokparity("check", path, "--texts", "own.jsonl", "--sweep", "none")
    assert code == 2
    assert "own.jsonl: line 2" in err


def test_trace_shows_stages_and_merges(tokparity, path):
    code, out, _ = tokparity("trace", path, "xhello")
    assert code == 0
    assert "pre_tokenizer: ByteLevel" in out
    assert "pass 1: (" in out


def test_report_of_no_run_is_one_line(tokparity, tmp_path):
    code, _, err = tokparity("report", "nowhere")
    assert code == 2
    assert err.count("\n") == 1
    assert "not a run directory" in err


@pytest.mark.parametrize(("command", "line"), [c for g in cli.GROUPS.values() for c in g.items()])
def test_a_command_opens_its_help_with_its_line_in_the_list(command, line):
    found = cli.tokparity.get_command(click.Context(cli.tokparity), command)
    assert found is not None
    assert found.get_short_help_str(limit=1000) == line


@pytest.mark.parametrize("command", cli.COMMANDS)
def test_every_command_has_help(tokparity, command):
    code, out, _ = tokparity(command, "--help")
    assert code == 0
    assert len(out.splitlines()) > 4


def test_help_lists_every_command_under_its_group(tokparity):
    code, out, _ = tokparity("--help")
    assert code == 0
    for title, commands in cli.GROUPS.items():
        _, _, section = out.partition(f"\n{title}:\n")
        listed = [
            line.split()[0] for line in section.partition("\n\n")[0].splitlines() if line[2] != " "
        ]
        assert listed == list(commands)


def test_every_module_of_commands_is_in_the_list():
    folder = Path(cli.__file__).with_name("commands")
    modules = {path.stem for path in folder.glob("*.py")} | set(cli.ELSEWHERE)
    assert set(cli.COMMANDS) <= modules
    for name in sorted(modules - {"__init__"}):
        module = importlib.import_module(
            f"tokparity.harness.commands.{cli.ELSEWHERE.get(name, name)}"
        )
        assert isinstance(getattr(module, name, None), click.Command) == (name in cli.COMMANDS)


@pytest.mark.parametrize(
    ("mistake", "suggestion"),
    [
        pytest.param("chek", "Did you mean 'check'?", id="near"),
        pytest.param("vocab", "Did you mean 'vocabs'?", id="singular"),
        pytest.param("xyzzy", "", id="like-nothing"),
    ],
)
def test_a_mistyped_command_suggests_the_nearest(tokparity, mistake, suggestion):
    code, out, err = tokparity(mistake)
    assert (code, out) == (2, "")
    assert f"No such command '{mistake}'" in err
    assert ("Did you mean" in err) == bool(suggestion)
    assert suggestion in err


SLOW = {"pandas", "numpy", "pyarrow", "jinja2", "transformers", "tokenizers", "sentencepiece"}
MODULES_OF = """
import sys
from tokparity.harness import cli
try:
    cli.main()
except SystemExit as end:
    print("code", end.code)
print("modules", *sorted({name.partition(".")[0] for name in sys.modules}))
print("ours", *sorted(name for name in sys.modules if name.startswith("tokparity.")))
"""


@pytest.mark.parametrize(("argument", "code"), [("--help", 0), ("--version", 0), ("chek", 2)])
def test_what_runs_nothing_imports_no_command_and_no_library(argument, code):
    done = subprocess.run(
        [sys.executable, "-c", MODULES_OF, argument],
        capture_output=True, text=True, timeout=60, check=True,
    )  # fmt: skip
    *_, ended, modules, ours = done.stdout.splitlines()
    assert ended == f"code {code}"
    assert not SLOW & set(modules.split())
    assert "tokparity.harness.cli" in ours.split()
    assert not [name for name in ours.split() if ".commands" in name]


def test_encoding_by_the_reference_imports_no_worker_and_no_library(path):
    done = subprocess.run(
        [sys.executable, "-c", MODULES_OF, "encode", path, "hello"],
        capture_output=True, text=True, timeout=60, check=True,
    )  # fmt: skip
    *_, ended, modules, ours = done.stdout.splitlines()
    assert ended == "code 0"
    assert not (SLOW | {"cattrs"}) & set(modules.split())
    assert "tokparity.harness.commands.encode" in ours.split()
    assert not [name for name in ours.split() if name.startswith("tokparity.oracles.worker")]


def test_works_in_a_folder_with_packages_of_the_same_names(tmp_path, path):
    for name in ("tokparity", "oracles", "corpora", "harness", "reports"):
        decoy = tmp_path / name
        decoy.mkdir()
        (decoy / "__init__.py").write_text("raise ImportError('the decoy was imported')\n")
    command = [Path(sys.executable).with_name("tokparity"), "check", path.name]
    done = subprocess.run(
        [*command, "--cases", "10", "--sweep", "none"],
        cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr


HOSTILE = "a\x1b[2J\u202eb\nc" + "x" * 2000


def _is_harmless_line(err):
    lines = err.splitlines()
    assert len(lines) == 1
    assert len(lines[0]) <= 500
    assert not {"\x1b", "\u202e"} & set(err)
    assert "\\x1b[2J\\u202eb\\nc" in err


def test_a_hostile_key_of_a_json_is_shown_as_an_escape(tokparity, path, document, tmp_path):
    bad = tmp_path / "tokenizer.json"
    bad.write_text(json.dumps({**document, HOSTILE: 1}))
    code, out, err = tokparity("encode", bad, "a")
    assert (code, out) == (2, "")
    _is_harmless_line(err)
    bad.write_text(json.dumps({**document, "model": {**document["model"], HOSTILE: 1}}))
    _, _, err = tokparity("check", bad, "--cases", "1", "--sweep", "none")
    [warning] = [line for line in err.splitlines() if line.startswith("warning: ")]
    assert "the library ignores 1 field of this file: model." in warning
    _is_harmless_line(warning + "\n")


def test_a_hostile_name_of_a_file_is_shown_as_an_escape(tokparity, tmp_path):
    name = HOSTILE[:40]
    (tmp_path / name).write_text("{}")
    code, out, err = tokparity("encode", tmp_path / name, "a")
    assert (code, out) == (2, "")
    _is_harmless_line(err)


def test_a_hostile_option_is_shown_as_an_escape(tokparity, path):
    code, out, err = tokparity("encode", path, "a", "--oracle", HOSTILE)
    assert (code, out) == (2, "")
    _is_harmless_line("".join(line for line in err.splitlines() if "Error" in line))


@pytest.mark.parametrize("encoding", ["latin-1", "ascii"])
def test_what_a_terminal_cannot_show_is_written_as_an_escape(tmp_path, path, encoding):
    other = tmp_path / "other.json"
    other.write_text(json.dumps(json.loads(path.read_text()) | {"added_tokens": []}))
    done = subprocess.run(
        [sys.executable, "-m", "tokparity", "check", path, "--against", other, "--cases", "64"],
        capture_output=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONIOENCODING": encoding},
    )
    assert done.returncode == 1, done.stderr
    assert b"\\u2260" in done.stdout + done.stderr


def test_this_process_may_map_no_more_than_the_machine_has():
    code = """
import resource, sys
from tokparity import __main__ as command
from tokparity.harness import cli
limits = []
cli.main = lambda: limits.append(resource.getrlimit(resource.RLIMIT_AS)[0])
for words in (["check", "x"], ["vocabs", "fetch"]):
    resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    sys.argv[1:] = words
    command.script()
print(*(limit == resource.RLIM_INFINITY for limit in limits))
try:
    command.bound()
    bytearray(1 << 46)
except MemoryError:
    print("bounded")
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "True", "bounded"]
