import doctest
import importlib
import pkgutil

import pytest

from tokparity import reports

MODULES = sorted(
    module.name for module in pkgutil.walk_packages(reports.__path__, prefix="tokparity.reports.")
)


@pytest.mark.parametrize("name", MODULES)
def test_docstring_examples_are_true(name):
    module = importlib.import_module(name)
    extra = {"Path": importlib.import_module("pathlib").Path}
    result = doctest.testmod(module, extraglobs=extra)
    assert result.failed == 0


def test_there_are_examples():
    finder = doctest.DocTestFinder()
    found = [finder.find(importlib.import_module(name)) for name in MODULES]
    assert sum(len(test.examples) for tests in found for test in tests) >= 15
