"""What each vocabulary file holds: its components, how many tokens, and which, as recorded data.

`inventory.json` says it of every shipped vocabulary, so that a listing filters by component and
counts what is distinct without opening, or fetching, any file. `tools/record_inventory.py` writes
it from the loaded reference; a test compares the two. Not here: which vocabularies there are
(`catalogue`), and which belong together (`models`).
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cache
from importlib import resources
from typing import Any

from tokparity.reference_impl.models.llama.bpe import LlamaBPE
from tokparity.reference_impl.models.llama.spm import LlamaSPM
from tokparity.reference_impl.models.llama.ugm import LlamaUGM
from tokparity.reference_impl.models.llama.wpm import LlamaWPM
from tokparity.reference_impl.models.model import Model
from tokparity.reference_impl.models.sentencepiece.pieces import Pieces
from tokparity.reference_impl.models.tiktoken.bpe import TiktokenBPE
from tokparity.reference_impl.stage_types import type_name
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

SCHEMA_VERSION = 1
_BPE = "BPE"
_FAMILIES: tuple[tuple[type[Model], str], ...] = (
    (TiktokenBPE, "BPE tiktoken ranks"),
    (LlamaBPE, _BPE),
    (LlamaSPM, "BPE SPM byte-fallback"),
    (LlamaUGM, "Unigram SPM"),
    (LlamaWPM, "WordPiece"),
)
_PARTS = ("normalizers", "pretokenizers", "processors", "decoders")


@dataclass(frozen=True, slots=True)
class Inventory:
    """What one vocabulary file holds.

    `algorithm` is the label that its manifest must carry; `components` names the types of each
    stage in order, a sequence as its parts; `tokens` counts ids, `added` the added tokens;
    `words` is a hash of the set of its ordinary pieces, so that two files of one vocabulary with
    other special tokens agree.
    """

    sha256: str
    algorithm: str
    tokens: int
    added: int
    words: str
    components: Mapping[str, tuple[str, ...]]

    def has(self, component: str) -> bool:
        """Whether a component of this name is in some stage; "model=BPE" asks one stage alone.

        >>> of = Inventory("0", "BPE", 1, 0, "0", {"normalizer": ("NFC",), "model": ("BPE",)})
        >>> of.has("nfc"), of.has("model=nfc"), of.has("normalizer=NFC")
        (True, False, True)
        """
        stage, _, name = component.rpartition("=")
        return any(
            name.lower() in map(str.lower, names)
            for at, names in self.components.items()
            if stage.lower() in ("", at)
        )


def inventory_of(tokenizer: Tokenizer, sha256: str) -> Inventory:
    """Read a loaded tokenizer.

    The words are the pieces that are no added token; of a `.model` those of type normal,
    user-defined or unused.
    """
    known = getattr(tokenizer.model, "known", None)
    added = {token.id for token in tokenizer.added_tokens}
    pieces = tokenizer.pieces()
    ordinary = (
        set(known.matchable)
        if isinstance(known, Pieces)
        else {piece for token_id, piece in pieces.items() if token_id not in added}
    )
    hashed = hashlib.sha256()
    for piece in sorted(ordinary):
        hashed.update(piece.encode("utf-8", "surrogatepass") + b"\0")
    stages = {
        "normalizer": tokenizer.normalizer,
        "pre_tokenizer": tokenizer.pre_tokenizer,
        "model": tokenizer.model,
        "post_processor": tokenizer.post_processor,
        "decoder": tokenizer.detokenizer or tokenizer.decoder,
    }
    return Inventory(
        sha256=sha256,
        algorithm=algorithm(tokenizer),
        tokens=len(pieces),
        added=len(added),
        words=hashed.hexdigest()[:16],
        components={
            stage: tuple(type_name(part) for part in parts(value))
            for stage, value in stages.items()
            if value is not None
        },
    )


def parts(stage: object) -> list[object]:
    """A stage's components: a sequence's parts, however deep, or the stage itself."""
    for name in _PARTS:
        if (inner := getattr(stage, name, None)) is not None:
            return [component for part in inner for component in parts(part)]
    return [stage]


def algorithm(tokenizer: Tokenizer) -> str:
    """How the model finds its tokens, in the words that manifests use.

    "BPE", "BPE SPM" (merges by score), "BPE tiktoken ranks", "Unigram", "Unigram SPM", "WordPiece",
    "WordLevel", then "byte-level", "byte-fallback", "ignore_merges" where they hold.
    """
    model = tokenizer.model
    known = getattr(model, "known", None)
    kind = type(model).__name__
    words = next((name for kinds, name in _FAMILIES if isinstance(model, kinds)), kind)
    if isinstance(known, Pieces):
        words = kind.removeprefix("Sentencepiece") + " SPM"
    if words == _BPE and tokenizer.spells_bytes:
        words += " byte-level"
    if (getattr(model, "byte_fallback", False) or getattr(known, "byte_fallback", False)) and (
        "byte-fallback" not in words
    ):
        words += " byte-fallback"
    return words + (" ignore_merges" if getattr(model, "ignore_merges", False) else "")


@cache
def recorded() -> Mapping[str, Inventory]:
    """The shipped inventories, by name of the vocabulary."""
    text = (resources.files("tokparity.corpora.vocabs") / "inventory.json").read_text("ascii")
    data: dict[str, Any] = json.loads(text)
    if data.pop("schema_version") != SCHEMA_VERSION:
        raise ValueError(f"inventory.json is not of schema version {SCHEMA_VERSION}")
    return {name: _from_json(data_of_one) for name, data_of_one in data.items()}


def _from_json(data: dict[str, Any]) -> Inventory:
    components = {stage: tuple(names) for stage, names in data.pop("components").items()}
    return Inventory(**data, components=components)


def to_json(inventories: Mapping[str, Inventory]) -> str:
    """The text of `inventory.json`: a line a vocabulary, by name."""
    rows = [
        f"{json.dumps(name)}: {json.dumps(asdict(inventory))}"
        for name, inventory in sorted(inventories.items())
    ]
    return f'{{\n"schema_version": {SCHEMA_VERSION},\n' + ",\n".join(rows) + "\n}\n"
