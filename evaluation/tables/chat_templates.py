"""One table: does the reference render every chat template as transformers does?

    python -m evaluation.tables.chat_templates [--conversations N] [--seed N] [NAME|PATH|FOLDER]…

A row per template: conversations asked, equal, refused by both, differing, and seconds of both
sides; then what differs, each at its smallest. Without names: the templates of
`corpora/templates` and those of every fetched vocabulary that has one. A PATH may be a .jinja
file. Both are told the same time of day. Exit 1 where anything differs.
"""

import importlib
import json
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from jinja2.exceptions import TemplateError
from tokenizers import Tokenizer, models

from evaluation.arguments import parser_of
from tokparity.corpora.chat_templates import chat_templates, marks
from tokparity.corpora.generators import conversations
from tokparity.corpora.vocabs import catalogue
from tokparity.corpora.vocabs.cache import Cache
from tokparity.harness.artefacts.model_files import chat_templates_of
from tokparity.harness.artefacts.names import resolve
from tokparity.harness.shrinking.conversation import shrink_conversation
from tokparity.oracles.adapters.huggingface_chat_template import apply_template, fixed_clock
from tokparity.reference_impl.chat.conversation import Conversation
from tokparity.reference_impl.chat.encoding import NOW
from tokparity.reference_impl.chat.errors import ChatError, TemplateRefused
from tokparity.reference_impl.chat.template import ChatTemplate

Render = Callable[[ChatTemplate, Conversation], str]


@dataclass(slots=True)
class TemplateRow:
    """What became of one template; `smallest` is one conversation that differs."""

    name: str
    cases: int = 0
    equal: int = 0
    refused: int = 0
    differing: int = 0
    ours: float = 0.0
    theirs: float = 0.0
    smallest: Conversation | None = None
    answers: tuple[str, str] = ("", "")


class Native:
    """`apply_chat_template` of transformers, asked as its users ask it, at `NOW`."""

    def __init__(self) -> None:
        os.environ["HF_HUB_OFFLINE"] = "1"
        self._by_tokens: dict[tuple[tuple[str, str], ...], Any] = {}

    def __call__(self, template: ChatTemplate, conversation: Conversation) -> str:
        tokens = tuple(template.special_tokens.items())
        if tokens not in self._by_tokens:
            self._by_tokens[tokens] = _tokenizer(dict(tokens))
        with fixed_clock():
            tokenizer = self._by_tokens[tokens]
            source = template.source
            return str(
                apply_template(tokenizer, conversation, tokenize=False, chat_template=source)
            )


def _tokenizer(tokens: dict[str, str]) -> Any:
    """One that has nothing but its special tokens."""
    transformers: Any = importlib.import_module("transformers")
    empty = Tokenizer(models.WordLevel({"a": 0}, "a"))
    return transformers.PreTrainedTokenizerFast(tokenizer_object=empty, **tokens)


def reference(template: ChatTemplate, conversation: Conversation) -> str:
    """Our side."""
    return template.render(conversation, NOW)


@dataclass(frozen=True, slots=True)
class NoRendering:
    """No text. `raised` is what the template itself said; where it failed in another way, each
    side has words of its own (`why`), which are not compared."""

    raised: str | None
    why: str = field(compare=False)

    def __str__(self) -> str:
        return f"refused: {self.why}"


def answer(render: Render, template: ChatTemplate, conversation: Conversation) -> str | NoRendering:
    """The text of a side, or why there is none."""
    try:
        return render(template, conversation)
    except TemplateRefused as error:
        return NoRendering(error.reason, str(error))
    except ChatError as error:
        return NoRendering(None, str(error))
    except Exception as error:  # the library raises whatever a template makes Python raise
        if render is reference:
            raise
        raised = str(error.message) if type(error) is TemplateError else None
        return NoRendering(raised, f"{type(error).__name__}: {error}")


def compare(
    name: str,
    template: ChatTemplate,
    native: Render,
    count: int,
    seed: int,
    ours: Render = reference,
) -> TemplateRow:
    """One row; `ours` is asked in place of the reference."""
    row, looks = TemplateRow(name), marks(template)

    def differs(conversation: Conversation) -> bool:
        return answer(ours, template, conversation) != answer(native, template, conversation)

    for number in range(count):
        conversation = conversations.conversation(seed, number, looks)
        started = time.perf_counter()
        left = answer(ours, template, conversation)
        between = time.perf_counter()
        right = answer(native, template, conversation)
        row.ours += between - started
        row.theirs += time.perf_counter() - between
        row.cases += 1
        if left == right:
            row.equal += isinstance(left, str)
            row.refused += isinstance(left, NoRendering)
            continue
        row.differing += 1
        if row.smallest is None:
            row.smallest = shrink_conversation(conversation, differs)
            row.answers = (
                _readable(answer(ours, template, row.smallest)),
                _readable(answer(native, template, row.smallest)),
            )
    return row


def _readable(outcome: str | NoRendering) -> str:
    return ascii(outcome) if isinstance(outcome, str) else str(outcome)


def templates_of(names: Iterable[str]) -> Iterator[tuple[str, ChatTemplate]]:
    """Every template that is meant."""
    sources = list(names)
    if not sources:
        yield from chat_templates().items()
        cache = Cache.default()
        every = catalogue.manifests(catalogue.OWN)
        here = [manifest for manifest in every if catalogue.is_cached(manifest, cache)]
        sources = [
            manifest.name for manifest in here if chat_templates_of(resolve(manifest.name)).sources
        ]
    for name in sources:
        if name.endswith(".jinja"):
            yield name, ChatTemplate(Path(name).read_text("utf-8"))
            continue
        templates = chat_templates_of(resolve(name))
        for choice in templates.sources:
            yield f"{name} {choice}", templates.choose(choice)[1]


def main(arguments: list[str] | None = None) -> int:
    """Print the table; the exit code."""
    parser = parser_of("evaluation.tables.chat_templates", __doc__)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--conversations", type=int, default=500)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args(arguments)
    native = Native()
    total = TemplateRow("in all")
    heads = ("asked", "equal", "refused", "differ", "ours s", "lib s")
    print(f"{'template':34}{''.join(f'{head:>9}' for head in heads)}")
    for name, template in templates_of(options.names):
        row = compare(name, template, native, options.conversations, options.seed)
        show(row)
        for count in "cases", "equal", "refused", "differing", "ours", "theirs":
            setattr(total, count, getattr(total, count) + getattr(row, count))
    show(total)
    return 1 if total.differing else 0


def show(row: TemplateRow) -> None:
    """A line of the table, and under it what differs."""
    counts = "".join(f"{n:9}" for n in (row.cases, row.equal, row.refused, row.differing))
    print(f"{row.name:34}{counts}{row.ours:9.1f}{row.theirs:9.1f}", flush=True)
    if row.smallest is not None:
        print(f"    {json.dumps(row.smallest.to_json())}")
        print(f"    ours:    {row.answers[0]}\n    library: {row.answers[1]}")


if __name__ == "__main__":
    sys.exit(main())
