"""Of other cuts that explain a black box's ids, those of a pre-tokenizer are told from a
model's."""

import hashlib
import re
from dataclasses import replace

import gguf
import pytest
from small_artefacts import Maker

from tokparity.harness.compare.sides import BlackBoxSide, ReferenceSide, observe
from tokparity.harness.fault_models.catalogue import FAULT_MODELS
from tokparity.harness.naming.evidence import Evidence
from tokparity.harness.naming.token_spans import TokenReader, recut
from tokparity.harness.naming.word_boundaries import (
    in_bytes_without_need,
    is_space_between,
    joins_over_a_letter,
    loses_unknown,
    read_as_space,
    stage_of_cuts,
    taken_for_space,
)
from tokparity.reference_impl.contract import Artefact, EncodeCase, EncodeOptions
from tokparity.reference_impl.formats import load
from tokparity.reference_impl.models.hf.bpe import BPE
from tokparity.reference_impl.models.merging import pair_key
from tokparity.reference_impl.normalizers.replace import ReplaceNormalizer
from tokparity.reference_impl.pre_tokenizers.sequence import PreTokenizerSequence
from tokparity.reference_impl.pre_tokenizers.split import Split
from tokparity.reference_impl.pre_tokenizers.whitespace_split import WhitespaceSplit
from tokparity.reference_impl.regexes.search import Literal
from tokparity.reference_impl.text.byte_level import spell
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer
from tokparity.reports.records.engine import BlackBox

BARE = EncodeOptions(add_special=False)


@pytest.fixture
def blamed(slot, save, every_stage):
    """The stage that is blamed for a case, by the cuts alone."""
    honest = slot.tokenizer(save(every_stage))
    reader = TokenReader(honest)

    def ask(change, text):
        case = EncodeCase(text, BARE)
        black_box = BlackBoxSide(BlackBox("box"), change(honest))
        evidence = Evidence.of(reader, black_box, case, [])
        ours, other = evidence.truth[case].ids, evidence.answers[case].ids
        assert ours != other, "shows nothing"
        cuts = recut(reader, [word.text for word in reader.words(text, True)], other)
        assert cuts is not None, "nothing explains it"
        return stage_of_cuts(evidence, case, cuts, ours, other)

    return ask


def merge_lost(honest):
    """Without the merge that makes "hello" of its last two parts."""
    model = honest.model
    ids = honest.encode("hello", BARE).ids
    assert len(ids) == 1
    pair = next(pair for pair, rank in model.merges.items() if model.products[rank] == ids[0])
    merges = {one: rank for one, rank in model.merges.items() if one != pair}
    vocab = {piece: i for piece, i in model.vocab.items() if piece != "hello"}
    return replace(honest, model=replace(model, merges=merges, vocab=vocab, ignore_merges=False))


def test_words_that_are_joined_are_the_pre_tokenizers(slot, save, every_stage, blamed):
    data = {**every_stage, "model": {**every_stage["model"]}}
    honest = slot.tokenizer(save(data))
    assert observe(ReferenceSide(honest), [EncodeCase("12", BARE)])[0].ids
    pieces = {**every_stage["model"]["vocab"]}
    assert "12" in pieces or "34" in pieces or "23" in pieces
    text = next(piece for piece in ("12", "23", "34", "1234") if piece in pieces)
    assert blamed(FAULT_MODELS["digits-joined"].apply, text) == "pre_tokenizer"


def test_a_word_that_is_right_alone_is_cut_before_the_model(blamed):
    def cut(honest):
        some = Split(Literal("1he"), "Isolated", False)
        return replace(honest, pre_tokenizer=PreTokenizerSequence((some, honest.pre_tokenizer)))

    assert blamed(cut, "1hello") == "pre_tokenizer"


def test_a_single_pair_that_is_not_merged_is_the_models(blamed):
    assert blamed(merge_lost, "hello") == "model"


def test_a_cut_within_a_character_is_the_models(blamed):
    assert blamed(FAULT_MODELS["no-merges"].apply, "éé") == "model"


def byte_pairs(path, merges):
    """A GGUF of single bytes and these merges, a token each."""
    pairs = [(spell(left), spell(right)) for left, right in merges]
    writer = gguf.GGUFWriter(path, "llama")
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre("gpt-2")
    tokens = [*(spell(bytes([byte])) for byte in range(256)), *(a + b for a, b in pairs)]
    writer.add_token_list(tokens)
    writer.add_token_types([1] * len(tokens))
    writer.add_token_merges([f"{left} {right}" for left, right in pairs])
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.close()
    return Artefact("made", "gguf", path, hashlib.sha256(path.read_bytes()).hexdigest())


def test_bytes_that_are_no_utf_8_are_all_of_a_kind_to_a_pre_tokenizer(slot, tmp_path):
    lost = "\ufffd".encode()  # what llama.cpp makes of each
    merges = [(lost[:1], lost[1:2]), (lost[:2], lost[2:]), (lost, lost)]
    honest = slot.tokenizer(byte_pairs(tmp_path / "m.gguf", merges))
    case, reader = EncodeCase("\udc81\udcef\udcbb", BARE), TokenReader(honest)
    black_box = BlackBoxSide(BlackBox("box"), FAULT_MODELS["rightmost-merge-first"].apply(honest))
    evidence = Evidence.of(reader, black_box, case, [])
    ours, other = evidence.truth[case].ids, evidence.answers[case].ids
    assert (ours, other) == ((258, 257), (257, 258))
    cuts = recut(reader, [word.text for word in reader.words(case.text, True)], other)
    assert stage_of_cuts(evidence, case, cuts, ours, other) == "model"


PAIRS = [("x", "C"), ("m", "A"), ("n", "D")]
MOUSE = [("M", "o"), ("Mo", "u"), ("Mou", "s"), ("Mous", "e"), ("E", "v"), ("Ev", "e")]
EVENT = [*MOUSE, ("Eve", "n"), ("Even", "t")]
LONG = ("Mouse", "Event")


def bytes_of(merges):
    return [(left.encode(), right.encode()) for left, right in merges]


@pytest.mark.parametrize(
    ("pairs", "cuts", "stage"),
    [
        pytest.param(PAIRS, True, "pre_tokenizer", id="a-pattern"),
        pytest.param(PAIRS, False, "model", id="the-piece-alone"),
        pytest.param(PAIRS[:1], True, "model", id="too-few-tell"),
    ],
)
def test_a_long_piece_that_is_lost_is_cut_as_short_ones_are(slot, tmp_path, pairs, cuts, stage):
    honest = slot.tokenizer(byte_pairs(tmp_path / "m.gguf", bytes_of([*EVENT, *pairs, LONG])))
    seconds = ("Event", *(last for _, last in PAIRS))
    parts = [Split(Literal(it), "Isolated", False) for it in seconds] if cuts else []
    changed = replace(honest, pre_tokenizer=PreTokenizerSequence((honest.pre_tokenizer, *parts)))
    if not cuts:
        less = slot.tokenizer(byte_pairs(tmp_path / "less.gguf", bytes_of([*EVENT, *pairs])))
        changed = replace(honest, model=less.model)
    case, reader = EncodeCase("MouseEvent", BARE), TokenReader(honest)
    evidence = Evidence.of(reader, BlackBoxSide(BlackBox("box"), changed), case, [])
    ours, other = evidence.truth[case].ids, evidence.answers[case].ids
    assert (len(ours), len(other)) == (1, 2)
    cuts_made = recut(reader, [word.text for word in reader.words(case.text, True)], other)
    assert stage_of_cuts(evidence, case, cuts_made, ours, other) == stage


@pytest.mark.parametrize(
    ("spared", "stage"), [("d", "pre_tokenizer"), ("c", "model")], ids=["contraction", "piece"]
)
def test_contractions_that_a_pattern_keeps_are_no_pieces_that_a_model_has(spared, stage):
    pieces = ["'", *"abcd", *(f"'{it}" for it in "abcd")]
    ids = {piece: at for at, piece in enumerate(pieces)}
    pairs = {pair_key(0, ids[it]): rank for rank, it in enumerate("abcd")}
    honest = Tokenizer(
        BPE(ids, pairs, [ids[f"'{it}"] for it in "abcd"]), pre_tokenizer=WhitespaceSplit()
    )
    parts = [Split(Literal(it), "Isolated", False) for it in "abcd" if it != spared]
    changed = replace(honest, pre_tokenizer=PreTokenizerSequence((honest.pre_tokenizer, *parts)))
    case, reader = EncodeCase("'a", BARE), TokenReader(honest)
    evidence = Evidence.of(reader, BlackBoxSide(BlackBox("box"), changed), case, [])
    ours, other = evidence.truth[case].ids, evidence.answers[case].ids
    cuts = recut(reader, [word.text for word in reader.words(case.text, True)], other)
    assert stage_of_cuts(evidence, case, cuts, ours, other) == stage


@pytest.mark.parametrize(("text", "answered", "is_so"), [
    pytest.param("a\u2581b", "a b", True, id="the-mark"),
    pytest.param("a\u2581b", "ab", False, id="a-mark-that-is-lost"),
    pytest.param("a-b", "a b", False, id="ASCII"),
    pytest.param("ab", " ab", False, id="a-space-more"),
])  # fmt: skip
def test_a_character_that_is_read_as_a_space(slot, save, every_stage, text, answered, is_so):
    honest = slot.tokenizer(save(every_stage))
    case = EncodeCase(text, BARE)
    black_box = BlackBoxSide(BlackBox("box"), honest)
    evidence = Evidence.of(TokenReader(honest), black_box, case, [])
    assert read_as_space(evidence, case, honest.encode(answered, BARE).ids) == is_so


@pytest.mark.parametrize(("text", "is_so"), [
    pytest.param("a", True, id="a-piece-there-is"),
    pytest.param("é", False, id="no-piece-there-is"),
])  # fmt: skip
def test_bytes_that_spell_what_has_a_piece(tmp_path, every_stage, text, is_so):
    """Where the model has none, another text may have made it spell bytes."""
    maker = Maker(tmp_path, every_stage, b"")
    pieces = [(piece, -1.0) for piece in ("\u2581", "a", "\u2581a", "\u2581é")]
    artefact = maker.sentencepiece("unigram", pieces, byte_fallback=True, add_dummy_prefix=True)
    honest = load(artefact)
    reader, ids = TokenReader(honest), {piece: at for at, piece in honest.pieces().items()}
    spelled = tuple(ids[f"<0x{byte:02X}>"] for byte in text.encode())
    ours = tuple(honest.encode(text, BARE).ids)
    assert in_bytes_without_need(reader, ours, spelled, text.encode()) == is_so


@pytest.fixture
def cut_at_spaces(slot, save, every_stage):
    """Words of letters and of U+FEFF, cut at white space that is left out."""
    pieces = {"[UNK]": 0, "a": 1, "aa": 2, "\ufeff": 3, "a\ufeffa": 4}
    model = {"type": "WordLevel", "vocab": pieces, "unk_token": "[UNK]"}
    none = {"normalizer": None, "post_processor": None, "added_tokens": []}
    return slot.tokenizer(
        save(every_stage | none | {"model": model, "pre_tokenizer": {"type": "WhitespaceSplit"}})
    )


@pytest.mark.parametrize(("cuts", "is_so"), [(" ", True), ("", False), ("x", False)])
def test_white_space_of_another_language_that_is_taken_for_a_space(cut_at_spaces, cuts, is_so):
    """Not what is lost alone, nor what is another character: between letters these cut nothing."""
    other = ReplaceNormalizer(Literal("\ufeff"), cuts)
    black_box = BlackBoxSide(BlackBox("box"), replace(cut_at_spaces, normalizer=other))
    case = EncodeCase("\ufeff", BARE)
    evidence = Evidence.of(TokenReader(cut_at_spaces), black_box, case, [])
    [answer] = observe(black_box, [case])
    assert taken_for_space(evidence, case, answer.ids) == is_so


@pytest.mark.parametrize(
    ("text", "is_so"), [("a", False), ("a\x13a", True), ("a a", False), ("", False)]
)
def test_a_character_that_no_piece_has_is_lost_by_the_model(text, is_so):
    model = BPE({"a": 0, "aa": 1}, {0: 0}, [1])
    honest = Tokenizer(model, pre_tokenizer=WhitespaceSplit())
    black_box = BlackBoxSide(BlackBox("box"), honest)
    case = EncodeCase(text, BARE)
    assert loses_unknown(Evidence.of(TokenReader(honest), black_box, case, []), case) == is_so


class Apart(BPE):
    """It leaves a character without a piece out only behind its merges."""

    def tokenize(self, word):
        tokens, at = [], 0
        for part in re.split("([^a])", word):
            found = super().tokenize(part) if part else ()
            tokens += [(i, at + start, at + end) for i, start, end in found]
            at += len(part)
        return tuple(tokens)


@pytest.mark.parametrize(
    ("box", "joins"),
    [
        pytest.param({}, True, id="as-it-is-due"),
        pytest.param(
            {"pre_tokenizer": Split(Literal("\x13"), "Isolated", False)}, True, id="a-pattern"
        ),
        pytest.param({"model": Apart({"a": 0, "aa": 1}, {0: 0}, [1])}, False, id="the-model"),
    ],
)
def test_letters_around_one_without_a_piece_tell_a_model_from_a_pattern(box, joins):
    honest = Tokenizer(BPE({"a": 0, "aa": 1}, {0: 0}, [1]), pre_tokenizer=WhitespaceSplit())
    case = EncodeCase("a\x13a", BARE)
    black_box = BlackBoxSide(BlackBox("box"), replace(honest, **box))
    evidence = Evidence.of(TokenReader(honest), black_box, case, [])
    assert joins_over_a_letter(evidence, case) is joins
    every = Tokenizer(BPE({"b": 0}, {}, []), pre_tokenizer=WhitespaceSplit())
    nothing = Evidence.of(TokenReader(every), ReferenceSide(every), case, [])
    assert joins_over_a_letter(nothing, case) is None


@pytest.mark.parametrize(
    ("made", "is_so"),
    [pytest.param(" ", True, id="a-space"), pytest.param("", False, id="nothing")],
)
def test_a_character_that_is_a_space_between_letters(slot, save, made, is_so):
    """Alone it comes to nothing either way: it is unknown, or white space at an end."""
    vocab = {"<unk>": 0, "a": 1, "aa": 2}
    model = {"type": "BPE", "unk_token": "<unk>", "vocab": vocab, "merges": ["a a"]}
    pre = {"type": "WhitespaceSplit"}
    honest = slot.tokenizer(save({"version": "1.0", "model": model, "pre_tokenizer": pre}))
    box = replace(honest, normalizer=ReplaceNormalizer(Literal("\0"), made))
    case = EncodeCase("\0", BARE)
    evidence = Evidence.of(TokenReader(honest), ReferenceSide(box), case, [])
    assert is_space_between(evidence, case) is is_so
