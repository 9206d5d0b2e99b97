"""What the pages say is there: links, folders, commands with their options."""

import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from tokparity.harness.cli import tokparity
from tokparity.reports.views.html.legend import WORDS

ROOT = Path(__file__).parents[1]
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md")])
COMMAND_LINE = (ROOT / "docs" / "reference" / "command-line.md").read_text("utf-8")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page):
    links = re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text("utf-8"))
    assert [to for to in links if "://" not in to and not (page.parent / to).exists()] == []


def test_every_page_is_reached_from_the_readme():
    reached, waiting = set(), [ROOT / "README.md"]
    while waiting:
        page = waiting.pop()
        if page in reached or page.suffix != ".md":
            continue
        reached.add(page)
        links = re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text("utf-8"))
        waiting += [(page.parent / to).resolve() for to in links if "://" not in to]
    decisions = ROOT / "docs" / "decisions"  # a folder that is linked as a whole
    assert {page for page in PAGES if page.parent != decisions} <= reached


def test_the_readme_is_short():
    assert len((ROOT / "README.md").read_text("utf-8").splitlines()) <= 80


@pytest.mark.parametrize("page", ["glossary.md", "explanation/architecture.md"])
def test_paths_of_the_checkout_exist(page):
    text = (ROOT / "docs" / page).read_text("utf-8")
    tops = "reference_impl|oracles|corpora|harness|reports|evaluation|tools|tests|docs|ci"
    paths = re.findall(rf"`((?:{tops})/[a-z0-9_/.-]*)`", text)
    assert len(paths) > 20
    assert [path for path in paths if not (ROOT / path).exists()] == []


OTHER_WORDS = {"variant": "fault model",
               "variants": "fault model", "seeded": "mutant", "planted": "mutant"}  # fmt: skip


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_a_concept_has_the_word_of_the_glossary(page):
    prose = re.sub(r"```.*?```|`[^`]*`", "", page.read_text("utf-8"), flags=re.DOTALL)
    words = set(re.findall(r"[a-z]+", prose.lower()))
    assert {word: OTHER_WORDS[word] for word in words & set(OTHER_WORDS)} == {}


def test_pages_explain_words_of_the_glossary():
    rows = re.findall(
        r"^\| ([^|]+) \|", (ROOT / "docs/glossary.md").read_text("utf-8"), re.MULTILINE
    )
    known = {word for row in rows for word in row.split(", ")}
    told = {"pair" if " ~ " in word else word for word, _ in WORDS}
    assert len(told) > 8
    assert told <= known


def commands(group: click.Group, *above: str) -> Iterator[tuple[str, click.Command]]:
    """Every command by its words, without the groups that only hold others."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            yield from commands(command, *above, name)
        elif command is not None and not command.hidden:
            yield " ".join((*above, name)), command


COMMANDS = dict(commands(tokparity))


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_and_its_options_stand_in_the_reference(name):
    section = re.search(
        rf"^#+ `tokparity {name}`\n(.*?)(?=^#|\Z)", COMMAND_LINE, re.MULTILINE | re.DOTALL
    )
    assert section, "has no section"
    said = set(re.findall(r"^\| `(--[a-z-]+)`", section[1], re.MULTILINE))
    options = {
        max(parameter.opts, key=len)
        for parameter in COMMANDS[name].params
        if isinstance(parameter, click.Option) and not parameter.hidden
    }
    assert said == options - {"--help"}


def test_no_command_of_the_reference_is_gone():
    said = set(re.findall(r"^#+ `tokparity ([a-z ]+)`", COMMAND_LINE, re.MULTILINE))
    assert said == set(COMMANDS) | {"known", "subjects", "vocabs"}
