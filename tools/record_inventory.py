"""Write corpora/vocabs/inventory.json: what the vocabulary files of the catalogue hold.

    python -m tools.record_inventory [GLOB]…     those that match, from the cache; the rest stays

A file that is not in the cache is left as it was recorded, and named; one that is no longer in
the catalogue goes.
"""

import sys
from pathlib import Path

from tokparity.corpora.vocabs import inventory
from tokparity.corpora.vocabs.cache import Cache
from tokparity.corpora.vocabs.catalogue import artefact, find, is_cached, manifests
from tokparity.corpora.vocabs.inventory import Inventory, inventory_of, recorded, to_json
from tokparity.reference_impl.formats import load

PLACE = Path(inventory.__file__).with_name("inventory.json")


def main(globs: list[str]) -> int:
    """Load each vocabulary and write down what it holds."""
    cache = Cache.default()
    inventories: dict[str, Inventory] = dict(recorded()) if PLACE.is_file() else {}
    for manifest in {
        manifest.name: manifest for glob in globs or ["*"] for manifest in find(glob)
    }.values():
        if not is_cached(manifest, cache):
            print(f"{manifest.name}: not fetched", file=sys.stderr)
            continue
        file = artefact(manifest, cache)
        inventories[manifest.name] = inventory_of(load(file), manifest.sha256)
        if (declared := manifest.algorithm) != (measured := inventories[manifest.name].algorithm):
            print(f"{manifest.name}: the manifest says {declared!r}, the file {measured!r}")
    names = {manifest.name for manifest in manifests()}
    PLACE.write_text(
        to_json({name: inventories[name] for name in inventories if name in names}), "ascii"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
