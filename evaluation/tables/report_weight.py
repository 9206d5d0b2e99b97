"""One row: what the report of a large night weighs, and how soon it shows.

    python -m evaluation.tables.report_weight RUN [--findings N] [--vocabularies N]

The findings of RUN, again and again until there are N of them, in as many vocabularies, are written
as a report into a folder that is removed. Prints the CPU-seconds and the memory that took, the size
of the index, and, where there is a Chromium, the milliseconds till it is loaded: something is shown
before. Exit code 1 where a bar is missed: 30 s, 500 MB, 1 MB, 1,000 ms; 2 where RUN has no
findings.
"""

import re
import resource
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from itertools import cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory

from evaluation.arguments import parser_of
from tokparity.reports.records.run_directory import Run, read_run
from tokparity.reports.views.html import write_html

BARS = {
    "CPU-seconds": 30.0,
    "MB of memory": 500.0,
    "MB of index": 1.0,
    "ms till it is loaded": 1000.0,
}
_SCRIPT = """
addEventListener("load", () => {
  document.title = `loaded ${Math.round(performance.now())}`;
});
"""


def night_of(run: Run, findings: int, vocabularies: int) -> Run:
    """The run with its findings repeated under other names, each in one vocabulary."""
    many = []
    for at, found in enumerate(islice(cycle(run.findings), findings)):
        named = replace(found.signature, symptom=f"{found.signature.symptom} {at}")
        first = replace(found.sightings[0], artefact=f"vocabulary-{at % vocabularies}")
        many.append(replace(found, signature=named, sightings=(first,)))
    return replace(run, findings=tuple(many))


def loaded(index: Path) -> float | None:
    """Milliseconds until a browser has all of the page, script run; None without a browser."""
    browsers = map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))
    browser = next(filter(None, browsers), None)
    if browser is None:
        return None
    source = index.read_text("utf-8")
    found = re.search(r'nonce="(\w+)"', source)
    assert found is not None, "every page has one"
    probe = f'<script nonce="{found[1]}">{_SCRIPT}</script></head>'
    probed = index.with_name("probed.html")
    probed.write_text(source.replace("</head>", probe, 1), "utf-8")
    command = [
        browser, "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom", "--timeout=5000",
        f"--user-data-dir={index.parent / 'browser'}", f"file://{probed}",
    ]  # fmt: skip
    dom = subprocess.run(command, capture_output=True, timeout=300, check=True).stdout
    seen = re.search(rb"<title>loaded (\d+)", dom)
    return float(seen[1]) if seen else None


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the row."""
    parser = parser_of("evaluation.tables.report_weight", __doc__)
    parser.add_argument("run", type=Path)
    parser.add_argument("--findings", type=int, default=5_000)
    parser.add_argument("--vocabularies", type=int, default=78)
    options = parser.parse_args(arguments)
    run = read_run(options.run)
    if not run.findings:
        print(f"{options.run}: no findings", file=sys.stderr)
        return 2
    with TemporaryDirectory() as scratch:
        place = Path(scratch) / "night"
        shutil.copytree(options.run, place, ignore=shutil.ignore_patterns("report"))
        night = night_of(replace(run, directory=place), options.findings, options.vocabularies)
        began = time.process_time()
        index = write_html(night)
        measured: dict[str, float | None] = {
            "CPU-seconds": time.process_time() - began,
            "MB of memory": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
            "MB of index": index.stat().st_size / 1e6,
            "ms till it is loaded": loaded(index),
        }
    shown = {name: "no browser" if it is None else f"{it:.1f}" for name, it in measured.items()}
    print(f"{options.findings:,} findings: " + ", ".join(f"{it} {n}" for n, it in shown.items()))
    return int(any(it is not None and it > BARS[name] for name, it in measured.items()))


if __name__ == "__main__":
    sys.exit(main())
