"""Generated tokenizers: the same for the same number, distinct, and accepted by the library."""

import subprocess
import sys
from collections import Counter
from itertools import pairwise

import pytest
from tokenizers import Tokenizer

from tokparity.corpora.generators.pipelines.models import ENGLISH
from tokparity.corpora.generators.pipelines.pipeline import (
    COMBINATIONS,
    DECODERS,
    NORMALIZERS,
    POST_PROCESSORS,
    PRE_TOKENIZERS,
    canonical,
    pipeline,
)
from tokparity.corpora.generators.pipelines.stages import chain, places
from tokparity.corpora.generators.pipelines.training import KINDS

SOME = 60


def test_another_process_makes_the_same_pipelines():
    code = (
        "from tokparity.corpora.generators.pipelines.pipeline import pipeline\n"
        f"print([pipeline(3, number) for number in range({SOME})])\n"
    )
    other = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert other.stdout.strip() == str([pipeline(3, number) for number in range(SOME)])


def test_pipelines_are_distinct_and_differ_by_seed():
    made = [pipeline(seed, number).sha256 for seed in (3, 4) for number in range(SOME)]
    assert len(set(made)) == len(made)


def test_the_library_loads_them():
    refused = Counter()
    for number in range(SOME):
        try:
            Tokenizer.from_str(canonical(pipeline(3, number).document).decode())
        except Exception as error:
            refused[str(error)] += 1
    assert not refused


def test_each_has_so_many_texts_and_some_are_pairs():
    made = [pipeline(3, number, 12) for number in range(SOME)]
    assert {len(one.texts) for one in made} == {12}
    pairs = sum(pair is not None for one in made for _, pair in one.texts)
    assert SOME * 2 < pairs < SOME * 8
    assert all(one.texts[0] == ("", None) for one in made)


def test_combinations_are_complete_after_as_many_pipelines():
    def combination(document):
        stages = (document[section] for section in ("model", "decoder", "post_processor"))
        return tuple(stage and stage["type"] for stage in stages)

    count = len(COMBINATIONS)
    for start in (0, count):
        met = {combination(pipeline(3, start + n, 1).document) for n in range(count)}
        assert met == set(COMBINATIONS)


@pytest.mark.parametrize(
    ("section", "kinds"), [("normalizer", NORMALIZERS), ("pre_tokenizer", PRE_TOKENIZERS)]
)
def test_ordered_pairs_are_complete(section, kinds):
    met = set()
    for number in range(2 * len(kinds) ** 2 + 4):
        types = chain(pipeline(3, number, 1).document, section)
        met |= set(pairwise(types))
    assert met == {(first, second) for first in kinds for second in kinds}


@pytest.mark.parametrize("start", [0, 100, 5000])
def test_a_few_dozen_have_every_model_decoder_and_post_processor(start):
    made = [pipeline(0, number, 1).document for number in range(start, start + 48)]
    for section, kinds in (
        ("model", KINDS),
        ("decoder", DECODERS),
        ("post_processor", POST_PROCESSORS),
    ):
        met = {document[section] and document[section]["type"] for document in made}
        assert met == set(kinds)


def test_decoders_meet_what_they_look_for_without_being_told():
    """By chance it would be less than one in ten."""
    asked = met = 0
    for number in range(200):
        made = pipeline(0, number, 1)
        vocab = made.document["model"]["vocab"]
        if any(place.options.get("cleanup") for place in places(made.document)):
            pieces = [piece for piece, *_ in vocab] if isinstance(vocab, list) else list(vocab)
            ids = range(len(pieces)) if isinstance(vocab, list) else vocab.values()
            english = {
                token_id for token_id, piece in zip(ids, pieces, strict=True) if piece in ENGLISH
            }
            decoded = [token_id for sequence in made.ids for token_id in sequence]
            asked += len(decoded)
            met += sum(token_id in english for token_id in decoded)
    assert met > 0.1 * asked > 0
