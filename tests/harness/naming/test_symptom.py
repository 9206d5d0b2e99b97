"""A symptom tells bugs apart, and is the same however its case was come by."""

import random

import pytest

from tokparity.harness.compare.cells import SideSpec, fidelity_cell
from tokparity.harness.compare.sides import ReferenceSide, observe
from tokparity.harness.fault_models.catalogue import FAULT_MODELS
from tokparity.harness.naming.symptom import symptom
from tokparity.harness.naming.token_spans import TokenReader
from tokparity.harness.shrinking import sequence as shrink
from tokparity.reference_impl.contract import (
    DecodeCase,
    DecodeOptions,
    EncodeCase,
    EncodeOptions,
    Encoding,
    FullCase,
    Refusal,
    StageCase,
    StreamCase,
    Streamed,
    Text,
)
from tokparity.reports.records.engine import FaultyReference, Library

BARE = EncodeOptions(add_special=False)


def ALL(cases):  # noqa: N802 (a constant: every case parts)
    return [True] * len(cases)


@pytest.fixture
def reader(slot, save, every_stage):
    return TokenReader(slot.tokenizer(save(every_stage)))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("é1", "beyond ASCII"),
        ("12", "numbers"),
        ("it's", "apostrophe"),
        (" \n", "spaces"),
        ("a,", "symbols"),
        (" a", "space"),
        ("ab", "plain"),
    ],
)
def test_other_cuts_are_told_by_the_kinds_of_characters(reader, text, told):
    case = EncodeCase(text, BARE)
    wrong, right = Encoding((1, 2)), Encoding((3,))
    assert symptom("pre_tokenizer", case, "ids", wrong, right, reader, ALL) == told
    assert symptom("pre_tokenizer", FullCase(text), "words", wrong, right, reader, ALL) == told


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("aB", "case"),
        ("\x01é", "controls"),
        ("中", "ideographs"),
        ("ﬁ", "compatible"),
        ("\uf900", "compatible"),
        ("é", "beyond ASCII"),
        (" a", "spaces"),
        ("a", "plain"),
    ],
)
def test_other_normal_text_is_told_by_what_was_there_to_change(reader, text, told):
    case = EncodeCase(text, BARE)
    assert symptom("normalizer", case, "ids", Encoding(()), Encoding((3,)), reader, ALL) == told
    assert symptom("normalizer", case, "offsets", Encoding(()), Encoding(()), reader, ALL) == told


def test_ranges_alone_are_told_where_the_normalizer_is_not_at_fault(reader):
    case, answers = EncodeCase("é", BARE), (Encoding(()), Encoding(()))
    for stage in ("pre_tokenizer", "model"):
        assert symptom(stage, case, "offsets", *answers, reader, ALL) == "ranges"


def test_which_compatible_character_it_was_is_not_told(reader):
    def none(cases):
        return [False] * len(cases)

    wrong, right = Encoding((1, 2)), Encoding((3,))
    for text, told in (("\uff3f", "compatible"), ("\u0345", "beyond ASCII U+0345")):
        case = EncodeCase(text, BARE)
        assert symptom("normalizer", case, "ids", wrong, right, reader, none) == told


@pytest.mark.parametrize(
    ("case", "wrong", "right", "told"),
    [
        (DecodeCase((1,)), Text(""), Text("a"), "less"),
        (DecodeCase((1,)), Text("ac"), Text("abc"), "less"),
        (DecodeCase((1,)), Text(""), Text("  "), "less"),
        (DecodeCase((1,)), Text("a"), Text(""), "text"),
        (DecodeCase((1,)), Text(" a"), Text("a"), "spaces more"),
        (DecodeCase((1,)), Text("\u2581a"), Text("a"), "text"),
        (DecodeCase((1,), DecodeOptions(skip_special=True)), Text("a"), Text("b"), "skip text"),
        (DecodeCase((1,)), Refusal("error"), Text("b"), "refusal"),
        (StageCase("model", "a"), Encoding(()), Encoding(()), ""),
    ],
)
def test_decoding_is_told_by_what_is_missing(reader, case, wrong, right, told):
    assert symptom("decoder", case, "text", wrong, right, reader, ALL) == told


@pytest.mark.parametrize(
    ("case", "wrong", "right", "told"),
    [
        (StreamCase((1, 2)), ("", "ab"), ("a", "b"), "late"),
        (StreamCase((1, 2)), ("a", "b"), ("", "ab"), "early"),
        (StreamCase((1,), (2,)), ("a",), ("b",), "text behind a prompt"),
        (StreamCase((1,)), (None,), ("b",), "push refused"),
        (StreamCase((1,), (), DecodeOptions(True)), ("",), (None,), "skip push not refused"),
    ],
)
def test_a_stream_is_told_by_its_first_other_part(reader, case, wrong, right, told):
    answers = Streamed(wrong), Streamed(right)
    assert symptom("decoder", case, "parts", *answers, reader, ALL) == told
    refused = symptom("decoder", case, "refusal", Refusal("error"), answers[1], reader, ALL)
    assert "refusal" in refused


def test_added_tokens_and_templates_are_told_by_more_and_fewer(reader):
    end = reader.tokenizer.id_of("<s>")
    text = EncodeCase("<s>", EncodeOptions(False, False))
    found = symptom("added_tokens", text, "ids", Encoding((end,)), Encoding((1, 2)), reader, ALL)
    assert found == "more found as text"
    case = FullCase("", "", EncodeOptions())
    wrong, right = Encoding(()), Encoding((end,))
    assert (
        symptom("post_processor", case, "ids", wrong, right, reader, ALL) == "template fewer pair"
    )
    assert symptom("post_processor", case, "type_ids", wrong, right, reader, ALL) == "type_ids"


def test_an_unknown_token_that_was_not_found_is_fewer_though_there_are_more(
    slot, save, unknown_added
):
    reader = TokenReader(slot.tokenizer(save(unknown_added)))
    case, wrong, right = EncodeCase("<unk>", BARE), Encoding((0, 1, 2, 3, 0)), Encoding((0,))
    told = symptom("added_tokens", case, "ids", wrong, right, reader, ALL)
    assert told == "fewer found"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("<|a_token_that_is_long|>", "fewer found"),
        ("<|A_token_that_is_long|>", "fewer found"),
        ("a<|a_token_that_is_long|>", "fewer found beside L"),
        ("a" * 17 + "<|a_token_that_is_long|>", "fewer found 2^4"),
    ],
)
def test_the_length_of_an_added_token_is_not_that_of_the_text(slot, save, every_stage, text, told):
    long = {**every_stage["added_tokens"][0], "content": "<|a_token_that_is_long|>"}
    data = {**every_stage, "added_tokens": [long, *every_stage["added_tokens"][1:]]}
    reader = TokenReader(slot.tokenizer(save(data)))
    case, right = EncodeCase(text, BARE), Encoding((long["id"],))
    assert symptom("added_tokens", case, "ids", Encoding(()), right, reader, ALL) == told


def test_words_as_other_tokens_are_told_by_unknown_ones_and_length(reader):
    wrong, right = Encoding((1, 2)), Encoding((3,))
    for text, told in (("ab", "tokens"), ("a\ue000", "tokens Co"), ("ab" * 9, "long 2^4")):
        assert symptom("model", EncodeCase(text), "ids", wrong, right, reader, ALL) == told


def test_an_unknown_token_may_have_the_id_0(slot, file):
    vocabulary = file("vocab.txt", "v.txt", b"[UNK]\na\nb\n")
    reader = TokenReader(slot.tokenizer(vocabulary))
    assert reader.unknown == 0
    wrong, right = Encoding((0, 0)), Encoding((1,))
    for text in ("ab", "\ue000"):  # any character that is no piece will do
        case = EncodeCase(text)
        assert symptom("model", case, "ids", wrong, right, reader, ALL) == "unknown more"
        assert symptom("model", case, "ids", right, wrong, reader, ALL) == "unknown fewer"


def test_a_character_is_told_where_no_other_of_its_kind_shows_the_fault(reader):
    def only_bom(cases):
        return ["\ufeff" in case.text for case in cases]

    wrong, right = Encoding((1, 2)), Encoding((3,))
    case = EncodeCase("a\ufeff", BARE)
    told = [
        symptom("normalizer", case, "ids", wrong, right, reader, parted)
        for parted in (only_bom, ALL)
    ]
    assert told == ["controls U+FEFF", "controls"]


def test_what_stands_beside_an_added_token_is_told(reader):
    def only_joiner(cases):
        return ["\u200d" in case.text for case in cases]

    end, wrong = reader.tokenizer.id_of("<a>"), Encoding((1, 2))
    for text, parted, told in (
        ("<a>", ALL, "fewer found"),
        ("<a>x", ALL, "fewer found beside L"),
        ("<a>\u200d", only_joiner, "fewer found beside U+200D"),
    ):
        case = EncodeCase(text, BARE)
        found = symptom("added_tokens", case, "ids", wrong, Encoding((end,)), reader, parted)
        assert found == told


def test_of_what_the_tokens_of_a_vocabulary_are_made_is_not_told(reader):
    def none(cases):
        return [False] * len(cases)

    end, wrong = reader.tokenizer.id_of("<a>"), Encoding((1, 2))
    told = [
        symptom(
            "added_tokens", EncodeCase(text, BARE), "ids", Encoding((end,)), wrong, reader, none
        )
        for text in ("<A>", "[A]", "\u2028")
    ]
    assert told == ["more found", "more found", "more found U+2028"]


def test_an_unknown_token_that_is_written_in_another_case_is_found(slot, file):
    data = b"[UNK]\na\nb\n"
    reader = TokenReader(slot.tokenizer(file("vocab.txt", "v.txt", data)))
    assert [token.content for token in reader.tokenizer.added_tokens if token.id == 0] == ["[UNK]"]
    for text, told in (("[uNK]", "more found"), ("x", "other found")):
        found = symptom(
            "added_tokens",
            EncodeCase(text, BARE),
            "ids",
            Encoding((0,)),
            Encoding((1,)),
            reader,
            ALL,
        )
        assert found == told


@pytest.mark.parametrize("stage", ["normalizer", "pre_tokenizer", "model"])
@pytest.mark.parametrize("char", ["a", "1", " "])
def test_of_a_long_text_only_about_how_long_it_is_is_told(reader, stage, char):
    wrong, right = Encoding((1, 2)), Encoding((3,))
    for length, told in ((17, 4), (100, 7), (104, 7), (256, 8), (258, 8), (1000, 10), (1025, 10)):
        case = EncodeCase(char * length, BARE)
        found = symptom(stage, case, "ids", wrong, right, reader, ALL)
        assert found == f"long 2^{told}", length


def test_limits_of_models_are_of_bytes_and_those_of_stages_before_of_characters(reader):
    case, wrong, right = EncodeCase("\u4e16" * 86, BARE), Encoding((1, 2)), Encoding((3,))
    assert symptom("pre_tokenizer", case, "ids", wrong, right, reader, ALL) == "long 2^6"
    assert symptom("model", case, "ids", wrong, right, reader, ALL) == "long 2^8"


TEXTS = {
    "digits-joined": ["in 1234 or 89", "x 12345 y", "89 bottles", "1,234.12"],
    "no-nfc": ["cafe\u0301 au lait", "a\u030a", "so e\u0301t, e\u0300", "n\u0303o"],
    "merge-order-reversed": ["helloworld again", "so helloworld", "jumpsover", "andagainhello"],
    "rstrip-ignored": ["a<|end|>  b", "<|end|> the", "so <|end|>\n\n", "<|end|>   <|end|> "],
}


@pytest.mark.parametrize("name", TEXTS)
def test_no_key_changes_with_seed_generator_or_order_of_shrinking(
    slot, save, every_stage, monkeypatch, name
):
    artefact = save(every_stage)
    cell = fidelity_cell(artefact, "m", FaultyReference(name))
    keys = set()
    texts = TEXTS[name]
    stand_ins = shrink.STAND_INS
    for seed in range(4):
        rng = random.Random(seed)
        given = rng.sample(texts, 2) if seed else texts
        monkeypatch.setattr(shrink, "STAND_INS", "".join(rng.sample(stand_ins, len(stand_ins))))
        if seed % 2:
            monkeypatch.setattr(shrink, "_delete_blocks", lambda whole, search: whole)
        investigator = slot.investigator(cell)
        raws = investigator.diverging([EncodeCase(text, BARE) for text in given])
        assert raws
        keys |= {one.signature.key for one in investigator.investigate(raws)}
        monkeypatch.undo()
    assert len(keys) == 1
    assert keys.pop().startswith(f"v2/fidelity/encode/variant:{name}~")


def test_a_case_of_the_library_itself_has_the_key_it_always_had(slot, save, every_stage):
    cell = fidelity_cell(save(every_stage), "m")
    assert slot.investigator(cell).symptom is None
    right = slot.side(SideSpec(Library("huggingface_tokenizers"), cell.left.artefact))
    honest = slot.tokenizer(cell.left.artefact)
    assert observe(right, [EncodeCase("a")]) == observe(ReferenceSide(honest), [EncodeCase("a")])
    assert {*TEXTS} <= {*FAULT_MODELS}
