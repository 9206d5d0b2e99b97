"""What one text may take of a matcher of our own."""

from time import process_time

from tokparity.reference_impl.errors import RegexLimit

_STEPS = 1024


class Clock:
    """Counts steps, and looks at the time now and then."""

    def __init__(self, seconds: float) -> None:
        self.seconds, self.steps, self.ends = seconds, 0, process_time() + seconds

    def tick(self) -> None:
        """One step. Errors: RegexLimit."""
        self.steps += 1
        if self.steps % _STEPS == 0 and process_time() > self.ends:
            raise RegexLimit(f"more than {self.seconds:.1f} s on one text")

    def left(self) -> float:
        """Seconds."""
        return max(0.0, self.ends - process_time())
