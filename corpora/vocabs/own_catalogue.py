"""Adding what was fetched from a hub to a user's own catalogue: a manifest for each vocabulary.

The vocabularies of one repository are one model and compared with each other; what stands
beside them is named in each. Not here: fetching (`fetching`), a file of the user's own
(`catalogue.add`).
"""

from dataclasses import replace
from pathlib import Path

from tokparity.corpora.vocabs.catalogue import write
from tokparity.corpora.vocabs.lock_manifests import slug
from tokparity.corpora.vocabs.manifest import HubFile, Manifest, Member

_SUFFIX = {"sentencepiece": "model", "tekken.json": "tekken", "gguf": "gguf"}
"""What tells the second vocabulary of a repository from the first, in its name."""


def add_all(new: tuple[Manifest, ...], name: str | None, own: Path) -> tuple[Manifest, ...]:
    """Write manifests for `new` (`lock_manifests.locked`), the best first; return them.

    The first is called `name`, or as the repository; the others with a suffix: "yi",
    "yi-model". Errors: BadArtefact where a name is taken, or is none.
    """
    name = name or slug(_title(new[0]))
    names = [
        name,
        *(f"{name}-{_SUFFIX.get(manifest.format, slug(manifest.format))}" for manifest in new[1:]),
    ]
    names = [
        manifest if names.count(manifest) == 1 else f"{manifest}-{at}"
        for at, manifest in enumerate(names)
    ]
    named = tuple(
        replace(
            manifest, name=called, model=slug(name), family=manifest.family or "own", pairs=others
        )
        for manifest, called, others in zip(new, names, _pairs(names), strict=True)
    )
    write(named, own)
    return named


def _title(first: Manifest) -> str:
    match first.source:
        case HubFile(repo):
            return repo.partition("/")[2]
        case Member(archive):
            return archive.package.lstrip("@").partition("@")[0].partition("==")[0]
        case path:
            return path.stem


def _pairs(names: list[str]) -> list[tuple[str, ...]]:
    """Each with those after it: a pair is compared once."""
    return [tuple(names[at + 1 :]) for at in range(len(names))]
