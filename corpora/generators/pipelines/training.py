"""`trained`: small models, trained on the spot by the library's own trainers.

The same (seed, recipe) gives the same model in every process. The library alone would not: its
word counts are hash maps of a random order, tokenizers 0.23.3 models/*/trainer.rs. Where that
shows, this module leaves it nothing to choose:
- BPE and WordPiece number characters with a prefix or suffix as they meet them, and break ties
  by number (bpe/trainer.rs `tokenize_words`): here all of them are given beforehand, in order.
- Unigram adds up 64-bit floats in that order (unigram/trainer.rs `run_e_step`): here it gets one
  single sentence. Characters that it did not keep get scores in the order of a set
  (`finalize`): here the lowest.
WordLevel sorts by count and word, and needs nothing.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any, Literal

from tokparity.corpora.generators.rng import Rng
from tokparity.corpora.texts.corpus import texts
from tokparity.reference_impl.text.byte_level import spell

Kind = Literal["BPE", "Unigram", "WordLevel", "WordPiece"]
Spelling = Literal["plain", "metaspace", "byte-level"]
KINDS: tuple[Kind, ...] = ("BPE", "Unigram", "WordLevel", "WordPiece")
SPELLINGS: tuple[Spelling, ...] = ("plain", "metaspace", "byte-level")
DRAWS = 4
"""Different materials a kind is trained on."""
UNKNOWN = "<unk>"
_LEARNED = 120
"""Pieces that are learned beyond the alphabet."""
_ENGLISH = (
    *("the", "then", "and", "can", "an", "a", "I", "in", "hello", "Hello", "HELLO", "all", "well"),
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
    *("user-name", "naïve", "café", "Ünal", "世界", "你好", "한국", "العربية", "नमस्ते", "мир"),
)


@dataclass(frozen=True, slots=True)
class TrainingRecipe:
    """What to train: `prefix` and `suffix` are BPE's and WordPiece's marks, "" for none."""

    kind: Kind
    spelling: Spelling = "plain"
    prefix: str = ""
    suffix: str = ""
    draw: int = 0


@cache
def words(seed: int, spelling: Spelling, draw: int) -> tuple[str, ...]:
    """What is trained on: common English, and the words of a few texts of the corpus."""
    rng = Rng("pipelines", "words", seed, draw)
    pool = texts("prose") + texts("characters")
    chosen = [rng.choice(pool).text[:90] for _ in range(6)]
    found = [*_ENGLISH * 4, *(word for text in chosen for word in text.split() if "\0" not in word)]
    match spelling:
        case "plain":
            return tuple(found)
        case "metaspace":
            return tuple("\u2581" + word for word in found)
        case "byte-level":
            return tuple(spell((" " * (at % 4 > 0) + w).encode()) for at, w in enumerate(found))


@cache
def trained(seed: int, recipe: TrainingRecipe) -> dict[str, Any]:
    """The `model` section of a tokenizer.json, about 150 to 500 pieces. Not to be changed."""
    tokenizers: Any = import_module("tokenizers")  # here: most of what imports this trains nothing
    material = words(seed, recipe.spelling, recipe.draw)
    if recipe.kind == "Unigram":
        material = (_one_sentence(seed, material),)
    model, trainer = _to_train(tokenizers.models, tokenizers.trainers, recipe, _letters(material))
    tokenizer = tokenizers.Tokenizer(model)
    tokenizer.train_from_iterator(material, trainer)
    found: dict[str, Any] = json.loads(tokenizer.to_str())["model"]
    if recipe.kind == "Unigram":
        found["vocab"] = _in_order(found["vocab"])
    return found


def _one_sentence(seed: int, material: Sequence[str]) -> str:
    """Words in a random order, four times as many, some without their mark: what stands between
    the same neighbours every time is no piece of its own."""
    rng = Rng("pipelines", "sentence", seed)
    drawn = (rng.choice(material) for _ in range(4 * len(material)))
    return "".join(word.lstrip("\u2581\u0120") if rng.chance(0.4) else word for word in drawn)


def _letters(material: Sequence[str]) -> list[str]:
    return sorted({char for word in material for char in word})


def _to_train(
    models: Any, trainers: Any, recipe: TrainingRecipe, letters: list[str]
) -> tuple[Any, Any]:
    """An empty model and its trainer."""
    marked = [UNKNOWN, *letters, *(recipe.prefix + char for char in letters if recipe.prefix)]
    marked += [char + recipe.suffix for char in marked[1:] if recipe.suffix]
    quiet: dict[str, Any] = {"show_progress": False, "vocab_size": len(marked) + _LEARNED}
    marks = _marks(recipe)
    match recipe.kind:
        case "BPE":
            model = models.BPE(**marks)
            return model, trainers.BpeTrainer(special_tokens=marked, **quiet, **marks)
        case "WordPiece":
            prefix = {"continuing_subword_prefix": recipe.prefix}
            model = models.WordPiece(unk_token=UNKNOWN, **prefix)
            return model, trainers.WordPieceTrainer(special_tokens=marked, **prefix, **quiet)
        case "WordLevel":
            model = models.WordLevel(unk_token=UNKNOWN)
            return model, trainers.WordLevelTrainer(special_tokens=[UNKNOWN], **quiet)
        case "Unigram":
            unknown = {"special_tokens": [UNKNOWN], "unk_token": UNKNOWN}
            return models.Unigram(), trainers.UnigramTrainer(**unknown, max_piece_length=8, **quiet)


def _marks(recipe: TrainingRecipe) -> dict[str, str]:
    """The trainer takes no null for either."""
    marks = {
        "continuing_subword_prefix": recipe.prefix,
        "end_of_word_suffix": recipe.suffix,
    }
    return {name: mark for name, mark in marks.items() if mark}


def _in_order(scores: Sequence[tuple[str, float]]) -> list[list[Any]]:
    """The unknown token first, then by score and text; see the docstring of this module."""
    unknown, *others = scores
    lowest = min(score for _, score in others)
    band = lowest + 0.0001 * len(others)
    settled = [
        (piece, lowest if len(piece) == 1 and score <= band else score) for piece, score in others
    ]
    return [list(unknown), *(list(p) for p in sorted(settled, key=lambda p: (-p[1], p[0])))]
