from pathlib import Path

from corpora.vocabs.download import ArchiveDownload, HubDownload, blocks_of
from corpora.vocabs.manifest import Archive, Companion, HubFile, Manifest, Member

ARCHIVE = Archive("npm", "a@1.0.0", "a-1.0.0.tgz", "0" * 64, 9)
MEMBER = Manifest(
    *("one", "m", "m", "gguf", "", "", "1" * 64, 5), source=Member(ARCHIVE, "p", "1" * 64, 5)
)


def of_hub(name: str, path: str, companions: tuple[Companion, ...]) -> Manifest:
    source = HubFile("a/b", "main", "ab" * 20, path)
    return Manifest(
        *(name, "m", "m", "gguf", "", "", "2" * 64, 70), source=source, companions=companions
    )


def test_the_size_of_an_archive_is_its_own() -> None:
    download = ArchiveDownload(ARCHIVE, [MEMBER, MEMBER])
    assert (download.label, download.size, download.names) == ("a@1.0.0", 9, ["one", "one"])


def test_the_size_of_a_repository_counts_each_file_once() -> None:
    beside = Companion("c.json", "3" * 64, 300)
    inside = [of_hub("x", "x.gguf", (beside,)), of_hub("y", "y.gguf", (beside,))]
    download = HubDownload("a/b", "ab" * 20, inside)
    assert (download.size, download.names) == (440, ["x", "y"])
    assert download.label == "hub:a/b@abababababab"


def test_blocks(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(bytes((1 << 20) + 1))
    assert [len(block) for block in blocks_of(path)] == [1 << 20, 1]
