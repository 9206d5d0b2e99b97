"""What a model's chat template and its vocabulary make of conversations together.

Observations both: the template is the artefact's, and so is what encoding adds. Not here: whether a
template is rendered as its library does (a cell of chats), or what one conversation says
(`harness.artefacts.chat_warnings`).
"""

from tokparity.harness.artefacts.chat_warnings import double_bos, forged
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
