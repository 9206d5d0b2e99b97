"""Words around limits."""

from dataclasses import replace

from corpora.generators.material import Material
from corpora.generators.targets.lengths import lengths
from reference_impl.models.wordpiece import WordPiece
from reference_impl.tokenizer import Tokenizer
from reference_impl.truncation import Truncation

TOKENIZER = Tokenizer(
    WordPiece({"[UNK]": 0, "a": 1, "##a": 2}, max_input_chars_per_word=77),
    truncation=Truncation(333),
)


def test_words_stand_around_the_limits_of_the_stages_and_common_ones(material: Material) -> None:
    kind = lengths(TOKENIZER, material)
    found = {kind.target(at) for at in range(kind.size)}
    for limit in (77, 333, 100, 512):
        assert {"a" * (limit - 1), "a" * limit, "a" * (limit + 1)} <= found
    assert {"a " * 331, "a " * 332, "a " * 333} <= found


def test_a_limit_that_is_one_off_shows(material: Material) -> None:
    kind = lengths(TOKENIZER, material)
    model = TOKENIZER.model
    wrong = replace(TOKENIZER, model=replace(model, max_input_chars_per_word=78))  # type: ignore[type-var] # it is WordPiece
    targets = (kind.target(at) for at in range(kind.size))
    assert any(TOKENIZER.encode(one).ids != wrong.encode(one).ids for one in targets)
