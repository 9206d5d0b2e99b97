"""A small tokenizer with something to get wrong in every stage, and boxes made of it."""

import pytest

from tokparity.harness.bugs.hypotheses import Hypotheses
from tokparity.harness.bugs.remainder import Remainder
from tokparity.harness.bugs.separation import Separation
from tokparity.harness.compare.sides import ReferenceSide, observe
from tokparity.harness.fault_models.catalogue import FAULT_MODELS
from tokparity.reference_impl.contract import DecodeCase, EncodeCase, EncodeOptions

BARE = EncodeOptions(add_special=False)
TEXTS = (
    *("", "a", " ", "0", ".", "the", "12", "1234 and 89", "é", "e\u0301", "ó o\u0301x", "\n", "中"),
    *("a b", "<|end|>", "<|end|> x", "a <|end|>  b", "word", "swords", "a  b", "hello world"),
    *("<a>b", "<s>", "x <|left|>", "12 e\u0301 <|end|> x"),
)


@pytest.fixture
def honest(slot, save, every_stage):
    return slot.tokenizer(save(every_stage))


@pytest.fixture
def hypotheses(honest):
    return Hypotheses.of(honest, ((model, model.apply(honest)) for model in FAULT_MODELS.values()))


@pytest.fixture
def faulty(honest):
    """The tokenizer with these fault models."""

    def make(*names):
        tokenizer = honest
        for name in names:
            tokenizer = FAULT_MODELS[name].apply(tokenizer)
        return tokenizer

    return make


@pytest.fixture
def ask_of():
    return lambda tokenizer: lambda cases: observe(ReferenceSide(tokenizer), cases)


@pytest.fixture
def cases():
    some = [EncodeCase(text, options) for text in TEXTS for options in (BARE, EncodeOptions())]
    return [*some, *(DecodeCase(ids) for ids in ((64,), (64, 65), (300, 400), (195, 169), ()))]


@pytest.fixture
def separation(hypotheses, faulty, ask_of, cases):
    """Of a box with these bugs; the modules of those withheld are not looked at."""

    def make(*names, withheld=(), ask=None):
        ask = ask or ask_of(faulty(*names))
        return Separation.of(hypotheses, ask, cases, lambda name: name in withheld)

    return make


@pytest.fixture
def remainder(hypotheses, separation):
    """What a box with these bugs leaves where no fault model is looked at."""

    def make(*names, ask=None):
        box = separation(*names, ask=ask).box
        return Remainder(box, hypotheses.honest, hypotheses.honest, box.details)

    return make
