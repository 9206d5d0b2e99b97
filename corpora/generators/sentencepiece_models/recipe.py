"""`Recipe`: what a small .model is trained with, drawn at random.

Every option of the library's trainer that leaves a trace in the file, in random combinations.
Not here: the training (`training`), and what no training makes (`edits`).
"""

from dataclasses import dataclass, field
from typing import Any

from tokparity.corpora.generators.rng import Rng

MODEL_TYPES = ("unigram", "bpe", "unigram", "bpe", "char", "word")
RULE_NAMES = ("identity", "nfkc", "nmt_nfkc", "nfkc_cf", "nmt_nfkc_cf")
SYMBOLS = (
    *("<sep>", "<sep><sep>", "<s", "ab", "abc", "a b", "b c", " x", "x ", "  ", "▁", "▁▁", "▁the"),
    *("é", "e", "日本", "日", "12", "the", "he", "<0x41>", "\u2581 ", "q▁", "👍", "\t", "A", "ﬁ"),
)
CONTROLS = ("<ctrl>", "<mask>", "th", "▁a", "e", "<2ja>", "a▁b")
SURFACES = (" \u2047 ", "", "?", "▁", "<unk>", "日")
RULES = (
    *(("a", "b"), ("ab", "xyz"), ("abc", ""), ("é", "e"), ("e\u0301", "é"), ("日本", "NIHON")),
    *(("1", "one "), ("\t", " "), ("x", "  "), (" ", "_"), ("_", " "), ("Q", "▁"), ("👍", " ok ")),
    *(
        ("the", "the"),
        ("th", "TH"),
        ("\u200b", ""),
        ("ﬁ", "fi"),
        ("  ", " "),
        ("!", ""),
        ("▁", "u"),
    ),
)


@dataclass(frozen=True, slots=True)
class ModelRecipe:
    """`options` are the trainer's arguments; `rules` (source, target) a charsmap of one's own,
    `back` the same for decoding; `material` says which sentences are trained on."""

    options: dict[str, Any]
    rules: tuple[tuple[str, str], ...] = ()
    back: tuple[tuple[str, str], ...] = ()
    material: int = 0
    symbols: tuple[str, ...] = field(default=())


def drawn(rng: Rng, model_type: str) -> ModelRecipe:
    """A recipe for one type of model. The trainer may refuse it."""
    options: dict[str, Any] = {"model_type": model_type, "hard_vocab_limit": rng.chance(0.2)}
    options["byte_fallback"] = rng.chance(0.4)
    size = rng.between(80, 320)
    options["vocab_size"] = size + 256 if options["byte_fallback"] else size
    _flags(rng, options)
    _specials(rng, options)
    symbols = _some(rng, SYMBOLS, 5) if rng.chance(0.5) else ()
    if symbols:
        options["user_defined_symbols"] = list(symbols)
    if rng.chance(0.3):
        options["control_symbols"] = [c for c in _some(rng, CONTROLS, 3) if c not in symbols]
    if rng.chance(0.4):
        options["unk_surface"] = rng.choice(SURFACES)
    rules = _some(rng, RULES, 8) if rng.chance(0.35) else ()
    if not rules:
        options["normalization_rule_name"] = rng.choice(RULE_NAMES)
    back = _some(rng, RULES, 4) if rng.chance(0.12) else ()
    return ModelRecipe(options, rules, back, rng.below(8), symbols)


def _flags(rng: Rng, options: dict[str, Any]) -> None:
    for name, likely in (
        ("add_dummy_prefix", 0.7),
        ("remove_extra_whitespaces", 0.6),
        ("escape_whitespaces", 0.9),
        ("treat_whitespace_as_suffix", 0.25),
        ("allow_whitespace_only_pieces", 0.3),
        ("split_digits", 0.4),
        ("split_by_unicode_script", 0.6),
        ("split_by_number", 0.6),
        ("split_by_whitespace", 0.7),
        ("use_all_vocab", 0.1),
    ):
        options[name] = rng.chance(likely)
    options["max_sentencepiece_length"] = rng.choice((4, 8, 16))
    options["character_coverage"] = rng.choice((1.0, 0.98, 0.9))


def _specials(rng: Rng, options: dict[str, Any]) -> None:
    """Ids and names; -1 is a piece that the model does without."""
    ids = [0, 1, 2, 3]
    for at in range(3, 0, -1):
        other = rng.below(at + 1)
        ids[at], ids[other] = ids[other], ids[at]
    if rng.chance(0.5):
        ids = [0, 1, 2, -1]
    options["unk_id"] = ids[0]
    for name, at in (("bos_id", ids[1]), ("eos_id", ids[2]), ("pad_id", ids[3])):
        options[name] = -1 if rng.chance(0.15) else at
    if rng.chance(0.25):
        options |= {"unk_piece": "[UNK]", "bos_piece": "[CLS]", "eos_piece": "[SEP]"}


def _some(rng: Rng, pool: tuple[Any, ...], most: int) -> tuple[Any, ...]:
    return tuple(dict.fromkeys(rng.choice(pool) for _ in range(rng.between(1, most))))
