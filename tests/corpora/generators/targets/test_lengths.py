"""Words around limits."""

from dataclasses import replace

from tokparity.corpora.generators.material import Material
from tokparity.corpora.generators.targets.lengths import lengths
from tokparity.reference_impl.models.hf.wordpiece import WordPiece
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer
from tokparity.reference_impl.tokenizer.truncation import Truncation

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


def test_a_large_limit_shows_inside_of_a_piece(tokenizer: Tokenizer, material: Material) -> None:
    """A word of one letter over and over may be cut anywhere without a difference."""
    pieces = replace(material, surfaces=("abc",) * 4000)
    kind = lengths(tokenizer, pieces)
    words = [one for at in range(kind.size) if len(one := kind.target(at)) > 2048]
    ids = [(tokenizer.encode(one).ids, one) for one in words]
    for limit in (2048, 4096):
        assert any(
            found != tokenizer.encode(one[:limit]).ids + tokenizer.encode(one[limit:]).ids
            for found, one in ids
            if len(one) > limit
        )
