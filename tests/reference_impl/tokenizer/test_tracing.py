import pytest

from tokparity.reference_impl.contract import STAGES, EncodeOptions
from tokparity.reference_impl.models.hf.unigram import Unigram
from tokparity.reference_impl.tokenizer import tracing
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

A = {"Sequence": {"id": "A", "type_id": 0}}
BOS = {"SpecialToken": {"id": "<s>", "type_id": 0}}


@pytest.fixture
def tokenizer(reference, byte_level):
    byte_level["normalizer"] = {"type": "NFC"}
    byte_level["added_tokens"] = [
        {"id": 400, "content": "<x>", "rstrip": True, "special": True}
        | {"single_word": False, "lstrip": False, "normalized": False}
    ]
    byte_level["post_processor"] = {
        "type": "TemplateProcessing",
        "single": [BOS, A],
        "pair": [A, A],
        "special_tokens": {"<s>": {"id": "<s>", "ids": [400], "tokens": ["<x>"]}},
    }
    return reference(byte_level)


def rows(stage):
    return [(piece.text, piece.start, piece.end, piece.id) for piece in stage.pieces]


def test_each_stage_shows_what_it_made(tokenizer):
    trace = tracing.trace(tokenizer, "e\u0301 a<x> b")
    added, normalizer, pre_tokenizer, model, post = trace.stages
    assert tuple(stage.stage for stage in trace.stages) == STAGES[:5]
    assert rows(added) == [("e\u0301 a", 0, 4, None), ("<x> ", 4, 8, 400), ("b", 8, 9, None)]
    assert rows(normalizer)[0] == ("é a", 0, 4, None)
    assert [row[0] for row in rows(pre_tokenizer)] == ["Ã©", "Ġa", "<x> ", "b"]
    assert "".join(row[0] for row in rows(model)) == "Ã©Ġa<x> b"
    assert rows(post)[0] == ("<x>", 0, 0, 400)
    assert rows(post)[1:] == rows(model)
    names = [stage.component for stage in trace.stages]
    assert names == ["AddedTokens", "NFC", "ByteLevel", "BPE", "TemplateProcessing"]


def test_what_a_normalizer_drops_still_stands_in_the_text_as_written(tokenizer):
    added, normalizer, *_ = tracing.trace(tokenizer, "a\u0301<x>\u0301be\u0301").stages
    assert [piece.text for piece in added.pieces] == ["a\u0301", "<x>", "\u0301be\u0301"]
    assert [piece.text for piece in normalizer.pieces] == ["á", "<x>", "\u0301bé"]


@pytest.mark.parametrize(
    ("text", "written"),
    [
        pytest.param("\u0301", [("\u0301", 0, 1, None)], id="all-of-it"),
        pytest.param(
            "\u0301<x>\u0301",
            [("\u0301", 0, 1, None), ("<x>", 1, 4, 400), ("\u0301", 4, 5, None)],
            id="around-an-added-token",
        ),
    ],
)
def test_what_is_dropped_whole_is_missing_from_the_normalizer_on(
    reference, byte_level, text, written
):
    byte_level["normalizer"] = {"type": "StripAccents"}
    byte_level["added_tokens"] = [
        {"id": 400, "content": "<x>", "rstrip": False, "special": True}
        | {"single_word": False, "lstrip": False, "normalized": False}
    ]
    added, normalizer, *_ = tracing.trace(reference(byte_level), text).stages
    assert rows(added) == written
    assert rows(normalizer) == [row for row in written if row[3] is not None]


@pytest.mark.parametrize("text", ["", "the<x>", "hello  world"])
@pytest.mark.parametrize("options", [EncodeOptions(), EncodeOptions(False, False)])
def test_a_trace_ends_in_the_encoding(tokenizer, text, options):
    trace = tracing.trace(tokenizer, text, options)
    assert trace.encoding == tokenizer.encode(text, options)
    assert tuple(piece.id for piece in trace.stages[-1].pieces) == trace.encoding.ids


def test_a_stage_that_is_not_there_is_none_and_changes_nothing(reference, trained):
    trace = tracing.trace(reference(trained), "ab")
    assert [stage.component for stage in trace.stages] == [
        "AddedTokens",
        "none",
        "none",
        "BPE",
        "none",
    ]


def test_the_model_shows_the_merges_of_each_word_once(tokenizer):
    model = tracing.trace(tokenizer, "the the the<x>the").stages[3]
    assert [word for word, _ in model.merges] == ["the", "Ġthe"]
    assert all(merges for _, merges in model.merges)


@pytest.mark.parametrize(
    "model",
    [
        {"type": "WordLevel", "vocab": {"a": 0, "<unk>": 1}, "unk_token": "<unk>"},
        {"type": "Unigram", "vocab": [["a", -1.0], ["<unk>", 0.0]], "unk_id": 1},
        {"type": "WordPiece", "vocab": {"a": 0, "<unk>": 1}, "unk_token": "<unk>"}
        | {"continuing_subword_prefix": "##", "max_input_chars_per_word": 100},
    ],
)
def test_a_model_that_does_not_merge_shows_no_merges(reference, byte_level, model):
    byte_level.update(model=model, pre_tokenizer=None)
    stage = tracing.trace(reference(byte_level), "a").stages[3]
    assert (rows(stage), stage.merges) == ([("a", 0, 1, 0)], ())


def test_where_each_character_of_a_changed_text_is_from(tokenizer):
    normalizer = tracing.trace(tokenizer, "ae\u0301<x>b").stages[1]
    assert "".join(piece.text for piece in normalizer.pieces) == "a\xe9<x>b"
    assert normalizer.origins == ((0, 1), (1, 2), (3, 4), (4, 5), (5, 6), (6, 7))


@pytest.mark.parametrize("text", ["abc", "e\u0301" * (tracing.MOST_CHARACTERS + 1)])
def test_a_text_left_as_it_is_or_too_long_to_draw_has_no_origins(tokenizer, text):
    assert tracing.trace(tokenizer, text).stages[1].origins == ()


def test_a_model_that_goes_by_scores_shows_what_a_word_could_be_cut_into():
    model = Unigram((("<unk>", 0.0), ("a", -1.0), ("aa", -3.0)), unk_id=0)
    shown = tracing.trace(Tokenizer(model), "aa").stages[3]
    [(word, edges)] = shown.lattices
    assert word == "aa"
    assert [(edge.text, edge.taken) for edge in edges] == [("a", True), ("aa", False), ("a", True)]
    assert shown.merges == ()
