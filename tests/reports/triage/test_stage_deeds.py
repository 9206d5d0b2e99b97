"""What a side that shows no stages must have done in one of them."""

from types import SimpleNamespace

import pytest

from tokparity.reference_impl.contract import EncodeCase, EncodeOptions, Encoding, Refusal
from tokparity.reference_impl.traces import Piece, StageTrace, Trace
from tokparity.reports.records.finding import Beside
from tokparity.reports.triage.stage_deeds import knows_more, stage_sentence


def pieces(*spans):
    """Of (text, start, end)."""
    return tuple(Piece(text, start, end) for text, start, end in spans)


def sighting(
    text, got, due, *, at_left=False, normal=None, words=(), places=(), added=(), options=None
):
    """`got` and `due` are pieces, whose ids are their places among all of them; `places` says where
    those that are due stand in the text."""
    known = list(dict.fromkeys([*[content for _, content in added], *due, *got]))
    ids = {piece: at for at, piece in enumerate(known)}
    ours = Encoding(tuple(ids[piece] for piece in due))
    theirs = Encoding(tuple(ids[piece] for piece in got))
    normal = text if normal is None else normal
    spans = places or [(0, 0)] * len(due)
    trace = Trace(
        (
            StageTrace("normalizer", "NFC", pieces((normal, 0, len(text)))),
            StageTrace("pre_tokenizer", "Split", pieces(*words)),
            StageTrace(
                "model",
                "BPE",
                pieces(*((piece, *span) for piece, span in zip(due, spans, strict=True))),
            ),
        ),
        ours,
    )
    sides = (theirs, ours) if at_left else (ours, theirs)
    return SimpleNamespace(
        case=EncodeCase(text, options or EncodeOptions(add_special=False)),
        left=sides[0],
        right=sides[1],
        left_trace=None if at_left else trace,
        right_trace=trace if at_left else None,
        names=({at: piece for piece, at in ids.items()},) * 2,
        added=tuple((ids[content], content) for _, content in added),
        beside=(),
        settings=(),
    )


SPACE_AND_NEL = [("Ġ", 0, 1), ("Âħ", 1, 2)]


@pytest.mark.parametrize("at_left", [False, True])
@pytest.mark.parametrize(
    ("text", "words", "got", "due", "said"),
    [
        pytest.param(
            " \x85",
            SPACE_AND_NEL,
            ("ĠÂ", "ħ"),
            ("Ġ", "Â", "ħ"),
            r"It does not cut · and \x85 apart: one of its tokens is over both.",
            id="joined",
        ),
        pytest.param(
            "00", [("00", 0, 2)], ("0", "0"), ("00",), "It cuts the word 00 into 0 and 0.", id="cut"
        ),
        pytest.param(
            "aé",
            [("aÃ©", 0, 2)],
            ("aÃ", "©"),
            ("aÃ©",),
            "It cuts the word aé into 0x61c3 and 0xa9.",
            id="cut-within-a-character",
        ),
        pytest.param("ab", [("ab", 0, 2)], ("ab",), ("a", "b"), "", id="of-the-model"),
        pytest.param(
            "aid", [("aid", 0, 3)], ("a", "d"), ("ad",), "It cuts the word aid.", id="not-all-known"
        ),
        pytest.param(
            " ",
            [],
            ("[UNK]",),
            (),
            "It makes a word of ·, in which the other finds none.",
            id="of-no-word",
        ),
        pytest.param(
            " ",
            [("▁", 0, 1)],
            (),
            ("▁",),
            "It loses ·, of which the other makes a word.",
            id="lost",
        ),
        pytest.param("ab", [("ab", 0, 2)], ("x",), ("ab",), "", id="another-text"),
        pytest.param(
            "a",
            [("▁a", 0, 1)],
            ("a",),
            ("▁a",),
            "It puts no space (▁) before the text.",
            id="no-mark",
        ),
        pytest.param(
            "ab",
            [("ab", 0, 2)],
            ("Ġ", "ab"),
            ("ab",),
            "It puts a space (Ġ) before the text, where none is due.",
            id="a-mark-more",
        ),
        pytest.param(" a", [("▁a", 0, 2)], ("a",), ("▁a",), "", id="a-space-of-the-text-s-own"),
        pytest.param(
            "aing",
            [("aing", 0, 4)],
            ("a", "##ing"),
            ("aing",),
            "It cuts the word aing into a and ing.",
            id="of-wordpiece",
        ),
    ],
)
def test_the_words_that_are_cut_otherwise(text, words, got, due, said, at_left):
    seen = sighting(text, got, due, words=words, at_left=at_left)
    assert stage_sentence("pre_tokenizer", seen, at_left=at_left) == said


@pytest.mark.parametrize(
    ("text", "got", "due", "said"),
    [
        ("a⸊", ["[UNK]"], ["a", "[UNK]"], "It does not cut a and ⸊ apart"),
        ("ba⸊c", ["b", "[UNK]", "c"], ["b", "a", "[UNK]", "c"], "It does not cut a and ⸊ apart"),
        ("⸊⸋", ["<unk>"], ["<unk>", "<unk>"], "It does not cut ⸊ and ⸋ apart"),
        ("a⸊", ["a", "x"], ["a", "[UNK]"], ""),
        ("⸊", ["[UNK]"], ["x"], ""),
        ("abcd", ["[UNK]"], ["a", "b", "c", "d"], ""),
    ],
)
def test_the_words_that_one_unknown_token_is_over(text, got, due, said):
    places = [(at, at + 1) for at in range(len(text))]
    words = [(char, *place) for char, place in zip(text, places, strict=True)]
    seen = sighting(text, got, due, words=words, places=places)
    assert stage_sentence("pre_tokenizer", seen, at_left=False).partition(":")[0] == said


def test_words_of_one_place_are_not_told_apart():
    """NFKC makes three words of one character."""
    words = [("1", 0, 1), ("\u2044", 0, 1), ("2", 0, 1)]
    seen = sighting("\u00bd", ["[UNK]"], ["1", "\u2044", "2"], words=words, places=[(0, 1)] * 3)
    assert stage_sentence("pre_tokenizer", seen, at_left=False) == ""


def test_a_space_that_is_due_is_no_mark_of_a_word():
    seen = sighting("\t", (), ("▁",), normal="▁")
    said = r"Its normalizer makes nothing of \t, and the other makes ·."
    assert stage_sentence("normalizer", seen, at_left=False) == said


@pytest.mark.parametrize(
    ("between", "said"),
    [
        pytest.param(["▁a", "▁a"], r"Its normalizer makes · of \t, which", id="a-space"),
        pytest.param(["▁aa"], r"Its normalizer makes nothing of \t, which", id="nothing"),
        pytest.param(["▁a", "\t", "a"], r"Its normalizer makes nothing of \t, which", id="kept"),
        pytest.param(["▁a", "<unk>"], r"Its normalizer makes nothing of \t, which", id="unread"),
    ],
)
def test_what_is_made_of_white_space_is_told_between_letters(between, said):
    seen = sighting("\t", (), ("▁", "<unk>", *between), normal="▁\t")
    ids = {piece: at for at, piece in seen.names[1].items()}
    answer = Encoding(tuple(ids[piece] for piece in between))
    seen.beside = (Beside(EncodeCase("a\ta", seen.case.options), Encoding(()), answer),)
    seen.left = Encoding(tuple(ids[piece] for piece in ("▁", "<unk>")))
    assert stage_sentence("normalizer", seen, at_left=False).startswith(said)


@pytest.mark.parametrize(
    ("normal", "got", "said"),
    [
        pytest.param("b", "a", False, id="it-leaves-what-the-other-changes"),
        pytest.param("a", "b", True, id="it-changes-what-the-other-leaves"),
        pytest.param("b", "c", None, id="both-change-it"),
        pytest.param("a", "a", None, id="nothing-to-tell"),
        pytest.param("", "[UNK]", None, id="what-it-makes-cannot-be-read"),
        pytest.param("a", "", None, id="what-it-drops"),
    ],
)
def test_whose_normalizer_knows_more(normal, got, said):
    seen = sighting("a", (got,) if got else (), (normal,) if normal else (), normal=normal)
    assert knows_more(seen, at_left=False) is said


@pytest.mark.parametrize(("pieces", "is_told"), [(("a", "a"), True), (("a", "▁a"), False)])
def test_where_spaces_are_left_out_between_words_too(pieces, is_told):
    seen = sighting("a", ("a",), ("▁a",), normal="▁a")
    made = dict(enumerate(pieces, 7))
    row = Beside(EncodeCase("a a"), Encoding((1, 1)), Encoding(tuple(made)))
    seen.beside, seen.names = (row,), (seen.names[0] | made,) * 2
    said = stage_sentence("normalizer", seen, at_left=False)
    assert said.startswith("It puts no space (▁) before the text")
    assert ("between words" in said) is is_told


@pytest.mark.parametrize(
    ("text", "normal", "got", "due", "said"),
    [
        pytest.param(
            "ꟲ",
            "ꟲ",
            ("▁C",),
            ("▁", "<unk>"),
            "Its normalizer makes C of ꟲ (NFKC), which the other leaves as it is.",
            id="made-of-what-stays",
        ),
        pytest.param(
            "\xa0",
            " ",
            ("Â", "ł"),
            ("Ġ",),
            r"Its normalizer leaves \xa0 as it is, of which the other makes ·.",
            id="left",
        ),
        pytest.param(
            "aΣ",
            "aσ",
            ("a", "##ς"),
            ("a", "##σ"),
            "Its normalizer makes aς of aΣ, and the other makes aσ.",
            id="another",
        ),
        pytest.param(
            "\0",
            "\0",
            (),
            ("[UNK]",),
            r"Its normalizer makes nothing of \0, which the other leaves as it is.",
            id="nothing",
        ),
        pytest.param(
            "\u0378",
            "",
            ("[UNK]",),
            (),
            r"It keeps \u0378, of which the other makes nothing.",
            id="kept",
        ),
        pytest.param("\0", "\0", ("<0x00>",), ("<unk>",), "", id="spelled-in-a-byte"),
        pytest.param(
            "a",
            "a",
            ("▁a",),
            ("a",),
            "It puts a space (▁) before the text, where none is due.",
            id="but-for-a-space-before",
        ),
        pytest.param(
            "a",
            "▁a",
            ("a",),
            ("▁a",),
            "It puts no space (▁) before the text.",
            id="without-the-space-before",
        ),
        pytest.param("a", "a", ("<unk>",), ("a",), "", id="unknown-to-it"),
        pytest.param("é", "é", ("Ã",), ("Ã", "©"), "", id="half-a-character"),
        pytest.param(
            "e\u0323\u0301",
            "\u1eb9\u0301",
            ("e\u0323\u0301",),
            ("\u1eb9\u0301",),
            r"Its normalizer leaves e\u0323\u0301 as it is, "
            r"of which the other makes \u1eb9\u0301 (NFC).",
            id="of-one-look",
        ),
        pytest.param(
            "\u00cc",
            "\u00cc",
            ("I",),
            ("\u00cc",),
            "Its normalizer makes I of \u00cc (its accents taken off), which the other leaves as "
            "it is.",
            id="without-accents",
        ),
        pytest.param(
            "\u00cc",
            "\u00cc",
            ("E",),
            ("\u00cc",),
            "Its normalizer makes E of \u00cc, which the other leaves as it is.",
            id="of-no-form",
        ),
        pytest.param("a" * 41, "b", ("a" * 41,), ("b",), "", id="long"),
        pytest.param(
            "\u2581a",
            "\u2581a",
            ("\u2581",),
            ("\u2581a",),
            "Its normalizer makes ▁ of ▁a, which the other leaves as it is.",
            id="marks-of-the-text-itself",
        ),
    ],
)
def test_the_text_that_is_made_otherwise(text, normal, got, due, said):
    seen = sighting(text, got, due, normal=normal)
    assert stage_sentence("normalizer", seen, at_left=False) == said


PLAIN = EncodeOptions(add_special=False, parse_special=False)


@pytest.mark.parametrize(
    ("text", "got", "due", "options", "said"),
    [
        pytest.param(
            "<s>",
            ("<", "s", ">"),
            ("<s>",),
            None,
            "It does not find the added token <s>: it reads it as text.",
            id="read-as-text",
        ),
        pytest.param(
            "a<s>", ("a",), ("a", "<s>"), None, "It does not find the added token <s>.", id="lost"
        ),
        pytest.param(
            "<s>",
            ("x",),
            ("<s>",),
            None,
            "It has x in the place of the added token <s>.",
            id="another",
        ),
        pytest.param(
            "<s>a",
            ("", "a"),
            ("<s>", "a"),
            None,
            "It gives the added token <s> the id 2, which the file gives to no piece.",
            id="another-id",
        ),
        pytest.param(
            "<s>",
            ("<s>",),
            ("<", "s>"),
            PLAIN,
            "It finds the added token <s> where it is plain text.",
            id="found-in-plain-text",
        ),
        pytest.param(
            "<s",
            ("<s>",),
            ("<s",),
            None,
            "It finds the added token <s> where none is.",
            id="of-a-part",
        ),
        pytest.param(
            "<s><s>",
            ("<s>",),
            ("<s>", "<s>"),
            None,
            "It finds the added token <s> once, not 2 times.",
            id="once",
        ),
        pytest.param(
            "<s>",
            ("<s>",),
            ("<s>", "<s>", "<s>"),
            PLAIN,
            "It finds the added token <s> where it is plain text, of which no piece has the "
            "characters.",
            id="of-unknown-characters",
        ),
        pytest.param(
            "<s><",
            ("<", "s", ">", "<"),
            ("<", "s", "><"),
            PLAIN,
            "It cuts the text at <s>, which is plain text here, as at an added token.",
            id="cut-at-it",
        ),
        pytest.param("<s>a", ("<s", ">a"), ("<", "s>a"), PLAIN, "", id="cut-elsewhere"),
    ],
)
def test_the_added_tokens_that_are_found_otherwise(text, got, due, options, said):
    seen = sighting(text, got, due, added=[(0, "<s>")], options=options)
    assert stage_sentence("added_tokens", seen, at_left=False) == said


def test_where_nothing_is_told():
    seen = sighting("00", ("0", "0"), ("00",), words=[("00", 0, 2)])
    assert stage_sentence("model", seen, at_left=False) == ""
    assert stage_sentence("pre_tokenizer", seen, at_left=True) == ""  # of that side none is shown
    seen.right = Refusal("error", "x")
    assert stage_sentence("pre_tokenizer", seen, at_left=False) == ""
    framed = sighting("00", ("0", "0"), ("00",), words=[("00", 0, 2)], options=EncodeOptions())
    assert stage_sentence("pre_tokenizer", framed, at_left=False) == ""
