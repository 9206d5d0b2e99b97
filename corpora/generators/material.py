"""`Material`: what generators draw from, taken once from a vocabulary and the text corpus.

A vocabulary has a hundred thousand pieces and a shard a few hundred cases, so this is made once
an artefact and handed to every shard. Not a tokenizer: nothing here encodes.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from tokparity.corpora.texts.corpus import texts

MARK = "\u2581"
"""How sentencepiece writes a space in a piece: such a piece is used both ways."""
LONGEST = 4096
"""Characters of the longest piece that generators use."""


class AddedTokenLike(Protocol):
    """What is read of an added token."""

    @property
    def id(self) -> int: ...

    @property
    def content(self) -> str: ...


class VocabularyLike(Protocol):
    """What is read of a tokenizer: `reference_impl.tokenizer.tokenizer.Tokenizer` is one."""

    def pieces(self) -> Mapping[int, str]: ...

    def surface(self, token_id: int) -> bytes: ...

    @property
    def added_tokens(self) -> Sequence[AddedTokenLike]: ...


@dataclass(frozen=True, slots=True)
class Material:
    """Everything a generator may use.

    `ids`: every id, ascending; `gaps`: half-open ranges of ids below the highest that no token
    has; `surfaces`: the text of every piece whose bytes are valid UTF-8, in the order of ids;
    `broken`: ids of the pieces whose bytes are not; `added`, `added_ids`: contents and ids of added
    tokens; `pieces`: each id's piece as the file writes it; `words`: words of the corpus;
    `corpus`: its texts. Texts over LONGEST characters are left out: one such token, put into
    hundreds of cases, would be all that a run does.
    """

    ids: tuple[int, ...]
    gaps: tuple[tuple[int, int], ...]
    surfaces: tuple[str, ...]
    broken: tuple[int, ...]
    added: tuple[str, ...]
    added_ids: tuple[int, ...]
    pieces: tuple[str, ...]
    words: tuple[str, ...]
    corpus: tuple[str, ...]

    @property
    def size(self) -> int:
        """One more than the highest id."""
        return self.ids[-1] + 1

    @classmethod
    def of(cls, vocabulary: VocabularyLike) -> "Material":
        """Read a vocabulary; about 0.3 s for 150 k pieces. ValueError where it has no token."""
        pieces = vocabulary.pieces()
        ids = tuple(sorted(pieces))
        if not ids:
            raise ValueError("no cases can be made for a vocabulary without tokens")
        steps = zip((-1, *ids), ids, strict=False)
        gaps = tuple((low + 1, high) for low, high in steps if high > low + 1)
        surfaces, broken = [], []
        for token_id in ids:
            try:
                text = vocabulary.surface(token_id).decode("utf-8")
                surfaces += [text] if MARK not in text else [text, text.replace(MARK, " ")]
            except UnicodeDecodeError:
                broken.append(token_id)
        added = tuple(dict.fromkeys(token.content for token in vocabulary.added_tokens))
        return cls(
            ids=ids,
            gaps=gaps,
            surfaces=tuple(text for text in surfaces if 0 < len(text) <= LONGEST),
            broken=tuple(broken),
            added=tuple(content for content in added if 0 < len(content) <= LONGEST),
            added_ids=tuple(sorted({token.id for token in vocabulary.added_tokens})),
            pieces=tuple(p for p in (pieces[i] for i in ids) if len(p) <= LONGEST),
            words=corpus_words(),
            corpus=tuple(text.text for text in texts()),
        )


def corpus_words() -> tuple[str, ...]:
    """Distinct words of the corpus's prose and code, each with the white space before it."""
    seen: dict[str, None] = {}
    for entry in (*texts("prose"), *texts("code")):
        for line in entry.text.split("\n"):
            for at, word in enumerate(line.split(" ")):
                if word:
                    seen[word if at == 0 else " " + word] = None
    return tuple(seen)
