import pytest
from sentencepiece import sentencepiece_model_pb2 as schema

from tokparity.harness.reduction.documents.document import numbered, read_document
from tokparity.harness.reduction.documents.sentencepiece_model import (
    BYTE,
    UNKNOWN,
    SentencepieceModel,
)


@pytest.fixture
def document(file, model):
    return read_document(file("sentencepiece", "m.model", model.read_bytes()))


@pytest.fixture
def with_bytes(model_with_bytes):
    return read_document(model_with_bytes)


def proto_of(document):
    return schema.ModelProto.FromString(document.write(numbered([document])).content)


def test_pieces_close_up(document):
    made = proto_of(document.keep({0, 5, 9}))
    assert [(one.piece, one.type) for one in made.pieces] == [
        (document.pieces[at][0], document.pieces[at][2]) for at in (0, 5, 9)
    ]
    assert document.needed == {0}, "the unknown piece"
    assert made.normalizer_spec.precompiled_charsmap
    filled = schema.ModelProto.FromString(document.keep({0, 5}).write({0: 0, 5: 2}).content)
    assert [one.piece for one in filled.pieces][1] == "[PAD1]"


def test_bytes_are_needed_until_byte_fallback_goes(with_bytes):
    assert len(with_bytes.needed) == 256
    small = next(with_bytes.plainer(()))
    assert small.needed == {0}
    kinds = {kind for _, _, kind in small.pieces.values()}
    assert BYTE not in kinds
    no_unknown = next(with_bytes.keep(with_bytes.ids - {0}).plainer(()))
    assert [kind for _, _, kind in no_unknown.pieces.values()].count(UNKNOWN) == 1


def test_every_step_is_a_file_that_loads_and_none_is_the_document(document, written, answers):
    from tokparity.reference_impl.contract import EncodeCase, EncodeOptions, Encoding

    steps = list(document.plainer({"ﬁ"}))
    assert all(isinstance(step, SentencepieceModel) and step != document for step in steps)
    case = EncodeCase("hold", EncodeOptions(add_special=False, parse_special=False))
    answered = [answers(written(step), [case])[0] for step in steps]
    assert all(isinstance(one, Encoding) for one in answered)
    assert len(steps) >= 6


def test_steps_end(document):
    steps = 0
    while (step := next(document.plainer(()), None)) is not None:
        document, steps = step, steps + 1
        assert steps < 60
    assert proto_of(document).normalizer_spec.add_dummy_prefix is False
