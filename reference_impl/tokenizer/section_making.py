"""`SectionMaker`: makes the texts of a batch ready to be looked up, in sections (`batch.sections`).

As `Tokenizer.stretches`: cut at the added tokens that are found as written, put into a normal form,
cut at those that are found then. The last step is done for sections alone that the normal form
leaves as they are. Whatever is not as plain as that goes the definition's way: a text that may have
an added token which is not looked for here, one that is no UTF-8, and a very long one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from tokparity.reference_impl.added_tokens.passes import (
    AddedToken,
    AddedTokenPass,
    LeftmostLongest,
)
from tokparity.reference_impl.normalizers.nfc import NFC
from tokparity.reference_impl.pre_tokenizers.metaspace import MetaspacePreTokenizer
from tokparity.reference_impl.text.aligned import Aligned

if TYPE_CHECKING:
    from tokparity.reference_impl.batch.added_places import AddedPlaces
    from tokparity.reference_impl.batch.sections import Sections
    from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

LONGEST = 1 << 14
"""Characters of a text that is cut with others."""
_HINT = 4
_MOST_HINTS = 64
"""Beginnings of added tokens, of so many characters; and how many of them are looked for."""


class Ready(NamedTuple):
    """The `sections` of n texts, and the `places` of these in their batch. `left`: those of the n
    that go the definition's way after all."""

    places: list[int]
    sections: "Sections"
    left: set[int]


@dataclass(frozen=True)
class SectionMaker:
    """Of one tokenizer. `written`, `normalized`: the added tokens of each pass, where texts are cut
    at them. `hints`: a text goes whole that has one of these, as it may have `whole`. `composes`:
    texts are put into NFC."""

    written: "AddedPlaces | None"
    normalized: "AddedPlaces | None"
    hints: tuple[str, ...]
    whole: str | None
    composes: bool

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
        return cls(written, normalized, tuple(sorted(hints)), whole, normalizes)

    def ready(self, texts: Sequence[str], parse_special: bool, *, ranges: bool) -> Ready:
        """Texts as the normalizer leaves them, if it is a normal form; else as they are. `ranges`:
        whether it is asked where characters are from."""
        import numpy as np  # 0.1 s

        from tokparity.reference_impl.batch.nfc_texts import changed_by_nfc
        from tokparity.reference_impl.batch.sections import Sections

        every = "\0".join(texts)
        has_surrogates = not _is_unicode(every)
        hints = [hint for hint in self.hints if hint in every]
        places = [*range(len(texts))]
        if has_surrogates or hints or max(map(len, texts), default=0) > LONGEST:
            places = [
                place
                for place, text in enumerate(texts)
                if len(text) <= LONGEST
                and not any(map(text.__contains__, hints))
                and (not has_surrogates or _is_unicode(text))
            ]
        some = texts if len(places) == len(texts) else [texts[place] for place in places]
        sections = Sections.of(some)
        left: set[int] = set()
        if self.written is not None:
            found = self.written.found(sections.texts, parse_special)
            left.update(found.left)
            sections = sections.cut(found.rows)
        if self.composes and not every.isascii():
            changed = changed_by_nfc(sections.texts, origins=ranges)
            if changed:
                sections = _changed(sections, changed, moved=ranges)
            hinted = [number for number, made in changed.items() if self._may_hold(made.text)]
            left.update(sections.of_text[hinted].tolist())
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


def _is_unicode(text: str) -> bool:
    """Whether it has no lone surrogate."""
    try:
        text.encode("utf-32-le")
    except UnicodeEncodeError:
        return False
    return True


def _changed(sections: "Sections", changed: Mapping[int, Aligned], *, moved: bool) -> "Sections":
    """The sections, some of which are changed; `moved`: it is kept where characters are from."""
    texts = [*sections.texts]
    for number, normal in changed.items():
        texts[number] = normal.text
    origins = {number: normal.origin for number, normal in changed.items()} if moved else {}
    return replace(sections, texts=texts, moved=origins)


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
