"""How a script asks a bundled implementation: its own calls, as its adapter has them.

Not here: libraries of npm, whose scripts are JavaScript (`reports.triage.javascript`).
"""

import re
from collections.abc import Mapping

from tokparity.oracles.subjects.handover import NAMES
from tokparity.oracles.subjects.library import DECODE, ENCODE, Library, Way
from tokparity.oracles.subjects.spec import Program
from tokparity.reference_impl.contract import Case, DecodeCase, EncodeCase, Format
from tokparity.reports.triage.exhibit import Part
from tokparity.reports.triage.recipes.recipe import (
    NoScript,
    Recipe,
    bytes_or_text,
    folder_beside,
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
FOLDERS: tuple[Format, ...] = ("tokenizer_config.json", "model_folder")
"""Formats that are a folder, which a run gives where it lies."""


def recipe(part: Part, case: Case, aspect: Aspect) -> Recipe:
    """Its `load` on a copy of the file under its usual name, then its call."""
    library = part.library
    assert library is not None
    way = way_of(library, part)
    imports, load = file_lines(part) if reads_file(part) else ((), ())
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


def looks_beside(part: Part) -> bool:
    """Whether what is asked may look at what the model has beside its file: a load that says `D`,
    and a program of the user's own, which does as it likes."""
    if part.stranger is not None:
        own = part.artefact in part.stranger.vocabularies
        return isinstance(part.stranger.asked, Program) and not own
    return part.library is not None and _load_says(part.library, part, "D")


def reads_file(part: Part) -> bool:
    """Whether what is asked is given the file: not a library that has the vocabulary built in."""
    return part.library is None or _load_says(part.library, part, "F|D|RANKS")


def _load_says(library: Library, part: Part, names: str) -> bool:
    """Whether the load of a side has one of these names."""
    try:
        return re.search(rf"\b({names})\b", way_of(library, part).load) is not None
    except NoScript:
        return False


def file_lines(part: Part) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """(imports, lines): `F`, a copy of the file under the name that its format has, and `D`, its
    folder, with what the run gave beside it. A folder is given as it is."""
    holding = holding_of(part)
    imports: tuple[str, ...]
    lines: tuple[str, ...]
    if holding.format in FOLDERS:
        imports, path = path_of(part)
        lines = (f"F = os.path.abspath({path})", "D = os.path.dirname(F)")
        if not holding.is_told:
            lines = (f"D = {path}", f"F = os.path.join(D, {holding.called!a})")
        return (*imports, "import os"), lines
    name = NAMES.get(holding.format, "tokenizer")
    lines = ("D = tempfile.mkdtemp()", f"F = os.path.join(D, {name!a})")
    imports = ("import os", "import tempfile")
    if holding.content is not None:
        literal = f"{holding.content.decode('ascii')!a}"
        lines = (*lines, f"open(F, 'w', newline='').write({literal})")
    else:
        more, path = path_of(part)
        imports = (*imports, *more, "import shutil")
        lines = (*lines, f"shutil.copy({path}, F)", *_beside_lines(part, path))
    if holding.format == "tokenizer.json" and not holding.settings.limits:
        imports = (*imports, "import json", "from pathlib import Path")
        lines = (*lines, *WITHOUT_LIMITS)
    return imports, lines


def _beside_lines(part: Part, path: str) -> tuple[str, ...]:
    """Of a bundled library that looks at the files beside, none may be missing."""
    holding = holding_of(part)
    if not holding.beside:
        return ()
    if holding.file is None:
        lines = [f"B = os.path.dirname(os.path.abspath({path}))  # the folder of the model"]
    else:
        lines = [f"B = str(Path(__file__).with_name({folder_beside(holding.file)!a}))"]
    lines.append(f"for name in {list(holding.beside)!a}:")
    copy = "shutil.copy(os.path.join(B, name), D)"
    if part.stranger is not None:
        lines.append("    if os.path.exists(os.path.join(B, name)):")
        copy = f"    {copy}"
    return (*lines, f"    {copy}")


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
