"""`SubjectSpec`: how a user names an implementation under test, and what it comes to.

A closed union, parsed (`subject_spec`) here and nowhere else. Not here: starting anything.
"""

import re
import shlex
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args, get_type_hints
from urllib.parse import urlsplit

from tokparity.reference_impl.errors import TokparityError

FORMS = "exec:COMMAND, python:MODULE:FACTORY, lib:NAME, http:llama-server://HOST:PORT"


class BadSubject(TokparityError):
    """A spec that names no subject."""

    def __init__(self, spec: str, reason: str) -> None:
        super().__init__(f"subject {spec!r}: {reason}")
        self.spec, self.reason = spec, reason


@dataclass(frozen=True, slots=True)
class Program:
    """A program that speaks the protocol on stdin and stdout. Started as it is, by no shell."""

    arguments: tuple[str, ...]
    called: str = ""

    @property
    def name(self) -> str:
        """What it is called where it does not say: the file that is run, without its suffix.

        >>> Program(("python3", "-u", "tools/my_tok.py", "--fast")).name
        'my_tok'
        """
        if self.called:
            return self.called
        files = [part for part in self.arguments if not part.startswith("-")]
        interpreted = [part for part in files if Path(part).suffix in _SCRIPTS]
        return Path((interpreted or files or ["subject"])[0]).stem


HOST = "tokparity.oracles.subjects.python_host"
"""What serves code of Python."""
_SCRIPTS = {".py", ".js", ".mjs", ".cjs", ".ts", ".rb", ".pl", ".lua", ".jl", ".jar", ".sh"}
_KINDS = "llama-server, vllm, tei, ollama"
_NAME = re.compile(r"[^A-Za-z0-9._@+/-]+")


@dataclass(frozen=True, slots=True)
class Bundled:
    """A library whose calls are bundled (`library`)."""

    name: str


@dataclass(frozen=True, slots=True)
class Server:
    """A server that is there already: what it speaks, and where. `model`: where it has several."""

    kind: Literal["llama-server", "vllm", "tei", "ollama"]
    host: str
    port: int
    model: str = ""


SubjectSpec = Program | Bundled | Server


def subject_spec(text: str) -> SubjectSpec:
    """What a spec names.

    `exec:COMMAND` is split as a shell splits words, but no shell runs it: no variables, no pipes.
    `python:MODULE:FACTORY` is run in an interpreter of its own, with the current folder on its
    path. Errors: BadSubject.

    >>> subject_spec("exec:node 'my tok.mjs' --fast")
    Program(arguments=('node', 'my tok.mjs', '--fast'), called='')
    >>> subject_spec("http:vllm://127.0.0.1:8000/my/model")
    Server(kind='vllm', host='127.0.0.1', port=8000, model='my/model')
    >>> subject_spec("python:my_package.fast:Tok").arguments[1:]
    ('-m', 'tokparity.oracles.subjects.python_host', 'my_package.fast:Tok')
    """
    kind, colon, rest = text.partition(":")
    match kind:
        case "exec" if colon:
            try:
                arguments = tuple(shlex.split(rest))
            except ValueError as error:
                raise BadSubject(text, f"is no command: {error}") from error
            if not arguments:
                raise BadSubject(text, "names no command")
            return Program(arguments)
        case "python" if colon:
            module, _, factory = rest.partition(":")
            if not module or not factory:
                raise BadSubject(text, "is to be python:MODULE:FACTORY")
            return Program((sys.executable, "-m", HOST, rest))
        case "lib" if colon:
            return Bundled(rest)
        case "http" if colon:
            return _server(text, rest)
        case _:
            raise BadSubject(text, f"is none of {FORMS}")


def _server(text: str, rest: str) -> Server:
    parts = urlsplit(rest)
    try:
        host, port = parts.hostname, parts.port
    except ValueError as error:
        raise BadSubject(text, str(error)) from error
    kind = next((it for it in get_args(get_type_hints(Server)["kind"]) if it == parts.scheme), None)
    if kind is None or host is None or port is None:
        raise BadSubject(text, "is to be http:KIND://HOST:PORT[/MODEL], KIND one of " + _KINDS)
    return Server(kind, host, port, parts.path.strip("/"))


def subject_name(declared: str) -> str:
    """A name as findings and files hold it: without spaces and what a path or a key may not hold.

    >>> subject_name("My Tokenizer (fast)")
    'My-Tokenizer-fast'
    """
    return _NAME.sub("-", declared).strip("-/.")[:60] or "subject"
