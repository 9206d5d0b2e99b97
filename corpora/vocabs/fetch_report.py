"""What became of a fetch: an outcome for each artefact, and the lines that tell it."""

from dataclasses import dataclass
from typing import Literal

Outcome = Literal["fetched", "cached", "failed", "client-missing"]


@dataclass(frozen=True, slots=True)
class Fetched:
    """What became of one artefact; `reason` is one line where it is not in the cache now."""

    name: str
    outcome: Outcome
    reason: str = ""


@dataclass(frozen=True, slots=True)
class FetchReport:
    """What became of each artefact, in the order asked for."""

    artefacts: tuple[Fetched, ...]

    def count(self, outcome: Outcome) -> int:
        return sum(artefact.outcome == outcome for artefact in self.artefacts)

    @property
    def complete(self) -> bool:
        """Whether every artefact asked for is in the cache now."""
        return all(artefact.outcome in ("fetched", "cached") for artefact in self.artefacts)

    def lines(self) -> list[str]:
        """One line a failure, with the first of those it befell, then one that counts everything.

        >>> FetchReport((Fetched("a", "cached"), Fetched("b", "failed", "no"))).lines()
        ['b: failed: no', '0 fetched, 1 cached, 1 failed, 0 without their client']
        """
        befell: dict[tuple[str, str], list[str]] = {}
        for artefact in self.artefacts:
            if artefact.outcome in ("failed", "client-missing"):
                what = (artefact.outcome.replace("-", " "), artefact.reason)
                befell.setdefault(what, []).append(artefact.name)
        failures = [
            f"{names[0]}{f' and {len(names) - 1} more' * (len(names) > 1)}: {outcome}: {reason}"
            for (outcome, reason), names in befell.items()
        ]
        counts = f"{self.count('fetched')} fetched, {self.count('cached')} cached, "
        counts += (
            f"{self.count('failed')} failed, {self.count('client-missing')} without their client"
        )
        return [*failures, counts]
