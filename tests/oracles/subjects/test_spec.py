import sys

import pytest

from tokparity.oracles.subjects.spec import (
    FORMS,
    BadSubject,
    Bundled,
    Program,
    Server,
    subject_name,
    subject_spec,
)

HOST = "tokparity.oracles.subjects.python_host"


@pytest.mark.parametrize(
    ("text", "arguments"),
    [
        pytest.param("exec:./mytok", ("./mytok",), id="program"),
        pytest.param("exec:node 'my tok.mjs' --fast", ("node", "my tok.mjs", "--fast"), id="words"),
        pytest.param("exec:a $HOME | b; c", ("a", "$HOME", "|", "b;", "c"), id="no-shell"),
        pytest.param("exec:C:/tok", ("C:/tok",), id="colon-in-command"),
        pytest.param(
            "python:pkg.mod:Tok", (sys.executable, "-m", HOST, "pkg.mod:Tok"), id="python"
        ),
    ],
)
def test_a_spec_is_a_program(text, arguments):
    assert subject_spec(text) == Program(arguments)


@pytest.mark.parametrize(
    ("text", "spec"),
    [
        ("lib:kitoken", Bundled("kitoken")),
        ("http:llama-server://127.0.0.1:8080", Server("llama-server", "127.0.0.1", 8080)),
        ("http:vllm://[::1]:8000/my/model", Server("vllm", "::1", 8000, "my/model")),
    ],
)
def test_a_spec_is_a_library_or_a_server(text, spec):
    assert subject_spec(text) == spec


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("exec:", "names no command"),
        ("exec:a 'b", "is no command: No closing quotation"),
        ("python:module", "is to be python:MODULE:FACTORY"),
        ("python::factory", "is to be python:MODULE:FACTORY"),
        (
            "http:vllm:8000",
            "is to be http:KIND://HOST:PORT[/MODEL], KIND one of llama-server, vllm, tei, ollama",
        ),
        (
            "http:tgi://127.0.0.1:80",
            "is to be http:KIND://HOST:PORT[/MODEL], KIND one of llama-server, vllm, tei, ollama",
        ),
        ("exec", f"is none of {FORMS}"),
        ("./mytok", f"is none of {FORMS}"),
        ("", f"is none of {FORMS}"),
    ],
)
def test_what_names_no_subject_says_why(text, reason):
    with pytest.raises(BadSubject) as error:
        subject_spec(text)
    assert str(error.value) == f"subject {text!r}: {reason}"
    assert (error.value.spec, error.value.reason) == (text, reason)


@pytest.mark.parametrize(
    ("arguments", "name"),
    [
        (("./bin/mytok", "--fast"), "mytok"),
        (("python3", "-u", "tools/my_tok.py", "--fast"), "my_tok"),
        (("node", "subject.mjs"), "subject"),
        (("-x",), "subject"),
    ],
)
def test_a_program_that_does_not_say_its_name_has_that_of_its_file(arguments, name):
    assert Program(arguments).name == name


@pytest.mark.parametrize(
    ("declared", "name"),
    [
        ("tokenizers.js@3.1", "tokenizers.js@3.1"),
        ("@scope/tok", "@scope/tok"),
        ("My Tokenizer (fast)", "My-Tokenizer-fast"),
        ("../../etc", "etc"),
        ("caf\u00e9\x1b[31m", "caf-31m"),
        ("x" * 100, "x" * 60),
        ("\u3042", "subject"),
    ],
)
def test_a_name_fits_into_keys_and_paths(declared, name):
    assert subject_name(declared) == name
