import copy

import pytest
from hypothesis import HealthCheck, given, settings

from tokparity.corpora import strategies
from tokparity.harness.fault_models.catalogue import FAULT_MODELS
from tokparity.harness.properties.offsets import repeating, trimming

IN_ORDER, COVER = "offsets in order", "offsets cover"
QUICK = settings(
    max_examples=50,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


@pytest.mark.parametrize("name", [IN_ORDER, COVER])
@QUICK
@given(text=strategies.texts())
def test_ranges_are_in_order_and_all_of_the_text(lossless, held, name, text):
    one = held(name, lossless, [text])
    assert (one.reading.kind, one.broken) == ("invariant", 0)


@pytest.mark.parametrize(
    ("name", "fault_model", "smallest", "said"),
    [
        (IN_ORDER, "ranges-of-bytes", "é", "token 0 has the range 0:2 in 1 characters"),
        (COVER, "bytes-reversed", None, ""),
    ],
    ids=["faulty", "of-no-effect"],
)
def test_a_fault_breaks_the_law(lossless, held, name, fault_model, smallest, said):
    one = held(name, FAULT_MODELS[fault_model].apply(lossless), ["ab", "é"])
    assert one.breaks_invariant == (smallest is not None)
    if smallest is not None:
        assert (one.example.text, one.example.fault) == (smallest, said)


def test_a_model_that_drops_text_breaks_covering(lossless, held):
    faulty = (
        FAULT_MODELS["words-dropped"].apply(lossless) if "words-dropped" in FAULT_MODELS else None
    )
    assert faulty is None or held(COVER, faulty).breaks_invariant


def template(*single):
    pieces = [{"Sequence": {"id": one, "type_id": 0}} for one in single]
    pair = [{"Sequence": {"id": one, "type_id": 0}} for one in "AB"]
    kind = {"type": "TemplateProcessing", "special_tokens": {}}
    return {**kind, "single": pieces, "pair": pair}


def byte_level(trim):
    return {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": trim}


@pytest.mark.parametrize(
    ("changes", "in_order", "cover"),
    [
        pytest.param({"normalizer": {"type": "NFC"}}, "observation", "none", id="normalizer"),
        pytest.param({"post_processor": template("A", "A")}, "observation", "none", id="twice"),
        pytest.param({"post_processor": template("A")}, "invariant", "invariant", id="once"),
        pytest.param({"post_processor": byte_level(True)}, "invariant", "none", id="trimmed"),
        pytest.param(
            {"post_processor": byte_level(False)}, "invariant", "invariant", id="untrimmed"
        ),
        pytest.param(
            {
                "pre_tokenizer": {**byte_level(True), "add_prefix_space": True},
                "post_processor": byte_level(True),
            },
            *("observation", "none"),
            id="prefixed-and-trimmed",
        ),
        pytest.param(
            {"pre_tokenizer": {"type": "WhitespaceSplit"}}, "invariant", "none", id="dropped"
        ),
    ],
)
def test_preconditions(read, held, lossless_document, changes, in_order, cover):
    tokenizer = read(copy.deepcopy(lossless_document) | changes)
    found = held(IN_ORDER, tokenizer), held(COVER, tokenizer)
    assert tuple(one.reading.kind for one in found) == (in_order, cover)
    assert not any(one.breaks_invariant for one in found)


def test_the_text_twice_is_out_of_order(read, held, lossless_document):
    tokenizer = read(copy.deepcopy(lossless_document) | {"post_processor": template("A", "A")})
    assert list(repeating(tokenizer.post_processor))
    one = held(IN_ORDER, tokenizer, ["xyz"])
    assert one.broken == 3  # the others are of the special token's name
    assert one.example.fault == "token 3 starts at 0, before 2"


def test_reasons_are_found_in_sequences(read, lossless_document):
    parts = {"type": "Sequence", "processors": [byte_level(True), template("A", "A")]}
    processor = read(copy.deepcopy(lossless_document) | {"post_processor": parts}).post_processor
    assert [*trimming(processor), *repeating(processor)] == [
        "the post-processor ByteLevel trims ranges",
        "the post-processor TemplateProcessing does not give the text once",
    ]
