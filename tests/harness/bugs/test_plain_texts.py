"""What plain texts say against a bug."""

from functools import reduce

import pytest

from tokparity.harness.bugs.answers import Box, Known
from tokparity.harness.bugs.plain_texts import contradict, is_there
from tokparity.harness.bugs.remainder import bare
from tokparity.harness.compare.sides import ReferenceSide, observe
from tokparity.reference_impl.contract import DecodeCase, EncodeCase, EncodeOptions, Refusal

EVERY = (" .", " ?", " ,", " 's", " n't", " '")
APART, ANGSTROM = bare("e\u0301"), "\u212b"


class Asked:
    """What answers so."""

    def __init__(self, answer):
        self.answer = answer

    def __call__(self, case):
        return self.answer(case)

    def prepare(self, cases):
        """Nothing to do."""


@pytest.fixture
def boxed(honest, faulty):
    """A box with these bugs in the texts that it has them in."""

    def make(*names, where=lambda text: True):
        known, changed = map(ReferenceSide, (honest, faulty(*names)))

        def ask(cases):
            sides = [changed if where(case.text) else known for case in cases]
            return [observe(side, [case])[0] for side, case in zip(sides, cases, strict=True)]

        return Box(ask, Known(honest))

    return make


@pytest.mark.parametrize(
    ("where", "there"),
    [
        pytest.param(lambda text: True, False, id="nowhere"),
        pytest.param(lambda text: text != ANGSTROM, True, id="in-a-sign"),
        pytest.param(lambda text: text != "\u1fef", False, id="in-a-character-not-asked"),
    ],
)
def test_a_part_that_acts_on_a_character_is_there(boxed, hypotheses, where, there):
    less = hypotheses.single["no-nfc"]
    box = boxed("no-nfc", where=where)
    assert is_there(box, hypotheses.honest, less, [APART]) is there
    assert not is_there(box, hypotheses.honest, less, [])


def test_characters_of_the_cases_are_asked_too(boxed, hypotheses):
    box, less = boxed("no-nfc", where="\u1fef".__ne__), hypotheses.single["no-nfc"]
    assert is_there(box, hypotheses.honest, less, [bare("a\u1fef"), DecodeCase((1,))])


def test_a_box_that_parses_nothing_is_asked_so(honest, faulty, hypotheses):
    """Of what it cannot be asked it is not wrong."""
    changed = ReferenceSide(faulty("no-nfc"))

    def ask(cases):
        refused = Refusal("unsupported")
        plain = [not case.options.parse_special for case in cases]
        answers = observe(changed, cases)
        return [it if can else refused for it, can in zip(answers, plain, strict=True)]

    box, less = Box(ask, Known(honest)), hypotheses.single["no-nfc"]
    literal = EncodeCase(APART.text, EncodeOptions(False, False))
    assert not is_there(box, hypotheses.honest, less, [literal])


@pytest.mark.parametrize(
    ("name", "where", "said"),
    [
        pytest.param("digits-joined", lambda text: True, False, id="everywhere"),
        pytest.param("prefix-space-unasked", lambda text: "4" not in text, False, id="in-most"),
        pytest.param("digits-joined", lambda text: len(text) < 3, True, id="in-few"),
    ],
)
def test_plain_texts_contradict_a_fault_model(boxed, hypotheses, name, where, said):
    whole = hypotheses.single[name]
    box = boxed(name, where=where)
    assert contradict(box, bare("12"), whole, hypotheses.honest) is said


def test_what_cannot_be_asked_contradicts_nothing(honest, hypotheses):
    box = Box(lambda cases: [Refusal("unsupported")] * len(cases), Known(honest))
    whole = hypotheses.single["digits-joined"]
    assert not contradict(box, bare("12"), whole, hypotheses.honest, box.unasked)


@pytest.mark.parametrize(
    ("cleans", "said"),
    [
        pytest.param((), False, id="nothing"),
        pytest.param((" .", " ?", " ,", " 's", " n't"), True, id="most"),
    ],
)
def test_ids_of_plain_texts_contradict_one_too(hypotheses, cleans, said):
    """A box that is to take spaces off before punctuation, and leaves some."""
    whole = hypotheses.honest

    def cleaned(case):
        answer = whole(case)
        return answer if isinstance(case, EncodeCase) else reduce(joined, EVERY, answer)

    def joined(text, mark):
        return text.replace(mark, mark[1:])

    def box(case):
        return reduce(joined, cleans, whole(case))

    without = Asked(cleaned)
    assert contradict(Asked(box), DecodeCase((64,)), whole, without) is said
