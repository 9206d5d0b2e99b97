"""What `vocabs list` and `vocabs show` print: rows, filters and details as data, no drawing.

Not here: opening a vocabulary. What is in one is asked of its inventory.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tokparity.corpora.vocabs.cache import Cache
from tokparity.corpora.vocabs.catalogue import is_cached
from tokparity.corpora.vocabs.inventory import Inventory
from tokparity.corpora.vocabs.known_files import known_files
from tokparity.corpora.vocabs.manifest import HubFile, Manifest, Member
from tokparity.corpora.vocabs.models import CatalogueModel


@dataclass(frozen=True, slots=True)
class ListingRow:
    """One line of the list. `size` is in bytes, of the file as it lies in the cache; `tokens`
    and `components` are None where nobody has looked into the file yet; `beside` names what
    stands beside it, and says whether it is cached."""

    model: str
    family: str
    name: str
    format: str
    algorithm: str
    tokens: int | None
    size: int
    default: bool
    cached: bool
    components: Mapping[str, tuple[str, ...]] | None
    beside: Mapping[str, bool]


@dataclass(frozen=True, slots=True)
class Filter:
    """What to list; None asks nothing. Words are found in a label whatever their case.

    `component` is the name of a type ("NFC"), or of one stage alone ("normalizer=NFC").
    """

    family: str | None = None
    format: str | None = None
    algorithm: str | None = None
    component: str | None = None

    def admits(self, manifest: Manifest, inventory: Inventory | None) -> bool:
        """Whether a vocabulary is listed; one without an inventory has no component."""
        return (
            says(manifest.family, self.family)
            and self.format in (None, manifest.format)
            and says(manifest.algorithm, self.algorithm)
            and (
                self.component is None or (inventory is not None and inventory.has(self.component))
            )
        )


def says(label: str, words: str | None) -> bool:
    """Whether every word is one of the label's, or begins one.

    >>> says("BPE byte-level ignore_merges", "bpe ignore"), says("BPE byte-level", "level")
    (True, False)
    """
    own_words = label.lower().split()
    return all(
        any(own.startswith(word) for own in own_words) for word in (words or "").lower().split()
    )


def rows(
    manifests: tuple[Manifest, ...], inventories: Mapping[str, Inventory], cache: Cache
) -> tuple[ListingRow, ...]:
    """One row a manifest, in order."""
    return tuple(
        ListingRow(
            model=manifest.model,
            family=manifest.family,
            name=manifest.name,
            format=manifest.format,
            algorithm=manifest.algorithm,
            tokens=inventory.tokens if (inventory := inventories.get(manifest.name)) else None,
            size=manifest.bytes,
            default=manifest.default,
            cached=is_cached(manifest, cache),
            components=inventory.components if inventory else None,
            beside={
                name: cache.has(companion.sha256, companion.bytes)
                for name, companion in manifest.beside.items()
            },
        )
        for manifest in manifests
    )


def details(manifest: Manifest, cache: Cache) -> tuple[tuple[str, str], ...]:
    """(label, value) of everything the manifest says, in reading order."""
    lines = [
        ("name", manifest.name),
        ("model", f"{manifest.model} ({manifest.family})"),
        ("format", f"{manifest.format}, {manifest.algorithm}"),
        ("licence", manifest.licence),
    ]
    if isinstance(manifest.source, Member):
        archive = manifest.source.archive
        lines += [
            ("from", f"{archive.package} ({archive.kind}): {archive.file}!{manifest.source.path}"),
            ("archive", f"{archive.bytes:,} bytes, sha256 {archive.sha256}"),
        ]
    elif isinstance(manifest.source, HubFile):
        source = manifest.source
        lines.append(("from", f"hub:{source.repo}@{source.revision}:{source.path}"))
        lines.append(("commit", source.commit))
    lines.append(("file", f"{manifest.bytes:,} bytes, sha256 {manifest.sha256}"))
    for name, companion in manifest.beside.items():
        here = "" if cache.has(companion.sha256, companion.bytes) else ", not fetched"
        lines.append(
            ("beside", f"{name}, {companion.bytes:,} bytes, sha256 {companion.sha256}{here}")
        )
    if (facts := manifest.facts) is not None:
        lines += [
            ("pattern", facts.pattern),
            ("specials", _first_specials(facts.specials)),
            ("facts from", facts.source),
        ]
    if (known := known_files().get(manifest.sha256)) is not None:
        lines.append(("a copy from", known.origin))
        if known.hub:
            lines.append(("published by", f"hub:{known.hub}, which is not verified here"))
    if manifest.pairs:
        lines.append(("compared with", ", ".join(manifest.pairs)))
    own = isinstance(manifest.source, Path)
    place = manifest.source if own else cache.path(manifest.sha256)
    lines.append(("cached", str(place) if is_cached(manifest, cache) else "no"))
    return tuple(lines)


def model_details(model: CatalogueModel, cache: Cache) -> tuple[tuple[str, str], ...]:
    """(label, value) of a model: its artefacts, and what is compared with what."""
    lines = [("model", f"{model.name} ({model.family})")]
    for manifest in model.artefacts:
        here = "" if is_cached(manifest, cache) else ", not fetched"
        lines.append(
            ("artefact", f"{manifest.name}: {manifest.format}, {manifest.algorithm}{here}")
        )
    lines += [("compared", f"{left} with {right}") for left, right in model.pairs]
    return tuple(lines)


def _first_specials(specials: dict[str, int]) -> str:
    """The first few special tokens and how many there are.

    >>> _first_specials({"<a>": 7, "<b>": 8})
    '2: <a> 7, <b> 8'
    """
    first = ", ".join(f"{token} {token_id}" for token, token_id in list(specials.items())[:4])
    return f"{len(specials)}: {first}{', …' if len(specials) > 4 else ''}"
