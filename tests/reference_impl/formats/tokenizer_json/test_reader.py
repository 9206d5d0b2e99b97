import json

import pytest
from tokenizers import Tokenizer as LibraryTokenizer

from tokparity.reference_impl.errors import BadArtefact, Unsupported

TOKEN = {
    "id": 400,
    "content": "<x>",
    "single_word": False,
    "lstrip": False,
    "rstrip": False,
    "normalized": False,
    "special": True,
}


def refusal(reference, document, kind=BadArtefact):
    with pytest.raises(BadArtefact) as caught:
        reference(document)
    assert type(caught.value) is kind
    assert "\n" not in str(caught.value)
    assert str(caught.value.path).endswith("tokenizer.json")
    return caught.value.field, caught.value.reason


@pytest.mark.parametrize(
    "field",
    [
        "version",
        "truncation",
        "padding",
        "added_tokens",
        "normalizer",
        "pre_tokenizer",
        "post_processor",
        "decoder",
        "model",
    ],
)
@pytest.mark.parametrize("present", [True, False], ids=["null", "missing"])
def test_top_level_fields_may_be_missing_or_null_where_the_library_lets_them(
    library_loads, reference, byte_level, field, present
):
    del byte_level[field]
    if present:
        byte_level[field] = None
    if library_loads(byte_level):
        reference(byte_level)
    else:
        assert refusal(reference, byte_level)[0] == field


def test_an_unknown_field_at_the_top_is_refused_as_the_library_does(
    library_loads, reference, byte_level
):
    byte_level["extra"] = 1
    assert not library_loads(byte_level)
    assert refusal(reference, byte_level)[0] == "extra"


def test_fields_that_are_ignored_are_noted_in_their_order(library_loads, reference, byte_level):
    byte_level["normalizer"] = {"type": "NFC", "extra": 1}
    byte_level["added_tokens"] = [TOKEN | {"extra": 1}]
    byte_level["model"]["extra"] = {"type": "BPE"}
    assert library_loads(byte_level)
    assert reference(byte_level).ignored == (
        "model.extra", "normalizer.extra", "added_tokens[0].extra",
    )  # fmt: skip


def test_what_is_tried_and_is_not_meant_ignores_nothing(reference, byte_level):
    byte_level["post_processor"] = {"type": "TemplateProcessing", "single": [], "pair": [],
                                    "special_tokens": {}, "sep": 1}  # fmt: skip
    assert reference(byte_level).ignored == ("post_processor.sep",)


def test_ids_of_added_tokens_that_are_there_twice_mean_nothing(agree, byte_level):
    byte_level["added_tokens"] = [TOKEN, TOKEN | {"content": "<y>"}]
    assert agree(byte_level, ["<x><y>", "a<y>"]) == 0


@pytest.mark.parametrize("first", [{"special": False}, {"lstrip": True}, {"single_word": True}])
@pytest.mark.parametrize("second", [{"special": False}, {"rstrip": True}])
def test_of_a_content_that_is_there_twice_the_later_flags_count(agree, byte_level, first, second):
    byte_level["added_tokens"] = [TOKEN | first, TOKEN | second]
    assert agree(byte_level, ["a <x> b", "a<x>b", "<x>"]) == 0


def test_a_content_that_is_decoded_by_flags_it_has_no_more_is_refused(reference, byte_level):
    byte_level["normalizer"] = {"type": "Lowercase"}
    token = TOKEN | {"content": "<X>"}
    byte_level["added_tokens"] = [token | {"normalized": True}, token]
    assert refusal(reference, byte_level, Unsupported)[0] == "added_tokens[1].normalized"


def test_a_content_that_normalizing_leaves_may_be_there_twice(agree, byte_level):
    byte_level["normalizer"] = {"type": "Lowercase"}
    byte_level["added_tokens"] = [TOKEN | {"normalized": True}, TOKEN]
    assert agree(byte_level, ["a<x>b", "A<X>b <x>"]) == 0


def test_another_version_is_refused(reference, byte_level):
    byte_level["version"] = "2.0"
    assert refusal(reference, byte_level, Unsupported)[0] == "version"


@pytest.mark.parametrize("flag", sorted(TOKEN))
def test_every_field_of_an_added_token_must_be_there(library_loads, reference, byte_level, flag):
    byte_level["added_tokens"] = [TOKEN, {key: TOKEN[key] for key in TOKEN if key != flag}]
    assert not library_loads(byte_level)
    assert refusal(reference, byte_level) == (f"added_tokens[1].{flag}", "is missing")


@pytest.mark.parametrize(
    ("tokens", "field", "reason"),
    [
        pytest.param([TOKEN | {"id": -1}], "[0].id", "negative", id="negative-id"),
        pytest.param([TOKEN | {"id": 1.0}], "[0].id", "whole number", id="fraction"),
        pytest.param([TOKEN | {"id": True}], "[0].id", "a boolean", id="boolean-id"),
        pytest.param([TOKEN | {"id": 10**30}], "[0].id", "below 2147483648", id="huge-id"),
        pytest.param([TOKEN | {"lstrip": 1}], "[0].lstrip", "true or false", id="not-a-flag"),
        pytest.param({}, "", "must be an array, is an object", id="not-a-list"),
    ],
)
def test_bad_added_tokens_are_named(reference, byte_level, tokens, field, reason):
    byte_level["added_tokens"] = tokens
    found_field, found_reason = refusal(reference, byte_level)
    assert found_field == "added_tokens" + field
    assert reason in found_reason


def test_contents_that_are_one_once_normalized_are_refused(reference, byte_level):
    byte_level["normalizer"] = {"type": "NFC"}
    flags = TOKEN | {"normalized": True}
    contents = ["\u00e9", "e\u0301"]
    byte_level["added_tokens"] = [
        flags | {"id": 400 + index, "content": content} for index, content in enumerate(contents)
    ]
    assert refusal(reference, byte_level, Unsupported)[0] == "added_tokens"


def test_a_content_that_is_nothing_once_normalized_is_refused(reference, byte_level):
    """tokenizers 0.23.3 loads it, and then finds it at every byte: it panics inside characters
    (and takes all memory on "aab" where "ab" is another added token)."""
    byte_level["normalizer"] = {"type": "Replace", "pattern": {"String": "x"}, "content": ""}
    byte_level["added_tokens"] = [TOKEN | {"content": "x", "normalized": True}]
    library = LibraryTokenizer.from_str(json.dumps(byte_level))
    with pytest.raises(BaseException, match="bad split"):
        library.encode("é")
    assert refusal(reference, byte_level, Unsupported)[0] == "added_tokens"


@pytest.mark.parametrize(
    "contents",
    [
        pytest.param(["<x>", "the", "<y>"], id="a-piece-keeps-its-id"),
        pytest.param(["<x>", "", "<y>"], id="an-empty-one-is-left-out"),
        pytest.param(["<x>", "<x>", "<y>"], id="the-same-again-is-left-out"),
    ],
)
@pytest.mark.parametrize("first", [400, 700, 3], ids=["next", "gap", "taken"])
def test_added_tokens_get_the_librarys_ids_whatever_the_file_says(
    reference, byte_level, contents, first
):
    byte_level["added_tokens"] = [
        TOKEN | {"id": first + contents.index(content), "content": content} for content in contents
    ]
    library = LibraryTokenizer.from_str(json.dumps(byte_level))
    ours = reference(byte_level)
    assert ours.pieces() == {
        token_id: library.get_added_tokens_decoder()[token_id].content
        if token_id in library.get_added_tokens_decoder()
        else library.id_to_token(token_id)
        for token_id in library.get_vocab(with_added_tokens=True).values()
    }


def test_a_vocabulary_with_gaps_numbers_from_its_size(agree, trained):
    model = trained["model"] | {"vocab": {"a": 0, "b": 5}, "merges": []}
    tokens = [TOKEN | {"id": 9, "content": "<x>"}, TOKEN | {"id": 10, "content": "<y>"}]
    document = trained | {"model": model, "added_tokens": tokens}
    assert agree(document, ["a<x>b", "<y>b<x>"]) == 0


@pytest.mark.parametrize(
    "contents", [["b", "<x>"], ["<x>", "b"]], ids=["piece-first", "piece-last"]
)
def test_of_two_added_tokens_with_one_id_the_later_is_found(agree, trained, contents):
    """The vocabulary's size, 5, is the id of "b", and the first free one for "<x>"."""
    vocab = {"a": 0, "<": 1, "x": 2, ">": 3, "b": 5}
    model = trained["model"] | {"vocab": vocab, "merges": []}
    tokens = [TOKEN | {"id": 8 + at, "content": content} for at, content in enumerate(contents)]
    document = trained | {"model": model, "added_tokens": tokens}
    assert agree(document, ["a<x>b", "b<x>", "bb a"]) == 0


def test_an_added_token_that_is_looked_for_as_another_is_refused(reference, trained):
    """tokenizers 0.23.3 keeps what "B" is once normalized under its id, which "<x>" gets too."""
    model = trained["model"] | {"vocab": {"a": 0, "b": 1, "B": 3}, "merges": []}
    flags = TOKEN | {"normalized": True}
    tokens = [flags | {"id": 8, "content": "B"}, flags | {"id": 9, "content": "<x>"}]
    document = trained | {"model": model, "added_tokens": tokens}
    document["normalizer"] = {"type": "Lowercase"}
    library = LibraryTokenizer.from_str(json.dumps(document))
    assert library.encode("ab").ids == [0, 3]
    assert library.encode("<x>").ids == []
    assert refusal(reference, document, Unsupported)[0] == "added_tokens"


def _deep(levels, section, inside, innermost):
    for _ in range(levels):
        innermost = {"type": "Sequence", inside: [innermost]}
    return {section: innermost}


@pytest.mark.parametrize(
    ("section", "inside", "innermost"),
    [
        ("normalizer", "normalizers", {"type": "NFC"}),
        ("pre_tokenizer", "pretokenizers", {"type": "Whitespace"}),
        ("decoder", "decoders", {"type": "Fuse"}),
        (
            "post_processor",
            "processors",
            {"type": "BertProcessing", "sep": ["a", 0], "cls": ["b", 1]},
        ),
    ],
)
def test_components_nest_as_deep_as_the_library_reads_them(
    library_loads, reference, byte_level, section, inside, innermost
):
    loads = []
    for levels in (60, 61, 62, 63, 64, 65, 400):
        document = byte_level | _deep(levels, section, inside, innermost)
        loads.append(library_loads(document))
        if loads[-1]:
            reference(document)
        else:
            assert refusal(reference, document) == (section, "is nested too deeply")
    assert sorted(loads, reverse=True) == loads
    assert {True, False} == set(loads)


def test_an_added_token_that_the_library_panics_on_as_it_loads_is_named(
    library_loads, reference, byte_level
):
    start = {"type": "Replace", "pattern": {"Regex": "^"}, "content": "x"}
    byte_level["normalizer"] = {"type": "Sequence", "normalizers": [start, {"type": "Lowercase"}]}
    byte_level["added_tokens"] = [TOKEN | {"normalized": True}]
    assert not library_loads(byte_level)
    field, reason = refusal(reference, byte_level)
    assert field == "added_tokens"
    assert reason.startswith("'<x>' cannot be normalized: ")
