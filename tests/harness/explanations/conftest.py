"""Two small files and one explanation, put to the real libraries of both."""

from dataclasses import replace

import pytest
from small_artefacts import Maker

from tokparity.harness.compare.cells import parity_cell
from tokparity.harness.compare.sides import observe
from tokparity.harness.compare.verdict import Divergence, compare
from tokparity.harness.explanations.explainer import Explainer
from tokparity.reports.records.explanation import BoundExplanation, Explanation


@pytest.fixture
def maker(tmp_path):
    return Maker(tmp_path, {}, None)


@pytest.fixture
def explain(slot):
    """Of diverging cases of two files the changes that account for each; it fails where the real
    libraries agree on one. Explanations: (change, at_left, values)."""

    def of(left, right, cases, *explanations):
        cell = parity_cell(left, right, "made")
        answers = list(zip(*(observe(side, cases) for side in slot.sides(cell)), strict=True))
        for case, both in zip(cases, answers, strict=True):
            assert isinstance(compare(*both, strict=False), Divergence), (case, both)
        bound = tuple(
            BoundExplanation(Explanation(change, "model", change, "*", **values), at_left)
            for change, at_left, values in explanations
        )
        files = {True: left, False: right}
        explainer = Explainer(bound, lambda at_left: slot.tokenizer(files[at_left]))
        found = explainer.explain(list(zip(cases, answers, strict=True)))
        return [tuple(explanation.entry for explanation in some) for some in found]

    return of


@pytest.fixture
def copy(tmp_path):
    """The artefact under another path: `Maker` writes all of a format to one."""

    def under(artefact, name):
        path = tmp_path / name
        path.write_bytes(artefact.path.read_bytes())
        return replace(artefact, path=path)

    return under
