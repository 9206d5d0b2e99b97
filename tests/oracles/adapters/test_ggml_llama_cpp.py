"""The adapter against the library called anew here, its files written by the `gguf` package."""

import ctypes
import importlib.metadata
import signal
import subprocess
import sys
from pathlib import Path

import gguf
import pytest
import xllamacpp

from tokparity.oracles.adapters import ggml_llama_cpp
from tokparity.oracles.protocol import ALL_OPTIONS
from tokparity.oracles.worker.client import OracleWorker
from tokparity.oracles.worker.host import Handle
from tokparity.reference_impl.contract import Bytes, DecodeOptions, EncodeOptions, Encoding, Refusal

PIECES = ["<unk>", "<s>", "</s>", *(f"<0x{byte:02X}>" for byte in range(256)), "\u2581", "a", "b"]
PIECES += ["ab", "\u2581a", "<|user|>"]
TYPES = [2, 3, 3, *([6] * 256), *([1] * 5), 4]
TEXTS = ["", "ab", " a b", "<s>ab", "<|user|> a", "\xe9", "a\udcff", "a" * 20_000]


@pytest.fixture
def file(artefact, tmp_path):
    """A GGUF of model "llama", with keys of its own."""

    def write(name="v.gguf", model="llama", merges=(), pre=None, **flags):
        path = tmp_path / f"new-{name}"
        writer = gguf.GGUFWriter(path, "llama")
        writer.add_tokenizer_model(model)
        writer.add_token_list(PIECES)
        writer.add_token_scores([-float(number) for number in range(len(PIECES))])
        writer.add_token_types(TYPES)
        if merges:
            writer.add_token_merges(list(merges))
        if pre:
            writer.add_tokenizer_pre(pre)
        for key, value in flags.items():
            writer.add_bool(f"tokenizer.ggml.{key}", value)
        writer.write_header_to_file()
        writer.write_kv_data_to_file()
        writer.close()
        return artefact(name, path.read_bytes(), "gguf")

    return write


@pytest.fixture(scope="module")
def worker():
    with OracleWorker("ggml_llama_cpp") as started:
        yield started


@pytest.fixture
def called(file):
    """The library itself, called with large buffers: (tokenize, detokenize)."""
    held = file("own.gguf")
    (name,) = Path(xllamacpp.__file__).parent.glob("xllamacpp*.so")
    llama = ctypes.CDLL(str(name))
    llama.llama_model_default_params.restype = ggml_llama_cpp.ModelParams
    llama.llama_model_load_from_file.restype = ctypes.c_void_p
    llama.llama_model_load_from_file.argtypes = (ctypes.c_char_p, ggml_llama_cpp.ModelParams)
    llama.llama_model_get_vocab.restype = ctypes.c_void_p
    llama.llama_model_get_vocab.argtypes = (ctypes.c_void_p,)
    params = llama.llama_model_default_params()
    params.vocab_only = True
    model = llama.llama_model_load_from_file(bytes(held.path), params)
    vocab = ctypes.c_void_p(llama.llama_model_get_vocab(model))

    def tokenize(data, add, parse):
        tokens = (ctypes.c_int32 * 100_000)()
        given = (vocab, ctypes.c_char_p(data), len(data), tokens, len(tokens))
        return list(tokens[: llama.llama_tokenize(*given, add, parse)])

    def detokenize(ids, remove, unparse):
        chars = ctypes.create_string_buffer(100_000)
        given = (vocab, (ctypes.c_int32 * len(ids))(*ids), len(ids), chars, len(chars))
        length = llama.llama_detokenize(*given, remove, unparse)
        return chars.raw[:length]

    return tokenize, detokenize


def test_every_option_reaches_the_library(worker, file, called):
    tokenize, detokenize = called
    handle = worker.load(file())
    answers = set()
    for options in ALL_OPTIONS:
        assert worker.supports("gguf", options)
        if isinstance(options, EncodeOptions):
            found = list(worker.encode(handle, TEXTS, options).observations())
            flags = (options.add_special, options.parse_special)
            data = [text.encode("utf-8", "surrogateescape") for text in TEXTS]
            assert found == [Encoding(tuple(tokenize(one, *flags))) for one in data]
            answers.add(tuple(found))
        else:
            ids = [[1, 263, 262, 2], [], [264, 0, 3 + 0xC3, 3 + 0xA9], [260] * 9000]
            found = list(worker.decode(handle, ids, options).observations())
            flags = (options.remove_special, not options.skip_special)
            assert found == [Bytes(detokenize(one, *flags)) for one in ids]
            answers.add(tuple(found))
    assert len(answers) == len(ALL_OPTIONS) - 1  # what is skipped cannot be removed besides


def test_an_id_outside_is_refused_and_not_given_to_the_library(worker, file):
    handle = worker.load(file())
    for bad in (-1, len(PIECES), 2**31 - 1):
        (refusal,) = worker.decode(handle, [[260, bad]], DecodeOptions()).observations()
        assert isinstance(refusal, Refusal)
        assert (refusal.kind, str(bad) in refusal.detail) == ("error", True)
    assert worker.restarts == 0


def test_a_refused_file_says_why(worker, file, artefact):
    unknown = worker.load(file("m.gguf", model="nonesuch"))
    assert isinstance(unknown, Refusal)
    assert "unknown tokenizer: 'nonesuch'" in unknown.detail
    cut = worker.load(artefact("cut.gguf", file().path.read_bytes()[:300], "gguf"))
    assert isinstance(cut, Refusal)
    assert "failed to read key-value pairs" in cut.detail
    assert "nonesuch" not in cut.detail  # only what this load said


OTHER_LOG = ggml_llama_cpp._Log(lambda *_: None)


def test_a_refused_file_says_why_where_another_logs_too(file):
    """In one process with a script that sets a log of its own."""
    ggml_llama_cpp.library().llama_log_set(OTHER_LOG, None)
    with pytest.raises(ggml_llama_cpp.LoadFailed, match="unknown tokenizer: 'nonesuch'"):
        ggml_llama_cpp.GgmlLlamaCpp.load(file("m.gguf", model="nonesuch"))


def test_a_library_that_ends_its_process_costs_one_case(worker, file):
    """Bytes above U+10FFFF: it aborts on them, asked twice, and the cases around are answered."""
    handle = worker.load(file("b.gguf", model="gpt2", merges=["a b"]))
    assert isinstance(handle, Handle)
    before = worker.restarts
    texts = ["a", "\udcf4\udc90\udc80\udc80", "ab"]
    found = list(worker.encode(handle, texts, EncodeOptions(add_special=False)).observations())
    assert [one.ids for one in (found[0], found[2])] == [(260,), (262,)]
    assert isinstance(found[1], Refusal)
    assert found[1].kind == "crash"
    assert worker.restarts == before + 2


ON_A_USUAL_STACK = """
import sys, threading
from pathlib import Path
from tokparity.oracles.adapters.ggml_llama_cpp import ALONE, GgmlLlamaCpp
from tokparity.reference_impl.contract import Artefact

adapter = GgmlLlamaCpp.load(Artefact("", "gguf", Path(sys.argv[1]), ""))
threading.stack_size(8 << 20)
call = threading.Thread(target=lambda: print(adapter._tokenize(b"a" * int(sys.argv[2]), ALONE)[0]))
call.start()
call.join()
"""


def test_a_match_that_overflows_a_usual_stack_is_a_regex_limit_and_no_crash(file):
    made = file("deep.gguf", model="gpt2", merges=["a b"], pre="deepseek-llm")
    texts = ["a" * 23_700, "ab 12, " * 5_000, "a" * 23_900, "\xe9" * 23_900, "b" + "a" * 30_000]
    options = EncodeOptions(add_special=False)
    with OracleWorker("ggml_llama_cpp", timeout=30) as worker:
        found = worker.encode(worker.load(made), texts, options).observations()
        answered, prose, *refused = found
        assert answered == Encoding((260,) * 23_700)
        assert isinstance(prose, Encoding)
        assert prose.ids.count(262) == 5_000
        assert [one.kind for one in refused] == ["regex-limit"] * 3
        assert "23,800" in refused[0].detail
        assert worker.restarts == 0
    ends = {}
    for length in (23_700, 23_900):
        command = [sys.executable, "-c", ON_A_USUAL_STACK, str(made.path), str(length)]
        run = subprocess.run(command, capture_output=True, text=True)
        ends[length] = run.returncode, run.stdout
    assert ends == {23_700: (0, "260\n"), 23_900: (-signal.SIGSEGV, "")}


@pytest.mark.parametrize("pre", ["gpt-2", "llama-bpe", "qwen2"])
def test_splitters_written_by_hand_have_no_such_limit(worker, file, pre):
    handle = worker.load(file(f"{pre}.gguf", model="gpt2", merges=["a b"], pre=pre))
    options = EncodeOptions(add_special=False)
    (found,) = worker.encode(handle, ["a" * 30_000], options).observations()
    assert found == Encoding((260,) * 30_000)


def test_another_version_is_refused(monkeypatch):
    ggml_llama_cpp.library.cache_clear()
    monkeypatch.setattr(ggml_llama_cpp, "installed_version", lambda name: "2027.1.1")
    with pytest.raises(ggml_llama_cpp.WrongBuild, match=r"2027\.1\.1 is installed"):
        ggml_llama_cpp.library()
    ggml_llama_cpp.library.cache_clear()
    assert importlib.metadata.version("xllamacpp") == ggml_llama_cpp.BUILD
