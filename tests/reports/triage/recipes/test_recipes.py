"""A script of every library gives what the library's adapter gave: the two are written apart.

The expected answer of a script is made up; what it got must be the adapter's answer, to the letter.
"""

import contextlib
import gc
import json
import sys
from dataclasses import replace

import pytest

from tokparity.harness.compare.sides import OracleSide, observe
from tokparity.oracles.worker.client import OracleWorker
from tokparity.reference_impl.chat.conversation import Conversation
from tokparity.reference_impl.contract import (
    AS_CONFIGURED,
    Artefact,
    ChatCase,
    DecodeCase,
    DecodeOptions,
    EncodeCase,
    EncodeOptions,
    Encoding,
    FullCase,
    Refusal,
    Rendered,
    Settings,
    StageCase,
    StageOutput,
    StreamCase,
    Streamed,
    Text,
)
from tokparity.reference_impl.formats.tokenizer_config import identity
from tokparity.reports.triage.exhibit import Holding, Part
from tokparity.reports.triage.recipes import ggml_llama_cpp
from tokparity.reports.triage.recipes.recipe import NoScript, bytes_or_text

TOKENIZERS, LLAMA_CPP, TIKTOKEN = "huggingface_tokenizers", "ggml_llama_cpp", "openai_tiktoken"
SENTENCEPIECE, MISTRAL_COMMON, BERT_LEGACY = (
    "google_sentencepiece",
    "mistral_common",
    "huggingface_bert_legacy",
)
TRANSFORMERS = "huggingface_transformers"
CHAT_TEMPLATE = "huggingface_chat_template"
PLAIN = EncodeOptions(False, False)
CHAT = ChatCase(
    Conversation(({"role": "user", "content": "é <s>"},), variables={"a": None}).to_text()
)

DATED = ChatCase(Conversation(({"role": "date", "content": "%Y-%m-%d %H"},)).to_text())


@pytest.fixture(scope="module")
def workers():
    started = {}
    yield lambda name: started.setdefault(name, OracleWorker(name))
    for one in started.values():
        one.close()


@pytest.fixture
def answer(workers, artefact):
    """What the adapter answers, in its worker."""

    def ask(oracle, case):
        worker = workers(oracle)
        (answer,) = observe(OracleSide(oracle, worker, worker.load(artefact(oracle))), [case])
        return answer

    return ask


WRONG = {
    "encode": Encoding((99,), ((0, 99),)),
    "decode": Text("wrong"),
    "stream": Streamed(("wrong",)),
    "chat": Rendered("wrong", (99,)),
}
ROW = StageOutput(((99, "wrong", 0, 99),))
CASES = [
    pytest.param(TOKENIZERS, EncodeCase("AB <a>c"), "ids", id="tokenizers"),
    pytest.param(TOKENIZERS, EncodeCase("AB <a>c", PLAIN), "offsets", id="tokenizers-offsets"),
    pytest.param(TOKENIZERS, DecodeCase((2, 6), DecodeOptions(True)), "text", id="tokenizers-text"),
    pytest.param(TOKENIZERS, StageCase("normalizer", "ÀB"), "rows", id="tokenizers-normalizer"),
    pytest.param(TOKENIZERS, StageCase("pre_tokenizer", "a b"), "rows", id="tokenizers-words"),
    pytest.param(TOKENIZERS, StageCase("model", "abc"), "rows", id="tokenizers-model"),
    pytest.param(TOKENIZERS, StageCase("decoder", ("a", "b")), "rows", id="tokenizers-decoder"),
    pytest.param(
        TOKENIZERS, StreamCase((2, -1, 6), (3,), DecodeOptions(True)), "parts", id="stream"
    ),
    pytest.param(LLAMA_CPP, EncodeCase("a é"), "ids", id="llama-cpp"),
    pytest.param(LLAMA_CPP, EncodeCase("a\udcff", PLAIN), "ids", id="llama-cpp-bytes"),
    pytest.param(LLAMA_CPP, EncodeCase("a\udcff'", PLAIN), "ids", id="llama-cpp-bytes-and-a-quote"),
    pytest.param(LLAMA_CPP, EncodeCase("b" + "a" * 250, PLAIN), "ids", id="llama-cpp-long-run"),
    pytest.param(LLAMA_CPP, DecodeCase((67, 98, 200)), "text", id="llama-cpp-text"),
    pytest.param(TIKTOKEN, EncodeCase("ab <a>", EncodeOptions(False, True)), "ids", id="tiktoken"),
    pytest.param(TIKTOKEN, EncodeCase("ab <a>", PLAIN), "ids", id="tiktoken-plain"),
    pytest.param(TIKTOKEN, DecodeCase((256, 300, 200)), "text", id="tiktoken-text"),
    pytest.param(TIKTOKEN, StageCase("model", "abĠ", PLAIN), "rows", id="tiktoken-model"),
    pytest.param(
        SENTENCEPIECE, EncodeCase("hold é", EncodeOptions(True, False)), "ids", id="sentencepiece"
    ),
    pytest.param(SENTENCEPIECE, EncodeCase("ho\udcff", PLAIN), "ids", id="sentencepiece-bytes"),
    pytest.param(
        SENTENCEPIECE, EncodeCase("hold it", PLAIN), "offsets", id="sentencepiece-offsets"
    ),
    pytest.param(SENTENCEPIECE, EncodeCase("it's", PLAIN), "offsets", id="sentencepiece-a-quote"),
    pytest.param(
        SENTENCEPIECE, DecodeCase((4, 5, 6), DecodeOptions(True)), "text", id="sentencepiece-text"
    ),
    pytest.param(
        SENTENCEPIECE, StageCase("normalizer", "ﬁ  x", PLAIN), "rows", id="sentencepiece-normalizer"
    ),
    pytest.param(
        MISTRAL_COMMON, EncodeCase("ab é", EncodeOptions(True, False)), "ids", id="mistral"
    ),
    pytest.param(MISTRAL_COMMON, DecodeCase((1, 260, 101)), "text", id="mistral-text"),
    pytest.param(CHAT_TEMPLATE, CHAT, "text", id="chat-template"),
    pytest.param(CHAT_TEMPLATE, DATED, "text", id="chat-template-of-a-date"),
    pytest.param(BERT_LEGACY, EncodeCase("Hello ab[SEP]"), "ids", id="bert"),
    pytest.param(BERT_LEGACY, EncodeCase("Hello ab[SEP]", PLAIN), "ids", id="bert-plain"),
    pytest.param(
        BERT_LEGACY, DecodeCase((2, 5, 6, 7), DecodeOptions(True)), "text", id="bert-text"
    ),
    pytest.param(BERT_LEGACY, StageCase("model", "ab"), "rows", id="bert-model"),
    pytest.param(BERT_LEGACY, StageCase("decoder", ("a", "##b", ".")), "rows", id="bert-decoder"),
]


@pytest.mark.parametrize(("oracle", "case", "field"), CASES)
def test_a_script_answers_as_the_adapter(
    oracle, case, field, answer, side, black_box, made, run_script
):
    recorded = answer(oracle, case)
    assert not isinstance(recorded, Refusal), recorded
    wrong = black_box(WRONG.get(case.op, ROW))
    script = made(case, side(oracle, recorded), wrong, field)
    end, out = run_script(script.text)
    assert end == script.line
    assert script.line.startswith("reproduced: got ")
    (needed,) = script.needs
    name, version = needed.split("==")
    assert out.splitlines()[0] == f"{name} {version}"


@pytest.mark.parametrize("oracle", [SENTENCEPIECE, MISTRAL_COMMON])
@pytest.mark.parametrize("settings", [Settings(eos=False), Settings(bos=False)])
def test_a_script_asks_for_the_special_tokens_that_were_asked_for(
    oracle, settings, workers, artefact, side, black_box, made, run_script
):
    worker, case = workers(oracle), EncodeCase("hold", EncodeOptions(True, False))
    held = replace(artefact(oracle), settings=settings)
    (recorded,) = observe(OracleSide(oracle, worker, worker.load(held)), [case])
    got = side(oracle, recorded)
    got = replace(got, holding=replace(got.holding, settings=settings))
    script = made(case, got, black_box(WRONG["encode"]))
    assert run_script(script.text)[0] == script.line
    assert f"bos={settings.bos}, " in script.text


def test_what_a_script_gives_to_a_library_lives_on(run_script, monkeypatch):
    """Else a later call of llama.cpp in this process calls a function for its log that is freed."""
    logs = []
    lines = ["import sys, weakref", "def log(line): ...", "sys.kept.append(weakref.ref(log))"]
    monkeypatch.setattr(sys, "kept", logs, raising=False)
    for end in ("raise SystemExit('reproduced')", ""):
        run_script("\n".join([*lines, end]))
    gc.collect()
    assert [log() is not None for log in logs] == [True, True]


def test_a_script_does_without_the_limits_of_a_file(side, black_box, made, run_script, tmp_path):
    model = {"type": "WordLevel", "vocab": {"?": 0, "a": 1}, "unk_token": "?"}
    padding = {"strategy": {"Fixed": 3}, "direction": "Right", "pad_to_multiple_of": None}
    padding |= {"pad_id": 0, "pad_type_id": 0, "pad_token": "?"}
    content = json.dumps({"version": "1.0", "padding": padding, "model": model}).encode()
    got = side(TOKENIZERS, Encoding((1,)), inline=True)
    bare = replace(got.holding, content=content, settings=Settings(limits=False))
    for holding, ids in ((bare, (1,)), (replace(bare, settings=AS_CONFIGURED), (1, 0, 0))):
        part = replace(got, holding=holding, recorded=Encoding(ids))
        script = made(EncodeCase("a"), part, black_box(WRONG["encode"]))
        assert run_script(script.text)[0] == script.line


@pytest.mark.parametrize("inline", [TOKENIZERS, TIKTOKEN])
def test_a_small_tokenizer_stands_in_the_script(
    inline, answer, side, black_box, made, run_script, tmp_path
):
    case = EncodeCase("ab", PLAIN)
    got = side(inline, answer(inline, case), inline=True)
    script = made(case, got, black_box(Encoding((7,))))
    (tmp_path / "got.file").unlink()
    assert run_script(script.text)[0] == script.line
    assert "got.file" not in script.text


@pytest.mark.parametrize(
    "field", ["tokens", "type_ids", "words", "special_tokens_mask", "attention_mask", "offsets"]
)
def test_columns_of_a_full_encoding(field, answer, side, black_box, made, run_script):
    from dataclasses import replace

    case = FullCase("ab", "<a>")
    recorded = answer(TOKENIZERS, case)
    wrong = replace(recorded, **{field: (77,)})
    script = made(case, side(TOKENIZERS, recorded), black_box(wrong), field)
    assert run_script(script.text)[0] == script.line


def test_windows_that_were_cut_off(answer, side, black_box, made, run_script, monkeypatch):
    from dataclasses import replace

    from tokparity.reports.triage.recipes import huggingface_tokenizers

    case = FullCase("ab c")
    recorded = answer(TOKENIZERS, case)
    wrong = replace(recorded, overflowing=(recorded,))
    script = made(case, side(TOKENIZERS, recorded), black_box(wrong), "overflowing")
    assert huggingface_tokenizers.WINDOW[0] in script.text
    assert run_script(script.text)[0] == script.line


def test_an_error_is_an_answer(answer, side, black_box, made, run_script):
    case = EncodeCase("<a>", EncodeOptions(False, True))
    wrong = Encoding((1,))
    unknown = EncodeCase("\ud800")
    recorded = answer(TOKENIZERS, unknown)
    assert isinstance(recorded, Refusal)
    script = made(unknown, side(TOKENIZERS, recorded), black_box(wrong), "refusal")
    end, _ = run_script(script.text)
    assert end == script.line
    assert "refuses: " in script.line
    kept = made(case, side(TOKENIZERS, answer(TOKENIZERS, case)), black_box(recorded), "refusal")
    assert run_script(kept.text)[0] == kept.line


@pytest.mark.parametrize(
    ("oracle", "case"),
    [
        pytest.param(TOKENIZERS, StageCase("added_tokens", "a"), id="tokenizers"),
        pytest.param(LLAMA_CPP, StageCase("normalizer", "a"), id="llama-cpp"),
        pytest.param(LLAMA_CPP, FullCase("a"), id="llama-cpp-full"),
        pytest.param(TIKTOKEN, StageCase("normalizer", "a"), id="tiktoken"),
        pytest.param(TIKTOKEN, FullCase("a"), id="tiktoken-full"),
        pytest.param(SENTENCEPIECE, StageCase("model", "a"), id="sentencepiece"),
        pytest.param(SENTENCEPIECE, FullCase("a"), id="sentencepiece-full"),
        pytest.param(MISTRAL_COMMON, StageCase("model", "a"), id="mistral"),
        pytest.param(MISTRAL_COMMON, CHAT, id="mistral-chat"),
        pytest.param(TIKTOKEN, CHAT, id="tiktoken-chat"),
        pytest.param(TOKENIZERS, CHAT, id="tokenizers-chat"),
        pytest.param(BERT_LEGACY, StageCase("normalizer", "a"), id="bert"),
        pytest.param(BERT_LEGACY, FullCase("a"), id="bert-full"),
    ],
)
def test_what_no_call_shows_has_no_script(oracle, case, side, black_box, made):
    with pytest.raises(NoScript):
        made(case, side(oracle, ROW), black_box(StageOutput(())), "rows")


@pytest.mark.parametrize("text", ["\udcff", "\udcff'"])
def test_ranges_of_bytes_have_no_script(text, side, black_box, made):
    got = side(SENTENCEPIECE, Encoding((1,), ((0, 1),)))
    with pytest.raises(NoScript, match="ranges of characters"):
        made(EncodeCase(text, PLAIN), got, black_box(Encoding((1,), ((0, 2),))), "offsets")


def test_a_surrogate_that_is_no_byte_has_no_script():
    with pytest.raises(NoScript, match="stands for no byte"):
        bytes_or_text("\ud800")
    assert bytes_or_text("\udcff") == "b'\\xff'"


def test_the_layout_of_the_parameters_is_the_adapters():
    import ctypes

    from tokparity.oracles.adapters.ggml_llama_cpp import ModelParams

    assert ModelParams.vocab_only.offset == ggml_llama_cpp.VOCAB_ONLY
    assert ctypes.sizeof(ModelParams) == ggml_llama_cpp.PARAMS


@pytest.fixture
def folder(tmp_path, artefact):
    """A model's folder, as `transformers` publishes them."""
    place = tmp_path / "tokenizer"
    place.mkdir()
    artefact(TOKENIZERS).path.rename(place / "tokenizer.json")
    source = "<a>{% for m in messages %}{{ strftime_now(m.content) }}{% endfor %}"
    config = {"tokenizer_class": "PreTrainedTokenizerFast", "chat_template": source}
    (place / "tokenizer_config.json").write_text(json.dumps(config))
    return place


@pytest.mark.parametrize(
    ("case", "field"),
    [
        pytest.param(EncodeCase("AB <a>c"), "ids", id="ids"),
        pytest.param(EncodeCase("AB <a>c", PLAIN), "offsets", id="offsets"),
        pytest.param(DecodeCase((2, 6, 3), DecodeOptions(True)), "text", id="text"),
        pytest.param(CHAT, "text", id="chat"),
        pytest.param(CHAT, "ids", id="chat-ids"),
        pytest.param(DATED, "text", id="chat-of-a-date"),
        pytest.param(StageCase("normalizer", "AB"), "rows", id="normalizer"),
        pytest.param(StageCase("decoder", ("a", "b")), "rows", id="decoder"),
    ],
)
@pytest.mark.parametrize("beside", [True, False])
def test_a_folder(case, field, beside, folder, workers, black_box, made, run_script):
    config = folder / "tokenizer_config.json"
    held = Artefact("tiny", "tokenizer_config.json", config, identity(folder))
    worker = workers(TRANSFORMERS)
    (recorded,) = observe(OracleSide(TRANSFORMERS, worker, worker.load(held)), [case])
    assert not isinstance(recorded, Refusal), recorded
    holding = Holding("tiny", held.format, held.sha256, 1, file="tokenizer" if beside else None)
    got = Part("got", TRANSFORMERS, TRANSFORMERS, "tiny", recorded, True, holding)
    script = made(case, got, black_box(WRONG.get(case.op, ROW)), field)
    end, _ = run_script(script.text, *([] if beside else [config]))
    assert end == script.line


def test_no_code_of_a_folder_is_run(folder, black_box, made, run_script, tmp_path, monkeypatch):
    """EngineAnswer by the library whether it may, somebody would say yes."""
    ran = tmp_path / "ran"
    (folder / "own.py").write_text(f"open({str(ran)!r}, 'w').close()\nclass Own: pass\n")
    config = {"tokenizer_class": "Own", "auto_map": {"AutoTokenizer": ["own.Own", None]}}
    (folder / "tokenizer_config.json").write_text(json.dumps(config))
    monkeypatch.setattr("builtins.input", lambda *_: "y")
    holding = Holding("tiny", "tokenizer_config.json", "", 1, file="tokenizer")
    got = Part("got", TRANSFORMERS, TRANSFORMERS, "tiny", Encoding((1,)), True, holding)
    script = made(EncodeCase("a"), got, black_box(Encoding((2,))))
    with contextlib.suppress(Exception):
        run_script(script.text)
    assert not ran.exists()


def test_a_folder_is_not_asked_for_what_its_library_reports(side, black_box, made, folder):
    holding = Holding("tiny", "tokenizer_config.json", "", 1, file="tokenizer")
    got = Part("got", TRANSFORMERS, TRANSFORMERS, "tiny", ROW, True, holding)
    with pytest.raises(NoScript):
        made(FullCase("a"), got, black_box(ROW), "rows")
