"""`LAWS`: what a conversation keeps from turn to turn, and the smallest one that breaks a law."""

from collections.abc import Callable, Iterator, Mapping

from tokparity.harness.properties.laws import append_only, loss_mask, token_stable
from tokparity.harness.properties.laws.talk import Break, Outcome, Talk
from tokparity.harness.shrinking.conversation import shrink_conversation
from tokparity.harness.shrinking.sequence import CandidateBudget
from tokparity.reference_impl.chat.conversation import Conversation

Law = Callable[[Talk, Conversation], Outcome]
LAWS: Mapping[str, Law] = {
    append_only.LAW: append_only.append_only,
    token_stable.LAW: token_stable.token_stable,
    loss_mask.LAW: loss_mask.loss_mask,
}
CANDIDATES = 300
"""Conversations that are tried to make one smaller."""


def broken(talk: Talk, conversation: Conversation) -> Iterator[Break]:
    """The first break of each law."""
    for law in LAWS.values():
        found = law(talk, conversation)
        if isinstance(found, Break):
            yield found


def smallest(talk: Talk, conversation: Conversation, found: Break) -> tuple[Conversation, Break]:
    """A small conversation with a break of the same law and cause, and that break."""
    law = LAWS[found.law]

    def still(other: Conversation) -> bool:
        if not all(isinstance(message, Mapping) for message in other.messages):
            return False
        again = law(talk, other)
        return isinstance(again, Break) and again.cause == found.cause

    small = shrink_conversation(conversation, still, CandidateBudget(CANDIDATES))
    again = law(talk, small)
    return (small, again) if isinstance(again, Break) else (conversation, found)
