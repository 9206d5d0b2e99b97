"""What a model's chat template and its vocabulary make of conversations together.

Observations both: the template is the artefact's, and so is what encoding adds. Not here: whether a
template is rendered as its library does (a cell of chats), or what one conversation says
(`harness.artefacts.chat_warnings`).
"""

import json
from collections.abc import Callable

from tokparity.harness.artefacts.chat_warnings import double_bos, forged, no_block
from tokparity.harness.properties.laws import append_only, loss_mask, token_stable
from tokparity.harness.properties.laws.laws import LAWS, smallest
from tokparity.harness.properties.laws.talk import Break
from tokparity.harness.properties.property import Breach, Property, Reading, Subject
from tokparity.harness.properties.special_tokens import contents
from tokparity.reference_impl.chat.conversation import Conversation
from tokparity.reference_impl.errors import TokparityError


def _has_template(subject: Subject) -> Reading:
    if subject.chats is None:
        return Reading("none", "there is no chat template")
    return Reading("observation", "the template and the post-processor are the artefact's own")


def _doubled(subject: Subject) -> tuple[int, list[Breach]]:
    assert subject.chats is not None
    texts, found = subject.chats.rendered, []
    for text in texts:
        try:
            found += [Breach(text, fault) for fault in double_bos(subject.tokenizer, text)]
        except TokparityError:
            continue  # no text of this vocabulary
    return len(texts), found


ONE_BOS = Property(
    "one bos before a conversation",
    "encoding adds nothing that the rendered conversation begins with already",
    _has_template,
    _doubled,
)


def _forged(subject: Subject) -> tuple[int, list[Breach]]:
    """Of each special token, whether a user who writes it writes the token itself."""
    chats = subject.chats
    assert chats is not None
    _, template = chats.templates.choose(next(iter(chats.templates.sources)))
    names, found = contents(subject)[1::2], []
    for content in names:
        conversation = Conversation(({"role": "user", "content": content},))
        try:
            fault = next(forged(conversation, subject.tokenizer, template, chats.stops), None)
        except TokparityError:
            continue
        if fault is not None:
            found.append(Breach(content, fault))
    return len(names), found


NO_FORGED_TURNS = Property(
    "no control token out of a message",
    "what a user writes stays text when the rendered conversation is encoded with specials",
    _has_template,
    _forged,
)


def _broken(law: str) -> Callable[[Subject], tuple[int, list[Breach]]]:
    """The conversations that break a law; the shortest of them is made smaller."""

    def breaches(subject: Subject) -> tuple[int, list[Breach]]:
        assert subject.chats is not None
        talk, conversations = subject.chats.talk(subject.alone), subject.chats.conversations
        each = ((one, LAWS[law](talk, one)) for one in conversations if len(one.messages) > 1)
        tried = [(one, outcome) for one, outcome in each if outcome != "not asked"]
        found = [(one, outcome) for one, outcome in tried if isinstance(outcome, Break)]
        if not found:
            return len(tried), []
        shortest = min(found, key=lambda pair: len(pair[0].to_text()))
        others = (pair for pair in found if pair is not shortest)
        kept = [smallest(talk, *shortest), *others]
        return len(tried), [Breach(_told(one), wrong.line()) for one, wrong in kept]

    return breaches


def _told(conversation: Conversation) -> str:
    """Its fields that say anything."""
    fields = conversation.to_json().items()
    return json.dumps({name: value for name, value in fields if value not in (None, False, {})})


APPEND_ONLY = Property(
    "conversations only grow",
    "the text of some messages is how that of one more begins, as text and as ids",
    _has_template,
    _broken(append_only.LAW),
)
TOKEN_STABLE = Property(
    "replies keep their ids",
    "a reply stands behind its prompt as the model generated it, and ends with a stop token",
    _has_template,
    _broken(token_stable.LAW),
)


def _marks(subject: Subject) -> Reading:
    reading, chats = _has_template(subject), subject.chats
    if chats is not None:
        each = (chats.templates.choose(name)[1] for name in chats.templates.sources)
        if all(any(no_block(template)) for template in each):
            return Reading("none", "the template has no {% generation %} block")
    return reading


LOSS_MASK = Property(
    "the loss mask is the model's words",
    "what the template marks as generated is what the assistant says, and its stop token",
    _marks,
    _broken(loss_mask.LAW),
)
