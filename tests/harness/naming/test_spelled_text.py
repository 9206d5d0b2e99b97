"""Two spelled texts, and what one lacks of the other."""

from dataclasses import dataclass, replace

import pytest

from tokparity.harness.compare.sides import ReferenceSide
from tokparity.harness.naming.evidence import Evidence
from tokparity.harness.naming.spelled_text import (
    BY_BYTES,
    IN_BYTES,
    OF_SPACES,
    characters_in_another_order,
    comes_to_nothing,
    drops_ascii,
    has_marks_moved,
    in_byte_alphabet,
    is_numbered_otherwise,
    keeps_what_is_rewritten,
    loses_last_nul,
    loses_lone_marks,
    of_no_text,
    one_text_in_two_forms,
    only_spaces,
    plainly_otherwise,
    takes_bytes_for_spaces,
)
from tokparity.harness.naming.token_spans import TokenReader
from tokparity.reference_impl.contract import EncodeCase, EncodeOptions, Encoding
from tokparity.reference_impl.models.hf.bpe import BPE
from tokparity.reference_impl.normalizers.replace import ReplaceNormalizer
from tokparity.reference_impl.normalizers.sequence import NormalizerSequence
from tokparity.reference_impl.pre_tokenizers.byte_level import ByteLevelPreTokenizer
from tokparity.reference_impl.regexes.search import Literal, Regex
from tokparity.reference_impl.text.byte_level import spell
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

MARK = "\u2581".encode()


@pytest.mark.parametrize(
    ("differs", "ours", "theirs", "is_so"),
    [
        (drops_ascii, b"\r\n", b"\n", True),
        (drops_ascii, b"a\x00b", b"ab", True),
        (drops_ascii, b"a\x00b", b"a", False),
        (drops_ascii, b"ab", b"a", False),
        (one_text_in_two_forms, "\u00e9".encode(), "e\u0301".encode(), True),
        (one_text_in_two_forms, b"e", "\u00e9".encode(), False),
        (characters_in_another_order, "\u00e9a".encode(), "a\u00e9".encode(), True),
        (characters_in_another_order, b"\xc3\xa9", b"\xa9\xc3", False),
    ],
)
def test_how_two_texts_differ(differs, ours, theirs, is_so):
    assert differs(ours, theirs) is is_so


@pytest.mark.parametrize(("mark", "is_so"), [(MARK, True), (b"", False)])
def test_a_mark_is_a_space_where_it_is_written_for_one(mark, is_so):
    assert only_spaces(MARK + b"a", b" a", mark) is is_so


@pytest.mark.parametrize(
    ("text", "mine", "theirs", "is_so"),
    [
        ("\u00a0", MARK, MARK + "\u00a0".encode(), True),
        ("\u00a0", MARK, MARK + b"\xc2", False),
        ("a\u00a0", b"a" + MARK, b"a", False),
        ("\u00e9", "\u00e9".encode(), "\u00e9\u00e9".encode(), False),  # no normalizer has a say
    ],
)
def test_a_character_is_kept_that_the_normalizer_rewrites(text, mine, theirs, is_so):
    honest = Tokenizer(
        BPE({"a": 0}, {}, []), normalizer=ReplaceNormalizer(Literal("\u00a0"), "\u2581")
    )
    assert keeps_what_is_rewritten(honest, text, mine, theirs) is is_so


BYTE_LEVEL = {
    "type": "ByteLevel",
    "add_prefix_space": False,
    "trim_offsets": True,
    "use_regex": True,
}
PIECES = ["<unk>", "\u2581", "\u00c3", "\u00a9", "\u00e9", "a", "\u0120"]


@pytest.mark.parametrize(
    ("text", "pieces", "is_so"),
    [
        pytest.param("\u00e9", "\u00c3 \u00a9", True, id="a letter"),
        pytest.param("\u00e9", "\u2581 \u00c3 \u00a9", True, id="behind a mark"),
        pytest.param("\u00e9a", "<unk> \u00a9 a", True, id="a byte unknown"),
        pytest.param(" a", "\u0120 a", True, id="a space"),
        pytest.param("\u00e9", "\u00e9", False, id="as text"),
        pytest.param("\u00c3\u00a9", "\u00c3 \u00a9", False, id="text that is like bytes"),
        pytest.param("\u00e9", "<unk>", False, id="unknown alone"),
        pytest.param("\u00e9", "\u00c3 a", False, id="others"),
    ],
)
@pytest.mark.parametrize("decoder", [None, BYTE_LEVEL], ids=["text", "bytes"])
def test_bytes_where_the_file_spells_text(slot, save, decoder, text, pieces, is_so):
    vocab = {piece: at for at, piece in enumerate(PIECES)}
    model = {"type": "BPE", "unk_token": "<unk>", "vocab": vocab, "merges": []}
    reader = TokenReader(
        slot.tokenizer(save({"version": "1.0", "model": model, "decoder": decoder}))
    )
    ids = [vocab[piece] for piece in pieces.split()]
    assert in_byte_alphabet(reader, ids, text) is (is_so and decoder is None)


@pytest.mark.parametrize(
    ("pairs", "is_so"),
    [
        pytest.param([((1, 2), (2, 3)), ((5,), (6,))], True, id="all-by-one"),
        pytest.param([((1, 2), (2, 3)), ((5, 9), (6, 9))], True, id="some-right"),
        pytest.param([((1, 2), (2, 3))], False, id="too-few"),
        pytest.param([((1, 2), (2, 3)), ((5,), (7,))], False, id="not-alike"),
        pytest.param([((1, 2), (2, 3)), ((5, 5), (6,))], False, id="other-tokens"),
    ],
)
def test_ids_that_are_all_off_by_as_much(pairs, is_so):
    cases = [EncodeCase(str(at)) for at in range(len(pairs))]
    answers = {case: Encoding(got) for case, (got, _) in zip(cases, pairs, strict=True)}
    truth = {case: Encoding(due) for case, (_, due) in zip(cases, pairs, strict=True)}
    assert is_numbered_otherwise(Evidence(None, None, cases[0], answers, truth)) is is_so


@pytest.mark.parametrize(
    ("ids", "is_so"),
    [([2, 0], True), ([0, 2], False), ([2, 2], False)],
    ids=["moved", "due", "other"],
)
def test_two_marks_that_are_exchanged_also_where_one_is_unknown(slot, save, ids, is_so):
    """A character that Unicode has not assigned has an order in newer tables alone."""
    vocab = {"<unk>": 0, "a": 1, "\u064c": 2}
    model = {"type": "BPE", "unk_token": "<unk>", "vocab": vocab, "merges": []}
    reader = TokenReader(slot.tokenizer(save({"version": "1.0", "model": model})))
    assert has_marks_moved(reader, tuple(ids), "\u08cc\u064c") is is_so


@pytest.mark.parametrize(
    ("pattern", "text", "is_so"),
    [
        pytest.param(r"\x00+$", "a\x00", True, id="last"),
        pytest.param(r"\x00+$", "\x00\x00", True, id="alone"),
        pytest.param(r"\x00+$", "a", False, id="none"),
        pytest.param(r"\x00", "a\x00", False, id="any"),
        pytest.param(r"b\x00$", "ab\x00", False, id="more"),
    ],
)
def test_the_nul_that_ends_a_text_is_lost(slot, save, pattern, text, is_so):
    vocab = {"<unk>": 0, "a": 1, "b": 2, "\x00": 3}
    model = {"type": "BPE", "unk_token": "<unk>", "vocab": vocab, "merges": []}
    honest = slot.tokenizer(save({"version": "1.0", "model": model}))
    lost = ReplaceNormalizer(Regex(pattern), "")
    black_box = ReferenceSide(replace(honest, normalizer=lost))
    evidence = Evidence.of(TokenReader(honest), black_box, EncodeCase(text), [])
    ids = evidence.answers[evidence.case].ids
    assert loses_last_nul(evidence, text, ids) is is_so


@dataclass(frozen=True)
class GivingUp:
    """A model that makes no tokens of a text with one of these characters."""

    model: BPE
    lost: str

    def __getattr__(self, name):
        return getattr(self.model, name)

    def tokenize(self, word):
        return () if {*word} & {*self.lost} else self.model.tokenize(word)


@pytest.mark.parametrize(
    ("lost", "text", "is_so"),
    [
        pytest.param("\x13", "\x13a", True, id="without a piece"),
        pytest.param("b", "ba", False, id="with a piece"),
        pytest.param("\xe9", "\xe9a", True, id="with a piece for one of its bytes"),
        pytest.param("\x13b", "b\x13", True, id="the other of two"),
        pytest.param("", "\x13", False, id="right"),
    ],
)
def test_all_is_lost_for_one_character_without_a_piece(slot, save, lost, text, is_so):
    vocab = {"a": 0, "b": 1, "\xa9": 2}
    model = {"type": "BPE", "vocab": vocab, "merges": []}
    stages = {"pre_tokenizer": BYTE_LEVEL, "decoder": BYTE_LEVEL} if "\xe9" in lost else {}
    lost = "".join(map(spell, map(str.encode, lost))) if stages else lost
    honest = slot.tokenizer(save({"version": "1.0", "model": model, **stages}))
    black_box = ReferenceSide(replace(honest, model=GivingUp(honest.model, lost)))
    evidence = Evidence.of(TokenReader(honest), black_box, EncodeCase(text), [])
    assert comes_to_nothing(evidence, text, evidence.answers[evidence.case].ids) is is_so


@dataclass(frozen=True)
class Dropping:
    """A model that leaves out one token."""

    model: BPE
    lost: int

    def __getattr__(self, name):
        return getattr(self.model, name)

    def tokenize(self, word):
        return tuple(token for token in self.model.tokenize(word) if token[0] != self.lost)


@pytest.mark.parametrize(
    ("changes", "is_so"),
    [
        pytest.param({"lost": 1}, True, id="lone-marks"),
        pytest.param({"lost": 3}, False, id="a-letter"),
        pytest.param({"pattern": " $"}, False, id="a-space-at-an-end"),
        pytest.param({"pattern": "^ (?! )"}, False, id="a-space-before"),
        pytest.param({"pattern": " +$"}, False, id="all-spaces-at-an-end"),
        pytest.param({}, False, id="nothing"),
    ],
)
def test_marks_of_a_space_alone_are_lost_by_whom_two_are_kept(slot, save, changes, is_so):
    vocab = {"<unk>": 0, "\u2581": 1, "\u2581\u2581": 2, "a": 3, "\u2581a": 4}
    merges = [["\u2581", "\u2581"], ["\u2581", "a"]]
    model = {"type": "BPE", "unk_token": "<unk>", "vocab": vocab, "merges": merges}
    marks = {"type": "Replace", "pattern": {"String": " "}, "content": "\u2581"}
    honest = slot.tokenizer(save({"version": "1.0", "model": model, "normalizer": marks}))
    box = replace(honest, model=Dropping(honest.model, changes.get("lost", -1)))
    if pattern := changes.get("pattern"):
        parts = ReplaceNormalizer(Regex(pattern), ""), honest.normalizer
        box = replace(honest, normalizer=NormalizerSequence(parts))
    texts = (" ", "a ", "  ", "   ", " a", "a a", "aa")
    case, *others = [EncodeCase(text, EncodeOptions(add_special=False)) for text in texts]
    evidence = Evidence.of(TokenReader(honest), ReferenceSide(box), case, others)
    assert loses_lone_marks(evidence) is is_so


@pytest.mark.parametrize("in_alphabet", [True, False])
def test_what_is_unknown_is_spelled_as_letters_are(slot, save, in_alphabet):
    vocab = {"<unk>": 0, "\u2581": 1, "\xc3": 2, "\xa9": 3, "\xe9": 4}
    model = {"type": "BPE", "unk_token": "<unk>", "vocab": vocab, "merges": []}
    marks = {"type": "Replace", "pattern": {"String": " "}, "content": "\u2581"}
    honest = slot.tokenizer(save({"version": "1.0", "model": model, "normalizer": marks}))
    cutter = ByteLevelPreTokenizer(add_prefix_space=False, use_regex=False) if in_alphabet else None
    box = ReferenceSide(replace(honest, normalizer=None, pre_tokenizer=cutter))
    case = EncodeCase(" ", EncodeOptions(add_special=False))
    evidence = Evidence.of(TokenReader(honest), box, case, [])
    assert evidence.answers[case].ids == (0,)
    ground = plainly_otherwise(evidence, case.text, (0,))
    assert (ground and ground.why) == (IN_BYTES if in_alphabet else None)


@pytest.mark.parametrize(
    ("drops_spaces", "in_alphabet", "said"),
    [
        pytest.param(True, True, BY_BYTES + OF_SPACES, id="and-of-a-space"),
        pytest.param(False, True, BY_BYTES, id="of-characters-alone"),
        pytest.param(True, False, None, id="one-of-each-character"),
    ],
)
def test_an_unknown_token_of_each_byte(slot, save, drops_spaces, in_alphabet, said):
    """A box that has a ByteLevel pre-tokenizer, whose letters no piece is."""
    model = {"type": "BPE", "unk_token": "<unk>", "vocab": {"<unk>": 0, "a": 1}, "merges": []}
    spaces = {"type": "WhitespaceSplit"} if drops_spaces else None
    honest = slot.tokenizer(save({"version": "1.0", "model": model, "pre_tokenizer": spaces}))
    cutter = ByteLevelPreTokenizer(add_prefix_space=False, use_regex=False)
    box = ReferenceSide(replace(honest, pre_tokenizer=cutter) if in_alphabet else honest)
    case = EncodeCase("\u00e9", EncodeOptions(add_special=False))
    evidence = Evidence.of(TokenReader(honest), box, case, [])
    ground = plainly_otherwise(evidence, case.text, evidence.answers[case].ids)
    assert (ground and ground.why) == said
    if said:
        assert ground.stage == ("pre_tokenizer" if OF_SPACES in said else "model")


@pytest.mark.parametrize(
    ("ours", "theirs", "is_so"),
    [
        (b"a\xd9\xa0b", b" a\xd9 b", True),
        (b"\xd9\xa0", b" \xd9", True),
        (b"\xc2\x85\xc7", b"\xc2 \xc7", True),
        (b"\xd9\xa0a", b"\xd9", False),
        (b"a b", b" a b", False),
    ],
)
def test_bytes_that_are_taken_for_white_space(ours, theirs, is_so):
    assert takes_bytes_for_spaces(ours, theirs) is is_so
    assert of_no_text(ours, theirs).stage == ("pre_tokenizer" if is_so else "model")
