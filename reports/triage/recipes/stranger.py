"""How a script asks a subject of the user's own: over the protocol, by a call, or over HTTP.

Whatever is asked of it stands in the script, which needs the standard library alone. What answers
no reply is a refusal of the script's own words; memory is not looked at here.

Not here: what the lines of the protocol mean (`oracles.subjects.messages`).
"""

import base64
from typing import Any

from tokparity.oracles.subjects.messages import PROTOCOL
from tokparity.oracles.subjects.server import ROUTES
from tokparity.oracles.subjects.spec import Program, Server
from tokparity.reference_impl.contract import (
    Case,
    DecodeCase,
    EncodeCase,
    EncodeOptions,
    Refusal,
    StreamCase,
)
from tokparity.reports.triage.exhibit import Part
from tokparity.reports.triage.recipes.bundled import file_lines
from tokparity.reports.triage.recipes.recipe import (
    NoScript,
    Recipe,
    bytes_or_text,
    holding_of,
    is_bytes,
)
from tokparity.reports.triage.values import Aspect, text_literal

PATIENCE = 10
"""Seconds that an answer may take; as long as a batch of a run may, and more for a load."""
FIELDS: dict[str, Aspect] = {"encode": "ids", "decode": "text", "stream": "parts"}
"""What of an answer a script compares, by the operation."""
TALK = (
    "def ask(seconds, **request):",
    "    timer = threading.Timer(seconds, process.kill)",
    "    timer.start()",
    "    try:",
    '        process.stdin.write(json.dumps(request).encode() + b"\\n")',
    "        process.stdin.flush()",
    "        line = process.stdout.readline()",
    "    except BrokenPipeError:",
    '        line = b""',
    '    why = "crash" if timer.is_alive() else "timeout"',
    "    timer.cancel()",
    '    return json.loads(line) if line else {"error": why}',
)
OVER_HTTP = (
    "def ask(path, body=None):",
    '    method, data = ("GET", None) if body is None else ("POST", json.dumps(body))',
    "    connection = http.client.HTTPConnection(HOST, PORT, timeout=SECONDS)",
    "    try:",
    '        connection.request(method, path, data, {"Content-Type": "application/json"})',
    "        reply = connection.getresponse()",
    '        return json.load(reply) if reply.status == 200 else {"error": str(reply.status)}',
    "    except TimeoutError:",
    '        return {"error": "timeout"}',
    "    except (OSError, http.client.HTTPException):",
    '        return {"error": "crash"}',
)
REFUSED = "f\"refuses: {result['error'].partition(':')[0]}\" if 'error' in result else"


def recipe(part: Part, case: Case, aspect: Aspect) -> Recipe:
    """What is asked of the subject, and how."""
    stranger = part.stranger
    assert stranger is not None
    if FIELDS.get(case.op) != aspect:
        raise NoScript(f"no script asks a subject for {aspect} of a {case.op}")
    if isinstance(part.recorded, Refusal) and part.recorded.kind == "memory":
        raise NoScript("no script looks at the memory of a subject")
    match stranger.asked:
        case Server() as server:
            return _over_http(server, case, aspect)
        case Program(arguments) if stranger.is_called:
            return _called(arguments[-1], part, case, aspect)
        case Program(arguments):
            return _in_lines(arguments, part, case, aspect)


def _in_lines(arguments: tuple[str, ...], part: Part, case: Case, aspect: Aspect) -> Recipe:
    """A program: its lines of JSON."""
    imports, file, load = _handed_over(part)
    pipes = "stdin=subprocess.PIPE, stdout=subprocess.PIPE"
    start = (
        f"process = subprocess.Popen({list(arguments)!a}, {pipes})",
        *TALK,
        f"ask(30, id=1, op='start', protocol={PROTOCOL})",
        f"loaded = ask(120, id=2, op='load', **{load})",
        "assert loaded.get('ok'), loaded",
    )
    result = "result = reply.get('results', [reply])[0]"
    given, said = _question(case)
    items = {"encode": "texts", "decode": "ids", "stream": "replies"}[case.op]
    ask = f"reply = ask({PATIENCE}, id=3, op={case.op!a}, {items}=[X], **{said!a})"
    value = {
        "ids": "result['ids']",
        "text": "(result['text'] if 'text' in result else base64.b64decode(result['base64']))",
        "parts": "result['parts']",
    }[aspect]
    return Recipe(
        (*imports, "import base64", "import json", "import subprocess", "import threading"),
        (*file, *start),
        (f"X = {given}", ask, result),
        value,
        aspect,
        refusal=REFUSED,
        end=("process.kill()",),
    )


def _called(named: str, part: Part, case: Case, aspect: Aspect) -> Recipe:
    """A class of the user's own, as `python_host` calls it."""
    module, _, factory = named.partition(":")
    imports, file, load = _handed_over(part)
    begin = (
        'sys.path.insert(0, "")  # the folder that it is run in',
        f"subject = importlib.import_module({module!a}).{factory}()",
        f"subject.load({load})",
    )
    given, said = _question(case)
    keywords = ", ".join(f"{name}={value}" for name, value in said.items())
    ask: tuple[str, ...]
    match case:
        case EncodeCase():
            literal = given if not given.startswith("{") else bytes_or_text(case.text)
            ask = (
                f"X, batch = {literal}, getattr(subject, 'encode_batch', None)",
                f"answer = batch([X], {keywords})[0] if batch else subject.encode(X, {keywords})",
            )
            value = "[int(it) for it in (answer[0] if isinstance(answer, tuple) else answer)]"
        case DecodeCase():
            ask, value = (f"X = {given}",), f"subject.decode(X, {keywords})"
        case StreamCase(ids, prompt_ids):
            ask = ()
            value = f"list(subject.stream({list(ids)}, {list(prompt_ids)}, {keywords}))"
        case _:
            raise NoScript(f"no script calls a subject for a {case.op}")
    return Recipe((*imports, "import importlib", "import sys"), (*file, *begin), ask, value, aspect)


def _over_http(server: Server, case: Case, aspect: Aspect) -> Recipe:
    """A server that is running: its own routes."""
    routes = ROUTES[server.kind]
    _, said = _question(case)
    match case:
        case EncodeCase(text):
            path, value = routes.encode_path, routes.ids
            body = routes.encode(server.model, text, said)
        case DecodeCase(ids):
            path, value = routes.decode_path, routes.text
            body = routes.decode(server.model, list(ids), said)
        case _:
            raise NoScript(f"no script asks a server for a {case.op}")
    named = [f"HOST, PORT, SECONDS = {server.host!a}, {server.port}, {PATIENCE}", *OVER_HTTP]
    ask = [f"body = {body!a}"]
    if "model" in body and not server.model and routes.model is not None:
        where, model = routes.model
        ask.append(f"body['model'] = (lambda answer: {model})(ask({where!a}))")
    ask += [
        f"answer = ask({path!a}, body)",
        "result = answer if isinstance(answer, dict) else {}",
    ]
    return Recipe(
        ("import http.client", "import json"),
        tuple(named),
        tuple(ask),
        value,
        aspect,
        refusal=REFUSED,
    )


def _question(case: Case) -> tuple[str, dict[str, bool]]:
    """(the source of `X`, the options), as a request has them."""
    match case:
        case EncodeCase(text, EncodeOptions(add_special, parse_special)):
            literal = bytes_or_text(text)
            if is_bytes(literal):
                coded = base64.b64encode(text.encode("utf-8", "surrogateescape")).decode("ascii")
                literal = f"{{'base64': {coded!a}}}"
            return literal, {"add_special": add_special, "parse_special": parse_special}
        case DecodeCase(ids, options):
            return str(list(ids)), {"skip_special": options.skip_special}
        case StreamCase(ids, prompt_ids):
            given = {"ids": list(ids), "prompt_ids": list(prompt_ids)}
            return str(given), {"skip_special": case.options.skip_special}
        case _:
            raise NoScript(f"no script asks a subject for a {case.op}")


def _handed_over(part: Part) -> tuple[tuple[str, ...], tuple[str, ...], str]:
    """(imports, lines that put the file in place, the source of what `load` is told)."""
    assert part.stranger is not None
    if part.artefact in part.stranger.vocabularies:
        return (), (), f"{{'vocabulary': {part.artefact!a}}}"
    holding = holding_of(part)
    imports, lines = file_lines(part)
    said: dict[str, Any] = {"name": holding.name, "format": holding.format}
    fields = [f"{name!a}: {value!a}" for name, value in said.items()]
    fields.append("'path': F")
    if holding.facts is not None:
        fields.append(f"'pattern': {text_literal(holding.facts.pattern)}")
        fields.append(f"'special_tokens': {dict(holding.facts.specials)!a}")
    return imports, lines, f"{{{', '.join(fields)}}}"
