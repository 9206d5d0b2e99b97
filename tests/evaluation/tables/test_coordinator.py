"""What a run costs beside its units is printed, and growth is told by the exit code."""

import pytest

from evaluation.tables import coordinator
from evaluation.tables.coordinator import Cost, cost_of


def test_units_that_do_nothing_are_all_run(monkeypatch, artefact):
    monkeypatch.setattr(coordinator, "CELLS", 3)
    cost = cost_of(10, 2, str(artefact.path))
    assert cost.units == 12
    assert cost.journal > 12 * 100
    assert cost.resumed > 0


@pytest.mark.parametrize(
    ("last", "code"),
    [
        (Cost(1000, 1.1, 0.1, 1000, 0), 0),
        (Cost(1000, 2.1, 0.1, 1000, 0), 1),
        (Cost(1000, 1.1, 0.3, 1000, 0), 1),
        (Cost(1000, 1.0, 0.1, 100_000, 0), 1),
    ],
)
def test_growth_is_told(monkeypatch, capsys, last, code):
    class Fresh:
        def __init__(self, *_):
            pass

        def __enter__(self):
            return self

        def __exit__(self, *_):
            pass

        def submit(self, work, units, *rest):
            self.result = lambda: {100: Cost(100, 0.1, 0.01, 1000, 0)}.get(units, last)
            return self

    monkeypatch.setattr(coordinator, "ProcessPoolExecutor", Fresh)
    assert coordinator.main(["--units", "1000", "100"]) == code
    assert "1,000 units" in capsys.readouterr().out
