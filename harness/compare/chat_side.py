"""`ChatSide`: the reference as what renders conversations, in this process."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tokparity.harness.compare.sides import Batch, Pending
from tokparity.harness.compare.verdict import Results
from tokparity.reference_impl.batches import Answers
from tokparity.reference_impl.chat.encoding import Chat
from tokparity.reference_impl.chat.errors import TemplateLimit
from tokparity.reference_impl.contract import ChatCase, Refusal, Stage
from tokparity.reference_impl.errors import TokparityError
from tokparity.reports.records.engine import REFERENCE, Engine


@dataclass(frozen=True, slots=True)
class ChatSide:
    """Answers conversations, and refuses all else as `unsupported`."""

    chat: Chat
    engine: Engine = REFERENCE

    def submit(self, batch: Batch) -> Pending:
        return _Later(self.chat, batch)

    def probe(self, stage: Stage, inputs: Sequence[Any]) -> list[Any] | None:
        return None


@dataclass(frozen=True, slots=True)
class _Later:
    """Rendered when asked for, while the worker of the other side is busy."""

    chat: Chat
    batch: Batch

    def result(self) -> Results:
        answers = Answers()
        for index in range(len(self.batch)):
            case = self.batch.case(index)
            if not isinstance(case, ChatCase):
                answers.refuse(Refusal("unsupported", "only conversations are rendered"))
                continue
            try:
                answers.add(self.chat.rendered(case))
            except TemplateLimit as error:
                answers.refuse(Refusal("unsupported", str(error)))
            except TokparityError as error:
                answers.refuse(Refusal("error", str(error)))
        return answers
