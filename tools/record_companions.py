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
class Row:
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
    given = parser.parse_args(arguments)
    wanted: dict[Archive, list[Manifest]] = {}
    for one in {one.name: one for glob in given.globs for one in find(glob)}.values():
        if isinstance(one.source, Member):
            wanted.setdefault(one.source.archive, []).append(one)
    failed, with_template, cache, children = 0, 0, Cache.default(), Children()
    for archive, inside in sorted(wanted.items(), key=lambda item: item[0].bytes):
        try:
            with tempfile.TemporaryDirectory() as folder:
                row = look(download(archive, Path(folder), children), inside, cache)
        except (TokparityError, OSError) as error:
            print(f"{archive.package}: {error}", file=sys.stderr)
            failed += 1
            continue
        with_template += bool(row.templates)
        print("\n".join(shown(row, len(inside))), flush=True)
        if given.write:
            for one in inside:
                write(one, row.beside.get(one.name, ()))
    asked = f"{len(wanted)} packages, {failed} not to be had"
    print(f"{asked}, {with_template} with a chat template")
    return 2 if failed else 0


def look(archive: Path, inside: Iterable[Manifest], cache: Cache) -> Row:
    """Look into one package. Errors: BadArchive; BadArtefact where a vocabulary is broken."""
    row = Row("")
    paths: set[str] = set()
    for one in inside:
        assert isinstance(one.source, Member)
        row.package = one.source.archive.package
        around = names_around(archive, one.source.path)
        paths.update(around)
        tokenizer = load(artefact(one, cache)) if is_cached(one, cache) else None
        for path in companions(around, one.source.path):
            raw = _bytes(archive, path)
            stranger = _stranger(path, raw, tokenizer)
            if stranger is not None:
                row.others.append(f"{path} is not of {one.name}: {stranger}")
                continue
            found = Companion(path, hashlib.sha256(raw).hexdigest(), len(raw))
            row.beside[one.name] = (*row.beside.get(one.name, ()), found)
    row.templates = sorted(_templates(archive, paths))
    return row


def _bytes(archive: Path, path: str) -> bytes:
    return b"".join(read_member(archive, path, _MOST_BYTES))


def _stranger(path: str, raw: bytes, tokenizer: Tokenizer | None) -> str | None:
    """Why it is none of this model's: mostly a special token that the vocabulary does not have."""
    name = path.replace("!", "/").rpartition("/")[2]
    if name == "config.json":
        said = json.loads(raw)
        is_model = isinstance(said, dict) and "model_type" in said
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
                said = json.loads(_bytes(archive, path))
            except (BadArchive, ValueError, RecursionError):
                continue
            if isinstance(said, dict) and said.get("chat_template"):
                yield path


def shown(row: Row, count: int) -> list[str]:
    """The lines of one package."""
    lines = [f"{row.package}: {count} vocabularies"]
    for name, found in row.beside.items():
        lines += [f"  beside {name}: {one.path}, {one.bytes:,} bytes" for one in found]
    lines += [f"  {other}" for other in row.others]
    return [*lines, *(f"  template: {path}" for path in row.templates)]


def write(manifest: Manifest, found: tuple[Companion, ...]) -> None:
    """Add to a manifest what it does not name yet; what it says otherwise stays as it is."""
    known = {one.path for one in manifest.companions}
    new = replace(manifest, companions=tuple(one for one in found if one.path not in known))
    if new.companions:
        place = PLACE / f"{manifest.name}.toml"
        lines = [*place.read_text("utf-8").splitlines(), *companion_lines(new)]
        place.write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
