"""The properties of the artefacts of a check: their own texts, their own libraries."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tokparity.corpora.generators.chats import chats
from tokparity.harness.artefacts.catalogue_names import NoSuchArtefact
from tokparity.harness.artefacts.model_files import ModelFiles, NotFetchedAlong
from tokparity.harness.compare.cells import SideSpec
from tokparity.harness.compare.sides import observe
from tokparity.harness.properties.chats import Chats
from tokparity.harness.properties.conversations import APPEND_ONLY, LOSS_MASK, TOKEN_STABLE
from tokparity.harness.properties.outcomes import (
    COUNT,
    REPLIES,
    PropertyOutcome,
    outcome_of,
    outcomes,
    property_replies,
    property_texts,
)
from tokparity.harness.properties.property import Native, Subject
from tokparity.harness.shards.slot import CannotLoad, Slot
from tokparity.oracles.protocol import native_oracle
from tokparity.reference_impl.chat.conversation import Conversation
from tokparity.reference_impl.contract import Artefact, EncodeCase, EncodeOptions, Observation
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer
from tokparity.reports.records.engine import Library
from tokparity.reports.records.properties import PropertyRecord

CHATS = 60
"""Conversations that are rendered of an artefact with a chat template."""


@dataclass(frozen=True, slots=True)
class Trials:
    """How many texts, replies and conversations the properties of an artefact are tried on."""

    texts: int = COUNT
    replies: int = REPLIES
    chats: int = CHATS

    def within(self, cases: int | None) -> "Trials":
        """Of these no more than so many in all; None: any number.

        >>> Trials().within(100)
        Trials(texts=50, replies=25, chats=25)
        """
        if cases is None:
            return self
        few = cases // 4
        return Trials(min(self.texts, cases // 2), min(self.replies, few), min(self.chats, few))


def properties_of(
    slot: Slot, artefacts: Iterable[Artefact], seed: int, trials: Trials | None = None
) -> list[PropertyRecord]:
    """Every property of every artefact. BadArtefact where a file cannot be read."""
    return [
        _record(artefact, outcome)
        for artefact in artefacts
        for outcome in _outcomes(slot, artefact, seed, trials or Trials())
    ]


def laws_of(slot: Slot, artefact: Artefact, seed: int, count: int) -> list[PropertyRecord]:
    """The laws of conversations alone, on so many; none of an artefact without a chat template.

    BadArtefact where the file cannot be read.
    """
    tokenizer = slot.tokenizer(artefact)
    chats = _chats(slot, artefact, tokenizer, seed, count)
    if chats is None:
        return []
    subject = Subject(tokenizer, (), chats=chats)
    laws = (APPEND_ONLY, TOKEN_STABLE, LOSS_MASK)
    return [_record(artefact, outcome_of(law, subject)) for law in laws]


def _outcomes(slot: Slot, artefact: Artefact, seed: int, trials: Trials) -> list[PropertyOutcome]:
    tokenizer, material = slot.tokenizer(artefact), slot.material(artefact)
    texts = property_texts(material, seed, artefact.sha256, trials.texts)
    replies = property_replies(tokenizer, material, seed, artefact.sha256, trials.replies)
    chats = _chats(slot, artefact, tokenizer, seed, trials.chats)
    return outcomes(tokenizer, texts, _native(slot, artefact), replies, chats)


def _chats(
    slot: Slot, artefact: Artefact, tokenizer: Tokenizer, seed: int, count: int
) -> Chats | None:
    """None of an artefact without a chat template; what a case file holds has no files beside."""
    try:
        files = ModelFiles.of(artefact)
    except (NoSuchArtefact, NotFetchedAlong):
        return None  # the latter `chat` and `run` say
    if not files.templates.sources:
        return None
    made = chats(seed, artefact.sha256, "properties", 0, count, ())
    conversations = [Conversation.from_json(json.loads(text)) for text in made]
    stops = files.stop_tokens(tokenizer)
    return Chats(files.templates, stops, slot.renderer.rendered, conversations)


def _native(slot: Slot, artefact: Artefact) -> Native | None:
    try:
        side = slot.side(SideSpec(Library(native_oracle(artefact.format)), artefact))
    except CannotLoad:
        return None  # the cell says so

    def answers(texts: Sequence[str], options: EncodeOptions) -> list[Observation]:
        return observe(side, [EncodeCase(text, options) for text in texts])

    return answers


def _record(artefact: Artefact, outcome: PropertyOutcome) -> PropertyRecord:
    example = outcome.example
    return PropertyRecord(
        artefact=artefact.name,
        name=outcome.name,
        about=outcome.about,
        reading=outcome.reading.kind,
        why=outcome.reading.why,
        tried_texts=outcome.tried_texts,
        broken=outcome.broken,
        text=example.text if example else None,
        breach=example.fault if example else None,
    )
