"""Training of small .model files by the library's own trainer.

The same recipe gives the same bytes: one thread, no sampling, and paths of temporary files
taken out of the result.
"""

import io
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tokparity.corpora.generators.rng import Rng
from tokparity.corpora.generators.sentencepiece_models.recipe import ModelRecipe
from tokparity.corpora.texts.corpus import texts

WORDS = (
    *("the", "then", "there", "and", "can", "an", "a", "I", "in", "hello", "Hello", "HELLO", "all"),
    *(
        "world",
        "seen",
        "see",
        "been",
        "123",
        "2024",
        "12",
        ".",
        ",",
        "...",
        "!",
        "do",
        "not",
        "n't",
    ),
    *(
        "user-name",
        "naïve",
        "café",
        "世界",
        "你好",
        "日本",
        "日本語",
        "한국",
        "мир",
        "abc",
        "ab",
        "abab",
    ),
)


class NotTrained(Exception):
    """The trainer refused a recipe: its vocabulary is too large or too small, or names clash."""


@cache
def sentences(material: int) -> tuple[str, ...]:
    """What is trained on: common words and some prose, a few kilobytes."""
    rng = Rng("sentencepiece", "sentences", material)
    prose = [rng.choice(texts("prose")).text[:80].replace("\0", "") for _ in range(8)]
    drawn = [" ".join(rng.choice(WORDS) for _ in range(rng.between(3, 9))) for _ in range(40)]
    return (*drawn, *(line for text in prose for line in text.split("\n") if line))


def trained(recipe: ModelRecipe) -> bytes:
    """The bytes of a .model file. Raises NotTrained."""
    library: Any = import_module("sentencepiece")  # here: most of what imports this trains nothing
    schema: Any = import_module("sentencepiece.sentencepiece_model_pb2")
    library.set_min_log_level(4)
    written = io.BytesIO()
    with TemporaryDirectory() as folder:
        options = dict(recipe.options)
        if recipe.rules:
            options["normalization_rule_tsv"] = _tsv(Path(folder) / "rules.tsv", recipe.rules)
        if recipe.back:
            options["denormalization_rule_tsv"] = _tsv(Path(folder) / "back.tsv", recipe.back)
        try:
            library.SentencePieceTrainer.train(
                sentence_iterator=iter(sentences(recipe.material)),
                model_writer=written,
                num_threads=1,
                minloglevel=4,
                **options,
            )
        except (RuntimeError, ValueError) as error:
            raise NotTrained(str(error)) from None
    proto = schema.ModelProto.FromString(written.getvalue())
    for spec in (proto.normalizer_spec, proto.denormalizer_spec):
        spec.ClearField("normalization_rule_tsv")
    data: bytes = proto.SerializeToString(deterministic=True)
    return data


def _tsv(path: Path, rules: Sequence[tuple[str, str]]) -> str:
    """The trainer's own format: code points in hexadecimal, source and target."""
    lines = [
        "\t".join(" ".join(f"{ord(char):X}" for char in side) for side in rule) for rule in rules
    ]
    path.write_text("\n".join(lines) + "\n", "ascii")
    return str(path)
