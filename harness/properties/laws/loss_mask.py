"""The law of the loss mask: it holds what the model said and the stop token behind it, no more.

Of a template with `{% generation %}` blocks (trainers take the mask from them). Each message says a
word of its own instead of its text, so that it is known whose words are marked.
"""

from collections.abc import Iterator
from dataclasses import replace

from tokparity.harness.artefacts.chat_warnings import no_block
from tokparity.harness.properties.laws.talk import Break, Talk, is_reply, without_prompt
from tokparity.reference_impl.chat.conversation import THOUGHTS, Conversation
from tokparity.reference_impl.chat.errors import ChatError
from tokparity.reference_impl.chat.generation import inside

LAW = "loss mask"


def loss_mask(talk: Talk, conversation: Conversation) -> Break | None:
    """The first break; None where the law holds, or the template marks nothing at all."""
    try:
        _, template = talk.templates.choose(tools=conversation.tools is not None)
    except ChatError:
        return None
    if any(no_block(template)):
        return None
    return next(_breaks(talk, _of_words(conversation)), None)


def _of_words(conversation: Conversation) -> Conversation:
    """Each message with a word of its own; without thoughts and calls, which have none."""
    drop = {*THOUGHTS, "tool_calls", "content"}
    messages = [
        {**{name: message[name] for name in message if name not in drop}, "content": _word(at)}
        for at, message in enumerate(conversation.messages)
    ]
    return without_prompt(replace(conversation, messages=tuple(messages)))


def _word(at: int) -> str:
    return f"Qw{at}zx"


def _breaks(talk: Talk, conversation: Conversation) -> Iterator[Break]:
    marked = talk.rendered(conversation)
    if marked is None:
        return
    text, ranges = marked.text, inside(marked.generation, marked.text)
    replies = [at for at in range(len(conversation.messages)) if is_reply(conversation, at)]
    shown = [at for at in replies if _word(at) in text]
    if shown and not any(start < end for start, end in ranges):
        yield Break(LAW, shown[0], "nothing is marked", "the model learns nothing")
        return
    for at in range(len(conversation.messages)):
        begins = text.find(_word(at))
        if begins < 0:
            continue
        ends = begins + len(_word(at))
        held = [(start, end) for start, end in ranges if start < ends and begins < end]
        if at not in replies:
            if held:
                yield Break(LAW, at, "words of another than the model are marked", "it learns them")
            continue
        stop = _stop_behind(talk, text[ends:])
        if not any(start <= begins and ends <= end for start, end in held):
            yield Break(LAW, at, "words of the model are not marked", "it does not learn them")
        elif stop and not any(ends + len(stop) <= end for _, end in held):
            cause = f"the stop token {stop!r} is not marked"
            yield Break(LAW, at, cause, "the model does not learn to end")


def _stop_behind(talk: Talk, rest: str) -> str:
    """The stop token that a text begins with, be it behind white space; "" where it does not."""
    bare = rest.lstrip()
    stops = (piece for piece in (talk.stops.pieces or {}).values() if piece)
    found = max((piece for piece in stops if bare.startswith(piece)), key=len, default="")
    return rest[: len(rest) - len(bare)] + found if found else ""
