"""What `vocabs list` and `vocabs show` print: rows and details as data, no drawing.

Not here: reading an artefact's stages: whoever shows a pipeline line passes it in, so
that a listing of the catalogue never opens a vocabulary.
"""

from dataclasses import dataclass
from pathlib import Path

from corpora.vocabs.cache import Cache
from corpora.vocabs.catalogue import is_cached
from corpora.vocabs.manifest import HubFile, Manifest, Member


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the list. `size` is in bytes, of the file as it lies in the cache."""

    name: str
    model: str
    format: str
    algorithm: str
    size: int
    default: bool
    cached: bool


def rows(manifests: tuple[Manifest, ...], cache: Cache) -> tuple[Row, ...]:
    """One row a manifest, in order."""
    return tuple(
        Row(
            name=manifest.name,
            model=manifest.model,
            format=manifest.format,
            algorithm=manifest.algorithm,
            size=manifest.bytes,
            default=manifest.default,
            cached=is_cached(manifest, cache),
        )
        for manifest in manifests
    )


def details(
    manifest: Manifest, cache: Cache, pipeline: str | None = None
) -> tuple[tuple[str, str], ...]:
    """(label, value) of everything the manifest says, in reading order.

    `pipeline` is the tokenizer's stages on one line, where it was loaded.
    """
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
    if (facts := manifest.facts) is not None:
        lines += [
            ("pattern", facts.pattern),
            ("specials", _shown(facts.specials)),
            ("facts from", facts.source),
        ]
    if manifest.pairs:
        lines.append(("compared with", ", ".join(manifest.pairs)))
    own = isinstance(manifest.source, Path)
    place = manifest.source if own else cache.path(manifest.sha256)
    lines.append(("cached", str(place) if is_cached(manifest, cache) else "no"))
    if pipeline is not None:
        lines.append(("pipeline", pipeline))
    return tuple(lines)


def _shown(specials: dict[str, int]) -> str:
    """The first few special tokens and how many there are.

    >>> _shown({"<a>": 7, "<b>": 8})
    '2: <a> 7, <b> 8'
    """
    first = ", ".join(f"{token} {token_id}" for token, token_id in list(specials.items())[:4])
    return f"{len(specials)}: {first}{', …' if len(specials) > 4 else ''}"
