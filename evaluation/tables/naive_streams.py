"""One table: after how many replies is each naive way of decoding one by one found?

    python -m evaluation.tables.naive_streams [--replies N] [--seed N] [NAME|PATH]…

A row a way, a column an artefact; in each `bytes/last/run`, counted from 1. `bytes`: the first
reply that breaks the law of `ByteBuffer`; `last`: that of `WindowDiff`, which is asked of whole
characters alone; `run`: the first in which `tokparity run` sees another push than the library's
`DecodeStream`. Only replies count on which `WindowDiff` is right, of `run` those on which it pushes
as the library does: what is found is the fault, and nothing that no window can do. "-": never; ".":
not asked, since the decoder takes text back, or the library streams nothing. The last rows are no
defects: the way that each law is of, and the reference's own `DecodeStream`. Then the smallest
reply of each.

Exit code 1 where a naive way is found nowhere, or what is no defect is.
"""

import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, get_args

from evaluation.arguments import parser_of
from tokparity.corpora.generators.stream_ids import Streams, stream_ids
from tokparity.harness.artefacts.names import resolve
from tokparity.harness.compare.cells import fidelity_cell
from tokparity.harness.compare.sides import observe
from tokparity.harness.properties.property import Subject
from tokparity.harness.properties.replies import ReplyTrial
from tokparity.harness.properties.streaming import case_words
from tokparity.harness.shards.slot import Slot
from tokparity.harness.shrinking.case import case_order, shrink_case
from tokparity.harness.shrinking.sequence import CandidateBudget
from tokparity.reference_impl.contract import Artefact, Case, Observation, StreamCase, Streamed
from tokparity.reference_impl.streaming.naive import NAIVE
from tokparity.reference_impl.streaming.prefix_stability import is_prefix_stable

MODELS = ("qwen3", "llama2", "minilm", "gemma3", "aranizer-sp-32k", "llama2-gguf", "cl100k-ranks",
          "mistral-v1-model", "mistral-tekken")  # fmt: skip
BLOCK = 64
CANDIDATES = 500
"""Replies that are tried to make one smaller."""

Question = Literal["bytes", "last", "run"]
QUESTIONS: tuple[Question, ...] = get_args(Question)
SOUND: dict[str, Question] = {"byte_buffer": "bytes", "window_diff": "last", "decode_stream": "run"}
"""What is no defect: the way that each law is of, and the one that is the library's."""


@dataclass(slots=True)
class WayRow:
    """What became of one way on one artefact: after how many replies it was wrong, 0 never."""

    way: str
    first_wrong: dict[Question, int]
    wrong: list[ReplyTrial] = field(default_factory=list)

    def field_text(self) -> str:
        """The field of the table.

        >>> WayRow("a", {"bytes": 3, "last": 0}).field_text()
        '3/-/.'
        """
        numbers = (self.first_wrong.get(question) for question in QUESTIONS)
        return "/".join("." if number is None else str(number or "-") for number in numbers)


def finds(question: Question, way: str, trial: ReplyTrial, library: Observation | None) -> bool:
    """Whether a way is wrong on a reply, by the answer to one question; and the window is not."""
    if question == "run":
        expected = library.parts if isinstance(library, Streamed) else None
        if expected is None or (way in NAIVE and trial.by("window_diff").parts != expected):
            return False
        return trial.by(way).parts != expected
    if trial.text is None or (question == "last" and not trial.of_whole_characters):
        return False
    if way in NAIVE and not trial.by("window_diff").gives(trial.text):
        return False
    return not trial.by(way).gives(trial.text)


def rows(slot: Slot, artefact: Artefact, replies: int, seed: int) -> list[WayRow]:
    """Every way on one artefact, over replies as `run` makes them."""
    cell = fidelity_cell(artefact, artefact.name)
    tokenizer = slot.tokenizer(artefact)
    streams = Streams.of(tokenizer, slot.material(artefact))
    questions: list[Question] = ["bytes"]
    questions += ["last"] if is_prefix_stable(tokenizer) else []
    questions += ["run"] if cell.streams else []
    ways = [WayRow(way, dict.fromkeys(questions, 0)) for way in NAIVE]
    ways += [
        WayRow(way, {question: 0 for question in questions if question == only})
        for way, only in SOUND.items()
    ]
    for at in range(0, replies, BLOCK):
        generated = stream_ids(seed, artefact.sha256, cell.pair, at // BLOCK, BLOCK, streams)
        prompted = tuple(reply for _, reply in generated[: replies - at])
        block = Subject(tokenizer, (), None, prompted).reply_trials
        library: Sequence[Observation | None] = [None] * len(block)
        if cell.streams:
            library = observe(slot.side(cell.right), [trial.case for trial in block])
        for row in ways:
            for question in [
                question for question, number in row.first_wrong.items() if not number
            ]:
                for number, trial in enumerate(block):
                    if finds(question, row.way, trial, library[number]):
                        row.first_wrong[question] = at + number + 1
                        row.wrong.append(trial)
                        break
    return ways


def smallest(row: WayRow) -> str:
    """The smallest reply that breaks the invariant of bytes, and what the way makes of it."""
    wrong = [trial for trial in row.wrong if finds("bytes", row.way, trial, None)]
    if not wrong:
        return "the text is right, the pushes are not the library's"
    tokenizer = wrong[0].tokenizer

    def fails(cases: Sequence[Case]) -> list[bool]:
        trials = (ReplyTrial(tokenizer, case) for case in cases if isinstance(case, StreamCase))
        return [finds("bytes", row.way, trial, None) for trial in trials]

    first = min((trial.case for trial in wrong), key=case_order)
    case = shrink_case(first, fails, CandidateBudget(CANDIDATES), 1)
    assert isinstance(case, StreamCase)
    trial = ReplyTrial(tokenizer, case)
    return f"{case_words(case)}: gives {trial.by(row.way).text!r:.60}, not {trial.text!r:.60}"


def main(arguments: list[str] | None = None) -> int:
    """Print the table; the exit code."""
    parser = parser_of("evaluation.tables.naive_streams", __doc__)
    parser.add_argument("names", nargs="*", default=MODELS, metavar="NAME|PATH")
    parser.add_argument("--replies", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args(arguments)
    table: dict[str, dict[str, str]] = {way: {} for way in (*NAIVE, *SOUND)}
    examples: list[str] = []
    ever: set[str] = set()
    for name in options.names:
        artefact = resolve(name)
        with Slot() as slot:
            for row in rows(slot, artefact, options.replies, options.seed):
                table[row.way][artefact.name] = row.field_text()
                ever |= {row.way} if any(row.first_wrong.values()) else set()
                if row.way in NAIVE and row.wrong:
                    examples.append(f"{row.way} on {artefact.name}: {smallest(row)}")
    names = [resolve(name).name for name in options.names]
    widths = [max(len(name), 12) for name in names]
    print(
        " ".join(
            [f"{'way':22}", *(f"{name:>{at}}" for name, at in zip(names, widths, strict=True))]
        )
    )
    for way, texts in table.items():
        cells = (f"{texts[name]:>{at}}" for name, at in zip(names, widths, strict=True))
        print(" ".join([f"{way:22}", *cells]))
    print("\n".join(sorted(examples)))
    return int(ever != set(NAIVE))


if __name__ == "__main__":
    sys.exit(main())
