import os
import signal
import time

import pytest

from tokparity.reference_impl.contract import (
    DecodeOptions,
    EncodeOptions,
    Encoding,
    FullCase,
    FullEncoding,
    Refusal,
    Text,
)

PLAIN, DECODE = EncodeOptions(), DecodeOptions()


def echo(text):
    return Encoding(tuple(map(ord, text)), tuple((i, i + 1) for i in range(len(text))))


def batch_with(culprit, at, size=256):
    texts = [f"text {n}" for n in range(size)]
    texts[at] = culprit
    return texts


def expected(texts, at, refusal):
    return [refusal if n == at else echo(text) for n, text in enumerate(texts)]


def test_results_come_in_order_and_exactly(worker_of, artefact):
    worker = worker_of("Echo")
    handle = worker.load(artefact())
    texts = ["hello", "", "né \U0001f600", "\x00", "a" * 1_000_000]
    assert list(worker.encode(handle, texts, PLAIN).observations()) == list(map(echo, texts))
    sequences = [[104, 105], [], [0x1F600]]
    decoded = worker.decode(handle, sequences, DECODE)
    assert list(decoded.observations()) == [Text("hi"), Text(""), Text("\U0001f600")]
    assert (worker.restarts, worker.reloads, worker.version) == (0, 0, "1.2.3")


def test_lone_surrogates_arrive_as_they_are(worker_of, artefact):
    worker = worker_of("Echo")
    handle = worker.load(artefact())
    texts = ["\ud83d", "\ude00", "a\udfffb"]  # the first two must not become one character
    assert list(worker.encode(handle, texts, PLAIN).observations()) == list(map(echo, texts))


def test_an_empty_batch_asks_nothing(worker_of, artefact):
    worker = worker_of("Echo")
    handle = worker.load(artefact())
    assert len(worker.encode(handle, [], PLAIN)) == 0
    assert len(worker.decode(handle, [], DECODE)) == 0
    assert worker.probe(handle, "model", []) == []


def test_a_wrong_tokenizer_is_not_repaired(worker_of, artefact):
    worker = worker_of("DropsLast")
    found = worker.encode(worker.load(artefact()), ["abc"], PLAIN)
    assert list(found.observations()) == [Encoding((97, 98), ((0, 1), (1, 2)))]


@pytest.mark.parametrize("at", [0, 100, 255])
@pytest.mark.parametrize(
    ("adapter", "culprit", "refusal"),
    [
        ("Raises", "raise", Refusal("error", "ValueError: no such thing")),
        (
            "Panics",
            "panic",
            Refusal(
                "regex-limit",
                "BaseException: Onig: Regex search error: retry-limit-in-match over",
            ),
        ),
        ("EatsMemory", "memory", Refusal("memory", "MemoryError: ")),
    ],
)
def test_an_exception_costs_no_restart(worker_of, artefact, adapter, culprit, refusal, at):
    worker = worker_of(adapter)
    texts = batch_with(culprit, at)
    found = worker.encode(worker.load(artefact()), texts, PLAIN)
    assert list(found.observations()) == expected(texts, at, refusal)
    assert (worker.restarts, worker.reloads) == (0, 0)


@pytest.mark.parametrize("at", [0, 100, 255])
@pytest.mark.parametrize(
    ("adapter", "culprit", "refusal"),
    [
        (
            "Crashes",
            "crash",
            Refusal("crash", "signal 6 (SIGABRT); last line: double free at 0x…"),
        ),
        ("Exits", "exit", Refusal("crash", "exit code 7")),
        ("Hangs", "hang", Refusal("timeout", "no answer within 0.60002 s")),
        (
            "AbortsForMemory",
            "memory",
            Refusal("memory", "memory allocation of 1099511627776 bytes failed"),
        ),
    ],
)
def test_a_death_names_its_case_and_a_crash_is_asked_for_twice(
    worker_of, artefact, adapter, culprit, refusal, at
):
    worker = worker_of(adapter, timeout=0.6)
    other, handle = worker.load(artefact("other")), worker.load(artefact())
    texts = batch_with(culprit, at)
    found = worker.encode(handle, texts, PLAIN)
    assert list(found.observations()) == expected(texts, at, refusal)
    deaths = 2 if refusal.kind == "crash" else 1
    reloads = 1 if at == 255 else deaths  # nothing is left to ask of the last process
    assert (worker.restarts, worker.reloads) == (reloads, reloads)
    assert list(worker.encode(other, ["x"], PLAIN).observations()) == [echo("x")]
    assert (worker.restarts, worker.reloads) == (deaths, reloads + 1)


def test_a_death_while_decoding_names_its_case(worker_of, artefact):
    worker = worker_of("Crashes")
    sequences = [[97], list(map(ord, "crash")), [98], []]
    found = list(worker.decode(worker.load(artefact()), sequences, DECODE).observations())
    assert [found[0], found[2], found[3]] == [Text("a"), Text("b"), Text("")]
    assert found[1].kind == "crash"
    assert (worker.restarts, worker.reloads) == (2, 2)


def test_two_culprits_in_a_batch_cost_two_restarts_each(worker_of, artefact):
    worker = worker_of("Crashes")
    texts = ["a", "crash 1", "b", "c", "crash 2", "d"]
    found = list(worker.encode(worker.load(artefact()), texts, PLAIN).observations())
    kinds = [result.kind if isinstance(result, Refusal) else result for result in found]
    assert kinds == [echo("a"), "crash", echo("b"), echo("c"), "crash", echo("d")]
    assert (worker.restarts, worker.reloads) == (4, 4)


@pytest.mark.parametrize("delay", [0.05, 0.3, 0.6])
def test_a_kill_from_outside_changes_no_answer(worker_of, artefact, delay):
    worker = worker_of("IsSlow")
    handle = worker.load(artefact())
    texts = [*(f"text {n}" for n in range(50)), "slow", "slow 2", "b"]
    pending = worker.submit_encode(handle, texts, PLAIN)
    time.sleep(delay)  # it sleeps half a second over each slow text
    os.kill(worker.pid, signal.SIGKILL)
    assert list(pending.result().observations()) == list(map(echo, texts))
    assert worker.restarts == 1


def test_a_worker_that_only_dies_is_given_up(worker_of, artefact):
    worker = worker_of("Crashes")
    found = list(worker.encode(worker.load(artefact()), ["crash"] * 50, PLAIN).observations())
    assert [result.kind for result in found] == ["crash"] * 7 + ["unsupported"] * 43
    assert "not tried: the worker died 8 times in a row" in found[-1].detail
    assert worker.restarts == 15


def test_slow_cases_are_not_hanging_ones(worker_of, artefact):
    worker = worker_of("IsSlow", timeout=1.2)
    texts = [f"slow {n}" for n in range(4)]  # 2 s together
    found = worker.encode(worker.load(artefact()), texts, PLAIN)
    assert list(found.observations()) == list(map(echo, texts))
    assert worker.restarts == 0


@pytest.mark.parametrize(
    ("adapter", "culprit", "detail"),
    [
        ("SendsGarbage", "garbage", "garbage from the worker: a frame began with b'HTTP/1.1 200'"),
        ("AnswersTwice", "twice", "garbage from the worker: an answer to another request"),
        ("Lies", "lie", "garbage from the worker: a negative id or offset"),
        ("ForgetsOffsets", "forget", "garbage from the worker: 10 offsets for 6 ids"),
    ],
)
def test_garbage_is_pinned_on_its_case(worker_of, artefact, adapter, culprit, detail):
    worker = worker_of(adapter)
    texts = batch_with(culprit, 20, size=40)
    found = worker.encode(worker.load(artefact()), texts, PLAIN)
    assert list(found.observations()) == expected(texts, 20, Refusal("error", detail))
    assert worker.restarts == 2  # once for the batch, once for the case alone


def test_a_library_may_print_what_it_likes(worker_of, artefact):
    worker = worker_of("PrintsGarbage")
    texts = [f"text {n}" for n in range(100)]
    handle = worker.load(artefact())
    for _ in range(3):
        assert list(worker.encode(handle, texts, PLAIN).observations()) == list(map(echo, texts))
    assert worker.restarts == 0


def test_unsupported_options_never_reach_the_worker(worker_of, artefact):
    worker = worker_of("ExpressesLittle")
    handle = worker.load(artefact())
    cpu = worker.cpu_seconds()
    found = list(worker.encode(handle, ["a", "b"], EncodeOptions(True, True)).observations())
    assert [result.kind for result in found] == ["unsupported"] * 2
    assert worker.cpu_seconds() == cpu
    found = worker.encode(handle, ["a"], EncodeOptions(True, False))
    assert list(found.observations()) == [echo("a")]
    assert worker.supports("tokenizer.json", EncodeOptions(False, False))
    assert not worker.supports("tokenizer.json", EncodeOptions(False, True))


def test_a_probe_that_kills_is_a_refusal(worker_of, artefact):
    worker = worker_of("Crashes")
    handle = worker.load(artefact())
    assert worker.probe(handle, "model", ["a", "b"]) == [["model", "a"], ["model", "b"]]
    refusal = worker.probe(handle, "model", ["a", "crash"])
    assert isinstance(refusal, Refusal)
    assert refusal.kind == "crash"
    assert worker.probe(handle, "model", ["a"]) == [["model", "a"]]


def test_the_worker_works_while_its_caller_does(worker_of, artefact):
    worker = worker_of("IsSlow")
    handle = worker.load(artefact())
    started = time.monotonic()
    pending = worker.submit_encode(handle, ["slow", "x"], PLAIN)
    assert time.monotonic() - started < 0.4
    time.sleep(1.0)
    waited = time.monotonic()
    assert list(pending.result().observations()) == [echo("slow"), echo("x")]
    assert time.monotonic() - waited < 0.4
    assert pending.result() is pending.result()


def test_batches_under_way_keep_their_own_results(worker_of, artefact):
    worker = worker_of("Crashes")
    handle = worker.load(artefact())
    first = worker.submit_encode(handle, ["a", "crash"], PLAIN)
    second = worker.submit_encode(handle, ["b"], PLAIN)
    third = worker.submit_decode(handle, [[99]], DECODE)
    assert list(third.result().observations()) == [Text("c")]
    assert list(second.result().observations()) == [echo("b")]
    a, crash = first.result().observations()
    assert a == echo("a")
    assert isinstance(crash, Refusal)
    assert worker.restarts == 2


def in_full(text, pair, options=PLAIN):
    whole, ones = echo(text), (1,) * len(text)
    masks = ones if options.add_special else (0,) * len(text), ones
    below = () if pair is None else (in_full(pair, None, options),)
    words = (None,) * len(text)
    return FullEncoding(whole.ids, whole.offsets, tuple(text), masks[0], words, *masks, below)


@pytest.mark.parametrize("options", [PLAIN, EncodeOptions(False, True)])
def test_everything_of_texts_and_pairs_around_an_error_and_a_crash(worker_of, artefact, options):
    worker = worker_of("ReportsAll")
    handle = worker.load(artefact())
    given = [
        ("a", None),
        ("\ud83d\ude00", "né"),
        ("bad", None),
        ("", "crash"),
        ("", ""),
        ("b", None),
    ]
    cases = [FullCase(text, pair, options) for text, pair in given]
    found = list(worker.submit_full(handle, cases, options).result().observations())
    assert found[2] == Refusal("error", "ValueError: bad text")
    assert isinstance(found[3], Refusal)
    assert found[3].kind == "crash"
    for at in (0, 1, 4, 5):
        assert found[at] == in_full(*given[at], options)
    assert worker.restarts == 2


def test_a_library_that_does_not_report_so_much_refuses(worker_of, artefact):
    worker = worker_of("Echo")
    (found,) = (
        worker.submit_full(worker.load(artefact()), [FullCase("a")], PLAIN)
        .result()
        .refusals.values()
    )
    assert (found.kind, found.detail) == (
        "unsupported",
        "NotImplementedError: the library does not report so much",
    )
