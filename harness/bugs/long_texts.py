"""`rows_of_long`: what a long smallest case is told apart by, its beginnings.

Of a text that both sides answer the longest beginning about which they agree, and the next: so far
a limit goes. Of one that a side hangs on, or dies of, beginnings each twice as long as the one
before, up to the first that is too long too; then the whole of it in short words, which tells the
length of a word from that of a text.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace

from tokparity.harness.compare.verdict import ALWAYS_A_FINDING
from tokparity.reference_impl.contract import EncodeCase, Encoding, Observation, Refusal
from tokparity.reports.records.finding import Beside

PARTS = (16, 8, 4, 2)
WORD = 10
"""Characters of a short word."""
Ask = Callable[[EncodeCase], Beside]


def rows_of_long(case: EncodeCase, ask: Ask, *, gives_up: bool) -> Iterator[Beside]:
    """`ask` gives what both sides answer; `gives_up` says that one hangs on the case, or dies of
    it: each such question costs a process.

    >>> def ask(case):
    ...     return Beside(case, Encoding((1,)), Encoding((1,) if len(case.text) < 100 else (2,)))
    >>> [len(row.case.text) for row in rows_of_long(EncodeCase("a" * 400), ask, gives_up=False)]
    [99, 100]
    """
    if gives_up:
        yield from _ever_longer(case, ask)
        if not any(map(str.isspace, case.text)):
            yield ask(replace(case, text=in_short_words(case.text)))
    else:
        yield from _where_they_part(case, ask)


def in_short_words(text: str) -> str:
    """A text with a space behind every tenth character.

    >>> in_short_words("a" * 12)
    'aaaaaaaaaa aa'
    """
    return " ".join(text[at : at + WORD] for at in range(0, len(text), WORD))


def _ever_longer(case: EncodeCase, ask: Ask) -> Iterator[Beside]:
    for part in PARTS:
        row = ask(replace(case, text=case.text[: len(case.text) // part]))
        yield row
        if _gives_up(row.left) or _gives_up(row.right):
            return


def _where_they_part(case: EncodeCase, ask: Ask) -> Iterator[Beside]:
    """By halving: of a length about which they agree and one about which they do not."""
    rows: dict[int, Beside] = {}
    agreed, parted = 0, len(case.text)
    while parted - agreed > 1:
        middle = (agreed + parted) // 2
        row = rows[middle] = ask(replace(case, text=case.text[:middle]))
        if _ids(row.left) == _ids(row.right):
            agreed = middle
        else:
            parted = middle
    yield from (rows[at] for at in (agreed, parted) if at in rows)


def _gives_up(answer: Observation) -> bool:
    return isinstance(answer, Refusal) and answer.kind in ALWAYS_A_FINDING


def _ids(answer: Observation) -> object:
    return answer.ids if isinstance(answer, Encoding) else answer
