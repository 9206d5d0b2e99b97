from reference_impl.normalizers.nfc import NFC
from reference_impl.normalizers.nfd import NFD
from reference_impl.normalizers.sequence import Sequence
from reference_impl.text import Aligned


def test_each_normalizes_what_the_one_before_made():
    assert Sequence((NFC(), NFD())).normalize(Aligned.of("é")).text == "e\u0301"
    assert Sequence((NFD(), NFC())).normalize(Aligned.of("é")).text == "é"


def test_an_empty_sequence_changes_nothing():
    text = Aligned.of("e\u0301")
    assert Sequence(()).normalize(text) is text
