import numpy as np
import pytest

from tokparity.reference_impl.batch.token_rows import TokenRows, bounds_of


def rows_of(*texts):
    """Each a list of ids, whose ranges are places."""
    ids = [i for text in texts for i in text]
    offsets = [at for text in texts for place in range(len(text)) for at in (place, place + 1)]
    bounds = bounds_of(np.array([len(text) for text in texts], np.int64)).tolist()
    return TokenRows(np.array(ids, np.int32), np.array(offsets, np.int32), bounds)


@pytest.mark.parametrize(("before", "behind"), [([7], [8, 9]), ([], [8]), ([7, 7], []), ([], [])])
@pytest.mark.parametrize("texts", [[], [[]], [[1, 2], [], [3]]])
def test_ids_around_each_text_have_no_range(texts, before, behind):
    found = rows_of(*texts).framed(before, behind)
    framed = [[*before, *text, *behind] for text in texts]
    assert found.ids.tolist() == [i for text in framed for i in text]
    assert found.bounds == bounds_of(np.array([len(text) for text in framed])).tolist()
    spans = [[0, 0] if i in (7, 8, 9) else None for text in framed for i in text]
    made = found.offsets.reshape(-1, 2).tolist()
    assert [span for span, around in zip(made, spans, strict=True) if around] == [
        around for around in spans if around
    ]
    inner = [[place, place + 1] for text in texts for place in range(len(text))]
    assert [span for span, around in zip(made, spans, strict=True) if not around] == inner
