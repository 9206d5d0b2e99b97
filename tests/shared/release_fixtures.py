"""A library of four releases in a folder of wheels, as a registry would have it."""

import zipfile

import pytest

from tokparity.oracles.subjects import library as bundled
from tokparity.oracles.subjects.library import Library, Way

RELEASES = {"1.0": 0, "1.1": 0, "1.2": 1, "2.0": 1}
"""What each adds to the number of characters, which is its only id."""


@pytest.fixture
def tiny(tmp_path, monkeypatch):
    """`lib:tiny@1.0` to `@2.0`; 1.2 changed what it answers."""
    wheels = tmp_path / "wheels"
    wheels.mkdir()
    for release, more in RELEASES.items():
        info = f"tiny_tok-{release}.dist-info"
        name = f"tiny_tok-{release}-py3-none-any.whl"
        metadata = f"Metadata-Version: 2.1\nName: tiny-tok\nVersion: {release}\n"
        with zipfile.ZipFile(wheels / name, "w") as wheel:
            wheel.writestr("tiny_tok.py", f"def encode(text):\n    return [len(text) + {more}]\n")
            wheel.writestr(f"{info}/METADATA", metadata)
            wheel.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nTag: py3-none-any\n")
            wheel.writestr(f"{info}/RECORD", "")
    way = Way("import tiny_tok as t", ("tokenizer.json",), encode={"text": "t.encode(X)"})
    options = ("--no-index", f"--find-links={wheels}")
    made = Library("tiny", "pip", "tiny-tok==2.0", "Python", "MIT", (way,), 1, installer=options)
    monkeypatch.setattr(bundled, "native_libraries", lambda: {"tiny": made})
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(wheels))
    return made
