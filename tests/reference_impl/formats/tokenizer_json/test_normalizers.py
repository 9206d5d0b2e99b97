"""What the library reads is read as the library reads it, what it refuses is refused by name."""

import json
from pathlib import Path

import pytest
from tokenizers import Tokenizer, models

from tokparity.reference_impl.errors import BadArtefact, Unsupported
from tokparity.reference_impl.formats.tokenizer_json.normalizers import read_normalizer
from tokparity.reference_impl.serde_json.node import Node
from tokparity.reference_impl.text.aligned import Aligned

BERT = {"clean_text": True, "handle_chinese_chars": True, "strip_accents": None, "lowercase": True}
STRIP = {"strip_left": True, "strip_right": False}
REPLACE = {"pattern": {"String": "a"}, "content": "b"}
TEXTS = ["", " aAé\u0301ﬁ\t漢 ", "a\0b", "\u0301"]


def without(component, field):
    return {key: value for key, value in component.items() if key != field}


def native(component):
    """The library's normalizer, None where it refuses (sometimes with a panic)."""
    document = json.loads(Tokenizer(models.BPE()).to_str())
    try:
        return Tokenizer.from_str(json.dumps(document | {"normalizer": component})).normalizer
    except BaseException:
        return None


def read(component):
    return read_normalizer(Node(Path("t.json"), "normalizer", component))


@pytest.mark.parametrize(
    "component",
    [
        *({"type": form} for form in ("NFC", "NFD", "NFKC", "NFKD")),
        *({"type": kind} for kind in ("Lowercase", "Nmt", "StripAccents", "ByteLevel")),
        *({"type": kind, **BERT} for kind in ("BertNormalizer", "Bert", "Other", None, 1)),
        BERT,
        {"type": "BertNormalizer", **without(BERT, "strip_accents")},
        *({"type": "BertNormalizer", **BERT, "strip_accents": value} for value in (True, False)),
        {"type": "Strip", **STRIP},
        STRIP,
        *({"type": kind, **STRIP} for kind in ("Other", ["NFC"])),
        {"type": "Replace", **REPLACE},
        REPLACE,
        {"type": "Replace", "pattern": {"Regex": "a|é"}, "content": ""},
        {"type": "Prepend", "prepend": "x"},
        {"prepend": "x"},
        {"type": "Precompiled", "precompiled_charsmap": "BAAAAAAAAAA="},
        {"type": "Sequence", "normalizers": [{"type": "NFD"}, {"type": "StripAccents"}]},
        {"type": "Other", "normalizers": [{"prepend": "x"}]},
        {"normalizers": []},
    ],
    ids=json.dumps,
)
def test_what_the_library_reads(component):
    library, reference = native(component), read(component)
    if component.get("type") == "Precompiled":
        assert reference.normalize(Aligned.of("")).text == library.normalize_str("") == ""
        return
    for text in TEXTS:
        assert reference.normalize(Aligned.of(text)).text == library.normalize_str(text)


@pytest.mark.parametrize(
    ("component", "kind", "field"),
    [
        *(
            ({"type": "BertNormalizer", **without(BERT, field)}, BadArtefact, field)
            for field in ("clean_text", "handle_chinese_chars", "lowercase")
        ),
        ({"type": "Bert", **without(BERT, "lowercase")}, BadArtefact, "lowercase"),
        ({**BERT, "strip_accents": 1}, BadArtefact, "strip_accents"),
        ({**BERT, "clean_text": None}, BadArtefact, "clean_text"),
        *(({"type": "Strip", **without(STRIP, field)}, BadArtefact, field) for field in STRIP),
        ({"type": "Strip", **BERT}, BadArtefact, "strip_left"),
        *(({"type": "Replace", **without(REPLACE, f)}, BadArtefact, f) for f in REPLACE),
        ({**REPLACE, "pattern": "a"}, BadArtefact, "pattern"),
        ({**REPLACE, "pattern": {"Regex": "("}}, BadArtefact, "pattern.Regex"),
        ({"type": "Prepend"}, BadArtefact, "prepend"),
        ({"type": "Prepend", "prepend": None}, BadArtefact, "prepend"),
        ({"type": "Precompiled"}, BadArtefact, "precompiled_charsmap"),
        (
            {"type": "Precompiled", "precompiled_charsmap": None},
            BadArtefact,
            "precompiled_charsmap",
        ),
        ({"type": "Precompiled", "precompiled_charsmap": ""}, BadArtefact, "precompiled_charsmap"),
        ({"precompiled_charsmap": "AAAAAA=="}, BadArtefact, "type"),
        ({"type": "Precompiled", **BERT}, BadArtefact, "precompiled_charsmap"),
        ({"type": "Sequence"}, BadArtefact, "normalizers"),
        ({"type": "Sequence", "normalizers": [{}]}, BadArtefact, "normalizers[0].type"),
        ({}, BadArtefact, "type"),
        *(({"type": kind}, BadArtefact, "type") for kind in (1, ["NFC"])),
        ({"type": "lowercase"}, Unsupported, "type"),
    ],
    ids=lambda value: json.dumps(value) if isinstance(value, dict) else None,
)
def test_what_the_library_refuses(component, kind, field):
    assert native(component) is None
    with pytest.raises(BadArtefact) as caught:
        read(component)
    assert (type(caught.value), caught.value.field) == (kind, f"normalizer.{field}")


@pytest.mark.parametrize(
    "component",
    [
        {"type": "Lowercase"},
        {"type": "ByteLevel"},
        BERT,
        {"type": "Strip", **STRIP},
        {"type": "Replace", **REPLACE},
        {"prepend": "x"},
        {"type": "Precompiled", "precompiled_charsmap": "AAAAAA=="},
        {"normalizers": []},
    ],
    ids=json.dumps,
)
def test_an_option_that_nobody_knows_is_ignored_and_noted(component):
    assert native({**component, "extra": 1}) is not None
    node = Node(Path("tokenizer.json"), "normalizer", {**component, "extra": 1})
    assert read_normalizer(node) == read(component)
    assert node.ignored == ["normalizer.extra"]


@pytest.mark.parametrize("options", [{}, STRIP], ids=["alone", "with-options"])
def test_a_type_that_is_an_object_is_the_word_in_it(options):
    component = {"type": {"NFC": None}, **options}
    assert native(component).normalize_str(" e\u0301") == " é"
    assert read(component) == read({"type": "NFC"})
