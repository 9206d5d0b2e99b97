"""Every code point alone and in company, against the library's own normalizers."""

import random
from functools import cache
from itertools import pairwise

import pytest
from tokenizers import PreTokenizedString, Regex, normalizers

from tests.shared import every_character
from tokparity.reference_impl.normalizers.nfc import NFC
from tokparity.reference_impl.normalizers.nfd import NFD
from tokparity.reference_impl.normalizers.nfkc import NFKC
from tokparity.reference_impl.normalizers.nfkd import NFKD
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.unicode.normalization import mapping, tables

FORMS = [NFC(), NFD(), NFKC(), NFKD()]
ALL = every_character.ALL.replace("\n", "")
MARKS = ["".join(group) for group in tables()["marks"]]
BASES = "aeAEoOuUνΑωשकতกកᄀ가각あかは☃ﬁ½Åǰŉßıİжй\u0344\u0340\u1e9b\u1100\u1161\u11a8\u0b47\u0dd9"


def native(form):
    return getattr(normalizers, type(form).__name__)()


def aligned_natively(form, text):
    """Each character of the normal form with its range in the text, as the library says."""
    stretch = PreTokenizedString(text)
    stretch.normalize(lambda part: native(form).normalize(part))
    stretch.split(lambda _, part: part.split(Regex("(?m:.)"), "isolated"))
    return [(piece, span) for piece, span, _ in stretch.get_splits("original", "char")]


def aligned_here(form, text):
    normal = form.normalize(Aligned.of(text))
    return [(char, normal.span(at, at + 1)) for at, char in enumerate(normal.text)]


def differing(form, cases):
    here = form.normalize(Aligned.of("\n".join(cases))).text.split("\n")
    there = native(form).normalize_str("\n".join(cases)).split("\n")
    assert len(here) == len(there) == len(cases)
    return [case for case, one, other in zip(cases, here, there, strict=True) if one != other]


@pytest.mark.parametrize("form", FORMS, ids=lambda form: type(form).__name__)
def test_every_code_point_alone(form):
    assert differing(form, ALL) == []


@cache
def outside_blocks():
    inside = ((0x3500, 0x9F00), (0xAD00, 0xD700), (0xE100, 0xF800), (0x30000, 0x110000))
    return [
        char
        for char in ALL
        if ord(char) % 61 == 0 or not any(low < ord(char) < high for low, high in inside)
    ]


@pytest.mark.parametrize("form", FORMS, ids=lambda form: type(form).__name__)
def test_code_points_after_a_letter_a_space_and_before_marks(form):
    """One in 3; ideographs, Hangul syllables and what is unassigned in bulk: one in 61."""
    points = outside_blocks()
    for nth, around in enumerate(("a{}", " {}", "a{}\u0301\u0323")):
        assert differing(form, [around.format(char) for char in points[nth::3]]) == []


@pytest.mark.parametrize("form", FORMS, ids=lambda form: type(form).__name__)
def test_each_mark_after_bases_and_beside_marks_of_other_classes(form):
    marks = "".join(MARKS)
    assert len(marks) > 800
    assert len(BASES) >= 40
    first = [group[0] for group in MARKS]
    cases = [base + mark for base in BASES for mark in marks]
    cases += [f"a{mark}{other}" for mark in marks for other in first]
    cases += [f"\u05d0{other}{mark}" for mark in marks for other in first]
    assert differing(form, cases) == []


def texts(seed, count):
    """Random strings in which decomposing, composing and moving characters meet."""
    dice = random.Random(seed)
    decomposing = [*mapping("canonical"), *mapping("compatibility"), *"가각힣"]
    composed = NFD().normalize(Aligned.of("".join(decomposing))).text
    pools = [BASES, "".join(MARKS), composed, "".join(decomposing), "ab \u0301\u0323\u0345", ALL]
    for _ in range(count):
        pool = dice.choices(pools, k=dice.randint(1, 9))
        yield "".join(dice.choice(one) for one in pool)


@pytest.mark.parametrize("form", FORMS, ids=lambda form: type(form).__name__)
def test_alignment_of_random_texts(form):
    compared = 0
    for text in texts(f"alignment {form}", 3000):
        assert aligned_here(form, text) == aligned_natively(form, text), ascii(text)
        compared += 1
    assert compared == 3000


@pytest.mark.parametrize("form", FORMS, ids=lambda form: type(form).__name__)
def test_alignment_is_composed_with_an_earlier_one(form):
    for text in texts(f"composed {form}", 300):
        once = NFD().normalize(Aligned.of(text))
        stretch = PreTokenizedString(text)
        both = normalizers.Sequence([normalizers.NFD(), native(form)])
        stretch.normalize(lambda part, both=both: both.normalize(part))
        stretch.split(lambda _, part: part.split(Regex("(?m:.)"), "isolated"))
        twice = form.normalize(once)
        spans = [twice.span(at, at + 1) for at in range(len(twice))]
        assert spans == [span for _, span, _ in stretch.get_splits("original", "char")], ascii(text)


@pytest.mark.parametrize(
    ("form", "text"),
    [
        pytest.param(NFC(), "naïve \u4e2d\u6587 \uac01", id="nfc-composed"),
        pytest.param(NFD(), "abc \u4e2d", id="nfd-plain"),
        pytest.param(NFKD(), "plain", id="ascii"),
        pytest.param(NFC(), "", id="empty"),
    ],
)
def test_a_normal_text_is_returned_itself(form, text):
    aligned = Aligned.of(text)
    assert form.normalize(aligned) is aligned


def test_mark_groups_are_disjoint():
    assert all(not set(one) & set(other) for one, other in pairwise(MARKS))
