"""What is wrong with a rendered conversation though it renders: told, never an error.

A second bos, contents that write control tokens, stop tokens on which the files disagree.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from tokparity.harness.conversion.special_ids import added_around
from tokparity.reference_impl.chat.conversation import Conversation
from tokparity.reference_impl.chat.errors import one_line
from tokparity.reference_impl.chat.template import ChatTemplate
from tokparity.reference_impl.contract import EncodeOptions, Encoding
from tokparity.reference_impl.formats.stop_tokens import StopTokens
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

_BLOCK = re.compile(r"\{%[-+]?\s*generation\s*[-+]?%\}")
_PARSED = EncodeOptions(add_special=False, parse_special=True)
_PLAIN = EncodeOptions(add_special=False, parse_special=False)


def chat_encoding(tokenizer: Tokenizer, text: str) -> Encoding:
    """Ids and offsets of a rendered text: nothing added, as the template wrote it, and nothing cut
    off. Raises as `Tokenizer.encode`."""
    return replace(tokenizer, truncation=None, padding=None).encode(text, _PARSED)


def chat_ids(tokenizer: Tokenizer, text: str) -> tuple[int, ...]:
    """The ids alone."""
    return chat_encoding(tokenizer, text).ids


def no_block(template: ChatTemplate) -> Iterator[str]:
    """That a template does not say what is the model's own, where that is asked for."""
    if not _BLOCK.search(template.source):
        yield "the chat template has no {% generation %} block: nothing is known as the model's own"


def double_bos(tokenizer: Tokenizer, text: str) -> Iterator[str]:
    """Where encoding puts before the text what it begins with already."""
    before, _ = added_around(tokenizer)
    if before and chat_ids(tokenizer, text[: _begin(tokenizer, before)])[: len(before)] == before:
        pieces = "".join(map(tokenizer.piece_of, before))
        yield f"the text begins with {pieces!r}, and encoding adds another, unless told not to"


def _begin(tokenizer: Tokenizer, before: tuple[int, ...]) -> int:
    """Characters that are enough to see the first ids of a text."""
    return 64 + sum(len(tokenizer.piece_of(token_id)) for token_id in before)


def forged(
    conversation: Conversation, tokenizer: Tokenizer, template: ChatTemplate, stops: StopTokens
) -> Iterator[str]:
    """Each text of the conversation that becomes a control token once specials are parsed.

    Control tokens are the special ones, those that the template writes, and the stop tokens.
    """
    control = {
        token.id: token.content
        for token in tokenizer.added_tokens
        if token.special
        or stops.is_eos(token.id)
        or (token.content in template.source and not token.content.isspace())
    }
    fields = {
        "messages": conversation.messages,
        "tools": conversation.tools,
        "documents": conversation.documents,
    }
    for place, text in _texts("", fields):
        parsed = tokenizer.encode(text, _PARSED).ids
        plain = set(tokenizer.encode(text, _PLAIN).ids)
        for token_id in dict.fromkeys(parsed):
            content = control.get(token_id)
            # an unknown character is a special token too, which nobody wrote
            if content is not None and (token_id not in plain or content in text):
                piece = one_line(repr(content))
                yield f"{place}: its text holds the control token {piece} ({token_id})"


def _texts(place: str, value: Any) -> Iterator[tuple[str, str]]:
    """Every text of a JSON value that is not the name of a field, and where it stands."""
    match value:
        case str():
            if value:
                yield place, value
        case dict():
            for name, inner in value.items():
                yield from _texts(f"{place}.{one_line(name)}" if place else name, inner)
        case list() | tuple():
            for index, inner in enumerate(value):
                yield from _texts(f"{place}[{index}]", inner)


def stops_that_disagree(stops: StopTokens) -> Iterator[str]:
    """An id that ends a generation for who reads one place, and not for who reads another."""
    for place in stops.unknown():
        yield f"stop tokens: {place.place}: no token is {one_line(repr(place.unknown))}"
    for disagreement in stops.disagreements():
        piece = "no token" if disagreement.piece is None else one_line(repr(disagreement.piece))
        named, others = ", ".join(disagreement.named_by), ", ".join(disagreement.not_by)
        yield f"stop tokens: {disagreement.id} ({piece}) is named by {named}, not by {others}"
