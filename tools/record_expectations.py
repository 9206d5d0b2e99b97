"""Fill in or check `expected` of regression cases, by asking the library.

    python -m tools.record_expectations FILE…            write what the library answers now
    python -m tools.record_expectations --check FILE…    exit 1 where a file says otherwise

A file without expectations is first written by hand, with `"expected": {}`. A case whose vocabulary
is named, and not in the cache, is named and left as it is.
"""

import json
import sys
import tempfile
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from tokparity.corpora.embedded import Embedded, Named, materialise
from tokparity.corpora.regression import dump, read_regression
from tokparity.corpora.vocabs.cache import Cache
from tokparity.corpora.vocabs.catalogue import NotFetched, find
from tokparity.corpora.vocabs.catalogue import artefact as catalogued
from tokparity.reference_impl.codec import read, write
from tokparity.reference_impl.contract import (
    AS_CONFIGURED,
    Case,
    Observation,
    Settings,
)
from tools.native_library import Library, native_library


def expectations(path: Path, side: dict[str, Any], case: dict[str, Any]) -> dict[str, Any]:
    """What the native library of the side's artefact answers to the case."""
    artefact: Named | Embedded = read(Named | Embedded, side["artefact"], "artefact")
    settings = read(Settings, side["settings"]) if "settings" in side else AS_CONFIGURED
    with tempfile.TemporaryDirectory() as folder:
        if isinstance(artefact, Embedded):
            written = materialise(artefact, Path(folder))
            library = native_library(replace(written, settings=settings))
        else:
            library = _named(artefact.name, settings)
        typed_case = read(Case, case)
        if not library.expresses(typed_case):
            sys.exit(f"{path}: case: {library.oracle} cannot express its options")
        observation = write(library.answer(typed_case), Observation)
    return {library.oracle: {"version": library.version, "observation": observation}}


@lru_cache(maxsize=16)
def _named(name: str, settings: Settings) -> Library:
    """Of a vocabulary of the catalogue: large, and asked for several cases."""
    (manifest,) = find(name)
    return native_library(replace(catalogued(manifest, Cache.default()), settings=settings))


def record(path: Path) -> str:
    """The text the file should hold: its own, with fresh expectations."""
    data = json.loads(path.read_text("ascii"))
    data["expected"] = expectations(path, data, data["case"])
    if data["against"] is not None:
        data["against"]["expected"] = expectations(path, data["against"], data["case"])
    return dump(data)


def main(arguments: list[str]) -> int:
    """Record or check every file named."""
    check = arguments[:1] == ["--check"]
    wrong = 0
    for path in map(Path, arguments[check:]):
        try:
            text = record(path)
        except NotFetched as error:
            print(f"{path}: not asked: {error}", file=sys.stderr)
            continue
        if check and path.read_text("ascii") != text:
            print(f"{path}: expected: the library now answers otherwise", file=sys.stderr)
            wrong += 1
        if not check:
            path.write_text(text, encoding="ascii", newline="\n")
        read_regression(path)
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
