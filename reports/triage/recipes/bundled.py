"""How a script asks a bundled implementation: its own calls, as its adapter has them.

Not here: libraries of npm, whose scripts are JavaScript (`reports.triage.javascript`).
"""

from collections.abc import Mapping

from tokparity.oracles.subjects.handover import NAMES
from tokparity.oracles.subjects.library import DECODE, ENCODE, Library, Way
from tokparity.reference_impl.contract import Case, DecodeCase, EncodeCase
from tokparity.reports.triage.exhibit import Part
from tokparity.reports.triage.recipes.recipe import (
    NoScript,
    Recipe,
    bytes_or_text,
    holding_of,
    path_of,
)
from tokparity.reports.triage.values import Aspect, text_literal

RANKS = (
    "def RANKS():",
    "    rows = (line.split() for line in open(F, 'rb') if line.strip())",
    "    return {base64.b64decode(token): int(rank) for token, rank in rows}",
)
"""What the calls of a library may use to read a rank file."""
WITHOUT_LIMITS = (
    "content = json.loads(Path(F).read_bytes()) | {'truncation': None, 'padding': None}",
    "Path(F).write_text(json.dumps(content))",
)
"""It cannot be told to leave the padding and truncation of the file."""


def recipe(part: Part, case: Case, aspect: Aspect) -> Recipe:
    """Its `load` on a copy of the file under its usual name, then its call."""
    library = part.library
    assert library is not None
    way = way_of(library, part)
    imports, load = file_lines(part)
    load = (*load, *_request(library, way, part), *way.load.splitlines())
    match case:
        case EncodeCase(text, options) if aspect == "ids":
            name = {both: name for name, both in ENCODE.items()}[
                options.add_special, options.parse_special
            ]
            ask = (f"X = {bytes_or_text(text)}",)
            answer = f"[int(it) for it in {call_of(way.encode, name)}]"
            return Recipe(imports, load, ask, answer, aspect)
        case DecodeCase(ids, options) if aspect == "text":
            name = {skip: name for name, skip in DECODE.items()}[options.skip_special]
            return Recipe(imports, load, (f"X = {list(ids)}",), call_of(way.decode, name), aspect)
        case _:
            raise NoScript(f"the calls of {library.name} give no {aspect} of a {case.op}")


def way_of(library: Library, part: Part) -> Way:
    """As its host chooses: the vocabulary that it has itself, else the format."""
    holding = holding_of(part)
    built_in = (way for way in library.ways if part.artefact in way.vocabularies)
    by_format = (way for way in library.ways if holding.format in way.formats)
    way = next(built_in, None) or next(by_format, None)
    if way is None:
        raise NoScript(f"{library.name} loads no {holding.format}")
    return way


def call_of(calls: Mapping[str, str], name: str) -> str:
    """The call of this name. Errors: NoScript."""
    if name not in calls:
        raise NoScript(f"it has no call for this: {name}")
    return calls[name]


def file_lines(part: Part) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """(imports, lines): `F`, a copy of the file under the name that its format has, and `D`."""
    holding = holding_of(part)
    name = NAMES.get(holding.format, "tokenizer")
    lines: tuple[str, ...] = ("D = tempfile.mkdtemp()", f"F = os.path.join(D, {name!a})")
    imports: tuple[str, ...] = ("import os", "import tempfile")
    if holding.content is not None:
        literal = f"{holding.content.decode('ascii')!a}"
        lines = (*lines, f"open(F, 'w', newline='').write({literal})")
    else:
        more, path = path_of(part)
        imports = (*imports, *more, "import shutil")
        lines = (*lines, f"shutil.copy({path}, F)")
    if holding.format == "tokenizer.json" and not holding.settings.limits:
        imports = (*imports, "import json", "from pathlib import Path")
        lines = (*lines, *WITHOUT_LIMITS)
    return imports, lines


def _request(library: Library, way: Way, part: Part) -> tuple[str, ...]:
    """What else a load may look at: `R`, `V` and `RANKS`, where it does."""
    facts = holding_of(part).facts
    lines: list[str] = []
    if "R[" in way.load and facts is not None:
        lines.append(f"R = {{'pattern': {text_literal(facts.pattern)},")
        lines.append(f"     'special_tokens': {dict(facts.specials)!a}}}")
    if "V" in way.load and part.artefact in way.vocabularies:
        lines.append(f"V = {way.vocabularies[part.artefact]!a}")
    if "RANKS" in way.load:
        lines += ["import base64", *RANKS]
    return tuple(lines)
