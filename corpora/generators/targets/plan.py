"""`Targets`: every kind that a pipeline gives rise to, and the turns that they take."""

from dataclasses import dataclass, field, replace

from tokparity.corpora.generators.material import Material
from tokparity.corpora.generators.schedule import Schedule
from tokparity.corpora.generators.targets import (
    added,
    added_limits,
    byte_ids,
    characters,
    charsmaps,
    ids,
    invalid_utf8,
    lengths,
    merges,
    normal_forms,
    patterns,
    pieces,
    repeats,
    ties,
    unknown,
)
from tokparity.corpora.generators.targets.class_contexts import contexts
from tokparity.corpora.generators.targets.kind import Ids, Kind
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer


@dataclass(frozen=True, slots=True)
class Targets:
    """What is steered at: made once an artefact, and handed to every shard."""

    texts: Schedule[str]
    byte_texts: Schedule[str]
    """With bytes that are no UTF-8."""
    ids: Schedule[Ids]
    material: Material
    _of_length: "dict[int, Targets]" = field(
        init=False, repr=False, compare=False, default_factory=dict
    )

    @classmethod
    def of(cls, tokenizer: Tokenizer, material: Material) -> "Targets":
        """The kinds of a tokenizer; most make their targets only when their turn comes."""
        kinds = text_kinds(tokenizer, material)
        broken = (*kinds, invalid_utf8.invalid_utf8(material)) if tokenizer.takes_bytes else kinds
        ids = id_kinds(tokenizer, material)
        return cls(Schedule(kinds), Schedule(broken), Schedule(ids), material)

    def of_length(self, length: int) -> "Targets":
        """With no more in a text than come to so many characters; 0: as many as can. Their turns
        are found once."""
        if not length:
            return self
        if length not in self._of_length:
            texts, byte_texts = (Schedule(it.kinds, length) for it in (self.texts, self.byte_texts))
            self._of_length[length] = replace(self, texts=texts, byte_texts=byte_texts)
        return self._of_length[length]

    def of_bytes(self) -> "Targets":
        """For two sides that both take bytes."""
        return replace(self, texts=self.byte_texts)


def text_kinds(tokenizer: Tokenizer, material: Material) -> tuple[Kind[str], ...]:
    """Every kind of texts, empty ones too."""
    telling = contexts(tokenizer)
    rivals = merges.rivals(tokenizer)
    return (
        pieces.surfaces(material, tokenizer),
        pieces.bare(material),
        pieces.inner(material, tokenizer),
        pieces.odd(material),
        pieces.as_written(material),
        pieces.look_alikes(),
        rivals,
        merges.at_edges(tokenizer),
        *(() if rivals.size else (merges.overlaps(material),)),
        repeats.repeats(material),
        repeats.runs(),
        characters.edges(telling),
        characters.characters(telling),
        characters.others(telling),
        characters.white_space(),
        *patterns.edges(tokenizer),
        *normal_forms.changed(tokenizer),
        *charsmaps.rules(tokenizer),
        unknown.unknown(material),
        *ties.ties(tokenizer),
        lengths.lengths(tokenizer, material),
        added.in_spaces(material),
        added.beside(material),
        added.broken(material, tokenizer),
        added.prefixes(material),
        added_limits.beside_classes(tokenizer),
        added_limits.beside_characters(tokenizer),
        added_limits.in_long_space(tokenizer),
        added_limits.in_a_row(tokenizer),
    )


def id_kinds(tokenizer: Tokenizer, material: Material) -> tuple[Kind[Ids], ...]:
    """Every kind of ids, empty ones too."""
    letter = ids.letter_of(tokenizer)
    return (
        ids.every(material, letter),
        ids.first(material, letter),
        ids.special(material, letter),
        ids.cleaned(tokenizer),
        ids.of_texts(tokenizer),
        ids.gaps(material, letter),
        ids.lengths(material),
        byte_ids.bytes_of_text(tokenizer, letter),
        byte_ids.broken(material, letter),
    )
