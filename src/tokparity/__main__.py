"""`python -m tokparity`, and the `tokparity` command: the command line in a process of its own."""

import os
import sys

from tokparity.harness.first_answer import first_answer

DOWNLOADS = "vocabs"
"""The command that reads no tokenizer itself but starts npm: node maps more than it ever uses."""


def bound() -> None:
    """Let this process map no more than the machine has: a file that makes it grow without end is
    then "out of memory" and exit code 2, and not the machine's end. Processes it starts have limits
    of their own (`harness.shards.job_pool`)."""
    import resource
    from contextlib import suppress

    machine = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    limits = [limit for limit in (soft, hard, machine) if limit != resource.RLIM_INFINITY]
    with suppress(ValueError):  # a system that knows no such limit
        resource.setrlimit(resource.RLIMIT_AS, (min(limits), hard))


def script() -> None:
    """The command line; what a compiled file answers alone is answered before that is imported."""
    if (answer := first_answer(sys.argv[1:])) is not None:
        sys.stdout.write(f"{answer}\n")
        return
    from tokparity.harness.cli import main
    from tokparity.oracles.worker.collector import collect_less

    if sys.argv[1:2] != [DOWNLOADS]:
        bound()
    collect_less()
    main()


if __name__ == "__main__":
    script()
