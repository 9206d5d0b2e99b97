"""Does anything but the files change what is found?

    python -m evaluation.accidents.wrongly_red [WAY]…

Compares two small tokenizers by `run` and by `check`, once as it is and once each way in which
nothing is to change: another path to the same file, another order, locale, time zone or seed of
hashes, sixteen busy processes, more jobs, killed processes, a run that is resumed. Prints a row a
way; exit 1 where a file has other bytes, the names of files that were spelled otherwise aside.
"""

import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

from evaluation.accidents.kills import Kill, contents, prepare, started, strike
from evaluation.arguments import parser_of

RUN = ("run", "--vocab", "left", "--vocab", "right", "--cases", "1024", "--seed", "0")
CHECK = ("check", "left.json", "--against", "right.json", "--cases", "1024", "--seed", "0")
BUSY = 16
FINDINGS = ("findings.jsonl", "refusals.jsonl")
"""What is compared where files are spelled otherwise: the rest is named after them."""
BEHIND = 0.05
"""Seconds into a phase."""


@dataclass(frozen=True, slots=True)
class Way:
    """How a comparison is run: `{folder}` in an argument is where the files are.

    `spelled`: what stands in the findings for the name of each file.
    """

    arguments: tuple[str, ...] = RUN
    environment: Mapping[str, str] = field(default_factory=dict)
    spelled: Mapping[str, str] = field(default_factory=dict)
    kill: Kill | None = None
    busy: int = 0
    elsewhere: bool = False


def checked(left: str, right: str) -> Way:
    """A check of both files, by other paths."""
    arguments = ("check", left, "--against", right, *CHECK[4:])
    return Way(arguments, spelled={left: "left.json", right: "right.json"})


def killed(victim: Literal["main", "job", "worker"], occurrence: int) -> Way:
    """A run of which one process is killed while it encodes."""
    return Way((*RUN, "--jobs", "2"), kill=Kill("encode", victim, occurrence, BEHIND))


WAYS: dict[str, Way] = {
    "again": Way(),
    "the other order": Way(("run", "--vocab", "right", "--vocab", "left", *RUN[5:])),
    "one job": Way((*RUN, "--jobs", "1")),
    "two jobs": Way((*RUN, "--jobs", "2")),
    "no language": Way(environment={"LC_ALL": "C", "LANG": "C", "PYTHONUTF8": "0"}),
    "another language": Way(environment={"LC_ALL": "tr_TR.UTF-8", "LANGUAGE": "tr"}),
    "another time zone": Way(environment={"TZ": "Pacific/Kiritimati"}),
    "other hashes": Way(environment={"PYTHONHASHSEED": "77"}),
    "a narrow terminal": Way(environment={"COLUMNS": "20", "TERM": "dumb", "NO_COLOR": "1"}),
    "sixteen busy processes": Way(busy=BUSY),
    "a killed worker": killed("worker", 3),
    "a killed job": killed("job", 3),
    "killed and resumed": killed("main", 3),
    "another folder": Way(CHECK, elsewhere=True),
    "whole paths": checked("{folder}/left.json", "{folder}/right.json"),
    "a way about": checked("./links/../left.json", "{folder}/links/../right.json"),
    "a link": checked("links/left.json", "links/right.json"),
    "a busy check": Way(CHECK, busy=BUSY),
}
"""Those of RUN and of CHECK are each compared with the plain one."""


@contextmanager
def busy(count: int) -> Iterator[None]:
    """So many processes that compute, and nothing else."""
    idle = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(count)]
    try:
        yield
    finally:
        for process in idle:
            process.kill()
            process.wait()


def found(folder: Path, out: Path, way: Way) -> tuple[int, dict[str, bytes]]:
    """The exit code, and the files that the comparison wrote, without what only says how it was
    asked."""
    if way.elsewhere:
        other = folder.parent / f"{folder.name}-elsewhere"
        shutil.copytree(folder, other, ignore=shutil.ignore_patterns("out"))
        folder, out = other, other / out.relative_to(folder)
    arguments = [word.format(folder=folder) for word in way.arguments]
    with busy(way.busy):
        running = started(folder, out, command=arguments, more_environment=way.environment)
        if way.kill is not None and strike(running, out, way.kill) is None:
            running.wait()
            return -1, {}
        code = running.wait()
        if code not in (0, 1):
            code = started(folder, out, "--resume", command=arguments).wait()
    files = contents(out)
    for shows_options in ("run.json", "report/index.html"):
        files.pop(shows_options, None)
    for path, name in way.spelled.items():
        spelled = path.format(folder=folder)
        files = {
            file: content.replace(spelled.encode(), name.encode())
            for file, content in files.items()
            if file in FINDINGS
        }
    return code, files


def main(arguments: list[str]) -> int:
    """Print what each way came to."""
    parser = parser_of("evaluation.accidents.wrongly_red", __doc__)
    parser.add_argument("ways", nargs="*", metavar="WAY", help=", ".join(WAYS))
    options = parser.parse_args(arguments)
    if unknown := sorted(set(options.ways) - set(WAYS)):
        parser.error(f"no way is called {', '.join(unknown)}: --help lists them")
    others = 0
    with TemporaryDirectory(prefix="tokparity-red-") as scratch:
        folder = Path(scratch) / "files"
        folder.mkdir()
        prepare(folder)
        (folder / "links").mkdir()
        for name in ("left.json", "right.json"):
            (folder / "links" / name).symlink_to(Path("..") / name)
        plain: dict[tuple[str, ...], tuple[int, dict[str, bytes]]] = {}
        for number, name in enumerate(options.ways or WAYS):
            way = WAYS[name]
            began = time.monotonic()
            code, files = found(folder, folder / str(number) / "out", way)
            command = RUN if way.arguments[0] == "run" else CHECK
            if command not in plain:
                plain[command] = found(folder, folder / command[0] / "out", Way(command))
            expected_code, expected = plain[command]
            if way.spelled:
                expected = {file: expected[file] for file in FINDINGS}
            every = sorted(files.keys() | expected.keys())
            parted = [file for file in every if files.get(file) != expected.get(file)]
            same = code == expected_code and not parted
            others += not same
            word = "same" if same else f"OTHER: exit {code}, {', '.join(parted)}"
            print(f"{name:24} {word} ({time.monotonic() - began:.0f} s)", flush=True)
    print(f"{len(options.ways or WAYS)} ways, {others} changed anything")
    return min(others, 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
