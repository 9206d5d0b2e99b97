"""The stand-alone script of a finding: it asks the library concerned and ends by its answer.

Python; JavaScript where the library is of npm (`javascript`).

Exit code 1, with "reproduced: got …, expected …" as its last line, where the difference shows;
0 where it does not. Where it is a crash or a hang the process ends by a signal, behind a line that
says that the library is asked now. What a side that is not run answered (a black box, our own
reference, another library) stands in it as it was recorded.

Not here: how a library is asked (`recipes`), or running the script (the harness).
"""

import shlex
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Literal

from tokparity.reference_impl.contract import Case, EncodeCase
from tokparity.reports.records.finding import Field, Sighting
from tokparity.reports.text.visible import harmless
from tokparity.reports.triage import javascript
from tokparity.reports.triage.comparison import (
    MARKER,
    Comparison,
    Death,
    death_of,
    exit_of,
    gives_bytes,
    is_raised,
    may_live,
)
from tokparity.reports.triage.exhibit import Holding, Part
from tokparity.reports.triage.recipes.bundled import reads_file
from tokparity.reports.triage.recipes.recipe import MakeRecipe, NoScript, Recipe
from tokparity.reports.triage.values import Aspect, aspect_of

SCRIPT, ORIGINAL = "repro.py", "on_original.py"
"""On the smallest tokenizer that shows it, and on the files as they were published. Both are run
with `-P`: the folder they stand in is not imported from."""
END = (
    "if got != expected:",
    '    raise SystemExit(f"reproduced: got {got!a}, expected {expected!a}")',
    'print(f"not reproduced: got {got!a}, as expected")',
)
LIVES = ('print(f"not reproduced: got {got!a}")',)
NAME = 80
"""Characters of a tokenizer's name in a command."""
PATIENCE = 10
"""Seconds after which a script of a hang ends itself; loading does not count."""

RECIPES = "tokparity.reports.triage.recipes"
"""Where the recipe of each oracle is, in a module of the oracle's name."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What a script asks, and where the two answers part. `before`: cases that are asked first;
    `varies`: each process gives another answer."""

    case: Case
    field: Field
    index: int = 0
    before: tuple[Case, ...] = ()
    varies: bool = False

    @classmethod
    def of(cls, sighting: Sighting) -> "Asked":
        """What was asked in a sighting."""
        return cls(sighting.case, sighting.field, sighting.index, sighting.before, sighting.varies)


@dataclass(frozen=True, slots=True)
class Script:
    """The script's text, and what proves that it reproduces: a line at the end of stderr, or a
    `death` after `MARKER`. `exit`: of a crash the exit code that is recorded, negative for a
    signal. `needs` are the packages to install, `program` runs it. `varies`: any answer but the
    expected one proves it."""

    text: str
    line: str
    death: Death | None
    needs: tuple[str, ...]
    program: Literal["python", "node"] = "python"
    exit: int | None = None
    varies: bool = False


def to_run(got: Part, expected: Part) -> tuple[Part, ...]:
    """The sides that a script runs: both where one library answers for both, else the one that
    has a library; of two libraries the one whose answer is wrong."""
    if got.oracle is not None and got.oracle == expected.oracle:
        return (expected, got)
    return tuple(part for part in (got, expected) if part.is_run)[:1]


def is_javascript(run: Iterable[Part]) -> bool:
    """Whether a script that asks these sides is for node."""
    return any(part.library is not None and part.library.registry == "npm" for part in run)


def in_javascript(name: str) -> str:
    """What a script of this name is called where node runs it.

    >>> in_javascript("repro.py")
    'repro.mjs'
    """
    return f"{name.removesuffix('.py')}.mjs"


def file_name(run: Iterable[Part], name: str = SCRIPT) -> str:
    """What the file of a script is called that asks these sides: another where node runs it.

    >>> file_name(())
    'repro.py'
    """
    return in_javascript(name) if is_javascript(run) else name


def run_line(run: Iterable[Part], name: str = SCRIPT) -> str:
    """How a script is run: with the files that it is told, the first of the answer that is wrong.

    >>> run_line(())
    'python -P repro.py'
    """
    run = list(run)
    told = sorted(
        (part for part in run if _is_told(part)),
        key=lambda part: part.role == "expected",
    )
    files = [shlex.quote(_place(part)) for part in told]
    how = "node" if is_javascript(run) else "python -P"
    return " ".join([how, file_name(run, name), *files])


def _is_told(part: Part) -> bool:
    """Whether a script is told where a side's file is, and reads it."""
    return part.holding is not None and part.holding.is_told and reads_file(part)


def _place(part: Part) -> str:
    """Where a file is: of one of the catalogue, whose place its reader knows, what it is called."""
    name = harmless(part.artefact[:NAME])
    if "/" in name or part.holding is None:
        return name
    kept_by_its_hash = part.holding.called in ("", part.holding.sha256)
    called = part.holding.format if kept_by_its_hash else part.holding.called
    return f"path/to/{name}/{harmless(called)}"


def _more(holding: Holding) -> str:
    names = " and ".join(map(_comment, holding.beside))
    return f"; in the same folder {names} of that model" if names else ""


def _given(case: Case, run: Iterable[Part]) -> list[str]:
    """What a script asks with, and which files it is to be given."""
    if isinstance(case, EncodeCase):
        asked = case.options
        flags = f"add_special={asked.add_special}, parse_special={asked.parse_special}"
        return [f"Asked in the library's own words: {flags}", *_files(run)]
    return _files(run)


def _files(run: Iterable[Part]) -> list[str]:
    """Which files they are."""
    told = [(part.artefact, part.holding) for part in run if _is_told(part)]
    return [
        f"File: {_comment(name[:NAME])}, {holding.format}, sha256 {holding.sha256}{_more(holding)}"
        for name, holding in told
        if holding is not None
    ]


def script(
    title: str,
    question: Asked,
    got: Part,
    expected: Part,
    why: Sequence[str] = (),
    name: str = SCRIPT,
) -> Script:
    """The script of a case; both sides that `to_run` gives have their `holding`. `why`: for what
    reasons one is expected to be right. `name`: of its file.

    Raises NoScript, with the reason.
    """
    case, run = question.case, {part.role: part for part in to_run(got, expected)}
    if not run:
        raise NoScript("no library is concerned: both sides are black boxes")
    needs = tuple(dict.fromkeys(_needs(part) for part in run.values()))
    command = run_line(run.values(), name)
    death = death_of(run.get("got"))
    field_aspect = aspect_of(case, question.field)
    if is_javascript(run.values()):
        compared = Comparison.of(field_aspect, question.index, got, expected, death)
        install = f"npm install --ignore-scripts {' '.join(needs)}, in the folder of this file"
        head = _head(
            title,
            install,
            _ends(death, exit_of(run.get("got"))),
            why,
            command,
            _given(case, run.values()),
        )
        asked, other = (got, expected) if "got" in run else (expected, got)
        text, line = javascript.source(
            head, case, field_aspect, asked, other, compared, question.before
        )
        return Script(text, line, death, needs, "node", exit_of(run.get("got")), question.varies)
    recipes = {role: _recipe(part, case, field_aspect) for role, part in run.items()}
    aspect = next(iter(recipes.values())).aspect
    if any(recipe.refusal for recipe in recipes.values()):
        death = None
    compared = Comparison.of(aspect, question.index, got, expected, death)
    literals = compared.literals
    body: list[str] = []
    for part in (expected, got):  # what may end the process comes last
        if part.role in recipes:
            recipe = recipes[part.role]
            body += recipe.load
            for earlier in question.before:
                first = _recipe(part, earlier, field_aspect)
                body += [*first.ask, f"{first.answer}  # asked first: it changes what follows"]
            if death is not None and part is got:
                body.append(f"print({MARKER!a}, flush=True)")
            if death == "timeout" and part is got:
                body.append(f"signal.alarm({PATIENCE})")
            body += _ask(part, recipe, compared)
        else:
            comment = f"  # {ascii(part.label)[1:-1]}, as recorded"
            body.append(f"{part.role} = {literals[part.role]!a}{comment}")
    line = f"reproduced: got {literals['got']!a}, expected {literals['expected']!a}"
    install = f"pip install {' '.join(needs)}" if any(needs) else ""
    head = _head(
        title,
        install,
        _ends(death, exit_of(run.get("got"))),
        why,
        command,
        _given(case, run.values()),
    )
    cut_note = ["# only the stretch around the first difference is compared"] * bool(compared.cut)
    text = "\n".join(
        [
            *(f"# {line}" for line in head),
            *_imports(recipes.values(), death),
            "",
            *(_version(part) for part in {part.engine: part for part in run.values()}.values()),
            *body,
            *cut_note,
            *(LIVES if may_live(death) else END),
        ]
    )
    code = exit_of(run.get("got"))
    return Script(text + "\n", line, death, needs, exit=code, varies=question.varies)


def _recipe(part: Part, case: Case, aspect: Aspect) -> Recipe:
    name = part.oracle or ("bundled" if part.stranger is None else "stranger")
    module = f"{RECIPES}.{name}"
    if find_spec(module) is None:
        raise NoScript(f"it is not known how a script asks {part.label}")
    make: MakeRecipe = import_module(module).recipe
    return make(part, case, aspect)


def _ask(part: Part, recipe: Recipe, compared: Comparison) -> list[str]:
    answer = recipe.answer
    if compared.as_text and gives_bytes(part):
        answer = f"{answer}.decode('utf-8', 'replace')"
    if (cut := compared.cut) is not None:
        answer = f"{answer}[{cut.start}:{cut.stop}]"
    if recipe.refusal:
        answer = f"{recipe.refusal} {answer}"
    lines = [*recipe.ask, f"{part.role} = {answer}", *recipe.end]
    lives = part.role == "got" and may_live(compared.death)
    is_due = part.role == "got" and compared.error_is_due
    if (is_raised(part) or lives or is_due) and not recipe.refusal:
        some = "Exception" if lives else "BaseException"
        said = "expected" if is_due else 'f"refuses: {type(error).__name__}"'
        lines = [
            "try:",
            *(f"    {line}" for line in lines),
            f"except {some} as error:" + "  # a panic of Rust is no Exception" * (not lives),
            "    print(ascii(error)[:1000])",
            f"    {part.role} = {said}",
        ]
    return lines


def _needs(part: Part) -> str:
    if part.library is not None:
        return " ".join((part.library.package, *part.library.needs))
    if part.stranger is not None:
        return ""
    assert part.spec is not None
    installed_version: Callable[[], str] = part.spec.installed_version
    return f"{part.spec.distribution}=={installed_version().partition('+')[0]}"


def _version(part: Part) -> str:
    if part.library is not None:
        name = part.library.package.partition("==")[0]
        return f"print({name!a}, version({name!a}))"
    if part.stranger is not None:
        return f"print({part.label!a})"
    assert part.spec is not None
    name = part.spec.distribution
    return f"print({name!a}, version({name!a}))"


def _ends(death: Death | None, code: int | None) -> str:
    """How the process ends; `code`: of the crash that is recorded."""
    match death:
        case None:
            return (
                "Says 'reproduced', with exit code 1, where the difference shows; else ends with 0."
            )
        case "crash" if code is not None and code >= 0:
            return f"Ends with exit code {code}, without an answer, where the difference shows."
        case "crash":
            return (
                "Ends by a signal where the difference shows, with exit code 0 where it does not."
            )
        case "timeout":
            return (
                f"Ends by its alarm, {PATIENCE} seconds after the load, where the difference shows."
            )
        case "memory":
            return "Runs out of memory where the difference shows: give it a limit (ulimit -v)."


def _head(
    title: str, install: str, ends: str, why: Sequence[str], run: str, files: Sequence[str]
) -> list[str]:
    """The lines of the comment at the top, without its marks."""
    return [
        _comment(title),
        ends,
        *(f"Expected: {_comment(reason)}" for reason in why[:1]),
        f"Needs: {install}; then: {run}" if install else f"Run: {run}",
        *files,
    ]


def _comment(text: str) -> str:
    """One line of ASCII."""
    return harmless(text).encode("ascii", "backslashreplace").decode("ascii")


def _imports(recipes: Any, death: Death | None) -> list[str]:
    lines = {"from importlib.metadata import version"}
    lines |= {line for recipe in recipes for line in recipe.imports}
    lines |= {"import signal"} if death == "timeout" else set()
    return sorted(lines, key=lambda line: (not line.startswith("import"), line))
