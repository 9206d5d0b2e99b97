import struct
import subprocess
import sys
from pathlib import Path

import gguf
import numpy as np
import pytest

from tokparity.reference_impl.errors import BadArtefact
from tokparity.reference_impl.formats.gguf.file import TYPE_NAMES, read_metadata

ROOT = Path(__file__).parents[4]


_SHORT = {"string": "str"}


def name_of(field):
    """The type of a value or of its elements, as llama.cpp calls it: "u8"."""
    return (
        field.types[-1].name.lower().replace("uint", "u").replace("int", "i").replace("float", "f")
    )


def string(data):
    return struct.pack("<Q", len(data)) + data


def header(keys, *, tensors=0, version=3, magic=b"GGUF"):
    return magic + struct.pack("<IQQ", version, tensors, keys)


def u32(key, value=1):
    return string(key) + struct.pack("<iI", 4, value)


def array(key, kind, count, body=b""):
    return string(key) + struct.pack("<iiQ", 9, kind, count) + body


@pytest.fixture
def read(tmp_path):
    def read(data):
        path = tmp_path / "x.gguf"
        path.write_bytes(data)
        return read_metadata(path)

    return read


def test_what_the_package_writes_is_read_as_the_package_reads_it(tmp_path):
    path = tmp_path / "written.gguf"
    writer = gguf.GGUFWriter(path, "llama")
    for bits in (8, 16, 32, 64):
        getattr(writer, f"add_uint{bits}")(f"general.u{bits}", 2**bits - 1)
        getattr(writer, f"add_int{bits}")(f"general.i{bits}", -(2 ** (bits - 1)))
    writer.add_float32("general.f32", 0.5)
    writer.add_float64("general.f64", 0.1)
    writer.add_bool("general.bool", True)
    writer.add_string("general.name", "é")
    writer.add_array("general.numbers", [1, -2, 3])
    writer.add_array("general.halves", [0.5, 1.5])
    writer.add_token_list(["a", "", "漢"])
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.close()
    found = read_metadata(path)
    known = gguf.GGUFReader(path).fields
    names = [name for name in known if name.startswith(("general.", "tokenizer."))]
    assert [name.encode() for name in names] == list(found)
    assert len(names) == 16
    for name in names:
        theirs, ours = known[name], found[name.encode()]
        contents = theirs.contents()
        told = contents if isinstance(contents, list) else [contents]
        if ours.strings:
            assert [text.decode() for text in ours.strings] == told
        else:
            assert np.array_equal(ours.numbers(), told)
        assert TYPE_NAMES[ours.type] == _SHORT.get(name_of(theirs), name_of(theirs))


def test_keys_of_others_are_passed_over(read):
    data = header(4) + u32(b"llama.block_count") + array(b"x.strings", 8, 2, string(b"a") * 2)
    data += string(b"x.text") + struct.pack("<i", 8) + string(b"y" * 3_000_000)
    assert list(read(data + u32(b"general.alignment", 32))) == [b"general.alignment"]


def test_a_key_ends_at_its_first_nul_and_the_first_of_two_counts(read):
    found = read(header(2) + u32(b"general.x\0y", 7) + u32(b"general.x", 8))
    assert found[b"general.x"].numbers() == (7,)


@pytest.mark.parametrize("version", [2, 3])
def test_versions_that_are_read(read, version):
    assert read(header(1, version=version) + u32(b"general.x"))


HUGE = ((1 << 30) + 1, 1 << 31, 1 << 62, 1 << 63, (1 << 64) - 1)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        pytest.param(b"", "the magic takes 4 bytes, and 0 are left", id="empty"),
        pytest.param(b"GG", "the magic takes 4 bytes", id="cut-in-the-magic"),
        pytest.param(header(0, magic=b"ggjt"), "begins with b'ggjt'", id="magic"),
        pytest.param(header(0, version=1), "version 1 is no longer read", id="version-1"),
        pytest.param(header(0, version=4), "newer than 3", id="version-4"),
        pytest.param(header(0, version=3 << 24), "big-endian", id="big-endian"),
        pytest.param(header(1), "1 keys do not fit into the 0 bytes left", id="no-keys"),
        pytest.param(header(0, tensors=1), "1 tensors takes 24 bytes", id="no-tensors"),
        pytest.param(header(1) + u32(b""), "key 0: is empty", id="empty-key"),
        pytest.param(header(2) + u32(b"a") * 2, "key 1: a is there twice", id="twice"),
        pytest.param(
            header(1) + string(b"abc") + struct.pack("<iI", 13, 1), "invalid type 13", id="type"
        ),
        pytest.param(header(1) + array(b"a", 9, 1, b"x" * 9), "invalid type 9", id="nested"),
        pytest.param(header(1) + array(b"a", -1, 1, b"x"), "invalid type -1", id="negative-type"),
        pytest.param(
            header(1) + u32(b"general.alignment", 24), "24 is no power of 2", id="alignment"
        ),
        pytest.param(
            header(1) + string(b"general.alignment") + struct.pack("<iQ", 10, 32),
            "of type u64, not u32",
            id="type-of-alignment",
        ),
        pytest.param(
            header(1) + array(b"general.x", 8, 2, string(b"a") + struct.pack("<Q", 99)),
            "string 1 takes 99 bytes, and 0 are left",
            id="a-string-too-long",
        ),
        *(pytest.param(header(n), "number of keys|do not fit", id=f"{n}-keys") for n in HUGE),
        *(
            pytest.param(header(1) + array(b"general.x", kind, n), "elements", id=f"{n}-of-{kind}")
            for n in HUGE
            for kind in (0, 8, 12)
        ),
        *(
            pytest.param(header(1) + struct.pack("<Q", n) + b"x" * 9, "bytes", id=f"key-of-{n}")
            for n in HUGE
        ),
    ],
)
def test_what_is_refused(read, data, reason):
    with pytest.raises(BadArtefact, match=reason):
        read(data)


def test_a_file_that_cannot_be_read(tmp_path):
    with pytest.raises(BadArtefact, match="No such file"):
        read_metadata(tmp_path / "missing.gguf")


SCRIPT = """
import resource, sys, time
from pathlib import Path
from tokparity.reference_impl.contract import Artefact
from tokparity.reference_impl.formats import load
import tokparity.reference_impl.formats.gguf.reader
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
started = time.process_time()
tokenizer = load(Artefact("large", "gguf", Path(sys.argv[1]), ""))
seconds = time.process_time() - started
grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
print(len(tokenizer.pieces()), seconds, grown)
"""


def test_of_a_model_of_40_gigabytes_with_262144_tokens_only_the_header_is_read(tmp_path):
    count = 1 << 18
    tokens = [b"<0x%02X>" % at if at < 256 else b"piece %d" % at for at in range(count)]
    data = header(4, tensors=2)
    data += string(b"tokenizer.ggml.model") + struct.pack("<i", 8) + string(b"llama")
    data += array(b"tokenizer.ggml.tokens", 8, count, b"".join(map(string, tokens)))
    data += array(b"tokenizer.ggml.scores", 6, count, bytes(4 * count))
    data += array(b"tokenizer.ggml.token_type", 5, count, struct.pack("<i", 1) * count)
    path = tmp_path / "large.gguf"
    path.write_bytes(data)
    with path.open("r+b") as file:
        file.truncate(40 << 30)
    ran = subprocess.run(
        [sys.executable, "-c", SCRIPT, path], capture_output=True, text=True, cwd=ROOT, check=True
    )
    found, seconds, grown = map(float, ran.stdout.split())
    assert found == count
    assert seconds < 2
    assert grown < 300
