"""The stage of a bug that no fault model is like is told from the black box's answers."""

from dataclasses import replace
from string import ascii_lowercase

import pytest

from tokparity.harness.compare.cells import fidelity_cell
from tokparity.harness.compare.sides import BlackBoxSide, ReferenceSide, observe
from tokparity.harness.fault_models.catalogue import FAMILIES, FAULT_MODELS
from tokparity.harness.fault_models.stages import with_found
from tokparity.harness.naming.counterfactual import Changed, Counterfactual
from tokparity.harness.naming.evidence import same
from tokparity.harness.naming.stage_blame import (
    INSTEAD_OF_NONE,
    NOBODY_CUTS,
    RIGHT_TWICE,
    WHY_CUT,
    WITHIN_A_WORD,
    has_normalizer,
)
from tokparity.reference_impl.contract import (
    DecodeCase,
    DecodeOptions,
    EncodeCase,
    EncodeOptions,
    FullCase,
)
from tokparity.reference_impl.normalizers.nfd import NFD
from tokparity.reference_impl.normalizers.replace import ReplaceNormalizer
from tokparity.reference_impl.normalizers.sequence import NormalizerSequence
from tokparity.reference_impl.normalizers.strip_accents import StripAccents
from tokparity.reference_impl.pre_tokenizers.sequence import PreTokenizerSequence
from tokparity.reference_impl.pre_tokenizers.split import Split
from tokparity.reference_impl.pre_tokenizers.whitespace_split import WhitespaceSplit
from tokparity.reference_impl.regexes.search import Literal
from tokparity.reports.records.engine import BlackBox

BARE = EncodeOptions(add_special=False)


def encode(text, special=False, parse=True):
    return EncodeCase(text, EncodeOptions(special, parse))


ROWS = [
    # added_tokens
    ("special-never-parsed", encode("<a>")),
    ("special-always-parsed", encode("<a>", parse=False)),
    ("last-added-token-lost", encode("<s>")),
    ("shortest-added-token", encode("<a>b")),
    ("rstrip-ignored", encode("<|end|> ")),
    ("single-word-ignored", encode("words")),
    # normalizer
    ("no-nfc", encode("e\u0301")),
    ("nfd-for-nfc", encode("é")),
    ("nfkc-for-nfc", encode("ﬁ")),
    ("ranges-of-normalized-text", encode("e\u0301a")),
    # pre_tokenizer
    ("digits-joined", encode("1234")),
    ("prefix-space-unasked", encode("a")),
    ("ranges-of-bytes", encode("éa")),
    # model
    ("merge-order-reversed", encode("helloworld")),
    ("no-merges", encode("helloworld")),
    # post_processor
    ("specials-never-added", encode("", special=True)),
    ("specials-always-added", encode("")),
    ("first-special-twice", encode("", special=True)),
    ("first-special-missing", FullCase("a", None, EncodeOptions())),
    # decoder
    ("no-decoder", "ab"),
    ("specials-skipped", "<s>"),
]


@pytest.mark.parametrize(("name", "case"), ROWS, ids=[name for name, _ in ROWS])
def test_the_stage_is_told_without_any_fault_model(slot, save, every_stage, name, case):
    if isinstance(case, str):
        honest = slot.tokenizer(save(every_stage))
        case = DecodeCase(honest.encode(case, BARE).ids, DecodeOptions())
    told_without_any_fault_model(slot, save(every_stage), FAULT_MODELS[name], case)


def told_without_any_fault_model(slot, artefact, fault_model, case):
    honest = slot.tokenizer(artefact)
    black_box = BlackBoxSide(BlackBox("box"), fault_model.apply(honest))
    library = slot.side(fidelity_cell(artefact, "m").right)
    asked = [ReferenceSide(honest), library, black_box]
    ours, theirs, wrong = (observe(side, [case])[0] for side in asked)
    assert same(ours, theirs)
    assert not same(ours, wrong)
    named = Counterfactual(black_box, Changed(honest, ())).name(case)
    assert named.stage == fault_model.stage
    assert (named.method, named.candidates) == ("counterfactual", ())
    assert named.ground
    return named


@pytest.mark.parametrize(
    ("name", "case"),
    [
        ("added-token-not-at-end", encode("<unk>")),
        ("special-always-parsed", encode("<unk>", parse=False)),
        ("added-tokens-any-case", encode("<unK>")),
        ("no-going-back", encode("<<unk>")),
        ("normal-form-cut-off", encode("⅟")),  # what is cut off is no token of the vocabulary
    ],
)
def test_the_stage_is_told_where_unknown_ones_are_in_the_way(slot, save, unknown_added, name, case):
    told_without_any_fault_model(slot, save(unknown_added), FAULT_MODELS[name], case)


def test_of_added_tokens_alone_no_other_stage_has_any(slot, save, unknown_added):
    """Two tokens one behind the other become one, which no fault model does."""
    honest = slot.tokenizer(save(unknown_added))

    class Fuses(BlackBoxSide):
        def submit(self, batch):
            texts = tuple(text.replace("<unk><unk>", "<unk>") for text in batch.texts)
            return super().submit(replace(batch, texts=texts))

    named = Counterfactual(Fuses(BlackBox("box"), honest), Changed(honest, ())).name(
        encode("<unk><unk>")
    )
    assert named.stage == "added_tokens"


@pytest.mark.parametrize(
    ("name", "case", "ground"),
    [
        ("no-nfc", encode("e\u0301"), "it is right about the normal form of the same text"),
        (
            "last-added-token-lost",
            encode("<s>"),
            "other added tokens are found, or a space beside one goes elsewhere",
        ),
        (
            "digits-joined",
            encode("1234"),
            "the model as it is makes its tokens, of the same text cut into other words",
        ),
        (
            "ranges-of-normalized-text",
            encode("e\u0301a"),
            "the ids are right; ranges are wrong where it moves characters",
        ),
        (
            "specials-always-added",
            encode(""),
            "only what stands around a text is another, in all texts asked",
        ),
    ],
)
def test_it_says_by_what_the_stage_is_told(slot, save, every_stage, name, case, ground):
    named = told_without_any_fault_model(slot, save(every_stage), FAULT_MODELS[name], case)
    assert named.ground == ground


def test_bytes_in_another_order_may_be_marks_in_another_order(slot, save, every_stage):
    fault_model = FAMILIES["marks-in-parts"].of({"most": 2})
    told_without_any_fault_model(
        slot, save(every_stage), fault_model, encode("x\u0301\u0301\u0316")
    )


def test_a_character_that_no_branch_takes_is_dropped_by_the_pattern(slot, ranks):
    fault_model = FAMILIES["pattern-reads"].of({"found": r"\p{L}+|", "put": ""})
    told_without_any_fault_model(slot, ranks(), fault_model, encode("a1"))


def test_a_box_that_refuses_what_it_is_asked_is_of_no_known_stage(slot, save, every_stage):
    honest = slot.tokenizer(save(every_stage))

    class Refuses(BlackBoxSide):
        def submit(self, batch):
            nothing = [EncodeCase("\ud800")] * len(batch)
            return BlackBoxSide(BlackBox("box"), honest).submit(
                type(batch)(tuple(c.text for c in nothing), batch.options)
            )

    named = Counterfactual(Refuses("box", honest), Changed(honest, ())).name(encode("a"))
    assert (named.stage, named.method) == ("unknown", "unknown")


@pytest.mark.parametrize("char", ["\ufeff", "\ufe0f"])
def test_a_character_that_is_lost_alone_is_taken_out_before_the_pattern(slot, ranks, char):
    fault_model = FAMILIES["text-rewritten"].of({"found": char, "put": ""})
    told_without_any_fault_model(slot, ranks(), fault_model, encode(char))


def test_a_word_that_is_cut_off_is_the_models_where_two_words_are_right(slot, save, every_stage):
    words = FAMILIES["words-by-beginning"].of({"length": 20})
    told_without_any_fault_model(slot, save(every_stage), words, encode("a" * 21))
    for texts in (
        FAMILIES["text-cut-off"].of({"characters": 20}),
        FAMILIES["runs-shortened"].of({"char": "a", "most": 20}),
    ):
        told_without_any_fault_model(slot, save(every_stage), texts, encode("a" * 21))


def test_one_text_in_another_form_is_the_normalizers_where_there_is_none(slot, ranks):
    other = replace(FAULT_MODELS["no-nfc"], apply=lambda honest: replace(honest, normalizer=NFD()))
    told_without_any_fault_model(slot, ranks(), other, encode("x\u0301\u0316"))


def test_accents_that_are_lost_are_not_the_patterns(slot, ranks):
    parts = NormalizerSequence((NFD(), StripAccents()))
    other = replace(FAULT_MODELS["no-nfc"], apply=lambda honest: replace(honest, normalizer=parts))
    told_without_any_fault_model(slot, ranks(), other, encode("a\u0301"))


def test_a_model_at_fault_is_told_though_the_normal_form_is_an_added_token(
    slot, save, unknown_added
):
    model = {**unknown_added["model"], "merges": [["u", "n"]]}
    model["vocab"] = {**model["vocab"], "un": len(model["vocab"])}
    artefact = save({**unknown_added, "model": model})
    told_without_any_fault_model(slot, artefact, FAULT_MODELS["no-merges"], encode("＜unk＞"))


def test_an_empty_sequence_is_no_normalizer(slot, save, every_stage):
    tokenizer = slot.tokenizer(save(every_stage))
    assert has_normalizer(tokenizer)
    assert not has_normalizer(replace(tokenizer, normalizer=None))
    assert not has_normalizer(replace(tokenizer, normalizer=NormalizerSequence(())))


@pytest.mark.parametrize(
    ("name", "text", "stage"),
    [
        ("lost", "\u0378", "normalizer"),
        ("unknown", "\u0378", "model"),
        ("cut", "\uff04a", "pre_tokenizer"),
        ("given up", "ba", "model"),
    ],
)
def test_where_a_model_knows_a_word_as_a_whole_or_not_at_all(
    slot, save, every_stage, name, text, stage
):
    pieces = ["[UNK]", "a", "##a", "b"]
    model = {
        "type": "WordPiece",
        "vocab": {piece: at for at, piece in enumerate(pieces)},
        "unk_token": "[UNK]",
        "continuing_subword_prefix": "##",
        "max_input_chars_per_word": 100,
    }
    document = every_stage | {
        "model": model,
        "added_tokens": [],
        "normalizer": {"type": "Lowercase"},
        "pre_tokenizer": {"type": "WhitespaceSplit"},
        "post_processor": None,
        "decoder": None,
    }
    honest = slot.tokenizer(save(document))
    if name == "lost":
        faulty = FAMILIES["text-rewritten"].of({"found": "\u0378", "put": ""}).apply(honest)
    elif name == "given up":
        fewer = {piece: at for piece, at in honest.model.vocab.items() if piece != "##a"}
        faulty = replace(honest, model=replace(honest.model, vocab=fewer))
    elif name == "cut":
        at_mark = Split(Literal("\uff04"), "Isolated", False)
        faulty = replace(honest, pre_tokenizer=PreTokenizerSequence((at_mark, WhitespaceSplit())))
    else:
        faulty = FAULT_MODELS["unknown-dropped"].apply(honest)
    black_box = BlackBoxSide(BlackBox("box"), faulty)
    named = Counterfactual(black_box, Changed(honest, ())).name(encode(text))
    assert named.stage == stage


def test_a_decoding_that_is_wrong_without_the_added_token_is_the_decoders(slot, save, every_stage):
    """Though its box finds no added token in a text either."""
    decoder = {"type": "WordPiece", "prefix": "##", "cleanup": True}
    honest = slot.tokenizer(save(every_stage | {"decoder": decoder}))
    faulty = FAULT_MODELS["not-cleaned-up"].apply(honest)
    lost = FAULT_MODELS["special-never-parsed"].apply(honest)
    faulty = replace(faulty, added_tokens=(), model=lost.model)
    special = next(token.id for token in honest.added_tokens if token.special)
    mark = honest.encode("!", BARE).ids
    case = DecodeCase((special, *mark))
    black_box = BlackBoxSide(BlackBox("box"), faulty)
    assert observe(black_box, [case]) != observe(ReferenceSide(honest), [case])
    named = Counterfactual(black_box, Changed(honest, ())).name(case)
    assert named.stage == "decoder"


def test_a_token_more_beside_a_character_without_a_piece_is_the_models(slot, save, every_stage):
    """Where nothing rewrites a text no normalizer is to blame for another one."""
    model = {"type": "BPE", "vocab": {"a": 0, "b": 1, "ab": 2}, "merges": [["a", "b"]]}
    document = every_stage | dict.fromkeys(("normalizer", "pre_tokenizer", "post_processor"))
    document |= {"model": model, "added_tokens": []}

    def doubled(honest):
        def find(word):
            known = word.replace("x", word[-1])  # what has no piece is read as the last letter
            return honest.model.tokenize(known)

        return with_found(honest, find)

    other = replace(FAULT_MODELS["digits-joined"], apply=doubled)
    honest = slot.tokenizer(save(document))
    black_box = BlackBoxSide(BlackBox("box"), other.apply(honest))
    named = Counterfactual(black_box, Changed(honest, ())).name(encode("xa"))
    assert (named.stage, named.ground) == ("model", INSTEAD_OF_NONE)


@pytest.mark.parametrize(
    ("within", "stage"), [(True, "model"), (False, "normalizer")], ids=["word", "text"]
)
def test_a_character_that_is_lost_within_a_word_is_no_rewriting(
    slot, save, every_stage, within, stage
):
    """ai-tokenizer 2.2 takes a byte order mark off each word: what stands around is not joined."""
    pieces = {piece: at for at, piece in enumerate([*ascii_lowercase, "aa"])}
    model = {"type": "BPE", "vocab": pieces, "merges": [["a", "a"]]}
    cut = {"type": "Split", "pattern": {"String": "x"}, "behavior": "MergedWithNext"}
    document = every_stage | dict.fromkeys(("normalizer", "post_processor"))
    document |= {"model": model, "added_tokens": [], "pre_tokenizer": cut | {"invert": False}}

    def without(honest):
        if not within:
            return replace(honest, normalizer=ReplaceNormalizer(Literal("x"), ""))
        tokenize = honest.model.tokenize
        return with_found(honest, lambda word: tokenize(word.removeprefix("x")))

    other = replace(FAULT_MODELS["digits-joined"], apply=without)
    honest = slot.tokenizer(save(document))
    black_box = BlackBoxSide(BlackBox("box"), other.apply(honest))
    named = Counterfactual(black_box, Changed(honest, ())).name(encode("xa"))
    assert (named.stage, named.ground == WITHIN_A_WORD) == (stage, within)


@pytest.mark.parametrize(
    ("is_piece", "stage"), [(True, "model"), (False, "normalizer")], ids=["piece", "text"]
)
def test_a_piece_in_the_place_of_another_is_no_rewriting(slot, save, every_stage, is_piece, stage):
    """tiktokenizer 1.0 gives two NULs for one, and is right about two."""
    model = {"type": "BPE", "vocab": {"b": 0, "bb": 1}, "merges": [["b", "b"]]}
    document = every_stage | dict.fromkeys(("normalizer", "pre_tokenizer", "post_processor"))
    document |= {"model": model, "added_tokens": []}

    def doubled(honest):
        if not is_piece:
            return replace(honest, normalizer=ReplaceNormalizer(Literal("b"), "bb"))
        tokenize = honest.model.tokenize
        return with_found(honest, lambda word: tokenize("bb" if word == "b" else word))

    other = replace(FAULT_MODELS["digits-joined"], apply=doubled)
    honest = slot.tokenizer(save(document))
    black_box = BlackBoxSide(BlackBox("box"), other.apply(honest))
    named = Counterfactual(black_box, Changed(honest, ())).name(encode("b"))
    assert (named.stage, named.ground == RIGHT_TWICE) == (stage, is_piece)


def test_a_piece_that_looks_like_an_added_token_and_is_merged_is_the_patterns(
    slot, save, every_stage
):
    """A model that knows "<u>" as a word makes it where nothing cuts it: no token was found."""
    pieces = ["<", "u", ">", "<u", "<u>"]
    model = {
        "type": "BPE",
        "vocab": {piece: at for at, piece in enumerate(pieces)},
        "merges": [["<", "u"], ["<u", ">"]],
    }
    cuts = {"type": "Split", "pattern": {"String": ">"}, "behavior": "Isolated", "invert": False}
    document = every_stage | {
        "model": model,
        "pre_tokenizer": cuts,
        "normalizer": None,
        "post_processor": None,
        "added_tokens": [],
    }
    other = replace(
        FAULT_MODELS["digits-joined"], apply=lambda honest: replace(honest, pre_tokenizer=None)
    )
    told_without_any_fault_model(slot, save(document), other, encode("<u>"))


@pytest.mark.parametrize(("has_cutter", "ground"), [(True, WHY_CUT["model"]), (False, NOBODY_CUTS)])
def test_where_a_file_has_no_pre_tokenizer_a_cut_is_the_models_or_one_of_its_own(
    slot, save, every_stage, has_cutter, ground
):
    document = every_stage if has_cutter else every_stage | {"pre_tokenizer": None}
    made = save(document)
    fault_model = FAULT_MODELS["no-merges"]
    named = told_without_any_fault_model(slot, made, fault_model, encode("swords"))
    assert (named.stage, named.ground) == ("model", ground)
