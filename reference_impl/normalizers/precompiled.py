"""`Precompiled` of tokenizer.json: a charsmap of sentencepiece, in the library's own way."""

from dataclasses import dataclass, field

from tokparity.reference_impl.normalizers.charsmap import BadCharsmap, Charsmap
from tokparity.reference_impl.serde_json.node import Node
from tokparity.reference_impl.stage_types import Option, StageType
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.text.transform import Change, transform
from tokparity.reference_impl.unicode.graphemes import clusters

_LONG = 6
_REMEMBERED = 1 << 14


@dataclass(frozen=True, slots=True)
class Precompiled:
    r"""Replace grapheme clusters by the rules of a charsmap, or the characters of a cluster.

    A cluster of less than 6 bytes is looked up whole: the shortest rule that it begins with
    replaces *all* of it, so a rule for "\r" eats the "\n" of "\r\n". If there is none, or in a
    longer cluster, each character is looked up alone: a rule of several characters is found
    only where they are such a cluster (jamo never are). Not sentencepiece's longest match.
    A character removed is counted to the one before, if there is one, even where that one was
    itself new: the alignment shifts. Source: tokenizers 0.23.3 normalizers/precompiled.rs.

    Raises LostAlignment, BrokenCharsmap.
    """

    charsmap: Charsmap
    _known: dict[str, str | None] = field(
        init=False, repr=False, compare=False, default_factory=dict
    )

    @classmethod
    def of(cls, encoded: str) -> "Precompiled":
        """From base64. Raises BadCharsmap."""
        return cls(Charsmap.of(encoded))

    def normalize(self, text: Aligned) -> Aligned:
        changes: list[Change] = []
        replaced = False
        for cluster in clusters(text.text):
            short = len(cluster.encode()) < _LONG
            whole = self._replacement(cluster) if short else None
            if whole is not None:
                _replace(changes, len(cluster), whole)
                replaced = True
                continue
            for char in cluster:
                single = self._replacement(char)
                if single is None:
                    changes.append((char, 0))
                else:
                    _replace(changes, 1, single)
                    replaced = True
        return transform(text, changes) if replaced else text

    def _replacement(self, part: str) -> str | None:
        known = self._known
        if part in known:
            return known[part]
        if len(known) >= _REMEMBERED:
            known.clear()
        return known.setdefault(part, self.charsmap.replacement(part))


def _replace(changes: list[Change], removed: int, new: str) -> None:
    more = len(new) - removed
    changes += ((char, 1 if at >= removed else 0) for at, char in enumerate(new))
    if more < 0 and changes:
        changes[-1] = changes[-1][0], changes[-1][1] + more


def _read(node: Node) -> Precompiled:
    node.only(("type", "precompiled_charsmap"))
    encoded = node["precompiled_charsmap"]
    try:
        return Precompiled.of(encoded.string())
    except BadCharsmap as error:
        raise encoded.bad(str(error)) from None


TYPE = StageType(
    "Precompiled",
    Precompiled,
    (
        Option("precompiled_charsmap", Node.string),
    ),  # its values have to be made: corpora, evaluation
    reader=_read,
)
