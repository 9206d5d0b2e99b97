"""What a document calls needed, the native library refuses to do without."""

import pytest

from harness.documents.document import read_document
from harness.slot import CannotLoad
from reference_impl.contract import EncodeCase, EncodeOptions, Encoding

CASE = EncodeCase("a", EncodeOptions(add_special=False, parse_special=False))


@pytest.fixture
def with_bytes(file):
    from sentencepiece import sentencepiece_model_pb2 as schema

    proto = schema.ModelProto()
    proto.trainer_spec.byte_fallback = True
    rows = [("<unk>", 0.0, 2), ("a", -1.5, 1)]
    rows += [(f"<0x{byte:02X}>", 0.0, 6) for byte in range(256)]
    for piece, score, kind in rows:
        proto.pieces.add(piece=piece, score=score, type=kind)
    return file("sentencepiece", "b.model", proto.SerializeToString())


@pytest.mark.parametrize("name", ["tekken", "with_bytes"])
def test_no_library_loads_a_file_without_one_of_the_bytes(name, request, written, answers):
    document = read_document(request.getfixturevalue(name))
    assert isinstance(answers(written(document), [CASE])[0], Encoding)
    for gone in (min(document.needed), sorted(document.needed)[97], max(document.needed)):
        with pytest.raises(CannotLoad):
            answers(written(document.keep(document.ids - {gone})), [CASE])
