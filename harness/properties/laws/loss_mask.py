"""The law of the loss mask: it holds what the model said and the stop token behind it, no more.

Of a template with `{% generation %}` blocks (trainers take the mask from them). Each message says a
word of its own instead of its text, so that it is known whose words are marked.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from tokparity.harness.artefacts.chat_warnings import no_block
from tokparity.harness.properties.laws.talk import (
    Break,
    Outcome,
    Talk,
    first_turns,
    is_reply,
    short,
    without_prompt,
)
from tokparity.reference_impl.chat.conversation import THOUGHTS, Conversation
from tokparity.reference_impl.chat.errors import ChatError
from tokparity.reference_impl.chat.generation import MarkedText, inside
from tokparity.reference_impl.contract import Offset

LAW = "loss mask"


def loss_mask(talk: Talk, conversation: Conversation) -> Outcome:
    """The first break; not asked where no word of the model is to be seen, or the template marks
    nothing at all."""
    try:
        _, template = talk.templates.choose(tools=conversation.tools is not None)
    except ChatError:
        return "not asked"
    if any(no_block(template)):
        return "not asked"
    words = _of_words(conversation)
    marked = talk.rendered(words)
    replies = [at for at in range(len(words.messages)) if is_reply(words, at)]
    if marked is None or not any(_word(at) in marked.text for at in replies):
        return "not asked"
    return next(_breaks(talk, words, marked), "holds")


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


def _breaks(talk: Talk, conversation: Conversation, marked: MarkedText) -> Iterator[Break]:
    text, ranges = marked.text, inside(marked.generation, marked.text)
    seen = [at for at in range(len(conversation.messages)) if _word(at) in text]
    replies = [at for at in seen if is_reply(conversation, at)]
    if not any(start < end for start, end in ranges):
        yield Break(LAW, replies[0], "nothing is marked", "the model learns nothing")
        return
    for at in seen:
        begins = text.find(_word(at))
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
        else:
            first = _generated_from(talk, conversation, at, text, begins)
            yield from _too_much(talk, at, text, held, (first, ends + len(stop)))


def _generated_from(talk: Talk, conversation: Conversation, at: int, text: str, begins: int) -> int:
    """Where a reply begins: behind the prompt, which may come before its word, if that is known."""
    prompt = talk.text(first_turns(conversation, at)) if at else None
    known = prompt is not None and text.startswith(prompt) and len(prompt) <= begins
    return len(prompt) if prompt is not None and known else begins


def _too_much(
    talk: Talk, at: int, text: str, held: Sequence[Offset], reply: Offset
) -> Iterator[Break]:
    """What is marked beside a reply, white space apart. Where no stop token is known, its end is
    not known either."""
    first, last = reply
    before = "".join(text[start:first] for start, _ in held).strip()
    behind = "".join(text[last:end] for _, end in held).strip() if talk.stops.pieces else ""
    if before:
        cause = f"{short(before)} before a reply is marked"
        yield Break(LAW, at, cause, "the model learns to write it")
    elif behind:
        cause = f"{short(behind)} behind a reply is marked"
        yield Break(LAW, at, cause, "the model learns to write it")


def _stop_behind(talk: Talk, rest: str) -> str:
    """The stop token that a text begins with, be it behind white space; "" where it does not."""
    bare = rest.lstrip()
    stops = (piece for piece in (talk.stops.pieces or {}).values() if piece)
    found = max((piece for piece in stops if bare.startswith(piece)), key=len, default="")
    return rest[: len(rest) - len(bare)] + found if found else ""
