"""A tokenizer.json by transformers' own converters, run in a process of its own.

    python -m tokparity.harness.derivation.by_transformers KIND SOURCE TARGET [FACTS]

Prints the name of the converter. KIND is the format of SOURCE; FACTS is a file with what a rank
file does not say of itself: {"pattern": …, "specials": [[content, id], …]}.
"""

import json
import os
import re
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

POSSESSIVE_RANGE = re.compile(r"(\{[0-9]+,[0-9]*\})\+")
"""`{1,3}+` is possessive in fancy-regex; to Oniguruma it is a repeat of a repeat."""
_UNIGRAM = 1


def from_sentencepiece(source: Path, _: Any) -> tuple[Any, str]:
    """BPE as LlamaConverter makes it, the way it was before 5.0; Unigram as SpmConverter.

    5.23.0's own call of the extractor gives scores where it takes a type of model, and fails: the
    merges are asked of its `generate_merges` as 4.57 did.
    """
    from sentencepiece import sentencepiece_model_pb2

    converters: Any = import_module("transformers.convert_slow_tokenizer")
    schema: Any = sentencepiece_model_pb2
    proto = schema.ModelProto.FromString(source.read_bytes())
    pieces = [piece.piece for piece in proto.pieces]
    slow = SimpleNamespace(
        vocab_file=str(source),
        legacy=True,
        add_prefix_space=proto.normalizer_spec.add_dummy_prefix,
        convert_ids_to_tokens=pieces.__getitem__,
    )
    unigram = proto.trainer_spec.model_type == _UNIGRAM
    base: Any = converters.SpmConverter if unigram else converters.LlamaConverter

    def extract(_: Any, scores: Any) -> Any:
        vocab = {piece: at for at, piece in enumerate(pieces)}
        return vocab, converters.generate_merges(vocab, scores)

    extractor = type("Extractor", (converters.SentencePieceExtractor,), {"extract": extract})
    fields = {
        "SpmExtractor": extractor,
        "handle_byte_fallback": bool(proto.trainer_spec.byte_fallback),
    }
    return type(base.__name__, (base,), fields)(slow).converted(), base.__name__


def from_ranks(source: Path, facts: Any) -> tuple[Any, str]:
    """Special tokens take the ids that follow: gaps between them are filled with placeholders.

    ValueError where a special token's id lies among the ranks, which the converter cannot place.
    """
    converters: Any = import_module("transformers.convert_slow_tokenizer")
    pattern = POSSESSIVE_RANGE.sub(r"\1", facts["pattern"])
    ids = {token_id: content for content, token_id in facts["specials"]}
    lines = source.read_bytes().split(b"\n")
    first = 1 + max(int(line.split()[1]) for line in lines if line.strip())
    if ids and min(ids) < first:
        raise ValueError(f"the special token {ids[min(ids)]!r} has an id among the ranks")
    specials = [ids.get(at, f"<|unused_{at}|>") for at in range(first, max(ids, default=-1) + 1)]
    made = converters.TikTokenConverter(str(source), pattern=pattern, extra_special_tokens=specials)
    return made.converted(), "TikTokenConverter"


def from_tekken(source: Path, _: Any) -> tuple[Any, str]:
    """As MistralConverter makes it."""
    from transformers.integrations.mistral.tokenizer import MistralConverter

    return MistralConverter(str(source)).converted(), "MistralConverter"


def from_vocab(source: Path, _: Any) -> tuple[Any, str]:
    """What BertTokenizer makes of its vocab.txt: lower case, as its default is."""
    from transformers import BertTokenizer

    lines = source.read_text(encoding="utf-8").split("\n")
    vocab = {line.rstrip("\r"): at for at, line in enumerate(lines) if line or at + 1 < len(lines)}
    return BertTokenizer(vocab=vocab).backend_tokenizer, "BertTokenizer"


CONVERTERS: dict[str, Callable[[Path, Any], tuple[Any, str]]] = {
    "sentencepiece": from_sentencepiece,
    "tiktoken": from_ranks,
    "tekken.json": from_tekken,
    "vocab.txt": from_vocab,
}


def main(arguments: list[str]) -> int:
    """Convert one file; the reason on stderr, and 1, where it cannot be."""
    os.environ["HF_HUB_OFFLINE"] = "1"
    kind, source, target, *facts = arguments
    told = json.loads(Path(facts[0]).read_bytes()) if facts else None
    try:
        tokenizer, name = CONVERTERS[kind](Path(source), told)
    except Exception as error:  # whatever a converter raises at a file is its answer
        sys.stderr.write(f"{type(error).__name__}: {error}\n")
        return 1
    tokenizer.save(target)
    sys.stdout.write(f"{name}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
