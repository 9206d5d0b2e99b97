"""How other engines render chat templates, held to transformers: what differs, and in which groups.

    python -m evaluation.tables.chat_engines [--conversations N] [--engine E] [--out DIR]
        [NAME|PATH|FOLDER]…

Without names: the templates of `corpora/templates`, each of which is a name of its own. Of a GGUF,
llama.cpp's server and of its wheel's vocabularies mistral-common encode too: ids are compared.

A row per template and engine: conversations rendered equally, equally but with ids on one side
alone (equal text), refused by both, beyond what the engine's request can say (unsupported), and
five ways to diverge: the engine's process breaks, it refuses alone, it answers where transformers
does not, the text differs, or only its ids do. Then the groups of these.
With `--out`: cells.jsonl, one line a row with its groups, written as they are done, so that the
same call goes on where it was ended; groups.md; what is known of groups is in chat_causes.toml.
"""

import hashlib
import json
import sys
import tomllib
from collections.abc import Callable
from functools import cache, partial
from importlib.resources import files
from pathlib import Path
from typing import Any

from evaluation.arguments import parser_of
from evaluation.chat_engines.cell import KnownGroups, Limits, run_cell
from evaluation.chat_engines.engines import CHAT_ENGINES
from evaluation.chat_engines.sides import NamedTemplate, template_sides
from evaluation.pages.chat_engines import (
    Cause,
    cause_rows,
    markdown,
    terminal_head,
    terminal_row,
    totals,
)
from evaluation.tables.chat_templates import templates_of
from tokparity.corpora.chat_templates import chat_templates, marks
from tokparity.corpora.generators.conversations import conversation
from tokparity.harness.artefacts.model_files import chat_templates_of
from tokparity.harness.artefacts.names import resolve
from tokparity.oracles.protocol import ORACLES
from tokparity.reference_impl.chat.template import ChatTemplate
from tokparity.reference_impl.contract import Artefact, Format
from tokparity.reference_impl.errors import TokparityError

MISTRAL: tuple[tuple[str, str, Format], ...] = (
    ("mistral-v1", "tokenizer.model.v1", "sentencepiece"),
    ("mistral-v3", "mistral_instruct_tokenizer_240323.model.v3", "sentencepiece"),
    ("mistral-v3-tekken", "tekken_240718.json", "tekken.json"),
    ("mistral-v7", "mistral_instruct_tokenizer_241114.model.v7", "sentencepiece"),
)
ENGINES = {**CHAT_ENGINES, "mistral_common": ORACLES["mistral_common"]}

OWN_CLOCK = frozenset({"ggml_llama_server", "microsoft_ort_extensions"})
"""Engines whose templates are error_line the machine's time, whatever they are asked."""

BOS_APART = frozenset({"ggml_llama_chat"})
"""Engines that leave the bos token to whoever encodes the text."""

GIVES_IDS = frozenset({"ggml_llama_server", "mistral_common"})
"""Engines that encode what they rendered, where they are given a vocabulary."""

CAUSES = Path(__file__).with_name("chat_causes.toml")
Json = dict[str, Any]


class EngineMissing(Exception):
    """A library is not installed: nothing it would answer is a finding."""


def causes(path: Path = CAUSES) -> list[Cause]:
    """What is known of groups, the first that covers one counts."""
    listed = tomllib.loads(path.read_text("utf-8"))["cause"]
    return [Cause(**cause) for cause in listed]


def templates(names: list[str]) -> list[NamedTemplate]:
    """Those of `corpora/templates` by their names, without names all; others by file or model."""
    shipped = chat_templates()
    listed: list[NamedTemplate] = []
    for name in names or shipped:
        if name in shipped:
            listed.append((name, shipped[name], None))
        else:
            listed += [
                (label, template, _vocabulary(name)) for label, template in templates_of([name])
            ]
    return listed


@cache
def _vocabulary(name: str) -> Artefact | None:
    """The GGUF of a name, with the vocabulary that llama.cpp encodes with, if it has one template:
    an engine chooses among several by itself."""
    if name.endswith(".jinja"):
        return None
    artefact = resolve(name)
    alone = artefact.format == "gguf" and len(chat_templates_of(artefact).sources) == 1
    return artefact if alone else None


def mistral(names: list[str]) -> list[NamedTemplate]:
    """The vocabularies in the wheel of `mistral-common`, and which template says the same."""
    folder = Path(str(files("mistral_common"))) / "data"
    listed: list[NamedTemplate] = []
    for template, name, format in MISTRAL:
        if not names or template in names:
            path = folder / name
            sha256 = hashlib.sha256(path.read_bytes()).hexdigest()
            artefact = Artefact(name, format, path, sha256)
            listed.append((f"{template} {name}", chat_templates()[template], artefact))
    return listed


def run_engine(
    engine: str,
    templates: list[NamedTemplate],
    count: int,
    seed: int,
    limits: Limits,
    tell: Callable[[Json], None],
) -> None:
    """Every cell of one engine, error_line when it is done."""
    ours = chat_templates().values()
    trusted = all(template in ours for _, template, _ in templates)
    render = ChatTemplate.render if trusted else None
    known_groups: KnownGroups = {}
    own_clock, bos_apart = engine in OWN_CLOCK, engine in BOS_APART
    gives_ids = engine in GIVES_IDS
    with template_sides(
        ENGINES[engine], templates, own_clock, render, bos_apart, gives_ids
    ) as each:
        for name, sides in each:
            version = sides.worker.version
            if version.startswith("unavailable"):
                raise EngineMissing(f"{engine}: {version}; pip install tokparity[engines]")
            if sides.no_ids:
                print(f"{name}: texts alone are compared: {sides.no_ids}", file=sys.stderr)
            looks = marks(sides.template)
            cases = [conversation(seed, number, looks) for number in range(count)]
            cell = run_cell(engine, name, sides, cases, known_groups, limits).to_json()
            tell({"version": version, **cell})


def _journal(out: Path | None) -> list[Json]:
    """The cells that are done; of a line that was cut off nothing is left."""
    path = out / "cells.jsonl" if out else None
    if path is None or not path.exists():
        return []
    *whole, part = path.read_text("utf-8").split("\n")
    if part:
        path.write_text("".join(f"{line}\n" for line in whole), "utf-8")
    return [json.loads(line) for line in whole]


def _keep(out: Path | None, cells: list[Json], cell: Json) -> None:
    cells.append(cell)
    print(terminal_row(f"{cell['engine']} {cell['template']}", cell["counts"]), flush=True)
    if out is not None:
        with (out / "cells.jsonl").open("a", encoding="utf-8") as journal:
            journal.write(json.dumps(cell) + "\n")


def main(arguments: list[str] | None = None) -> int:
    """Print the tables; 0, as a divergence is a finding about an engine, 2: it could not run."""
    parser = parser_of("evaluation.tables.chat_engines", __doc__)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--conversations", type=int, default=500)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--engine", action="append", choices=sorted(ENGINES))
    parser.add_argument("--shrink", type=int, default=Limits().each, help="of a key")
    parser.add_argument("--candidates", type=int, default=Limits().candidates)
    parser.add_argument("--out", type=Path)
    options = parser.parse_args(arguments)
    if options.out:
        options.out.mkdir(parents=True, exist_ok=True)
    try:
        named = {name: mistral if name == "mistral_common" else templates for name in ENGINES}
        by_engine = {name: named[name](options.names) for name in options.engine or ENGINES}
    except TokparityError as error:
        print(error, file=sys.stderr)
        return 2
    cells = _journal(options.out)
    limits = Limits(options.shrink, options.candidates)
    print(terminal_head())
    for engine, listed in by_engine.items():
        done = {cell["template"] for cell in cells if cell["engine"] == engine}
        left = [source for source in listed if source[0] not in done]
        if left:
            tell = partial(_keep, options.out, cells)
            try:
                run_engine(engine, left, options.conversations, options.seed, limits, tell)
            except EngineMissing as error:
                print(error, file=sys.stderr)
                return 2
    for engine, counts in totals(cells).items():
        print(terminal_row(f"{engine} in all", counts))
    known_causes = causes()
    for line in cause_rows(cells, known_causes):
        print(f"{line.count:6} {line.engine} {line.name} ({len(line.templates)} templates)")
    if options.out:
        (options.out / "groups.md").write_text(markdown(cells, known_causes), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
