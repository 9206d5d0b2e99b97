"""`SectionMaker`: makes the texts of a batch ready to be looked up, in sections (`batch.sections`).

As `Tokenizer.stretches`: cut at the added tokens that are found as written, put into a normal form,
cut at those that are found then. The last step is done for sections alone that the normal form
leaves as they are. Whatever is not as plain as that goes the definition's way: a text that may have
an added token which is not looked for here, one that is no UTF-8, and a very long one.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from tokparity.reference_impl.added_tokens.passes import (
    AddedToken,
    AddedTokenPass,
    LeftmostLongest,
)
from tokparity.reference_impl.normalizers.nfc import NFC
from tokparity.reference_impl.pre_tokenizers.metaspace import MetaspacePreTokenizer
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.unicode.normalization import form

if TYPE_CHECKING:
    from tokparity.reference_impl.batch.added_places import AddedPlaces
    from tokparity.reference_impl.batch.code_table import CodeTable
    from tokparity.reference_impl.batch.sections import Sections
    from tokparity.reference_impl.normalizers.sequence import Normalizer
    from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

LONGEST = 1 << 14
"""Characters of a text that is cut with others."""
_HINT = 4
_MOST_HINTS = 64
"""Beginnings of added tokens, of so many characters; and how many of them are looked for."""
_BETWEEN = "\ud800"
_SURROGATES = (0xD800, 0xDFFF)
_SURROGATE = re.compile("[\ud800-\udfff]")


class Ready(NamedTuple):
    """The `sections` of n texts, and the `places` of these in their batch. `left`: those of the n
    that go the definition's way after all."""

    places: list[int]
    sections: "Sections"
    left: set[int]


@dataclass(frozen=True)
class SectionMaker:
    """Of one tokenizer. `written`, `normalized`: the added tokens of each pass, where texts are cut
    at them. `hints`: a text goes whole that has one of these, as it may have `whole`. `odd`: marks
    the characters that a normal form may change, if texts are put into one."""

    written: "AddedPlaces | None"
    normalized: "AddedPlaces | None"
    hints: tuple[str, ...]
    whole: str | None
    odd: "CodeTable | None"

    @classmethod
    def of(cls, tokenizer: "Tokenizer") -> "SectionMaker | str":
        """Of a tokenizer; or why its added tokens cannot even be told to be there."""
        from tokparity.reference_impl.batch.added_places import AddedPlaces  # numpy takes 0.1 s

        added, normalizes = tokenizer.added_tokens, isinstance(tokenizer.normalizer, NFC)
        written = normalized = None
        hinted: Sequence[AddedToken] = added
        whole = _why_whole(tokenizer)
        if whole is None:
            hinted = [token for token in added if token.normalized]
            written = AddedPlaces.of({it.content: it for it in added if not it.normalized})
            if tokenizer.normalizer is None or normalizes or not hinted:
                found = {tokenizer.normalize(token.content): token for token in hinted}
                normalized, hinted = AddedPlaces.of(found), ()
            else:
                whole = "an added token that is found in what the normalizer makes"
            if written is None or (whole is None and normalized is None):
                written = normalized = None
                hinted, whole = added, "an added token that has a NUL, or no character"
        contents = {token.content for token in hinted}
        if normalizes:
            contents |= set(map(tokenizer.normalize, contents))
        sizes = (size for size in range(_HINT, 0, -1))
        some = ({content[:size] for content in contents} for size in sizes)
        hints = next((each for each in some if len(each) <= _MOST_HINTS), {""})
        if "" in hints:
            return "its added tokens begin in too many ways"
        odd = _odd() if normalizes else None
        return cls(written, normalized, tuple(sorted(hints)), whole, odd)

    def ready(
        self, normalizer: "Normalizer | None", texts: Sequence[str], parse_special: bool
    ) -> Ready:
        """Texts as the normalizer leaves them, if it is a normal form; else as they are."""
        import numpy as np  # 0.1 s

        from tokparity.reference_impl.batch.sections import Sections

        every = "\0".join(texts)
        has_surrogates = _SURROGATE.search(every) is not None
        hints = [hint for hint in self.hints if hint in every]
        places = [*range(len(texts))]
        if has_surrogates or hints or max(map(len, texts), default=0) > LONGEST:
            places = [
                place
                for place, text in enumerate(texts)
                if len(text) <= LONGEST
                and not any(map(text.__contains__, hints))
                and not (has_surrogates and _SURROGATE.search(text))
            ]
        sections = Sections.of([texts[place] for place in places])
        left: set[int] = set()
        if self.written is not None:
            found = self.written.found(sections.texts, parse_special)
            left.update(found.left)
            sections = sections.cut(found.rows)
        if normalizer is not None and self.odd is not None and not every.isascii():
            sections = _normalized(normalizer, sections, self.odd)
            changed = (
                number for number in sections.moved if self._may_hold(sections.texts[number])
            )
            left.update(sections.of_text[[*changed]].tolist())
        if self.normalized is not None:
            found = self.normalized.found(sections.texts, parse_special)
            rows, others = found.rows, found.left
            if sections.moved and len(rows):
                is_moved = np.isin(rows[:, 0], [*sections.moved])
                others |= frozenset(rows[is_moved, 0].tolist())
                rows = rows[~is_moved]
            left.update(sections.of_text[[*others]].tolist())
            sections = sections.cut(rows)
        return Ready(places, sections, left)

    def _may_hold(self, text: str) -> bool:
        return any(map(text.__contains__, self.hints))


def _normalized(normalizer: "Normalizer", sections: "Sections", odd: "CodeTable") -> "Sections":
    """The sections in a normal form."""
    from tokparity.reference_impl.batch.code_table import texts_with

    texts = [*sections.texts]
    moved: dict[int, Sequence[int]] = {}
    for number, normal in _changed(normalizer, texts, texts_with(texts, odd)).items():
        texts[number], moved[number] = normal.text, normal.origin
    return replace(sections, texts=texts, moved=moved) if moved else sections


def _why_whole(tokenizer: "Tokenizer") -> str | None:
    """Why texts with added tokens go whole, whatever the tokens are."""
    if not tokenizer.added_tokens:
        return None
    if tokenizer.added_token_pass != AddedTokenPass.of:
        return "an added token, one of which is looked for after the other"
    if tokenizer.added_token_search is not LeftmostLongest:
        return "an added token, which its library does not look for"
    stage = tokenizer.pre_tokenizer
    if isinstance(stage, MetaspacePreTokenizer) and stage.prepend_scheme == "first":
        return "an added token: the words behind it have no mark"
    return None


def _changed(
    normalizer: "Normalizer", texts: Sequence[str], places: Sequence[int]
) -> dict[int, Aligned]:
    """The texts at some places as the normalizer leaves them, by place: those that it changes. All
    at once, with a surrogate between, which is in none of them, and with which nothing composes."""
    some = [texts[place] for place in places]
    normal = normalizer.normalize(Aligned.of(_BETWEEN.join(some)))
    if type(normal.origin) is range:
        return {}
    changed: dict[int, Aligned] = {}
    at = begin = 0
    for place, text, made in zip(places, some, normal.text.split(_BETWEEN), strict=True):
        came = normal.origin[at : at + len(made)]
        if made != text or came != tuple(range(begin, begin + len(text))):
            changed[place] = Aligned(made, [it - begin for it in came])
        at, begin = at + len(made) + 1, begin + len(text) + 1
    return changed


@cache
def _odd() -> "CodeTable":
    """Marks the characters that a normal form may change, and surrogates."""
    from tokparity.reference_impl.batch.code_table import CodeTable

    return CodeTable.of_ranges([*form("canonical", composes=True).unsafe, _SURROGATES])
