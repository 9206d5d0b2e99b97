"""`Sentencepiece`: all that sentencepiece does to a text before its model sees it.

Rewriting by charsmap, the dummy prefix, white space and its escape, in one pass. Not the
`Precompiled` of tokenizer.json.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import ClassVar

from tokparity.reference_impl.models.sentencepiece.pieces import SPACE
from tokparity.reference_impl.models.sentencepiece.symbols import Symbols
from tokparity.reference_impl.normalizers.sentencepiece_charsmap import (
    CutsCharacter,
    SentencepieceCharsmap,
)
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.text.byte_text import canonical, to_bytes

_REMEMBERED = 1 << 15


class Boundaries(Aligned):
    """Text of n characters whose origin has n + 1 entries: a character ends where the next begins.

    So the library counts: what was taken away behind a character belongs to it.
    """

    __slots__ = ()

    def __getitem__(self, part: slice) -> "Boundaries":
        start, stop, _ = part.indices(len(self.text))
        return Boundaries(self.text[part], self.origin[start : stop + 1])

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The original range of characters [start, end)."""
        return self.origin[start], self.origin[end]


@dataclass(frozen=True, slots=True)
class SentencepieceNormalizer:
    """The normalizer of a .model file: the options of its normalizer_spec.

    User-defined `symbols` are found first and keep their characters; only their spaces are
    treated like others. `whitespace_as_suffix` puts the dummy prefix behind the text. A byte
    that is no UTF-8 becomes U+FFFD. Expects a whole text. Source: sentencepiece 0.2.3
    normalizer.cc `Normalize`, `NormalizePrefix`.
    """

    COMPONENT: ClassVar[str] = "Sentencepiece"

    charsmap: SentencepieceCharsmap | None = None
    add_dummy_prefix: bool = True
    remove_extra_whitespaces: bool = True
    escape_whitespaces: bool = True
    whitespace_as_suffix: bool = False
    symbols: Symbols = field(default_factory=lambda: Symbols(()), compare=False)
    _plain: set[str] = field(init=False, repr=False, compare=False, default_factory=set)
    """Characters met that no rule and no symbol begins with."""

    def normalize(self, text: Aligned) -> Aligned:
        content = text.text
        if not content:
            return text
        has_extra = self.remove_extra_whitespaces and self._has_extra(content)
        if not self._is_plain(content) or has_extra:
            try:
                return self._rewritten(content, self._prefix)
            except CutsCharacter:
                return self._rewritten_bytes(content)
        space, size = self._space, len(content)
        escaped = content.replace(" ", space)
        if not self.add_dummy_prefix:
            return Aligned(escaped, text.origin, text.begins)
        if self.whitespace_as_suffix:
            return Boundaries(escaped + space, [*range(size + 1), size])
        return Boundaries(space + escaped, [0, *range(size + 1)])

    @property
    def _space(self) -> str:
        return SPACE if self.escape_whitespaces else " "

    def _has_extra(self, content: str) -> bool:
        ends = content[-1] in (" ", self._space)
        return ends or content[0] == " " or "  " in content

    def _is_plain(self, content: str) -> bool:
        plain = self._plain
        if plain.issuperset(content):
            return True
        if len(plain) > _REMEMBERED:
            plain.clear()
        new = set(content) - plain
        ordinary = {char for char in new if not self._begins_rule(char)}
        plain |= ordinary
        return len(ordinary) == len(new)

    def _begins_rule(self, char: str) -> bool:
        if "\udc80" <= char <= "\udcff" or self.symbols.begins(char):
            return True
        return self.charsmap is not None and self.charsmap.leads_on(char)

    def _prefix(self, content: str, at: int) -> tuple[str, int]:
        """What the text at a place becomes, and where it goes on."""
        if content[at] in self._plain:
            return content[at], at + 1
        end = self.symbols.longest(content, at)
        if end is not None:
            return content[at:end], end
        rule = self.charsmap.longest(content, at) if self.charsmap is not None else None
        if rule is not None:
            return rule[1], rule[0]
        return _valid(content[at]), at + 1

    def _rewritten_bytes(self, content: str) -> Aligned:
        """As `_rewritten` where a rule ends inside a character: each byte beyond ASCII is
        written as one that is no UTF-8, and what no rule takes is put together again."""
        spelled = to_bytes(content).decode("ascii", "surrogateescape")
        found = self._rewritten(spelled, self._byte_prefix)
        owners = [at for at, char in enumerate(content) for _ in to_bytes(char)]
        owners.append(len(content))
        return Boundaries(found.text, [owners[at] for at in found.origin])

    def _byte_prefix(self, spelled: str, at: int) -> tuple[str, int]:
        ahead = canonical(spelled[at : at + max(4, self.symbols.longest_bytes)])
        end = self.symbols.longest(ahead, 0)
        if end is not None:
            return ahead[:end], at + len(to_bytes(ahead[:end]))
        rule = self.charsmap.longest(spelled, at) if self.charsmap is not None else None
        if rule is not None:
            return rule[1], rule[0]
        return _valid(ahead[0]), at + len(to_bytes(ahead[0]))

    def _rewritten(self, content: str, prefix: Callable[[str, int], tuple[str, int]]) -> Aligned:
        size, space, removes = len(content), self._space, self.remove_extra_whitespaces
        at = 0
        while removes and at < size:
            new, end = prefix(content, at)
            if new != " ":
                break
            at = end
        if at == size:
            return Boundaries("", (0,))
        parts: list[str] = []
        origin: list[int] = []
        if self.add_dummy_prefix and not self.whitespace_as_suffix:
            parts.append(space)
            origin.append(at)
        after_space = removes
        while at < size:
            new, end = prefix(content, at)
            if after_space:
                new = new.lstrip(" ")
            if new:
                parts.append(new.replace(" ", space))
                origin += [at] * len(new)
                after_space = removes and new[-1] == " "
            at = end
        normalized = "".join(parts)
        if removes:
            kept = len(normalized.rstrip(space))
            if kept < len(normalized):
                at = origin[kept]
                normalized = normalized[:kept]
                del origin[kept:]
        if self.add_dummy_prefix and self.whitespace_as_suffix:
            normalized += space
            origin.append(at)
        return Boundaries(normalized, [*origin, at])


def _valid(char: str) -> str:
    return "\ufffd" if "\udc80" <= char <= "\udcff" else char
