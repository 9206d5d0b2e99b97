"""What the library reads is read as the library reads it, what it refuses is refused by name."""

import json
from pathlib import Path

import pytest
from tokenizers import Tokenizer, models

from tokparity.reference_impl.errors import BadArtefact, Unsupported
from tokparity.reference_impl.formats.tokenizer_json.pre_tokenizers import read_pre_tokenizer
from tokparity.reference_impl.pre_tokenizers.byte_level import ByteLevelPreTokenizer
from tokparity.reference_impl.serde_json.node import Node
from tokparity.reference_impl.text.aligned import Aligned

META = {"type": "Metaspace", "replacement": "_"}
BYTE_LEVEL = {"type": "ByteLevel", "add_prefix_space": True, "trim_offsets": False}
SPLIT = {"type": "Split", "pattern": {"String": "a"}, "behavior": "Isolated", "invert": False}
TEXTS = [" a-b  c12!!d", "漢字かな мир", "_a_", "a" * 12]


def without(component, field):
    return {key: value for key, value in component.items() if key != field}


def native(component):
    """The library's pre-tokenizer, None where it refuses."""
    document = json.loads(Tokenizer(models.BPE()).to_str())
    try:
        return Tokenizer.from_str(json.dumps(document | {"pre_tokenizer": component})).pre_tokenizer
    except BaseException:
        return None


def read(component):
    return read_pre_tokenizer(Node(Path("t.json"), "pre_tokenizer", component))


@pytest.mark.parametrize(
    "component",
    [
        *({"type": k} for k in ("BertPreTokenizer", "UnicodeScripts", "Whitespace")),
        *({"type": k} for k in ("WhitespaceSplit", "FixedLength", "Punctuation")),
        {"type": "CharDelimiterSplit", "delimiter": "a"},
        *({"type": "Digits", "individual_digits": value} for value in (True, False)),
        *({"type": "FixedLength", "length": value} for value in (3, (1 << 64) - 1)),
        *({"type": "Punctuation", "behavior": b} for b in ("Removed", "MergedWithNext")),
        META,
        *(META | {"prepend_scheme": value} for value in ("always", "first", "never")),
        *(META | {"split": value} for value in (True, False, None)),
        *(META | {"add_prefix_space": value} for value in (True, None)),
        *(META | {"add_prefix_space": v, "prepend_scheme": "never"} for v in (True, False, None)),
        *(META | {"str_rep": value} for value in ("x", None)),
        BYTE_LEVEL,
        BYTE_LEVEL | {"use_regex": False},
        SPLIT,
        {"type": "Sequence", "pretokenizers": [SPLIT, META]},
        {"type": "Sequence", "pretokenizers": []},
    ],
    ids=json.dumps,
)
def test_what_the_library_reads(component):
    library, reference = native(component), read(component)
    for text in TEXTS:
        pieces = reference.pre_tokenize([Aligned.of(text)])
        found = [(piece.text, piece.span(0, len(piece))) for piece in pieces]
        assert found == library.pre_tokenize_str(text)


@pytest.mark.parametrize(
    ("component", "kind", "field"),
    [
        ({}, BadArtefact, "type"),
        ({"type": 1}, BadArtefact, "type"),
        ({"type": "Delimiter", "delimiter": "a"}, Unsupported, "type"),
        ({"delimiter": "a"}, BadArtefact, "type"),
        ({"type": "Bert"}, Unsupported, "type"),
        ({"type": "CharDelimiterSplit"}, BadArtefact, "delimiter"),
        ({"type": "CharDelimiterSplit", "delimiter": "ab"}, BadArtefact, "delimiter"),
        ({"type": "CharDelimiterSplit", "delimiter": ""}, BadArtefact, "delimiter"),
        ({"type": "Digits"}, BadArtefact, "individual_digits"),
        *(
            ({"type": "FixedLength", "length": value}, BadArtefact, "length")
            for value in (None, 2.0, -1, 1 << 64, True, "2")
        ),
        ({"type": "Punctuation", "behavior": "isolated"}, BadArtefact, "behavior"),
        ({"type": "Punctuation", "behavior": None}, BadArtefact, "behavior"),
        (without(META, "replacement"), BadArtefact, "replacement"),
        (META | {"replacement": "__"}, BadArtefact, "replacement"),
        (META | {"add_prefix_space": 1}, BadArtefact, "add_prefix_space"),
        (META | {"add_prefix_space": False}, BadArtefact, "add_prefix_space"),
        (
            META | {"add_prefix_space": False, "prepend_scheme": "first"},
            BadArtefact,
            "add_prefix_space",
        ),
        (META | {"prepend_scheme": "First"}, BadArtefact, "prepend_scheme"),
        (META | {"prepend_scheme": None}, BadArtefact, "prepend_scheme"),
        (META | {"split": 1}, BadArtefact, "split"),
        (META | {"str_rep": 1}, BadArtefact, "str_rep"),
        *((without(BYTE_LEVEL, f), BadArtefact, f) for f in BYTE_LEVEL),
        *((without(SPLIT, f), BadArtefact, f) for f in SPLIT),
        ({"pretokenizers": []}, BadArtefact, "type"),
    ],
    ids=lambda value: json.dumps(value) if isinstance(value, dict) else None,
)
def test_what_the_library_refuses(component, kind, field):
    assert native(component) is None
    with pytest.raises(BadArtefact) as caught:
        read(component)
    assert (type(caught.value), caught.value.field) == (kind, f"pre_tokenizer.{field}")


def test_a_length_of_0_panics_on_every_text_and_is_refused_at_once():
    component = {"type": "FixedLength", "length": 0}
    with pytest.raises(BaseException, match="chunk size must be non-zero"):
        native(component).pre_tokenize_str("a")
    with pytest.raises(BadArtefact, match="must not be 0"):
        read(component)


@pytest.mark.parametrize("component", [{"type": "Whitespace"}, META, SPLIT, BYTE_LEVEL])
def test_an_option_that_nobody_knows_is_ignored_and_noted(component):
    assert native({**component, "extra": 1}) is not None
    node = Node(Path("tokenizer.json"), "pre_tokenizer", {**component, "extra": 1})
    assert read_pre_tokenizer(node) == read(component)
    assert node.ignored == ["pre_tokenizer.extra"]


def test_the_options_of_byte_level():
    assert read(BYTE_LEVEL) == ByteLevelPreTokenizer(True, False, True)
