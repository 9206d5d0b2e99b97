"""The batch calls answer as the single calls do."""

from tokparity.oracles.worker.client import OracleWorker
from tokparity.reference_impl.contract import Bytes, DecodeOptions, Refusal


def test_a_batch_is_answered_as_its_texts_are(answered_alike):
    assert answered_alike("tiktoken") >= 10


def test_one_that_is_refused_refuses_no_other(made):
    with OracleWorker("openai_tiktoken_batch") as worker:
        handle = worker.load(made("tiktoken"))
        found = list(worker.decode(handle, [[97], [9999], [98]], DecodeOptions()).observations())
    assert found[::2] == [Bytes(b"a"), Bytes(b"b")]
    assert isinstance(found[1], Refusal)
