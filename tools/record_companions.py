"""What stands beside the vocabularies in their packages: a table, and the manifests.

    python -m tools.record_companions [--write] [GLOB]…

A row a package: its vocabularies, what stands beside them, and every chat template that is
anywhere in it: a .jinja file that is no grammar, or a JSON with a `chat_template`. Each package
is downloaded once more, as `vocabs fetch` does, one after the other; the vocabularies are read
from the cache. --write adds to the manifests what stands beside and is of the same model: what
names a special token that the vocabulary does not have is not, nor a config.json that has no
`model_type`.
"""

import argparse
import hashlib
import json
import sys
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from tokparity.corpora.vocabs.archives import BadArchive, names_around, read_member
from tokparity.corpora.vocabs.cache import Cache
from tokparity.corpora.vocabs.catalogue import artefact, find, is_cached
from tokparity.corpora.vocabs.children import Children
from tokparity.corpora.vocabs.companions import companions
from tokparity.corpora.vocabs.manifest import Archive, Companion, Manifest, Member
from tokparity.corpora.vocabs.manifest_text import companion_lines
from tokparity.corpora.vocabs.registries import download
from tokparity.reference_impl.errors import BadArtefact, TokparityError, UnknownToken
from tokparity.reference_impl.formats import load
from tokparity.reference_impl.formats.template_sources import CONFIG, MAP, special_tokens
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

PLACE = Path(__file__).parents[1] / "corpora" / "vocabs" / "manifests"
_MOST_BYTES = 1 << 26


@dataclass(slots=True)
class PackageRow:
    """What was found in one package. `beside` is by the name of the vocabulary."""

    package: str
    beside: dict[str, tuple[Companion, ...]] = field(default_factory=dict)
    others: list[str] = field(default_factory=list)
    templates: list[str] = field(default_factory=list)


def main(arguments: list[str]) -> int:
    """Look into each package; exit code 2 where one could not be had."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--write", action="store_true", help="add what was found to manifests")
    parser.add_argument("globs", nargs="*", metavar="GLOB", default=["*"])
    options = parser.parse_args(arguments)
    by_archive: dict[Archive, list[Manifest]] = {}
    for manifest in {
        manifest.name: manifest for glob in options.globs for manifest in find(glob)
    }.values():
        if isinstance(manifest.source, Member):
            by_archive.setdefault(manifest.source.archive, []).append(manifest)
    failed, with_template, cache, children = 0, 0, Cache.default(), Children()
    for archive, inside in sorted(by_archive.items(), key=lambda item: item[0].bytes):
        try:
            with tempfile.TemporaryDirectory() as folder:
                row = look(download(archive, Path(folder), children), inside, cache)
        except (TokparityError, OSError) as error:
            print(f"{archive.package}: {error}", file=sys.stderr)
            failed += 1
            continue
        with_template += bool(row.templates)
        print("\n".join(package_lines(row, len(inside))), flush=True)
        if options.write:
            for manifest in inside:
                write(manifest, row.beside.get(manifest.name, ()))
    counts = f"{len(by_archive)} packages, {failed} not to be had"
    print(f"{counts}, {with_template} with a chat template")
    return 2 if failed else 0


def look(archive: Path, inside: Iterable[Manifest], cache: Cache) -> PackageRow:
    """Look into one package. Errors: BadArchive; BadArtefact where a vocabulary is broken."""
    row = PackageRow("")
    paths: set[str] = set()
    for manifest in inside:
        assert isinstance(manifest.source, Member)
        row.package = manifest.source.archive.package
        around = names_around(archive, manifest.source.path)
        paths.update(around)
        tokenizer = load(artefact(manifest, cache)) if is_cached(manifest, cache) else None
        for path in companions(around, manifest.source.path):
            raw = _bytes(archive, path)
            stranger = _stranger(path, raw, tokenizer)
            if stranger is not None:
                row.others.append(f"{path} is not of {manifest.name}: {stranger}")
                continue
            companion = Companion(path, hashlib.sha256(raw).hexdigest(), len(raw))
            row.beside[manifest.name] = (*row.beside.get(manifest.name, ()), companion)
    row.templates = sorted(_templates(archive, paths))
    return row


def _bytes(archive: Path, path: str) -> bytes:
    return b"".join(read_member(archive, path, _MOST_BYTES))


def _stranger(path: str, raw: bytes, tokenizer: Tokenizer | None) -> str | None:
    """Why it is none of this model's: mostly a special token that the vocabulary does not have."""
    name = path.replace("!", "/").rpartition("/")[2]
    if name == "config.json":
        config = json.loads(raw)
        is_model = isinstance(config, dict) and "model_type" in config
        return None if is_model else "it has no model_type"
    if name not in (CONFIG, MAP):
        return None
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / name
        place.write_bytes(raw)
        named = special_tokens({name: place})
    if tokenizer is None:
        raise BadArtefact(Path(path), "vocabulary", "is not fetched")
    for token, piece in named.items():
        try:
            tokenizer.id_of(piece)
        except UnknownToken:
            return f"no {token} {piece!r}"
    return None


def _templates(archive: Path, paths: Iterable[str]) -> Iterator[str]:
    for path in paths:
        if path.endswith(".jinja") and not path.endswith(".lark.jinja"):
            yield path
        elif path.endswith(".json") and "config" in path.rpartition("/")[2]:
            try:
                config = json.loads(_bytes(archive, path))
            except (BadArchive, ValueError, RecursionError):
                continue
            if isinstance(config, dict) and config.get("chat_template"):
                yield path


def package_lines(row: PackageRow, count: int) -> list[str]:
    """The lines of one package."""
    lines = [f"{row.package}: {count} vocabularies"]
    for name, beside in row.beside.items():
        lines += [
            f"  beside {name}: {companion.path}, {companion.bytes:,} bytes" for companion in beside
        ]
    lines += [f"  {other}" for other in row.others]
    return [*lines, *(f"  template: {path}" for path in row.templates)]


def write(manifest: Manifest, beside: tuple[Companion, ...]) -> None:
    """Add to a manifest what it does not name yet; what it says otherwise stays as it is."""
    known = {companion.path for companion in manifest.companions}
    new = replace(
        manifest, companions=tuple(companion for companion in beside if companion.path not in known)
    )
    if new.companions:
        place = PLACE / f"{manifest.name}.toml"
        lines = [*place.read_text("utf-8").splitlines(), *companion_lines(new)]
        place.write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
