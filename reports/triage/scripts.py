"""The stand-alone script of a finding: it asks the library concerned and ends by its answer.

Exit code 1, with "reproduced: got …, expected …" as its last line, where the bug shows; 0 where it
does not. Where the bug is a crash or a hang the process ends by a signal. What a side that is not
run answered (a black box, our own reference, another library) stands in it as it was recorded.

Not here: how a library is asked (`recipes`), or running the script (the harness).
"""

import shlex
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Literal

from tokparity.reference_impl.contract import Case, Refusal, Text
from tokparity.reports.records.finding import Field
from tokparity.reports.text.visible import harmless
from tokparity.reports.triage.exhibit import Part, Role
from tokparity.reports.triage.recipes.recipe import MakeRecipe, NoScript, Recipe
from tokparity.reports.triage.values import LONGEST, Aspect, aspect_of, value, window

Death = Literal["crash", "timeout", "memory"]
SCRIPT, ORIGINAL = "repro.py", "on_original.py"
"""On the smallest tokenizer that shows it, and on the files as they were published. Both are run
with `-P`: the folder they stand in is not imported from."""
NAME = 80
"""Characters of a tokenizer's name in a command."""
PATIENCE = 10
"""Seconds after which a script of a hang ends itself; loading does not count."""

RECIPES = "tokparity.reports.triage.recipes"
"""Where the recipe of each oracle is, in a module of the oracle's name."""


@dataclass(frozen=True, slots=True)
class Script:
    """The script's text, and what proves that it reproduces: its last line on stderr, or a
    `death`. `needs` are the packages to install."""

    text: str
    line: str
    death: Death | None
    needs: tuple[str, ...]


def to_run(got: Part, expected: Part) -> tuple[Part, ...]:
    """The sides that a script runs: both where one library answers for both, else the one that
    has a library; of two libraries the one whose answer is wrong."""
    if got.oracle is not None and got.oracle == expected.oracle:
        return (expected, got)
    return tuple(part for part in (got, expected) if part.is_run)[:1]


def run_line(run: Iterable[Part], name: str = SCRIPT) -> str:
    """How a script is run: with the files that it is told, the first of the answer that is wrong.

    >>> run_line(())
    'python -P repro.py'
    """
    told = sorted(
        (part for part in run if part.holding is not None and part.holding.is_told),
        key=lambda part: part.role == "expected",
    )
    files = [shlex.quote(harmless(part.artefact[:NAME])) for part in told]
    return " ".join(["python -P", name, *files])


def script(
    title: str,
    case: Case,
    field: Field,
    index: int,
    got: Part,
    expected: Part,
    why: Sequence[str] = (),
    name: str = SCRIPT,
) -> Script:
    """The script of a case; both sides that `to_run` gives have their `holding`. `why`: for what
    reasons one is expected to be right. `name`: of its file.

    Raises NoScript, with the reason.
    """
    run = {part.role: part for part in to_run(got, expected)}
    if not run:
        raise NoScript("no library is concerned: both sides are black boxes")
    field_aspect = aspect_of(case, field)
    recipes = {role: _recipe(part, case, field_aspect) for role, part in run.items()}
    aspect = next(iter(recipes.values())).aspect
    values = {part.role: _value(part, aspect, got, expected) for part in (got, expected)}
    if values["got"] == values["expected"]:
        raise NoScript(f"what differs ({field}) does not show in the library's own calls")
    death = _death(run.get("got"))
    cut = _cut({part.role: part for part in (got, expected)}, values, index)
    literals = {role: _sliced(values[role], cut.get(role)) for role in values}
    body: list[str] = []
    for part in (expected, got):  # what may end the process comes last
        if part.role in recipes:
            recipe = recipes[part.role]
            body += recipe.load
            if death == "timeout" and part is got:
                body.append(f"signal.alarm({PATIENCE})")
            body += _ask(part, recipe, literals[part.role], cut.get(part.role))
        else:
            comment = f"  # {ascii(part.label)[1:-1]}, as recorded"
            body.append(f"{part.role} = {literals[part.role]!a}{comment}")
    line = f"reproduced: got {literals['got']!a}, expected {literals['expected']!a}"
    needs = tuple(dict.fromkeys(_needs(part) for part in run.values()))
    text = "\n".join(
        [
            *_head(title, needs, death, why, run_line(run.values(), name)),
            *_imports(recipes.values(), death),
            "",
            *(_version(part) for part in {part.engine: part for part in run.values()}.values()),
            *body,
            *(["# only the stretch around the first difference is compared"] if cut else []),
            "if got != expected:",
            '    raise SystemExit(f"reproduced: got {got!a}, expected {expected!a}")',
            'print(f"not reproduced: got {got!a}, as expected")',
        ]
    )
    return Script(text + "\n", line, death, needs)


def _recipe(part: Part, case: Case, aspect: Aspect) -> Recipe:
    module = f"{RECIPES}.{'bundled' if part.library is not None else part.oracle}"
    if find_spec(module) is None:
        raise NoScript(f"it is not known how a script asks {part.label}")
    make: MakeRecipe = import_module(module).recipe
    return make(part, case, aspect)


def _value(part: Part, aspect: Aspect, got: Part, expected: Part) -> Any:
    texts = any(isinstance(side.recorded, Text) for side in (got, expected))
    try:
        return value(part.recorded, aspect, as_text=texts)
    except ValueError:
        raise NoScript(f"{part.label} reports no {aspect}") from None


def _death(part: Part | None) -> Death | None:
    """How the side that is wrong ends its process, if it is run and does."""
    if part is not None and isinstance(part.recorded, Refusal):
        match part.recorded.kind:
            case "crash" | "timeout" | "memory" as kind:
                return kind
            case _:
                return None
    return None


def _cut(parts: dict[Role, Part], values: dict[Role, Any], index: int) -> dict[Role, slice]:
    """What to show of values that are too long; of a refusal nothing is cut."""
    if all(len(ascii(literal)) <= LONGEST for literal in values.values()):
        return {}
    answered = [role for role, part in parts.items() if not isinstance(part.recorded, Refusal)]
    return {role: window(index if len(answered) == 2 else 0) for role in answered}


def _sliced(whole: Any, cut: slice | None) -> Any:
    return whole if cut is None else whole[cut]


def _ask(part: Part, recipe: Recipe, literal: Any, cut: slice | None) -> list[str]:
    answer = recipe.answer
    if isinstance(literal, str) and _gives_bytes(part):
        answer = f"{answer}.decode('utf-8', 'replace')"
    if cut is not None:
        answer = f"{answer}[{cut.start}:{cut.stop}]"
    lines = [*recipe.ask, f"{part.role} = {answer}"]
    if isinstance(part.recorded, Refusal) and part.recorded.kind in ("error", "regex-limit"):
        lines = [
            "try:",
            *(f"    {line}" for line in lines),
            "except BaseException as error:  # a panic of Rust is no Exception",
            "    print(ascii(error)[:1000])",
            f'    {part.role} = f"refuses: {{type(error).__name__}}"',
        ]
    return lines


def _gives_bytes(part: Part) -> bool:
    library = part.library if part.spec is None else part.spec
    return library is not None and library.decodes == "bytes" and not _refused(part)


def _refused(part: Part) -> bool:
    return isinstance(part.recorded, Refusal)


def _needs(part: Part) -> str:
    if part.library is not None:
        return " ".join((part.library.package, *part.library.needs))
    assert part.spec is not None
    installed_version: Callable[[], str] = part.spec.installed_version
    return f"{part.spec.distribution}=={installed_version().partition('+')[0]}"


def _version(part: Part) -> str:
    if part.library is not None:
        name = part.library.package.partition("==")[0]
        return f"print({name!a}, version({name!a}))"
    assert part.spec is not None
    name = part.spec.distribution
    return f"print({name!a}, version({name!a}))"


def _head(
    title: str, needs: tuple[str, ...], death: Death | None, why: Sequence[str], run: str
) -> list[str]:
    ends = {
        None: "Ends with exit code 1 where the bug shows, with 0 where it does not.",
        "crash": "Ends by a signal where the bug shows, with exit code 0 where it does not.",
        "timeout": f"Ends by its alarm, {PATIENCE} seconds after the load, where the bug shows.",
        "memory": "Runs out of memory where the bug shows: give it a limit (ulimit -v).",
    }
    return [
        f"# {_comment(title)}",
        f"# {ends[death]}",
        *(f"# Expected: {_comment(reason)}" for reason in why[:1]),
        f"# Needs: pip install {' '.join(needs)}; then: {run}",
    ]


def _comment(text: str) -> str:
    """One line of ASCII."""
    return harmless(text).encode("ascii", "backslashreplace").decode("ascii")


def _imports(recipes: Any, death: Death | None) -> list[str]:
    lines = {"from importlib.metadata import version"}
    lines |= {line for recipe in recipes for line in recipe.imports}
    lines |= {"import signal"} if death == "timeout" else set()
    return sorted(lines, key=lambda line: (not line.startswith("import"), line))
