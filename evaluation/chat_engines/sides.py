"""`TemplateSides`: one template, rendered by the reference and by an engine in its worker.

The reference is what transformers gives, byte for byte (`evaluation.tables.chat_templates`). What
comes from elsewhere is rendered in a bounded process on either side. Not here: what became of it
(`cell`).
"""

import hashlib
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from evaluation.chat_engines.written_ids import WrittenIds, written_ids
from tokparity.oracles.protocol import OracleSpec
from tokparity.oracles.worker.client import OracleWorker
from tokparity.oracles.worker.host import Handle
from tokparity.reference_impl.chat.conversation import Conversation
from tokparity.reference_impl.chat.encoding import NOW, Render
from tokparity.reference_impl.chat.errors import ChatError
from tokparity.reference_impl.chat.renderer import Renderer
from tokparity.reference_impl.chat.template import ChatTemplate
from tokparity.reference_impl.chat.templates import Templates
from tokparity.reference_impl.contract import Artefact, ChatCase, EncodeOptions, Refusal, Rendered
from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.formats import chat_template

ALONE = EncodeOptions(add_special=False)
UNPARSED = EncodeOptions(add_special=False, parse_special=False)
"""For an engine that makes ids of a request without a text that special tokens are found in."""
_HEAD = re.compile(r"\A(?:\{#-.*?-#\}\s*)+", re.DOTALL)
SECONDS = 30.0
MEMORY_MB = 4096

NamedTemplate = tuple[str, ChatTemplate, Artefact | None]
"""Its name, what the reference renders, and what the engine loads (None: the same)."""

ChatAnswer = Rendered | Refusal
"""A text, with its ids where an engine gives them too, or why there is none."""


@dataclass(frozen=True, slots=True)
class TemplateSides:
    """Both sides of one template. `handle`: or why the engine does not load it. `ids`: how the
    vocabulary that the engine was given, if any, cuts what the reference rendered; `no_ids`: why
    it does not, where it should."""

    template: ChatTemplate
    worker: OracleWorker
    handle: Handle | Refusal
    render: Render
    own_clock: bool
    bos_apart: bool = False
    ids: WrittenIds | None = None
    no_ids: str = ""

    def both(self, conversations: Sequence[Conversation]) -> list[tuple[ChatAnswer, ChatAnswer]]:
        """(reference, engine) of each, in order."""
        theirs = self.theirs(conversations)
        return [
            (self.ours(conversation), their)
            for conversation, their in zip(conversations, theirs, strict=True)
        ]

    def ours(self, conversation: Conversation) -> ChatAnswer:
        """What transformers gives. An engine with a clock of its own is held to today, and one
        whose bos, or eos, is put around the text by whoever encodes to what is between."""
        now = datetime.now() if self.own_clock else NOW
        tokens = self.template.special_tokens
        adds_bos = self.bos_apart or (self.ids is not None and self.ids.adds_bos)
        adds_eos = self.ids is not None and self.ids.adds_eos
        try:
            text = self.render(self.template, conversation, now)
        except ChatError as error:
            return Refusal("error", str(error))
        bare = text.removeprefix(tokens.get("bos_token", "")) if adds_bos else text
        bare = bare.removesuffix(tokens.get("eos_token", "")) if adds_eos else bare
        return Rendered(bare, self._ids(text))

    def _ids(self, text: str) -> tuple[int, ...] | None:
        try:
            return self.ids(text) if self.ids else None
        except TokparityError:  # the text is what it is; whether it can be encoded is another thing
            return None

    def theirs(self, conversations: Sequence[Conversation]) -> list[ChatAnswer]:
        if isinstance(self.handle, Refusal):
            return [self.handle] * len(conversations)
        takes_text = self.worker.supports(self.handle.artefact.format, ALONE)
        options = ALONE if takes_text else UNPARSED
        cases = [ChatCase(conversation.to_text(), options) for conversation in conversations]
        answers = self.worker.submit_cases(self.handle, cases, options).result().found
        return [_read_answer(answer) for answer in answers]


def _read_answer(answer: object) -> ChatAnswer:
    match answer:
        case Rendered(str()) | Refusal():
            return answer
    return Refusal("error", f"no text: {answer!r:.80}")


@contextmanager
def template_sides(
    spec: OracleSpec,
    templates: Iterable[NamedTemplate],
    own_clock: bool,
    render: Render | None = None,
    bos_apart: bool = False,
    gives_ids: bool = False,
) -> Iterator[Iterator[tuple[str, TemplateSides]]]:
    """`TemplateSides` of each template, all of one worker. A worker that cannot start says so in
    every answer. `render`: what the reference renders with, where not in bounded time.

    `gives_ids`: the engine encodes too, with the vocabulary of the artefact."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="chat-engines-")))
        bounded = stack.enter_context(Renderer())
        worker = stack.enter_context(
            OracleWorker(spec, timeout=SECONDS, memory_mb=MEMORY_MB, max_handles=1)
        )

        def each() -> Iterator[tuple[str, TemplateSides]]:
            for number, (name, template, artefact) in enumerate(templates):
                handle = worker.load(artefact or written(folder / f"{number}.json", name, template))
                ids, no_ids = None, ""
                if artefact and gives_ids and isinstance(handle, Handle):
                    try:
                        ids = written_ids(artefact)
                    except TokparityError as error:
                        no_ids = str(error)
                side = render or bounded.render
                yield (
                    name,
                    TemplateSides(
                        template, worker, handle, side, own_clock, bos_apart, ids, no_ids
                    ),
                )

        yield each()


def written(path: Path, name: str, template: ChatTemplate) -> Artefact:
    """A template as an artefact that every engine loads. Comments at its head are left out: they
    are no part of what is rendered, and llama.cpp's C function looks for words in them."""
    source = _HEAD.sub("", template.source)
    templates = Templates({"default": source}, template.special_tokens)
    content = chat_template.to_json(templates)
    path.write_bytes(content)
    return Artefact(name, "chat_template", path, hashlib.sha256(content).hexdigest())
