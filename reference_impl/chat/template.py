"""`ChatTemplate`: a conversation as the one text that a model was trained to go on with.

What `apply_chat_template(tokenize=False)` of transformers 5.23 gives, byte for byte. The text is
what is encoded next, without added specials: the template writes them itself.

Rendering here is unbounded, as in the library: a template that was not written by oneself is
rendered by `chat.renderer`. Not here: where a template comes from (`formats.template_sources`).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from traceback import walk_tb
from types import FrameType
from typing import Any

from jinja2 import Template, TemplateSyntaxError

from tokparity.reference_impl.chat.conversation import THOUGHTS, Conversation
from tokparity.reference_impl.chat.environment import TemplateRefusal, compiled
from tokparity.reference_impl.chat.errors import (
    BadConversation,
    BadTemplate,
    ChatError,
    TemplateFailed,
    TemplateLimit,
    TemplateRefused,
)
from tokparity.reference_impl.chat.generation import MarkedText, Tracker, tracked

_MARK = "CONTINUE_FINAL_MESSAGE_TAG "
"""The library's own, as what a template does with it may depend on it."""


@dataclass(frozen=True, slots=True)
class ChatTemplate:
    """A template and the special tokens that it may name (`bos_token` → "<s>").

    >>> chatml = ChatTemplate("{% for m in messages %}<{{ m.role }}>{{ m.content }}{% endfor %}")
    >>> chatml.render(Conversation(({"role": "user", "content": "hi"},)))
    '<user>hi'
    """

    source: str
    special_tokens: Mapping[str, str] = field(default_factory=dict)

    def check(self) -> None:
        """Raises BadTemplate where the source does not parse."""
        self._compiled()

    def render(
        self, conversation: Conversation, now: datetime | None = None, most: int | None = None
    ) -> str:
        """The text alone of what is `rendered`."""
        return self.rendered(conversation, now, most).text

    def rendered(
        self, conversation: Conversation, now: datetime | None = None, most: int | None = None
    ) -> MarkedText:
        """The text, and where the model's own is in it. `now`: what time it is for the template
        (None: what it is).

        Errors: BadTemplate, BadConversation, TemplateRefused, TemplateFailed; TemplateLimit for
        a text of more than `most` characters.
        """
        messages = conversation.checked_messages()
        variables = {
            "strftime_now": lambda format: (now or datetime.now()).strftime(format),
            **self.special_tokens,
            **conversation.variables,
            "messages": messages,
            "tools": _listed(conversation.tools),
            "documents": _listed(conversation.documents),
            "add_generation_prompt": conversation.add_generation_prompt,
        }
        template = self._compiled()
        if conversation.continued is None:
            return self._rendered(template, variables, most)
        text = _mark(messages[-1], conversation.continued, self.source)
        whole = self._rendered(template, variables, most)
        return MarkedText(_cut_at_mark(whole.text, text))

    def _compiled(self) -> Template:
        try:
            return compiled(self.source)
        except TemplateSyntaxError as error:
            raise BadTemplate(error.lineno, error.message or "does not parse") from None
        except (SyntaxError, ValueError, RecursionError, OverflowError, UnicodeError) as error:
            # found by Python's compiler, to which a template is a function
            raise BadTemplate(0, str(error)) from None

    def _rendered(
        self, template: Template, variables: Mapping[str, Any], most: int | None
    ) -> MarkedText:
        try:
            with tracked() as tracker:
                return _joined(template.generate(variables), most, tracker)
        except TemplateRefusal as error:
            raise TemplateRefused(_line(template, error), str(error.message)) from None
        except (ChatError, MemoryError):
            raise
        except Exception as error:  # whatever a template can make Python raise
            reason = f"{type(error).__name__}: {error}"
            raise TemplateFailed(_line(template, error), reason) from None


def _listed(values: tuple[Any, ...] | None) -> list[Any] | None:
    return None if values is None else list(values)


def _joined(parts: Iterable[str], most: int | None, tracker: Tracker) -> MarkedText:
    taken = []
    for part in parts:
        taken.append(part)
        tracker.length += len(part)
        if most is not None and tracker.length > most:
            raise TemplateLimit(f"its text has more than {most} characters")
    return MarkedText("".join(taken), tuple(tracker.found))


def _line(template: Template, error: Exception) -> int:
    """The line of the template on which an error came up: the innermost that is the template's."""
    lines = [line for frame, line in walk_tb(error.__traceback__) if _is_of_template(frame)]
    return lines[-1] if lines else 0


def _is_of_template(frame: FrameType) -> bool:
    return frame.f_code.co_filename == "<template>"


def _mark(last: dict[str, Any], name: str, source: str) -> str:
    """Puts the mark behind the text of the last message that is to be gone on with; the text.

    Of a content in parts it is the last part with a text. Errors: BadConversation.
    """
    value = last.get(name)
    if value is None:
        raise BadConversation(f"the last message has no {name} to go on with")
    names = [name]
    if name in THOUGHTS:
        names = [other for other in THOUGHTS if last.get(other) == value]
    if not any(other in source for other in names):
        raise BadConversation(f"the chat template reads no {name}: it cannot be gone on with")
    if isinstance(value, list | tuple):
        parts = list(value)
        at = next((at for at in reversed(range(len(parts))) if _has_text(parts[at])), None)
        if at is None:
            raise BadConversation("no part of the last message has a text to go on with")
        text = _text(parts[at]["text"])
        parts[at] = {**parts[at], "text": text + _MARK}
        last[name] = parts
        return text
    text = _text(value)
    last |= dict.fromkeys(names, text + _MARK)
    return text


def _has_text(part: Any) -> bool:
    """The library asks `"text" in part` of whatever a part is, and then for `part["text"]`."""
    if isinstance(part, Mapping):
        return "text" in part
    if isinstance(part, str | list) and "text" not in part:
        return False
    raise BadConversation("a part of the last message is no object")


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise BadConversation("what is to be gone on with is no text")
    return value


def _cut_at_mark(rendered: str, text: str) -> str:
    """The text before the mark. A template that strips messages has stripped the mark's space:
    then the white space before it goes too. Errors: BadConversation where it is not there."""
    if text.strip() not in rendered or _MARK.strip() not in rendered:
        raise BadConversation(
            "the chat template leaves out, or changes, what is to be gone on with"
        )
    at = rendered.rindex(_MARK.strip())
    before = rendered[:at]
    return before if rendered.startswith(_MARK, at) else before.rstrip()
