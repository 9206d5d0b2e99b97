"""A folder without a tokenizer.json, through a worker: what its class makes of it."""

import base64
import json

import pytest

from tokparity.oracles.worker.client import OracleWorker
from tokparity.oracles.worker.host import Handle
from tokparity.reference_impl.contract import (
    Artefact,
    DecodeOptions,
    EncodeOptions,
    Encoding,
    Refusal,
    Text,
)

PLAIN = EncodeOptions(add_special=False)


@pytest.fixture(scope="module")
def worker():
    with OracleWorker("huggingface_folder") as started:
        yield started


@pytest.fixture
def held(tmp_path, worker):
    """The handle of a folder with these files, each time another identity."""

    def make(config, digit="0", **contents):
        place = tmp_path / digit
        place.mkdir()
        (place / "tokenizer_config.json").write_text(json.dumps(config))
        for name, content in contents.items():
            (place / name.replace("__", ".")).write_text(content)
        path = place / "tokenizer_config.json"
        return worker.load(Artefact("folder", "model_folder", path, digit * 64))

    return make


def bert(**options):
    return {"tokenizer_class": "BertTokenizer", **options}


VOCAB = "[UNK]\n[CLS]\n[SEP]\nab\n##c\n.\n"


def test_the_class_decides(held, worker):
    cased, lower = (
        held(bert(do_lower_case=False), vocab__txt=VOCAB),
        held(bert(clean_up_tokenization_spaces=True), "1", vocab__txt=VOCAB),
    )
    (found,) = worker.encode(cased, ["ABC"], PLAIN).observations()
    assert found == Encoding((0,))
    (found,) = worker.encode(lower, ["ABC."], EncodeOptions()).observations()
    assert found == Encoding((1, 3, 4, 5, 2))
    (found,) = worker.decode(lower, [(1, 3, 4, 5)], DecodeOptions(skip_special=True)).observations()
    assert found == Text("abc.")


def test_rank_files_of_one_name_are_told_apart(held, worker):
    """tiktoken remembers what it read from a path, and a folder is read from inside."""
    config = {"tokenizer_class": "PreTrainedTokenizerFast"}
    for digit, first in (("2", b"a"), ("3", b"b")):
        lines = [f"{base64.b64encode(first).decode()} 0", f"{base64.b64encode(b'c').decode()} 1"]
        handle = held(config, digit, tiktoken__model="\n".join(lines) + "\n")
        (found,) = worker.encode(handle, [first.decode()], PLAIN).observations()
        assert found == Encoding((0,))


def test_code_of_a_folder_is_not_run(held, tmp_path):
    ran = tmp_path / "ran"
    config = {"tokenizer_class": "Own", "auto_map": {"AutoTokenizer": ["own.Own", None]}}
    own = f"open({str(ran)!r}, 'w').close()\nclass Own: pass\n"
    handle = held(config, "4", own__py=own, vocab__txt=VOCAB)
    assert isinstance(handle, Refusal)
    assert not ran.exists()


def test_stages_are_those_of_the_class(held, worker):
    handle = held(bert(), "5", vocab__txt=VOCAB)
    assert isinstance(handle, Handle)
    (words,) = worker.probe(handle, "pre_tokenizer", ["ab c."])
    assert [row[0] for row in words] == ["ab", "c", "."]
