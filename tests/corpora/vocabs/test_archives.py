import gzip
import io
import stat
import tarfile
import zipfile
from pathlib import Path

import pytest

from tokparity.corpora.vocabs.archives import BadArchive, gunzip, names_around, read_member

CONTENT = b"vocabulary" * 100


def zipped(members: dict[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as out:
        for name, content in members.items():
            out.writestr(name, content)
    return buffer.getvalue()


def tarred(path: Path, members: dict[str, bytes]) -> Path:
    with tarfile.open(path, "w:gz") as out:
        for name, content in members.items():
            info = tarfile.TarInfo(name)
            info.size = len(content)
            out.addfile(info, io.BytesIO(content))
    return path


def read(archive: Path, member: str, limit: int = len(CONTENT)) -> bytes:
    return b"".join(read_member(archive, member, limit))


@pytest.fixture
def wheel(tmp_path: Path) -> Path:
    path = tmp_path / "a-1-py3-none-any.whl"
    inner = zipped({"deep/v.json": CONTENT})
    path.write_bytes(zipped({"a/v.json": CONTENT, "a/inner.zip": inner, "a/": b""}))
    return path


@pytest.fixture
def sdist(tmp_path: Path) -> Path:
    inner = zipped({"v.json": CONTENT})
    return tarred(tmp_path / "a-1.tar.gz", {"a-1/v.json": CONTENT, "a-1/inner.zip": inner})


def test_member_of_a_zip_and_of_a_zip_in_it(wheel: Path) -> None:
    assert read(wheel, "a/v.json") == CONTENT
    assert read(wheel, "a/inner.zip!deep/v.json") == CONTENT


def test_member_of_a_tar_and_of_a_zip_in_it(sdist: Path) -> None:
    assert read(sdist, "a-1/v.json") == CONTENT
    assert read(sdist, "a-1/inner.zip!v.json") == CONTENT


@pytest.mark.parametrize("member", ["a/none.json", "a/inner.zip!none", "a/v.json!x"])
def test_missing_member_of_a_zip(wheel: Path, member: str) -> None:
    with pytest.raises(BadArchive, match=r"a-1-py3-none-any\.whl"):
        read(wheel, member)


def test_missing_member_of_a_tar(sdist: Path) -> None:
    with pytest.raises(BadArchive, match=r"^a-1\.tar\.gz: none: is not in the archive$"):
        read(sdist, "none")


@pytest.mark.parametrize("name", ["wheel", "sdist"])
def test_member_larger_than_declared_stops(name: str, request: pytest.FixtureRequest) -> None:
    archive: Path = request.getfixturevalue(name)
    member = "a/v.json" if name == "wheel" else "a-1/v.json"
    with pytest.raises(BadArchive, match="is larger than 999 bytes"):
        read(archive, member, 999)


def test_directory_is_no_member(wheel: Path) -> None:
    with pytest.raises(BadArchive, match="is not an ordinary file"):
        read(wheel, "a/")


def test_symbolic_link_in_a_zip_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.whl"
    with zipfile.ZipFile(path, "w") as out:
        info = zipfile.ZipInfo("v.json")
        info.external_attr = (stat.S_IFLNK | 0o777) << 16
        out.writestr(info, "/etc/passwd")
    with pytest.raises(BadArchive, match="is not an ordinary file"):
        read(path, "v.json")


@pytest.mark.parametrize(
    "kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.DIRTYPE, tarfile.FIFOTYPE]
)
def test_link_in_a_tar_is_refused(tmp_path: Path, kind: bytes) -> None:
    path = tmp_path / "a.tar.gz"
    with tarfile.open(path, "w:gz") as out:
        info = tarfile.TarInfo("v.json")
        info.type, info.linkname = kind, "/etc/passwd"
        out.addfile(info)
    with pytest.raises(BadArchive, match="is not an ordinary file"):
        read(path, "v.json")


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_name_that_is_there_twice_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.whl"
    with zipfile.ZipFile(path, "w") as out:
        out.writestr("v.json", b"one")
        out.writestr("v.json", b"two")
    with pytest.raises(BadArchive, match="is there twice"):
        read(path, "v.json")


@pytest.mark.parametrize(
    "content", [b"", b"not an archive", b"PK\x03\x04cut short", b"\x1f\x8b\x08"]
)
def test_broken_archive(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "a.tar.gz"
    path.write_bytes(content)
    with pytest.raises(BadArchive, match=r"^a\.tar\.gz: v\.json: "):
        read(path, "v.json")


def test_broken_bytes_inside_a_zip(wheel: Path) -> None:
    content = bytearray(wheel.read_bytes())
    content[40:60] = bytes(20)
    wheel.write_bytes(content)
    with pytest.raises(BadArchive, match="cannot be read"):
        read(wheel, "a/v.json")


def test_gunzip() -> None:
    packed = gzip.compress(CONTENT)
    blocks = iter([packed[:10], packed[10:]])
    assert b"".join(gunzip(blocks, len(CONTENT), "v.gz")) == CONTENT


def test_gunzip_stops_a_bomb() -> None:
    blocks = gunzip(iter([gzip.compress(bytes(50_000_000))]), 3 << 20, "v.gz")
    assert [len(next(blocks)) for _ in range(3)] == [1 << 20] * 3
    with pytest.raises(BadArchive, match="inflates to more than 3145728 bytes"):
        next(blocks)


@pytest.mark.parametrize(
    "packed",
    [
        pytest.param(b"no gzip at all", id="no-gzip"),
        pytest.param(gzip.compress(CONTENT)[:-8] + bytes(8), id="other-sum"),
    ],
)
def test_gunzip_of_what_is_none(packed: bytes) -> None:
    with pytest.raises(BadArchive, match=r"v\.gz: gzip: cannot be read"):
        list(gunzip(iter([packed]), len(CONTENT), "v.gz"))


def test_gunzip_of_a_file_cut_short() -> None:
    with pytest.raises(BadArchive, match="is cut short"):
        list(gunzip(iter([gzip.compress(CONTENT)[:-4]]), len(CONTENT), "v.gz"))


def test_names_around_a_member(wheel: Path, sdist: Path) -> None:
    assert set(names_around(wheel, "a/v.json")) == {"a/v.json", "a/inner.zip"}
    assert names_around(wheel, "a/inner.zip!deep/v.json") == ("a/inner.zip!deep/v.json",)
    assert names_around(sdist, "a-1/v.json") == ("a-1/v.json", "a-1/inner.zip")
    assert names_around(sdist, "a-1/inner.zip!v.json") == ("a-1/inner.zip!v.json",)


@pytest.mark.parametrize("path", ["v.json", "a/v.json!x"])
def test_names_in_what_is_no_archive(tmp_path: Path, wheel: Path, path: str) -> None:
    broken = tmp_path / "b.tar.gz"
    broken.write_bytes(b"no archive")
    with pytest.raises(BadArchive, match="cannot be read"):
        names_around(wheel if "!" in path else broken, path)
