"""`Stopwatch`: how long a process has been at something, on a machine that may be busy.

What counts is the time that it and its children computed, or slept. What does not is the time that
they waited for a processor or a disk: how long that is depends on what else runs, and must not
decide what a library is said to have answered.
"""

import time

import psutil

LOOKS = 20
"""So often is a process looked at within the time it may take: a look costs a millisecond or two,
since its children are found among all processes."""
WALL_FACTOR = 30
"""So many times what is allowed is the end whatever it waited for: a disk may never answer."""
_WAITING = frozenset({psutil.STATUS_RUNNING, psutil.STATUS_WAKING, psutil.STATUS_DISK_SLEEP})
"""States in which a process would go on, given a processor or a disk. Linux tells them of the main
thread; that another computes shows in the CPU seconds."""


class Stopwatch:
    """Counts what one process and its children compute or sleep, since `restart`.

    >>> import os
    >>> Stopwatch(os.getpid()).over(5.0)
    False
    """

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self.restart()

    def restart(self) -> None:
        """Begin again, at 0. Costs no look at the process."""
        self._began = time.monotonic()
        self._counted = 0.0
        self._last: tuple[float, float] | None = None

    def over(self, allowed: float) -> bool:
        """Whether more than `allowed` seconds count. To be asked again and again: the process is
        looked at when it is, and what lies before the first look is not counted."""
        now = time.monotonic()
        if now - self._began > WALL_FACTOR * allowed:
            return True
        between = allowed / LOOKS
        if self._last is not None and now - self._last[0] < between:
            return False
        cpu, asleep = _look(self._pid)
        if self._last is not None:
            used = max(0.0, cpu - self._last[1])
            # At most twice the time between two looks: more, and it was we who did not get to look.
            slept = min(now - self._last[0], 2 * between + 0.1) if asleep else 0.0
            self._counted += max(used, slept)
        self._last = (now, cpu)
        return self._counted > allowed


def _look(pid: int) -> tuple[float, bool]:
    """(CPU seconds of a process and its children so far, ended ones too; whether all sleep)."""
    cpu, asleep = 0.0, True
    try:
        process = psutil.Process(pid)
        family = [process, *process.children(recursive=True)]
    except psutil.NoSuchProcess:
        return 0.0, True
    for member in family:
        try:
            user, system, ended_user, ended_system, *_ = member.cpu_times()
            asleep = asleep and member.status() not in _WAITING
        except psutil.NoSuchProcess:  # it ended since, and counts as its parent's ended child
            continue
        cpu += user + system + ended_user + ended_system
    return cpu, asleep
