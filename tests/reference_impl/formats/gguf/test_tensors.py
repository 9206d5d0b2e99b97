"""Shapes as gguf.cpp reads them (llama.cpp b11549); the library `gguf` itself writes some."""

import struct

import numpy as np
import pytest
from gguf import GGUFWriter

from tokparity.reference_impl.errors import BadArtefact
from tokparity.reference_impl.formats.gguf.tensors import embedding_rows


def written(path, *tensors):
    writer = GGUFWriter(path, "llama")
    for name, shape in tensors:
        writer.add_tensor(name, np.zeros(shape, dtype=np.float16))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path


def test_the_rows_that_the_library_wrote(tmp_path):
    path = written(tmp_path / "a.gguf", ("output.weight", (2, 4)), ("token_embd.weight", (7, 4)))
    assert embedding_rows(path) == 7


def test_a_file_without_the_tensor(tmp_path):
    assert embedding_rows(written(tmp_path / "a.gguf", ("output.weight", (2, 4)))) is None
    assert embedding_rows(written(tmp_path / "b.gguf")) is None


@pytest.mark.parametrize(
    ("tail", "reason"),
    [
        (b"", "bytes"),
        (struct.pack("<Q", 90) + b"n" * 120, "a name of 90 bytes"),
        (struct.pack("<Q", 1) + b"n" + struct.pack("<I", 9) + b"\0" * 90, "9 dimensions"),
        (struct.pack("<Q", 1) + b"n" + struct.pack("<Iq", 1, -2) + b"\0" * 90, "the shape"),
    ],
)
def test_hostile_shapes(tmp_path, tail, reason):
    raw = bytearray(written(tmp_path / "a.gguf").read_bytes())
    raw[8:16] = struct.pack("<q", 1)
    (tmp_path / "a.gguf").write_bytes(bytes(raw).rstrip(b"\0") + tail)
    with pytest.raises(BadArtefact, match=reason):
        embedding_rows(tmp_path / "a.gguf")
