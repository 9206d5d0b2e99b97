from tokparity.reference_impl.decoders.byte_fallback import ByteFallback
from tokparity.reference_impl.streaming.flows.byte_runs import ByteRuns


def test_a_run_waits_for_its_end(streamed):
    runs = ["<0xC3>", "<0xA9>", "a", "<0xC3>", "<0xA9>", "<0xFF>"]
    given = streamed(ByteRuns(ByteFallback()), runs)
    assert given == [[], [], ["é", "a"], [], [], [], ["\ufffd"] * 3]
