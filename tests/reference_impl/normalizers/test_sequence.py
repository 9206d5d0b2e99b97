import itertools
import random

from tokparity.reference_impl.normalizers.lowercase import Lowercase
from tokparity.reference_impl.normalizers.nfc import NFC
from tokparity.reference_impl.normalizers.nfd import NFD
from tokparity.reference_impl.normalizers.sequence import NormalizerSequence, each_of
from tokparity.reference_impl.normalizers.strip_accents import StripAccents
from tokparity.reference_impl.text.aligned import Aligned


def test_each_normalizes_what_the_one_before_made():
    assert NormalizerSequence((NFC(), NFD())).normalize(Aligned.of("é")).text == "e\u0301"
    assert NormalizerSequence((NFD(), NFC())).normalize(Aligned.of("é")).text == "é"


def test_an_empty_sequence_changes_nothing():
    text = Aligned.of("e\u0301")
    assert NormalizerSequence(()).normalize(text) is text


def test_every_ordered_pair(specs, agree_on_telling_texts):
    pairs = list(itertools.product(specs.values(), repeat=2))
    assert len(pairs) == 19 * 19
    refused = 0
    for pair in pairs:
        spec = {"type": "Sequence", "normalizers": list(pair)}
        refused += agree_on_telling_texts(spec, 25)
    assert 0 < refused < 25 * len(pairs) / 4


def test_triples(specs, agree_on_telling_texts):
    """A hundredth of the ordered triples, and each order of those known to disturb each other."""
    dice = random.Random(3)
    triples = dice.sample(list(itertools.product(specs, repeat=3)), 70)
    triples += itertools.permutations(["Strip left", "Replace at start", "Precompiled"])
    for triple in triples:
        spec = {"type": "Sequence", "normalizers": [specs[name] for name in triple]}
        agree_on_telling_texts(spec, 25)


def test_sequences_within_each_other_are_one_row():
    one, other, last = NFD(), Lowercase(), StripAccents()
    inner = NormalizerSequence((other, NormalizerSequence((last,))))
    assert [*each_of(NormalizerSequence((one, inner)))] == [one, other, last]
    assert [*each_of(one)] == [one]
