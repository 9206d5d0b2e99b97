"""The catalogue: every vocabulary this project knows by name, and the user's own.

Shipped manifests are package data; a user's own lie in `.tokparity/vocabs/` of their
repository. Not here: their fields (`manifest`), getting the bytes (`fetching`).
"""

import hashlib
import os
import re
from contextlib import suppress
from dataclasses import replace
from fnmatch import fnmatchcase
from functools import cache as memoized
from importlib import resources
from itertools import combinations
from pathlib import Path

from tokparity.corpora.vocabs.cache import Cache
from tokparity.corpora.vocabs.known_files import known_files
from tokparity.corpora.vocabs.lock import PLACE, read_lock
from tokparity.corpora.vocabs.lock_manifests import all_locked, slug
from tokparity.corpora.vocabs.manifest import HubFile, Manifest, Member, parse
from tokparity.corpora.vocabs.manifest_text import to_toml
from tokparity.corpora.vocabs.spec import is_spec, parse_spec
from tokparity.reference_impl.contract import Artefact, Format, RankFacts
from tokparity.reference_impl.errors import BadArtefact, TokparityError, did_you_mean

OWN = Path(".tokparity") / "vocabs"


class UnknownVocabulary(TokparityError):
    """No manifest matches.

    >>> str(UnknownVocabulary("quen3"))
    "no vocabulary is called 'quen3': see `tokparity vocabs list`. Did you mean 'qwen3'?"
    """

    def __init__(self, name: str) -> None:
        super().__init__(
            f"no vocabulary is called {name!r}: see `tokparity vocabs list`."
            + did_you_mean(name, (it.name for it in manifests(OWN)))
        )
        self.name = name


class NotFetched(TokparityError):
    """A vocabulary whose file is not here yet.

    >>> str(NotFetched("qwen3"))
    'vocabulary qwen3 is not in the cache: run `tokparity vocabs fetch qwen3`'
    """

    def __init__(self, name: str) -> None:
        super().__init__(
            f"vocabulary {name} is not in the cache: run `tokparity vocabs fetch {name}`"
        )
        self.name = name


def catalogue_name(artefact: Artefact) -> str | None:
    """What the catalogue calls a file of this content, whatever it is called here."""
    return next((entry.name for entry in manifests() if entry.sha256 == artefact.sha256), None)


def manifests(own: Path | None = None) -> tuple[Manifest, ...]:
    """All manifests, sorted by name: the shipped ones and those in the folder `own`.

    Errors: BadArtefact naming the file and field; also for a name used twice, and for
    pairs naming an unknown vocabulary.
    """
    all_manifests = list(_shipped())
    if own is not None and own.is_dir():
        all_manifests += [parse(path, _text(path)) for path in sorted(own.glob("*.toml"))]
    names = [manifest.name for manifest in all_manifests]
    for manifest in all_manifests:
        where = Path(f"{manifest.name}.toml")
        if names.count(manifest.name) > 1:
            raise BadArtefact(where, "name", f"{manifest.name!r} is used by two manifests")
        for pair in manifest.pairs:
            if pair not in names or pair == manifest.name:
                raise BadArtefact(where, "pairs", f"{pair!r} is no other vocabulary")
    return tuple(sorted(all_manifests, key=lambda manifest: manifest.name))


def find(pattern: str = "default", own: Path | None = None) -> tuple[Manifest, ...]:
    """The manifests whose name matches a glob; "default" is the default set, "*" all.

    A glob that begins like a spec ("hub:*") is for what was fetched by specs: the lock beside
    `own` knows it. "*" is not.

    >>> [manifest.name for manifest in find("llama3-*s")]
    ['llama3-ignore-merges', 'llama3-merges', 'llama3-ranks']

    Errors: UnknownVocabulary where none matches; NotFetched for a spec that was not fetched.
    """
    if is_spec(pattern):
        known = () if own is None else all_locked(read_lock(own.parent / PLACE.name))
    else:
        known = manifests(own)
    matching = tuple(
        manifest
        for manifest in known
        if (manifest.default if pattern == "default" else fnmatchcase(manifest.name, pattern))
    )
    if not matching and is_spec(pattern) and not set(pattern) & set("*?["):
        raise NotFetched(str(parse_spec(pattern)))
    if not matching:
        raise UnknownVocabulary(pattern)
    return matching


def pairs(vocabularies: tuple[Manifest, ...]) -> tuple[tuple[Manifest, Manifest], ...]:
    """Each pair to compare for parity of which both sides are chosen.

    No manifest can name what was fetched by a spec: it is compared with all that is of its model.
    """
    named = {manifest.name: manifest for manifest in vocabularies}
    by_name = [
        (manifest, named[other])
        for manifest in vocabularies
        for other in manifest.pairs
        if other in named
    ]
    by_model = [
        (left, right)
        for left, right in combinations(vocabularies, 2)
        if left.model == right.model and (is_spec(left.name) or is_spec(right.name))
    ]
    return (*by_name, *by_model)


def is_cached(manifest: Manifest, cache: Cache) -> bool:
    """Whether the file is on this machine at its right size (contents: `fetch(verify=True)`)."""
    if isinstance(manifest.source, Path):
        return manifest.source.is_file() and manifest.source.stat().st_size == manifest.bytes
    return cache.has(manifest.sha256, manifest.bytes)


def artefact(manifest: Manifest, cache: Cache) -> Artefact:
    """The vocabulary as every other layer takes it.

    Errors: NotFetched where its file is not here; BadArtefact for a file of the user's own that
    is gone, or no longer the one that was added.
    """
    if isinstance(manifest.source, Path):
        path = manifest.source
        _check_own(manifest, path)
    else:
        if not is_cached(manifest, cache):
            raise NotFetched(manifest.name)
        path = cache.path(manifest.sha256)
    return Artefact(manifest.name, manifest.format, path, manifest.sha256, manifest.facts)


def add(
    path: Path, name: str, format: Format, own: Path, facts: RankFacts | None = None
) -> Manifest:
    """Write a manifest for a file of the user's own into the folder `own`, and return it.

    Errors: BadArtefact where the file cannot be read, the name is taken or no name, or a
    rank file comes without facts.
    """
    if any(manifest.name == name for manifest in manifests(own)):
        raise BadArtefact(own, "name", f"{name!r} is taken")
    if format == "tiktoken" and facts is None:
        raise BadArtefact(path, "facts", "a rank file needs its pattern: it holds none")
    try:
        sha256, size = _hashed(path.resolve(strict=True))
    except OSError as error:
        raise BadArtefact(path, "file", error.strerror or "cannot be read") from None
    if not size:
        raise BadArtefact(path, "file", "is empty")
    model = re.sub(r"[^a-z0-9._-]", "-", name.lower())
    manifest = Manifest(
        name=name,
        model=model,
        family="own",
        format=format,
        algorithm="",
        licence="own file",
        sha256=sha256,
        bytes=size,
        source=Path(os.path.relpath(path.resolve(), own.resolve())),
        facts=facts,
    )
    return write((manifest,), own)[0]


def add_known(path: Path, own: Path) -> Manifest | None:
    """Write a manifest for a copy of a file that `known_files` has; None of another, and of one
    that is in `own` already.

    Errors: BadArtefact where the file cannot be read, or its name is another's.
    """
    try:
        sha256, size = _hashed(path)
    except OSError as error:
        raise BadArtefact(path, "file", error.strerror or "cannot be read") from None
    known, here = known_files().get(sha256), manifests(own)
    if known is None or any(other.sha256 == sha256 and other.name == known.name for other in here):
        return None
    place = Path(os.path.relpath(path.resolve(), own.resolve()))
    return write((known.manifest(size, place, here),), own)[0]


def write(new: tuple[Manifest, ...], own: Path) -> tuple[Manifest, ...]:
    """Write manifests into the folder `own`, those that others pair with first; as read back.

    Errors: BadArtefact where a name is taken or is none, or a field is; OSError. Nothing is
    written then.
    """
    names = {manifest.name for manifest in manifests(own)}
    texts, read = {}, []
    for manifest in new:
        if manifest.name in names:
            raise BadArtefact(own, "name", f"{manifest.name!r} is taken")
        place = own / f"{manifest.name}.toml"
        texts[place] = to_toml(manifest)
        read.append(parse(place, texts[place]))  # refuses a name that is none
    own.mkdir(parents=True, exist_ok=True)
    parts = {place: place.with_name(f"{place.name}.part") for place in texts}
    try:
        for place, part in parts.items():
            part.write_text(texts[place], encoding="utf-8")
        for place in reversed(parts):  # pairs name those after: whoever reads now finds them
            parts[place].replace(place)
    except BaseException:
        for part in parts.values():
            with suppress(OSError):
                part.unlink()
        raise
    return tuple(read)


def _check_own(manifest: Manifest, path: Path) -> None:
    try:
        sha256, _ = _hashed(path)
    except OSError as error:
        reason = f"{error.strerror or 'cannot be read'}: it was added as {manifest.name}"
        raise BadArtefact(path, "file", reason) from None
    if sha256 != manifest.sha256:
        again = f"remove {OWN / (manifest.name + '.toml')} and add it again"
        raise BadArtefact(path, "sha256", f"is no longer what was added: {again}")


def _hashed(path: Path) -> tuple[str, int]:
    """Hash and size, without the file in memory: a GGUF may be of many gigabytes."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest(), file.tell()


@memoized
def _shipped() -> tuple[Manifest, ...]:
    folder = resources.files("tokparity.corpora.vocabs") / "manifests"
    files = sorted(
        (entry for entry in folder.iterdir() if entry.name.endswith(".toml")),
        key=lambda entry: entry.name,
    )
    return tuple(parse(Path(entry.name), entry.read_text(encoding="utf-8")) for entry in files)


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadArtefact(path, "file", f"cannot be read: {error}") from None


_SUFFIX = {"sentencepiece": "model", "tekken.json": "tekken", "gguf": "gguf"}
"""What tells the second vocabulary of a repository from the first, in its name."""


def add_all(new: tuple[Manifest, ...], name: str | None, own: Path) -> tuple[Manifest, ...]:
    """Write manifests for `new` (`lock_manifests.locked`), the best first; return them.

    The vocabularies of one repository are one model, and compared with each other.

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
