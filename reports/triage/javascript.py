"""The script of a finding in a library of npm: JavaScript, that node runs.

It holds the library's own calls, as its adapter has them, and a file or names one. Both answers are
compared and written as JSON in ASCII, which is the same in Python and here.

Not here: which side is asked, and when a script is one of JavaScript (`scripts`).
"""

import json
import re
from collections.abc import Sequence
from typing import Any

from tokparity.oracles.subjects.handover import NAMES
from tokparity.oracles.subjects.library import DECODE, ENCODE, Library, Way
from tokparity.reference_impl.contract import Case, DecodeCase, EncodeCase, Text
from tokparity.reference_impl.errors import NotUnicode
from tokparity.reference_impl.text.byte_text import to_bytes
from tokparity.reports.triage.comparison import MARKER, Comparison, is_raised, may_live
from tokparity.reports.triage.exhibit import Part
from tokparity.reports.triage.recipes.bundled import FOLDERS, call_of, reads_file, way_of
from tokparity.reports.triage.recipes.recipe import NoScript, folder_beside, holding_of
from tokparity.reports.triage.values import Aspect

PATIENCE = 10
"""Seconds after which a script of a hang ends itself."""
BEGIN = (
    'import fs from "node:fs";',
    'import path from "node:path";',
    'import { createRequire } from "node:module";',
    'import { fileURLToPath } from "node:url";',
    "const require = createRequire(import.meta.url);",
    "const HOME = path.dirname(fileURLToPath(import.meta.url));",
)
SHOW = (
    "const show = (it) => JSON.stringify(it).replace("
    r"/[\u007f-\uffff]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);"
)
END = (
    "if (show(got) !== show(expected)) {",
    "  console.error(`reproduced: got ${show(got)}, expected ${show(expected)}`);",
    "  process.exit(1);",
    "}",
    "console.log(`not reproduced: got ${show(got)}, as expected`);",
    "process.exit(0);",
)
LIVES = ("console.log(`not reproduced: got ${show(got)}`);", "process.exit(0);")


def source(
    head: Sequence[str],
    case: Case,
    aspect: Aspect,
    asked: Part,
    other: Part,
    compared: Comparison,
    before: Sequence[Case] = (),
) -> tuple[str, str]:
    """(the script, the line that proves it). `other` stands in it as recorded; `before` are asked
    first. Raises NoScript."""
    library = asked.library
    assert library is not None
    way = way_of(library, asked)
    given, answer = _question(library, way, case, aspect)
    literals = {role: literal(value) for role, value in compared.literals.items()}
    package = library.package.rpartition("@")[0]
    watch = [_watch(PATIENCE)] if compared.death == "timeout" else []
    lines = [
        *(f"// {line}" for line in head),
        *BEGIN,
        SHOW,
        *(_file(asked) if reads_file(asked) else []),
        *_request(way, asked),
        f"const about = path.join(HOME, 'node_modules', {literal(package)}, 'package.json');",
        f"console.log({literal(package)}, JSON.parse(fs.readFileSync(about)).version);",
        'console.log("Node", process.version, "with Unicode", process.versions.unicode);',
        "const t = await (async () => {",
        *(line for line in way.load.strip().splitlines()),
        "})();",
        *(line for earlier in before for line in _first(library, way, earlier, aspect)),
        f"const X = {given};",
        f"const {other.role} = {literals[other.role]};  // {_comment(other.label)}, as recorded",
        *([f"console.log({literal(MARKER)});"] if compared.death else []),
        *watch,
        f"let {asked.role};",
        *_asked(library, asked, answer, compared),
        *(LIVES if may_live(compared.death) else END),
    ]
    got, expected = literals["got"], literals["expected"]
    return "\n".join(lines) + "\n", f"reproduced: got {got}, expected {expected}"


def literal(value: Any) -> str:
    """A value as JSON in ASCII; bytes as a list of numbers.

    >>> literal([1, 2]), literal("\\u00e9'"), literal(b"a")
    ('[1,2]', '"\\\\u00e9\\'"', '[97]')
    """
    value = list(value) if isinstance(value, bytes) else value
    return json.dumps(value, separators=(",", ":"))


def text_source(text: str) -> str:
    """A text as source; where something stands in it very often, repeated.

    >>> text_source("b" + "a" * 5000)
    '"b" + "a".repeat(5000)'
    """
    if len(text) <= 200:
        return literal(text)
    parts, end = [], 0
    for run in re.finditer(r"(?s)(.{1,8}?)\1{30,}", text):
        if run.start() > end:
            parts.append(literal(text[end : run.start()]))
        parts.append(f"{literal(run[1])}.repeat({len(run[0]) // len(run[1])})")
        end = run.end()
    if end < len(text):
        parts.append(literal(text[end:]))
    return " + ".join(parts)


def _question(library: Library, way: Way, case: Case, aspect: Aspect) -> tuple[str, str]:
    """(the source of `X`, the call in it)."""
    match case:
        case EncodeCase(text, options) if aspect == "ids":
            try:
                data = to_bytes(text)
            except NotUnicode:
                raise NoScript("the text holds a surrogate that stands for no byte") from None
            try:
                given = text_source(data.decode())
            except UnicodeDecodeError:
                given = f"Uint8Array.from({literal(data)})"
            names = {both: name for name, both in ENCODE.items()}
            return given, call_of(way.encode, names[options.add_special, options.parse_special])
        case DecodeCase(ids, options) if aspect == "text":
            names_of = {skip: name for name, skip in DECODE.items()}
            return literal(list(ids)), call_of(way.decode, names_of[options.skip_special])
        case _:
            raise NoScript(f"the calls of {library.name} give no {aspect} of a {case.op}")


def _first(library: Library, way: Way, case: Case, aspect: Aspect) -> list[str]:
    given, answer = _question(library, way, case, aspect)
    return ["{", f"const X = {given};", f"await ({answer});  // it changes what follows", "}"]


def _file(part: Part) -> list[str]:
    """`F`, a copy of the file under the name that its format has, and `D`, its folder, with what
    the run gave beside it. A folder is given as it is."""
    holding = holding_of(part)
    told = "path.resolve(process.argv[2])"
    if holding.format in FOLDERS and holding.file is None:
        return [f"const F = {told};", "const D = path.dirname(F);"]
    if holding.format in FOLDERS:
        return [
            f"const D = path.join(HOME, {literal(holding.file)});",
            f"const F = path.join(D, {literal(holding.called)});",
        ]
    lines = [
        'const D = fs.mkdtempSync(path.join(require("node:os").tmpdir(), "repro-"));',
        f"const F = path.join(D, {literal(NAMES.get(holding.format, 'tokenizer'))});",
    ]
    if holding.content is not None:
        lines.append(f"fs.writeFileSync(F, {literal(holding.content.decode('ascii'))});")
    elif holding.file is not None:
        lines.append(f"fs.copyFileSync(path.join(HOME, {literal(holding.file)}), F);")
    else:
        lines.append("fs.copyFileSync(process.argv[2], F);")
    if holding.beside:
        folder = f"path.dirname({told})"
        if holding.file is not None:
            folder = f"path.join(HOME, {literal(folder_beside(holding.file))})"
        lines.append(f"for (const name of {literal(list(holding.beside))})")
        lines.append(f"  fs.copyFileSync(path.join({folder}, name), path.join(D, name));")
    if holding.format == "tokenizer.json" and not holding.settings.limits:
        lines += [
            'const content = JSON.parse(fs.readFileSync(F, "utf8"));',
            "Object.assign(content, { truncation: null, padding: null });",
            "fs.writeFileSync(F, JSON.stringify(content));",
        ]
    return lines


def _request(way: Way, part: Part) -> list[str]:
    """What else a load may look at: `R` and `V`."""
    facts = holding_of(part).facts
    lines = []
    if "R." in way.load:
        said: dict[str, Any] = {"name": part.artefact}
        if facts is not None:
            said |= {"pattern": facts.pattern, "special_tokens": dict(facts.specials)}
        lines.append(f"const R = {literal(said)};")
    if part.artefact in way.vocabularies:
        lines.append(f"const V = {literal(way.vocabularies[part.artefact])};")
    return lines


def _asked(library: Library, part: Part, answer: str, compared: Comparison) -> list[str]:
    """The lines that ask it, as its host does."""
    role, as_text = part.role, compared.as_text
    if library.decodes == "bytes" and isinstance(part.recorded, Text):
        raise NoScript("it is recorded to give a text, and gives bytes")
    if as_text and library.decodes == "bytes":
        answer = f'new TextDecoder("utf-8", {{ ignoreBOM: true }}).decode(await ({answer}))'
    lines = [f"{role} = await ({answer});"]
    if not as_text:
        lines.append(f"{role} = typeof {role} === 'string' ? {role} : Array.from({role}, Number);")
    if (cut := compared.cut) is not None:
        whole = f"Array.from({role}).slice({cut.start}, {cut.stop})"
        joined = '.join("")' if as_text else ""
        lines.append(f"{role} = {whole}{joined};  // the stretch around the first difference")
    if not (is_raised(part) or compared.error_is_due or may_live(compared.death)):
        return lines
    said = "`refuses: ${String((error && error.message) || error).split(':')[0]}`"
    if not as_text:
        lines.append(
            f"if (typeof {role} !== 'string' && !{role}.every(Number.isInteger))"
            " throw new TypeError('an id is no whole number');"
        )
    return [
        "try {",
        *(f"  {line}" for line in lines),
        "} catch (error) {",
        "  console.log(show(String(error)).slice(0, 1000));",
        f"  {role} = {'expected' if compared.error_is_due else said};",
        "}",
    ]


def _watch(seconds: int) -> str:
    """A thread that ends the process, whatever its main thread does."""
    body = f"setTimeout(() => process.kill({{pid}}, 'SIGALRM'), {seconds * 1000})"
    code = body.replace("{pid}", "${process.pid}")
    return f'new (require("node:worker_threads").Worker)(`{code}`, {{ eval: true }}).unref();'


def _comment(text: str) -> str:
    return ascii(text)[1:-1]
