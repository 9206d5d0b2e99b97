import json

import pytest
from tokenizers import Tokenizer as LibraryTokenizer

from reference_impl.errors import BadArtefact, Unsupported

BYTE_LEVEL = {
    "type": "ByteLevel",
    "add_prefix_space": False,
    "trim_offsets": False,
    "use_regex": True,
}
SPLIT = {"type": "Split", "pattern": {"Regex": "a"}, "behavior": "Isolated", "invert": False}
A = {"Sequence": {"id": "A", "type_id": 0}}
B = {"Sequence": {"id": "B", "type_id": 1}}
BOS = {"SpecialToken": {"id": "<s>", "type_id": 0}}
TEMPLATE = {
    "type": "TemplateProcessing",
    "single": [BOS, A],
    "pair": [A, B],
    "special_tokens": {"<s>": {"id": "<s>", "ids": [5, 6], "tokens": ["x", "y"]}},
}


def without(component, field):
    return {key: value for key, value in component.items() if key != field}


def library_loads(document):
    try:
        LibraryTokenizer.from_str(json.dumps(document))
    except BaseException:
        return False
    return True


@pytest.mark.parametrize(
    ("section", "component"),
    [
        *(("normalizer", {"type": form}) for form in ("NFC", "NFD", "NFKC", "NFKD")),
        ("normalizer", {"type": "Sequence", "normalizers": [{"type": "NFD"}, {"type": "NFC"}]}),
        ("normalizer", {"normalizers": []}),
        ("pre_tokenizer", BYTE_LEVEL),
        ("pre_tokenizer", without(BYTE_LEVEL, "use_regex")),
        ("pre_tokenizer", SPLIT),
        ("pre_tokenizer", {"type": "Digits", "individual_digits": True}),
        ("pre_tokenizer", {"type": "Sequence", "pretokenizers": [SPLIT, BYTE_LEVEL]}),
        ("post_processor", BYTE_LEVEL),
        ("post_processor", TEMPLATE),
        ("post_processor", without(TEMPLATE, "type")),
        ("post_processor", TEMPLATE | {"single": []}),
        ("post_processor", TEMPLATE | {"single": [A, BOS, A]}),
        ("post_processor", {"type": "Sequence", "processors": [BYTE_LEVEL, TEMPLATE]}),
        ("decoder", BYTE_LEVEL),
        ("decoder", {"type": "Fuse"}),
        ("decoder", {"type": "Sequence", "decoders": [BYTE_LEVEL, {"type": "Fuse"}]}),
        ("decoder", {"type": "Sequence", "decoders": []}),
    ],
    ids=lambda value: value if isinstance(value, str) else json.dumps(value)[:60],
)
def test_components_are_read_as_the_library_reads_them(agree, byte_level, section, component):
    byte_level[section] = component
    assert agree(byte_level, ["", "a", " banana 12 ", "e\u0301 ﬁ"]) == 0


@pytest.mark.parametrize(
    ("section", "component", "field"),
    [
        *(
            (section, without(BYTE_LEVEL, field), field)
            for section in ("pre_tokenizer", "post_processor", "decoder")
            for field in ("type", "add_prefix_space", "trim_offsets")
        ),
        *(("pre_tokenizer", without(SPLIT, field), field) for field in SPLIT),
        ("pre_tokenizer", BYTE_LEVEL | {"use_regex": None}, "use_regex"),
        ("pre_tokenizer", SPLIT | {"pattern": {}}, "pattern"),
        ("pre_tokenizer", SPLIT | {"pattern": "a"}, "pattern"),
        ("pre_tokenizer", SPLIT | {"pattern": {"Regex": "("}}, "pattern.Regex"),
        ("pre_tokenizer", SPLIT | {"pattern": {"Regex": 1}}, "pattern.Regex"),
        ("pre_tokenizer", {"type": "Digits"}, "individual_digits"),
        ("pre_tokenizer", {"type": "Sequence", "pretokenizers": [{}]}, "pretokenizers[0].type"),
        ("normalizer", {"type": "Sequence"}, "normalizers"),
        ("normalizer", {}, "type"),
        ("normalizer", [], ""),
        ("normalizer", {"type": 1}, "type"),
        *(
            ("post_processor", without(TEMPLATE, field), field)
            for field in ("single", "pair", "special_tokens")
        ),
        ("post_processor", TEMPLATE | {"single": ["$A"]}, "single[0]"),
        (
            "post_processor",
            TEMPLATE | {"single": [{"Sequence": {"id": "C", "type_id": 0}}]},
            "single[0].Sequence.id",
        ),
        (
            "post_processor",
            TEMPLATE | {"single": [{"Sequence": {"id": "A"}}]},
            "single[0].Sequence.type_id",
        ),
        ("decoder", {"type": "Sequence"}, "decoders"),
    ],
    ids=lambda value: value if isinstance(value, str) else json.dumps(value)[:60],
)
def test_what_the_library_refuses_is_refused_by_name(
    reference, byte_level, section, component, field
):
    byte_level[section] = component
    assert not library_loads(byte_level)
    with pytest.raises(BadArtefact) as caught:
        reference(byte_level)
    assert type(caught.value) is BadArtefact
    assert caught.value.field == f"{section}.{field}".rstrip(".")


@pytest.mark.parametrize(
    ("section", "component", "field"),
    [
        ("normalizer", {"type": "Lowercase"}, "type"),
        ("normalizer", {"type": "NFC", "extra": 1}, "extra"),
        ("pre_tokenizer", {"type": "Whitespace"}, "type"),
        ("pre_tokenizer", BYTE_LEVEL | {"extra": 1}, "extra"),
        ("pre_tokenizer", SPLIT | {"behavior": "isolated"}, "behavior"),
        ("post_processor", {"type": "BertProcessing", "sep": ["a", 0], "cls": ["a", 0]}, "type"),
        ("post_processor", {"type": "Sequence", "processors": [TEMPLATE, TEMPLATE]}, "processors"),
        ("decoder", {"type": "ByteFallback"}, "type"),
        ("decoder", {"type": "Fuse", "extra": 1}, "extra"),
    ],
)
def test_what_is_not_implemented_is_named(reference, byte_level, section, component, field):
    byte_level[section] = component
    with pytest.raises(Unsupported) as caught:
        reference(byte_level)
    assert caught.value.field == f"{section}.{field}"


def test_a_special_token_has_as_many_ids_as_tokens(reference, byte_level):
    special = {"id": "<s>", "ids": [5, 6], "tokens": ["x"]}
    byte_level["post_processor"] = TEMPLATE | {"special_tokens": {"<s>": special}}
    with pytest.raises(BadArtefact, match="has 2 ids but 1 tokens"):
        reference(byte_level)


@pytest.mark.parametrize("single", [[B], [{"SpecialToken": {"id": "<e>", "type_id": 0}}]])
def test_a_template_that_panics_on_every_text_is_refused_at_once(
    reference, byte_level, single, capfd
):
    byte_level["post_processor"] = TEMPLATE | {"single": single}
    library = LibraryTokenizer.from_str(json.dumps(byte_level))
    with pytest.raises(BaseException, match=r"index out of bounds|no entry found"):
        library.encode("a")
    with pytest.raises(BadArtefact) as caught:
        reference(byte_level)
    assert caught.value.field == "post_processor.single[0]"
