"""Print which changes of a field of tokenizer.json the library takes, and whether we take the same.

    python -m evaluation.tables.fields [--all]

Each component of each section, and the document itself, is changed at each of its objects and
fields: a key that nobody knows is put in, a key is left out, is null, has a value of another type.
The library loads the file or refuses it; so do we. Where both load it, both are asked some texts.
With --all every file that parts is printed, not three of each component.

Exit code 1 where a file parts.
"""

import json
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal

from evaluation.arguments import parser_of
from tokparity.corpora.embedded import Embedded, materialise, tokenizer_bytes
from tokparity.corpora.generators.pipelines.options import OPTIONS, STAGES, values
from tokparity.harness.compare.cells import fidelity_cell
from tokparity.harness.compare.sides import observe
from tokparity.harness.compare.verdict import Divergence, compare
from tokparity.harness.shards.slot import CannotLoad, Slot
from tokparity.reference_impl.contract import Case, DecodeCase, EncodeCase, Refusal
from tokparity.reference_impl.errors import TokparityError

Change = Literal["extra key", "missing", "null", "wrong type"]
CHANGES: tuple[Change, ...] = ("extra key", "missing", "null", "wrong type")
Place = tuple[str | int, ...]

EXTRA = ("nobody_knows_this", "add_prefix_space", "content", "pretokenizers")
"""Keys that are put in, but where they are there: one of nobody, others of other components."""
EXTRA_VALUES = (None, False, {"type": "NFC"})
OTHER: tuple[Any, ...] = (True, 0, -1, 1.5, 1 << 40, "x", "", [], ["x"], {}, {"NFC": None})
"""A value of each type of JSON, of which those of the field's own type are left out."""
SHOWN = 3

VOCAB = {"<unk>": 0, "a": 1, "b": 2, "ab": 3, "##b": 4, "\u2581": 5, "\u0120": 6, "\u2581a": 7}
MODELS: dict[str, dict[str, Any]] = {
    "BPE": {
        "type": "BPE",
        "dropout": None,
        "unk_token": "<unk>",
        "continuing_subword_prefix": None,
        "end_of_word_suffix": None,
        "fuse_unk": False,
        "byte_fallback": False,
        "ignore_merges": False,
        "vocab": VOCAB,
        "merges": [["a", "b"]],
    },
    "Unigram": {
        "type": "Unigram",
        "unk_id": 0,
        "vocab": [[piece, -1.5 * at] for piece, at in VOCAB.items()],
        "byte_fallback": False,
    },
    "WordLevel": {"type": "WordLevel", "vocab": VOCAB, "unk_token": "<unk>"},
    "WordPiece": {
        "type": "WordPiece",
        "unk_token": "<unk>",
        "continuing_subword_prefix": "##",
        "max_input_chars_per_word": 100,
        "vocab": VOCAB,
    },
}
NAMES_OF_PARTS = {
    "normalizer": "normalizers",
    "pre_tokenizer": "pretokenizers",
    "post_processor": "processors",
    "decoder": "decoders",
}
TEXTS = ("", "ab", " a b ab", "A<x>b 12.", "e\u0301 \u4e16b")
CASES: tuple[Case, ...] = (
    *map(EncodeCase, TEXTS),
    DecodeCase((1, 2, 3)),
    DecodeCase((7, 0, 5, 8, 4)),
)


@dataclass(frozen=True, slots=True)
class Changed:
    """A tokenizer.json with one change: of which component, where, to what."""

    component: str
    change: Change
    place: Place
    value: Any
    document: Any

    @property
    def told(self) -> str:
        """In a line: "pre_tokenizer Split: wrong type at .invert: 0"."""
        place = "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in self.place)
        return f"{self.component}: {self.change} at {place}: {json.dumps(self.value)}"


@dataclass(slots=True)
class Tally:
    """Of one component: files by change, those that part, with what each side said."""

    files: dict[Change, int] = field(default_factory=lambda: dict.fromkeys(CHANGES, 0))
    parted: dict[Change, list[str]] = field(default_factory=lambda: defaultdict(list))
    loaded: int = 0


def document(**sections: Any) -> dict[str, Any]:
    """A small tokenizer.json with some of its sections replaced."""
    added = {"single_word": False, "lstrip": False, "rstrip": False, "normalized": False}
    return {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": [{"id": 8, "content": "<x>", **added, "special": True}],
        "normalizer": None,
        "pre_tokenizer": None,
        "post_processor": None,
        "decoder": None,
        "model": MODELS["BPE"],
    } | sections


def bases() -> Iterator[tuple[str, dict[str, Any], Place]]:
    """Each component: its name, a document that holds it, and where."""
    yield "document", document(), ()
    yield "added token", document(), ("added_tokens",)
    for section, types in STAGES.items():
        parts = []
        for name, stage_type in types.items():
            chosen = {option.name: values(option)[0] for option in stage_type.options}
            parts.append({"type": name, **chosen})
            yield f"{section} {name}", document(**{section: parts[-1]}), (section,)
        several = {"type": "Sequence", NAMES_OF_PARTS[section]: parts[-2:]}
        yield f"{section} Sequence", document(**{section: several}), (section,)
    for name, model in MODELS.items():
        yield f"model {name}", document(model=model), ("model",)
    for section in ("truncation", "padding"):
        rows = OPTIONS[(section, section)]
        chosen = {name: some[0] for name, some in rows.items()}
        yield section, document(**{section: chosen}), (section,)
    fixed = {name: some[0] for name, some in OPTIONS[("padding", "padding")].items()}
    yield "padding Fixed", document(padding=fixed | {"strategy": {"Fixed": 4}}), ("padding",)


def changes() -> Iterator[Changed]:
    """Every change of every component, one to a file."""
    for component, base, root in bases():
        for place in places(base, root):
            inside = at(base, place)
            for key in EXTRA if isinstance(inside, dict) else ():
                for value in EXTRA_VALUES if key not in inside else ():
                    changed = put(base, (*place, key), value)
                    yield Changed(component, "extra key", (*place, key), value, changed)
            if place:
                yield Changed(component, "missing", place, "", without(base, place))
                if inside is not None:
                    yield Changed(component, "null", place, None, put(base, place, None))
                for value in OTHER:
                    if type(value) is not type(inside):
                        changed = put(base, place, value)
                        yield Changed(component, "wrong type", place, value, changed)


def places(base: Any, root: Place) -> Iterator[Place]:
    """What is changed of a component: itself and all inside it; of the document its sections; of a
    vocabulary or a charsmap not each entry."""
    yield root
    inside = at(base, root)
    if isinstance(inside, dict):
        keys: Sequence[str | int] = list(inside)[: 2 if inside is VOCAB else None]
    else:
        keys = range(min(2, len(inside))) if isinstance(inside, list) else ()
    for key in keys:
        if root or key not in ("model", "added_tokens"):
            yield from places(base, (*root, key))
        else:
            yield (key,)


def at(base: Any, place: Place) -> Any:
    """What stands at a place."""
    for key in place:
        base = base[key]
    return base


def put(base: Any, place: Place, value: Any) -> Any:
    """A copy with another value at a place."""
    changed = deepcopy(base)
    at(changed, place[:-1])[place[-1]] = value
    return changed


def without(base: Any, place: Place) -> Any:
    """A copy without what stands at a place."""
    changed = deepcopy(base)
    del at(changed, place[:-1])[place[-1]]
    return changed


def said(slot: Slot, changed: Changed, folder: Path) -> tuple[bool, str]:
    """Whether the library loads the file, and how we part; "" where we do not."""
    content = tokenizer_bytes(changed.document)
    cell = fidelity_cell(
        materialise(Embedded("tokenizer.json", content), folder), changed.component
    )
    try:
        ours = slot.side(cell.left)
        refused = ""
    except TokparityError as error:
        refused = str(error)
    try:
        theirs = slot.side(cell.right)
    except CannotLoad as error:
        return False, "" if refused else f"refused there: {error}"
    if refused:
        return True, f"refused here: {refused}"
    pairs = zip(CASES, observe(ours, CASES), observe(theirs, CASES), strict=True)
    for case, mine, native in pairs:
        if isinstance(mine, Refusal) and mine.kind == "unsupported":
            continue  # what takes all memory there is a limit of ours: both have loaded the file
        if isinstance(compare(mine, native, strict=True), Divergence):
            return True, f"{case}: {mine} here, {native} there"
    return True, ""


def measure() -> dict[str, Tally]:
    """Of each component how many files there are and how they part."""
    tallies: dict[str, Tally] = defaultdict(Tally)
    with Slot() as slot, TemporaryDirectory(prefix="tokparity-") as folder:
        for changed in changes():
            slot.let_go()
            tally = tallies[changed.component]
            loaded, parts = said(slot, changed, Path(folder))
            tally.files[changed.change] += 1
            tally.loaded += loaded
            if parts:
                tally.parted[changed.change].append(f"{changed.told}: {parts}")
    return tallies


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table, then what parts."""
    parser = parser_of("evaluation.tables.fields", __doc__)
    parser.add_argument("--all", action="store_true", help="print every file that parts")
    options = parser.parse_args(arguments)
    tallies = measure()
    print(f"| component | {' | '.join(CHANGES)} | loaded by both |")
    print(f"|---|{'---:|' * (len(CHANGES) + 1)}")
    for component, tally in tallies.items():
        cells = [f"{n - len(tally.parted[change])} of {n}" for change, n in tally.files.items()]
        print(f"| {component} | {' | '.join(cells)} | {tally.loaded} |")
    files = sum(sum(tally.files.values()) for tally in tallies.values())
    parted = sum(len(some) for tally in tallies.values() for some in tally.parted.values())
    print(f"\n{files:,} files of {len(tallies)} components: {files - parted:,} alike")
    for tally in tallies.values():
        for some in tally.parted.values():
            for line in some if options.all else some[:SHOWN]:
                print(line, file=sys.stderr)
    return int(parted > 0)


if __name__ == "__main__":
    sys.exit(main())
