"""The strategy makes what the bulk generator makes: documents that reference and library load."""

from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer

from tokparity.corpora import strategies
from tokparity.corpora.generators.pipelines.pipeline import canonical
from tokparity.corpora.generators.pipelines.strategy import DrawnRng, pipelines
from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.formats.tokenizer_json.reader import read_tokenizer
from tokparity.reference_impl.serde_json.node import Node
from tokparity.reference_impl.tokenizer.full_encoding import encode_full

FEW = settings(
    max_examples=30,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


@FEW
@given(pipelines())
def test_the_reference_gives_the_ids_of_the_library(made):
    library = Tokenizer.from_str(canonical(made.document).decode())
    ours = read_tokenizer(Node(Path("drawn"), "", made.document))
    for text, pair in made.texts:
        try:
            expected = library.encode(text, pair).ids
        except BaseException as error:  # a panic of the library is no Exception
            expected = type(error)
        try:
            found = list(encode_full(ours, text, pair).ids)
        except TokparityError:
            found = None
        assert found == (None if isinstance(expected, type) else expected)


@FEW
@given(st.data())
def test_the_same_for_texts_of_its_own_material(data):
    """Its pieces, near-merges and added tokens beside white space, under any options."""
    made = data.draw(strategies.tokenizers())
    library = Tokenizer.from_str(canonical(made.pipeline.document).decode())
    text = data.draw(strategies.material_texts(made.material))
    options = data.draw(strategies.encode_options())
    library.encode_special_tokens = not options.parse_special
    try:
        expected = library.encode(text, add_special_tokens=options.add_special).ids
    except BaseException as error:  # a panic of the library is no Exception
        expected = type(error)
    try:
        found = list(made.tokenizer.encode(text, options).ids)
    except TokparityError:
        found = None
    assert found == (None if isinstance(expected, type) else expected)


@FEW
@given(st.data())
def test_chance_shrinks_to_no(data):
    rng = DrawnRng(data.draw)
    assert not rng.chance(0)
    assert rng.chance(1)
    assert 0 <= rng.below(5) < 5
    assert 2 <= rng.between(2, 3) <= 3
    assert 0 <= rng.random() < 1
    assert rng.choice("ab") in "ab"
