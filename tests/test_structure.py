"""Every module has its test file, in the same place; what has none says why."""

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("reference_impl", "oracles", "corpora", "harness", "reports")
WITHOUT = {
    "harness/commands/report.py",  # prints what reports/ makes: tests/harness/commands/test_run.py
}


def modules():
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            name = path.relative_to(ROOT).as_posix()
            if path.name != "__init__.py" and name not in WITHOUT:
                yield name


@pytest.mark.parametrize("name", modules())
def test_each_module_has_its_test_file(name):
    path = Path(name)
    mirrored = ROOT / "tests" / path.parent / f"test_{path.name}"
    assert mirrored.is_file(), f"tests/{path.parent}/test_{path.name} is missing"


def test_a_reason_is_for_a_module_that_is_there_and_has_no_test():
    for name in WITHOUT:
        path = Path(name)
        assert (ROOT / path).is_file(), f"{name} is gone: drop its line"
        assert not (ROOT / "tests" / path.parent / f"test_{path.name}").exists(), name


def test_tests_are_no_packages():
    assert list((ROOT / "tests").rglob("__init__.py")) == []


@pytest.mark.parametrize("package", PACKAGES)
def test_no_file_is_too_long(package):
    tables = {"reference_impl/unicode/rust_tables.py"}
    for path in (ROOT / package).rglob("*.py"):
        name = path.relative_to(ROOT).as_posix()
        assert name in tables or len(path.read_text("utf-8").splitlines()) <= 400, name
