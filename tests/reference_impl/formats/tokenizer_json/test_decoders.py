import json

import pytest

from tokparity.reference_impl.errors import BadArtefact, Unsupported

BPE = {"type": "BPEDecoder", "suffix": "</w>"}
CTC = {"type": "CTC", "pad_token": "a", "word_delimiter_token": "b", "cleanup": True}
METASPACE = {"type": "Metaspace", "replacement": "Ġ"}
REPLACE = {"type": "Replace", "pattern": {"String": "a"}, "content": "b"}
STRIP = {"type": "Strip", "content": "a", "start": 1, "stop": 0}
WORDPIECE = {"type": "WordPiece", "prefix": "Ġ", "cleanup": True}
EVERY = [BPE, {"type": "ByteFallback"}, CTC, METASPACE, REPLACE, STRIP, WORDPIECE]
NAMELESS = [BPE, CTC, REPLACE, STRIP, WORDPIECE]


def without(component, field):
    return {key: value for key, value in component.items() if key != field}


@pytest.mark.parametrize(
    "decoder",
    [
        *EVERY,
        *(without(decoder, "type") for decoder in NAMELESS),
        {"type": "Sequence", "decoders": [REPLACE, {"type": "Fuse"}, without(STRIP, "type")]},
        *(METASPACE | {"prepend_scheme": scheme} for scheme in ("always", "first", "never")),
        METASPACE | {"add_prefix_space": True, "prepend_scheme": "never"},
        METASPACE | {"add_prefix_space": False, "prepend_scheme": "never"},
        METASPACE | {"add_prefix_space": None, "split": None, "str_rep": None},
        METASPACE | {"add_prefix_space": True, "split": False, "str_rep": "x"},
    ],
    ids=str,
)
def test_decoders_are_read_as_the_library_reads_them(agree, byte_level, decoder):
    byte_level["decoder"] = decoder
    assert agree(byte_level, ["", "a", " banana 12 ", "a  a", "b a ."]) == 0


@pytest.mark.parametrize(
    ("decoder", "field"),
    [
        ({}, "type"),
        ([], ""),
        ({"type": None}, "type"),
        ({"decoders": []}, "type"),
        *((without(METASPACE, field), field) for field in METASPACE),
        *(
            (without(decoder, field), field)
            for decoder in NAMELESS
            for field in decoder
            if field != "type"
        ),
        (METASPACE | {"replacement": "ab"}, "replacement"),
        (METASPACE | {"replacement": ""}, "replacement"),
        (METASPACE | {"prepend_scheme": "Always"}, "prepend_scheme"),
        (METASPACE | {"prepend_scheme": None}, "prepend_scheme"),
        (METASPACE | {"add_prefix_space": False}, "add_prefix_space"),
        (METASPACE | {"str_rep": 1}, "str_rep"),
        (STRIP | {"content": "ab"}, "content"),
        (STRIP | {"start": -1}, "start"),
        (STRIP | {"stop": 1.0}, "stop"),
        (REPLACE | {"pattern": {"Regex": "("}}, "pattern.Regex"),
        (CTC | {"cleanup": 1}, "cleanup"),
        ({"type": "Sequence", "decoders": [BPE, without(BPE, "suffix")]}, "decoders[1].suffix"),
    ],
    ids=lambda value: value if isinstance(value, str) else json.dumps(value)[:60],
)
def test_what_the_library_refuses_is_refused_by_name(
    library_loads, reference, byte_level, decoder, field
):
    byte_level["decoder"] = decoder
    assert not library_loads(byte_level)
    with pytest.raises(BadArtefact) as caught:
        reference(byte_level)
    assert type(caught.value) is BadArtefact
    assert caught.value.field == f"decoder.{field}".rstrip(".")


@pytest.mark.parametrize(
    ("decoder", "field"),
    [
        ({"type": "Rot13"}, "type"),
        ({"type": "Sequence", "decoders": [{"type": "Rot13"}]}, "decoders[0].type"),
    ],
    ids=lambda value: value if isinstance(value, str) else json.dumps(value)[:60],
)
def test_what_is_not_known_is_named(reference, byte_level, decoder, field):
    byte_level["decoder"] = decoder
    with pytest.raises(Unsupported) as caught:
        reference(byte_level)
    assert caught.value.field == f"decoder.{field}"
