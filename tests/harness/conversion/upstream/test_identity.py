import json
import struct

from tokparity.harness.artefacts.names import resolve
from tokparity.harness.conversion.convert import convert, write_gguf
from tokparity.harness.conversion.upstream.identity import beside_upstream, identity_lines
from tokparity.harness.conversion.upstream.written import converted
from tokparity.reference_impl.formats import load


def made(artefact, path):
    vocabulary = convert(artefact, load(artefact))
    write_gguf(vocabulary, path, "m")
    return resolve(str(path))


def test_a_pre_that_nobody_knows_comes_with_the_lines_that_teach_it(save, document):
    artefact = save(document)
    tokenizer = load(artefact)
    lines = beside_upstream(converted(convert(artefact, tokenizer)), artefact, tokenizer)
    assert "gives up" in lines[0]
    assert any(line.strip() == 'res = "gpt-2"' for line in lines)


def test_a_gguf_beside_its_source(save, document, tmp_path):
    artefact = save(document)
    gguf = made(artefact, tmp_path / "m.gguf")
    (artefact.path.parent / "tokenizer_config.json").write_text('{"add_bos_token": true}')
    lines = identity_lines([(gguf, load(gguf)), (artefact, load(artefact))])
    assert any("add_bos_token" in line for line in lines)


def test_rows_that_a_vocabulary_does_not_fill(save, document):
    artefact = save(document)
    size = len(load(artefact).pieces())
    (artefact.path.parent / "config.json").write_text(json.dumps({"vocab_size": size + 5}))
    lines = identity_lines([(artefact, load(artefact))])
    assert any("5 of the" in line and "have no token" in line for line in lines)
    (artefact.path.parent / "config.json").write_text(json.dumps({"vocab_size": 3}))
    lines = identity_lines([(artefact, load(artefact))])
    assert any("is no row of the embedding of 3 rows" in line for line in lines)


def test_a_gguf_whose_embedding_has_other_rows(save, document, tmp_path):
    gguf = made(save(document), tmp_path / "m.gguf")
    size = len(load(gguf).pieces())
    raw = bytearray(gguf.path.read_bytes())
    raw[8:16] = struct.pack("<q", 1)
    name = b"token_embd.weight"
    shape = struct.pack("<Q", len(name)) + name + struct.pack("<Iqqi", 2, 8, size + 1, 0)
    gguf.path.write_bytes(bytes(raw).rstrip(b"") + shape + struct.pack("<Q", 0))
    again = resolve(str(gguf.path))
    (line,) = identity_lines([(again, load(again))])
    assert f"has {size + 1} rows for {size} tokens" in line
