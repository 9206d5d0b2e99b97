"""Does a kill change what a run finds?

    python -m evaluation.accidents.kills [--moments N] [--seed N]

Runs two small tokenizers of which one lacks an added token and a merge, undisturbed; then again and
again, each time with a `kill -9` of the command, a job process or a worker, at a random moment of
loading, encoding, decoding, shrinking, merging or writing views. Where the command itself died,
`--resume` goes on. Then every file but those of times must be the same bytes. Prints a row a phase
and victim; exit 1 where anything differs.
"""

import contextlib
import copy
import json
import os
import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal, get_args

import psutil
from tokenizers import Tokenizer, models, pre_tokenizers, trainers

from evaluation.accidents.watched_run import PHASES, Phase
from evaluation.arguments import parser_of
from tokparity.corpora.vocabs import catalogue
from tokparity.harness.run import profile

Victim = Literal["main", "job", "worker"]
WORDS = "the quick brown fox jumps over the lazy dog; naïve cafés, 1234 dogs don't jump again"
RUN = ("run", "--vocab", "left", "--vocab", "right", "--cases", "1024", "--seed", "0")
COMPARED = ("*.json*", "*.xml", "*.md", "cells.parquet", "findings.patch", "**/*.json", "report/*")
TIMES = ("timings.json", "timings.html")
ENDED_BEFORE = 2
"""Exit code of `--resume` where the kill came when all was done, and the command about to exit."""
MARKS = {"job": "multiprocessing.spawn", "worker": "oracles.worker.server"}


@dataclass(frozen=True, slots=True)
class Kill:
    """The `occurrence`-th time that a phase is entered, and `delay` seconds later."""

    phase: Phase
    victim: Victim
    occurrence: int
    delay: float


def prepare(folder: Path) -> None:
    """A folder with a catalogue of two small vocabularies that are compared."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    trainer = trainers.BpeTrainer(vocab_size=400, initial_alphabet=alphabet, show_progress=False)
    tokenizer.train_from_iterator([WORDS] * 9, trainer)
    tokenizer.add_special_tokens(["<|end|>"])
    left = json.loads(tokenizer.to_str())
    left["decoder"] = left["pre_tokenizer"]
    right = copy.deepcopy(left)
    right["added_tokens"] = []
    del right["model"]["merges"][3]
    for name, document in (("left", left), ("right", right)):
        path = folder / f"{name}.json"
        path.write_text(json.dumps(document), "utf-8")
        with contextlib.chdir(folder):
            catalogue.add(path, name, "tokenizer.json", catalogue.OWN)
    manifest = folder / catalogue.OWN / "left.toml"
    manifest.write_text(manifest.read_text("utf-8").replace("[]", '["right"]'), "utf-8")
    quick = Path(profile.__file__).parent / "profiles" / "quick.toml"
    (folder / profile.OWN_PROFILES).mkdir(parents=True)
    own = f"chats = false\ntexts = 64\n{quick.read_text('utf-8')}"
    (folder / profile.OWN_PROFILES / "quick.toml").write_text(own, "utf-8")


def started(
    folder: Path,
    out: Path,
    *more: str,
    command: Sequence[str] | None = None,
    more_environment: Mapping[str, str] | None = None,
) -> "subprocess.Popen[bytes]":
    """The command, at work in a process of its own. It says its phases in `<out>.phases`."""
    out.parent.mkdir(exist_ok=True)
    watched = (sys.executable, "-m", "evaluation.accidents.watched_run")
    program = [*watched, *(command or RUN), "--out", str(out)]
    root = Path(__file__).resolve().parents[2]
    path = os.pathsep.join(map(str, (root, root / "src")))
    cache = {"TOKPARITY_CACHE": str(folder / "cache")}
    environment = os.environ | cache | {PHASES: f"{out}.phases", "PYTHONPATH": path}
    environment |= more_environment or {}
    with Path(f"{out}.log").open("ab") as log:
        return subprocess.Popen(
            [*program, *more], cwd=folder, env=environment, stdout=log, stderr=log
        )


def phases(out: Path) -> list[str]:
    """The phases entered so far, in order."""
    path = Path(f"{out}.phases")
    return (
        [line.split()[1] for line in path.read_text("ascii").splitlines()] if path.exists() else []
    )


def kills(seen: Counter[str], moments: int, seed: int) -> Iterator[Kill]:
    """Random moments. Of eighteen, one is of each phase and victim."""
    draw = random.Random(f"kills {seed}")
    every: tuple[Phase, ...] = get_args(Phase)
    victims: tuple[Victim, ...] = get_args(Victim)
    for number in range(moments):
        phase = every[(number + number // len(every)) % len(every)]
        victim = victims[number % len(victims)]
        yield Kill(phase, victim, draw.randrange(seen[phase]) + 1, draw.random() * 0.15)


def strike(running: "subprocess.Popen[bytes]", out: Path, kill: Kill) -> Victim | None:
    """Kill when the moment is there; whom: where there is no such process, the command itself.
    None: it had ended."""
    while phases(out).count(kill.phase) < kill.occurrence:
        if running.poll() is not None:
            return None
        time.sleep(0.005)
    time.sleep(kill.delay)
    victim = kill.victim
    with contextlib.suppress(psutil.NoSuchProcess):
        found = processes(running.pid, victim)
        if not found:
            victim, found = "main", [psutil.Process(running.pid)]
        if running.poll() is None:
            found[kill.occurrence % len(found)].kill()
            return victim
    return None


def processes(pid: int, victim: Victim) -> list[psutil.Process]:
    """The processes of a kind below the command."""
    if victim == "main":
        return [psutil.Process(pid)]
    found = []
    for process in psutil.Process(pid).children(recursive=True):
        with contextlib.suppress(psutil.NoSuchProcess):
            if MARKS[victim] in " ".join(process.cmdline()):
                found.append(process)
    return found


def contents(out: Path) -> dict[str, bytes]:
    """What must be the same after every accident: all but times, and where the run lies."""
    return {
        path.relative_to(out).as_posix(): path.read_bytes().replace(bytes(out), b"RUN")
        for pattern in COMPARED
        for path in out.glob(pattern)
        if path.name not in TIMES
    }


def ended(folder: Path, out: Path, *more: str) -> int:
    """The exit code of the command."""
    return started(folder, out, *more).wait()


def main(arguments: list[str]) -> int:
    """Print what was killed and what came of it."""
    parser = parser_of("evaluation.accidents.kills", __doc__)
    parser.add_argument("--moments", type=int, default=50)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args(arguments)
    counts: Counter[tuple[str, str, str]] = Counter()
    with TemporaryDirectory(prefix="tokparity-kills-") as scratch:
        folder = Path(scratch)
        prepare(folder)
        whole = folder / "whole" / "out"
        code = ended(folder, whole)
        expected = contents(whole)
        seen = Counter(phases(whole))
        print(f"undisturbed: exit {code}, {len(expected)} files, phases {dict(seen)}", flush=True)
        for number, kill in enumerate(kills(seen, options.moments, options.seed)):
            out = folder / str(number) / "out"
            running = started(folder, out)
            victim = strike(running, out, kill)
            last = running.wait()
            resumed = last not in (0, 1)
            if resumed:
                last = ended(folder, out, "--resume")
            same = last == code and contents(out) == expected
            if not same and last == ENDED_BEFORE and contents(out) == expected:
                same = "has ended" in Path(f"{out}.log").read_text("utf-8", "replace")
            end = "same" if same else "OTHER"
            counts[kill.phase, victim or "none: it had ended", end] += 1
            again = "resumed" if resumed else "went on"
            print(f"{number}: {kill} {victim} {again}: {end}", flush=True)
            if not same:
                print(Path(f"{out}.log").read_text("utf-8", "replace")[-2000:], flush=True)
    for (phase, dead, end), count in sorted(counts.items()):
        print(f"{phase:8} {dead:20} {end:6} {count:4}")
    others = sum(count for (*_, end), count in counts.items() if end != "same")
    print(f"{options.moments} kills, {others} changed anything")
    return min(others, 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
