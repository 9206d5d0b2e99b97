"""One table: which laws of conversations does each chat template break, and why?

    python -m evaluation.tables.conversation_laws [--conversations N] [--seed N] [NAME|PATH]…

A row a template, law and cause: how many conversations break it, and the roles of the smallest one.
Without names: the templates of `corpora/chat_templates`, and each fetched model that has one, with
its vocabulary and its stop tokens. Exit code 2 where a name is none.
"""

import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from evaluation.arguments import parser_of
from tokparity.corpora.generators.chats import chats
from tokparity.corpora.vocabs import catalogue
from tokparity.corpora.vocabs.cache import Cache
from tokparity.harness.artefacts.model_files import ModelFiles
from tokparity.harness.artefacts.names import resolve
from tokparity.harness.artefacts.templates import own_templates
from tokparity.harness.properties.laws.laws import LAWS, smallest
from tokparity.harness.properties.laws.talk import Break, Talk
from tokparity.reference_impl.chat.conversation import Conversation
from tokparity.reference_impl.chat.renderer import Renderer
from tokparity.reference_impl.contract import Artefact
from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.formats import load
from tokparity.reports.text.sheets import Sheet, sheets_markdown

CONVERSATIONS = 500
LETTER = {"system": "S", "user": "u", "assistant": "a", "tool": "t"}


@dataclass(slots=True)
class Row:
    """What a template breaks for one cause; `shortest` is one conversation of them."""

    template: str
    law: str
    cause: str
    count: int
    shortest: Conversation
    roles: str = ""


@dataclass(slots=True)
class Table:
    """`asked`: templates, by how many conversations each has taken."""

    asked: dict[str, int] = field(default_factory=dict)
    rows: list[Row] = field(default_factory=list)

    def sheet(self) -> Sheet:
        """By template, what happens most first."""
        broken = {row.template for row in self.rows}
        clean = [name for name in self.asked if name not in broken]
        note = (
            f"{len(self.asked)} templates, {sum(self.asked.values()):,} conversations that they "
            f"take. They break nothing: {', '.join(clean) or 'none'}. "
            "The smallest: its roles, S system, u user, a assistant, t tool, - another."
        )
        ordered = sorted(self.rows, key=lambda row: (row.template, row.law, -row.count, row.cause))
        columns = ("template", "law", "cause", "conversations", "smallest")
        rows = tuple((row.template, row.law, row.cause, row.count, row.roles) for row in ordered)
        return Sheet("Laws", columns, rows, note, "No law is broken.")


def look(talk: Talk, name: str, texts: Iterable[str], table: Table) -> None:
    """Ask every law of every conversation, and add what breaks to the table."""
    found: dict[tuple[str, str], Row] = {}
    first: dict[tuple[str, str], Break] = {}
    taken = 0
    for conversation in map(Conversation.from_text, texts):
        taken += talk.rendered(conversation) is not None
        for law in LAWS.values():
            wrong = law(talk, conversation)
            if not isinstance(wrong, Break):
                continue
            key = wrong.law, wrong.cause
            row = found.setdefault(key, Row(name, *key, 0, conversation))
            row.count += 1
            if row.count == 1 or len(conversation.to_text()) < len(row.shortest.to_text()):
                row.shortest, first[key] = conversation, wrong
    for key, row in found.items():
        small, _ = smallest(talk, row.shortest, first[key])
        row.roles = "".join(LETTER.get(str(one.get("role")), "-") for one in small.messages)
    table.asked[name] = taken
    table.rows += found.values()


def artefacts(names: Sequence[str]) -> Iterator[Artefact]:
    """Those named; else the templates of the corpus, and all fetched models."""
    if names:
        yield from map(resolve, names)
        return
    yield from own_templates()
    cache = Cache.default()
    for manifest in catalogue.manifests(catalogue.OWN):
        try:
            yield catalogue.artefact(manifest, cache)
        except TokparityError:
            continue  # not fetched


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table."""
    parser = parser_of("evaluation.tables.conversation_laws", __doc__)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--conversations", type=int, default=CONVERSATIONS, help="default: 500")
    parser.add_argument("--seed", type=int, default=0, help="default: 0")
    options = parser.parse_args(arguments)
    table = Table()
    with Renderer() as renderer:
        try:
            for artefact in artefacts(options.names):
                files = ModelFiles.of(artefact)
                if not files.templates.sources:
                    continue
                talk = Talk(files.templates, renderer.rendered)
                if artefact.format != "chat_template":
                    tokenizer = load(artefact)
                    talk = Talk(
                        files.templates, renderer.rendered, tokenizer, files.stop_tokens(tokenizer)
                    )
                made = chats(options.seed, artefact.sha256, "laws", 0, options.conversations, ())
                look(talk, artefact.name, made, table)
                print(artefact.name, file=sys.stderr)
        except TokparityError as error:
            print(error, file=sys.stderr)
            return 2
    print(sheets_markdown([table.sheet()]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
