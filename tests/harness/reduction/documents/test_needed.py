"""What a document calls needed, the native library refuses to do without."""

import pytest

from tokparity.harness.reduction.documents.document import read_document
from tokparity.harness.shards.slot import CannotLoad
from tokparity.reference_impl.contract import EncodeCase, EncodeOptions, Encoding

CASE = EncodeCase("a", EncodeOptions(add_special=False, parse_special=False))


@pytest.mark.parametrize("name", ["tekken", "model_with_bytes"])
def test_no_library_loads_a_file_without_one_of_the_bytes(name, request, written, answers):
    document = read_document(request.getfixturevalue(name))
    assert isinstance(answers(written(document), [CASE])[0], Encoding)
    for gone in (min(document.needed), sorted(document.needed)[97], max(document.needed)):
        with pytest.raises(CannotLoad):
            answers(written(document.keep(document.ids - {gone})), [CASE])
