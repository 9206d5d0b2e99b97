"""What is installed: `tokparity/` alone, beside whatever else has a `reports` or a `harness`."""

import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
NEIGHBOURS = ("reports", "harness", "corpora", "oracles", "reference_impl")
"""Top-level packages that others have: some are on the package index."""
MODEL = """{"pre_tokenizer": {"type": "Whitespace"},
 "model": {"type": "WordLevel", "vocab": {"good": 0, "[UNK]": 1}, "unk_token": "[UNK]"}}"""


def _pip(*arguments: str) -> None:
    command = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", *arguments]
    subprocess.run(command, check=True, capture_output=True, timeout=300)


def _wheel_of(source: Path, folder: Path) -> Path:
    _pip("wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(folder), str(source))
    [wheel] = folder.glob("tokparity-*.whl")
    return wheel


@pytest.fixture(scope="module")
def sdist(tmp_path_factory):
    folder = tmp_path_factory.mktemp("sdist")
    program = f"from hatchling.build import build_sdist; build_sdist({str(folder)!r})"
    subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=True, capture_output=True)
    [archive] = folder.glob("tokparity-*.tar.gz")
    return archive


@pytest.fixture(scope="module", params=["checkout", "sdist"])
def wheel(request, sdist, tmp_path_factory):
    """A wheel made from the checkout, and one made from the source distribution."""
    folder = tmp_path_factory.mktemp("wheel")
    if request.param == "checkout":
        return _wheel_of(ROOT, folder)
    with tarfile.open(sdist) as archive:
        archive.extractall(folder, filter="data")
    [source] = folder.glob("tokparity-*")
    return _wheel_of(source, folder)


def test_the_wheel_holds_one_package_with_all_its_data(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    tops = {name.partition("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"tokparity"}
    tracked = subprocess.run(
        ["git", "ls-files", "-z", *NEIGHBOURS], cwd=ROOT, check=True, capture_output=True
    )
    product = {f"tokparity/{path}" for path in tracked.stdout.decode().split("\0") if path}
    assert product <= {*names}
    assert not [name for name in names if "/evaluation/" in name or "/tests/" in name]


@pytest.fixture
def installed(wheel, tmp_path):
    """site-packages with the wheel, and with packages of others that are called as our folders."""
    site = tmp_path / "site"
    _pip("install", "--no-deps", "--no-index", "--no-compile", "--target", str(site), str(wheel))
    for name in NEIGHBOURS:
        (site / name).mkdir()
        (site / name / "__init__.py").write_text("raise ImportError('somebody else\\'s')\n")
    return site


def test_it_works_beside_packages_and_folders_of_the_same_names(installed, tmp_path):
    """In a repository with its own harness/, and `PYTHONPATH=.`, as many test suites have it."""
    here = tmp_path / "repository"
    for name in ("harness", "reports"):
        (here / name).mkdir(parents=True)
        (here / name / "__init__.py").write_text("raise ImportError('the user\\'s own')\n")
    (here / "tokenizer.json").write_text(MODEL)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([".", str(installed)])}
    environment.pop("PYTHONSAFEPATH", None)

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "tokparity", *arguments]
        return subprocess.run(
            command, cwd=here, env=environment, capture_output=True, text=True, timeout=300
        )

    where = subprocess.run(
        [sys.executable, "-c", "import tokparity; print(tokparity.__file__)"],
        cwd=here, env=environment, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert Path(where.stdout.strip()).is_relative_to(installed)
    encoded = run("encode", "tokenizer.json", "good bad")
    assert (encoded.returncode, encoded.stdout) == (0, "0 1\n"), encoded.stderr
    asked = run("encode", "tokenizer.json", "good bad", "--oracle", "huggingface_tokenizers")
    assert (asked.returncode, asked.stdout) == (0, "0 1\n"), asked.stderr
    checked = run("check", "tokenizer.json", "--cases", "32", "--sweep", "none")
    assert checked.returncode == 0, checked.stderr
    assert (here / "runs" / "0001" / "report" / "index.html").is_file()
    jobs = run("pipelines", "--pipelines", "2", "--texts", "2", "--jobs", "2", "--out", "p")
    assert jobs.returncode in (0, 1), jobs.stderr  # 1: so few do not cover every option
    assert (here / "p" / "findings.jsonl").read_bytes() == b""
