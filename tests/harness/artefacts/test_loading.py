import json
from hashlib import sha256

from tokparity.harness.artefacts.loading import compiled_files, load
from tokparity.reference_impl.contract import Artefact


def test_a_compiled_file_lies_in_the_cache_of_the_user(tmp_path, monkeypatch):
    monkeypatch.setenv("TOKPARITY_CACHE", str(tmp_path / "cache"))
    vocab = {f"word{number}": number for number in range(20_000)}
    model = {"type": "BPE", "vocab": {**vocab, "a": 20_000}, "merges": []}
    data = json.dumps({"model": model}).encode()
    (tmp_path / "tokenizer.json").write_bytes(data)
    digest = sha256(data).hexdigest()
    artefact = Artefact("many", "tokenizer.json", tmp_path / "tokenizer.json", digest)
    for _ in range(2):
        assert load(artefact).encode("aa").ids == (20_000, 20_000)
    [file] = (tmp_path / "cache" / "compiled").glob(f"{digest}-*")
    assert compiled_files().path(digest) == file
    assert compiled_files().open(digest) is not None
