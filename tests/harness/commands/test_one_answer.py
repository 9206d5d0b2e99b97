"""One case is asked of an implementation under test; what it refuses is an answer too."""

from fake_subject import BYTES
from harness_fixtures import file, save, slot
from subject_fixtures import fake, spec_of

from tokparity.harness.commands.one_answer import answered
from tokparity.reference_impl.contract import EncodeCase, EncodeOptions, Encoding, Refusal

__all__ = ["fake", "file", "save", "slot"]

CASE = EncodeCase("abc", EncodeOptions(add_special=False, parse_special=False))


def test_it_answers_itself(slot, save, fake):
    artefact = save(BYTES, "bytes")
    assert answered(slot, spec_of(fake("DropsLast")), artefact, CASE) == Encoding((97, 98))


def test_a_file_that_it_refuses_is_an_answer(slot, save, fake):
    found = answered(slot, spec_of(fake("LoadsNothing")), save(BYTES, "bytes"), CASE)
    assert found == Refusal("error", "no such model")
