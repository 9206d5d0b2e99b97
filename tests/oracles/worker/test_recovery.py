from array import array

import pytest

from tokparity.oracles.worker.process import Died
from tokparity.oracles.worker.recovery import DEATHS_IN_A_ROW, run_job
from tokparity.reference_impl.batches import Decodings, Encodings, FullEncodings
from tokparity.reference_impl.contract import Bytes, Encoding, FullEncoding, Refusal

CRASH = Refusal("crash", "signal 6")
GONE = Refusal("error", "no such file")


def answers(items):
    """Each item n as the encoding of n tokens n."""
    found = Encodings()
    for n in items:
        found.ids.extend([n] * n)
        found.counts.append(n)
        found.offsets.extend([0, n] * n)
    return found


def one(n):
    return Encoding((n,) * n, ((0, n),) * n)


def run(items, exchange):
    """The results, and the questions asked."""
    asked = []

    def recorded(part):
        asked.append(list(part))
        return exchange(part)

    found = run_job(items, Encodings(), recorded)
    return list(found.observations()), asked


def dying_at(culprits, named=True):
    def exchange(part):
        for index, item in enumerate(part):
            if item in culprits:
                raise Died(CRASH, index if named else None)
        return answers(part)

    return exchange


def test_an_ordinary_batch_is_asked_once():
    assert run([1, 2, 3], answers) == ([one(1), one(2), one(3)], [[1, 2, 3]])


def test_an_empty_batch_is_not_asked():
    assert run([], answers) == ([], [])


@pytest.mark.parametrize("culprit", [1, 3, 5])
def test_a_named_culprit_that_dies_alone_too_is_refused(culprit):
    items = [1, 2, 3, 4, 5]
    found, asked = run(items, dying_at({culprit}))
    assert found == [CRASH if n == culprit else one(n) for n in items]
    before, behind = items[: culprit - 1], items[culprit:]
    assert asked == [part for part in (items, before, [culprit], behind) if part]


def test_an_accident_is_no_refusal():
    accidents = iter([2])

    def exchange(part):
        for index in accidents:
            raise Died(CRASH, index)
        return answers(part)

    found, asked = run([1, 2, 3, 4], exchange)
    assert found == [one(1), one(2), one(3), one(4)]
    assert asked == [[1, 2, 3, 4], [1, 2], [3], [4]]


def test_a_hang_is_not_waited_for_twice():
    slow = Refusal("timeout", "no answer")

    def exchange(part):
        if 2 in part:
            raise Died(slow, part.index(2))
        return answers(part)

    assert run([1, 2, 3], exchange) == ([one(1), slow, one(3)], [[1, 2, 3], [1], [3]])


def test_an_unnamed_culprit_is_looked_for_one_by_one():
    found, asked = run([1, 2, 3], dying_at({2}, named=False))
    assert found == [one(1), CRASH, one(3)]
    assert asked == [[1, 2, 3], [1], [2], [3]]


def test_an_index_outside_the_batch_names_nobody():
    def exchange(part):
        if len(part) > 1:
            raise Died(CRASH, 77)
        return answers(part)

    assert run([1, 2], exchange)[0] == [one(1), one(2)]


def test_it_gives_up_when_nothing_but_deaths_comes():
    found, asked = run(list(range(1, 101)), dying_at(set(range(1, 101))))
    assert found[: DEATHS_IN_A_ROW - 1] == [CRASH] * (DEATHS_IN_A_ROW - 1)
    detail = f"not tried: the worker died {DEATHS_IN_A_ROW} times in a row, last: signal 6"
    assert found[DEATHS_IN_A_ROW - 1 :] == [Refusal("unsupported", detail)] * (
        101 - DEATHS_IN_A_ROW
    )
    assert len(asked) == 2 * DEATHS_IN_A_ROW


def test_it_does_not_give_up_while_there_are_answers():
    culprits = set(range(2, 101, 2))
    found, _ = run(list(range(1, 101)), dying_at(culprits))
    assert found == [CRASH if n in culprits else one(n) for n in range(1, 101)]


def test_a_refused_exchange_refuses_all_its_cases():
    calls = iter([Died(CRASH, 1), GONE, Died(CRASH, 0), answers([3])])

    def exchange(part):
        answer = next(calls)
        if isinstance(answer, Died):
            raise answer
        return answer

    assert run([1, 2, 3], exchange)[0] == [GONE, CRASH, one(3)]


def test_refusals_of_parts_keep_their_cases():
    def exchange(part):
        if "x" in part:
            raise Died(CRASH, part.index("x"))
        found = Decodings("bytes", bytearray(b"b"), array("i", [0, 1]))
        found.refusals[0] = GONE
        return found

    found = run_job(["a", "b", "x", "a", "b"], Decodings("bytes"), exchange)
    assert list(found.observations()) == [GONE, Bytes(b"b"), CRASH, GONE, Bytes(b"b")]


def test_full_encodings_of_parts_are_put_together():
    full = FullEncoding((1,), ((0, 1),), ("a",), (0,), (None,), (0,), (1,))

    def exchange(part):
        if "x" in part:
            raise Died(CRASH, part.index("x"))
        found = FullEncodings()
        for item in part:
            found.add(full) if item == "a" else found.refuse(GONE)
        return found

    found = run_job(["a", "b", "x", "b", "a"], FullEncodings(), exchange)
    assert list(found.observations()) == [full, GONE, CRASH, GONE, full]
