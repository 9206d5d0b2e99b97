"""`Written`: what a GGUF says of its vocabulary, whether it lies there or would be written."""

from dataclasses import dataclass, field
from pathlib import Path

from tokparity.harness.conversion.special_ids import KEYS
from tokparity.harness.conversion.vocabulary import ConvertedVocabulary
from tokparity.reference_impl.formats.gguf.file import Value, read_metadata
from tokparity.reference_impl.formats.gguf.keys import PREFIX

FLAGS = ("add_bos_token", "add_eos_token", "add_sep_token")


@dataclass(frozen=True, slots=True)
class Written:
    """`tokens`, `types` and `scores` have one entry an id; the last two may be left out of a file.

    `ids` and `flags` are keys of `tokenizer.ggml` without that prefix. `pre` None: says none.
    """

    model: str
    pre: str | None
    tokens: tuple[str, ...]
    types: tuple[int, ...] | None = None
    scores: tuple[float, ...] | None = None
    ids: dict[str, int] = field(default_factory=dict)
    flags: dict[str, bool] = field(default_factory=dict)


def converted(vocabulary: ConvertedVocabulary) -> Written:
    """What `convert` writes."""
    return Written(
        vocabulary.model,
        vocabulary.pre,
        vocabulary.tokens,
        tuple(map(int, vocabulary.types)),
        vocabulary.scores,
        vocabulary.ids,
        {name: vocabulary.flags[name] for name in FLAGS if name in vocabulary.flags},
    )


def read_written(path: Path) -> Written:
    """What a file says, key by key; a key of another type than usual counts as left out.

    Raises BadArtefact where it is no GGUF.
    """
    values = read_metadata(path)

    def value(name: str, type_name: str) -> Value | None:
        found = values.get((PREFIX + name).encode())
        return found if found is not None and found.type_name == type_name else None

    def text(name: str) -> str | None:
        found = value(name, "str")
        return None if found is None else found.strings[0].decode("utf-8", "replace")

    def numbers(name: str) -> tuple[float, ...] | None:
        found = value(name, "arr")
        return None if found is None or found.strings else found.numbers()

    tokens = value("tokens", "arr")
    types = numbers("token_type")
    return Written(
        text("model") or "",
        text("pre"),
        () if tokens is None else tuple(s.decode("utf-8", "replace") for s in tokens.strings),
        None if types is None else tuple(map(int, types)),
        numbers("scores"),
        {key: int(at.numbers()[0]) for key in KEYS.values() if (at := value(key, "u32"))},
        {key: bool(at.numbers()[0]) for key in FLAGS if (at := value(key, "bool"))},
    )
