import json

import pytest

from tokparity.reference_impl.errors import BadArtefact, Unsupported
from tokparity.reference_impl.post_processors.bert import BertProcessing
from tokparity.reference_impl.post_processors.roberta import RobertaProcessing
from tokparity.reference_impl.post_processors.template import TemplateError
from tokparity.reference_impl.tokenizer.full_encoding import encode_full

BERT = {"type": "BertProcessing", "sep": ["[SEP]", 102], "cls": ["[CLS]", 101]}
TRIMMING = {"trim_offsets": True, "add_prefix_space": False}
ROBERTA = BERT | TRIMMING | {"type": "RobertaProcessing"}
INPUTS = [("", None), (" a b", None), (" a", " b")]


def without(component, *fields):
    return {key: value for key, value in component.items() if key not in fields}


@pytest.mark.parametrize(
    ("component", "kind"),
    [
        (BERT, BertProcessing),
        (ROBERTA, RobertaProcessing),
        (without(BERT, "type"), BertProcessing),
        (without(ROBERTA, "type"), RobertaProcessing),
        (BERT | TRIMMING, RobertaProcessing),
        (without(ROBERTA, *TRIMMING), BertProcessing),
    ],
    ids=str,
)
def test_its_fields_say_what_it_is_not_its_type(
    agree_fully, byte_level, reference, component, kind
):
    """tokenizers 0.23 processors/mod.rs: serde does not look at the tag of these structs."""
    byte_level["post_processor"] = component
    assert agree_fully(byte_level, INPUTS) == 0
    assert type(reference(byte_level).post_processor) is kind


@pytest.mark.parametrize(
    ("component", "field"),
    [
        (without(BERT, "sep"), "sep"),
        (without(BERT, "cls"), "cls"),
        (BERT | {"sep": "[SEP]"}, "sep"),
        (BERT | {"sep": ["[SEP]", 102, 1]}, "sep"),
        (BERT | {"sep": ["[SEP]", -1]}, "sep[1]"),
        (BERT | {"cls": [101, "[CLS]"]}, "cls[0]"),
        ({}, "type"),
        ({"processors": [BERT]}, "type"),
        ({"type": "Sequence", "processors": [BERT, {}]}, "processors[1].type"),
        (without(BERT, "sep") | {"extra": 1}, "sep"),
        (without(ROBERTA, "add_prefix_space") | {"cls": {}}, "cls"),
        ({"type": "ByteLevel", "use_regex": 1}, "use_regex"),
    ],
    ids=lambda value: value if isinstance(value, str) else json.dumps(value)[:60],
)
def test_what_the_library_refuses_is_refused_by_name(
    library_loads, reference, byte_level, component, field
):
    byte_level["post_processor"] = component
    assert not library_loads(byte_level)
    with pytest.raises(BadArtefact) as caught:
        reference(byte_level)
    assert type(caught.value) is BadArtefact
    assert caught.value.field == f"post_processor.{field}"


def test_what_is_not_known_is_named(reference, byte_level):
    byte_level["post_processor"] = {"type": "XLNetProcessing"}
    with pytest.raises(Unsupported) as caught:
        reference(byte_level)
    assert caught.value.field == "post_processor.type"


A = {"Sequence": {"id": "A", "type_id": 0}}
X = {"SpecialToken": {"id": "<x>", "type_id": 0}}


def test_a_pair_template_without_its_special_token_fails_on_pairs_alone(
    agree_fully, byte_level, reference, capfd
):
    template = {"type": "TemplateProcessing", "single": [A], "pair": [A, X], "special_tokens": {}}
    byte_level["post_processor"] = template
    assert agree_fully(byte_level, [("a", None), ("a", "b")]) == 1
    with pytest.raises(TemplateError, match="'<x>'"):
        encode_full(reference(byte_level), "a", "b")
