import base64
import json
from pathlib import Path

import mistral_common
import pytest
import sentencepiece
from mistral_common.tokens.tokenizers.base import SpecialTokenPolicy
from mistral_common.tokens.tokenizers.tekken import Tekkenizer

from tokparity.oracles.adapters.mistral_common import MistralCommon
from tokparity.oracles.worker.client import OracleWorker
from tokparity.reference_impl.chat.conversation import Conversation
from tokparity.reference_impl.contract import (
    Artefact,
    ChatCase,
    DecodeOptions,
    EncodeOptions,
    Encoding,
    Refusal,
    Text,
)

PATTERN = r"[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+|\s+"
MERGED = [b"he", b"ll", b"hell", b"hello", b" w", b"or", b" wor", b"\xc3\xa9"]
PIECES = [*(bytes([i]) for i in range(256)), *MERGED, b"unused"]
PLAIN, ADDED = EncodeOptions(False, False), EncodeOptions(True, False)
TEXTS = ["hello world", "<s>hello[INST]", "é\x00", "", "unused", " \n\t", "\U0001f600"]
IDS = [(267, 112), (1, 265, 3), (-1,), (7, 263), (203, 1, 177), (203, 177), (271, 271)]


def tekken(named):
    """Eight special tokens, those not named filled up; the last text token is beyond the size."""
    return {
        "config": {
            "pattern": PATTERN,
            "num_vocab_tokens": len(PIECES),
            "default_vocab_size": len(PIECES) - 1 + 8,
            "default_num_special_tokens": 8,
            "version": "v11",
        },
        "vocab": [
            {"rank": rank, "token_bytes": base64.b64encode(piece).decode(), "token_str": None}
            for rank, piece in enumerate(PIECES)
        ],
        "special_tokens": [
            {"rank": rank, "token_str": text, "is_control": True} for rank, text in enumerate(named)
        ],
    }


@pytest.fixture(scope="module")
def worker():
    with OracleWorker("mistral_common") as started:
        yield started


@pytest.fixture
def file(artefact):
    return artefact(
        "tekken.json",
        json.dumps(tekken(["<unk>", "<s>", "</s>", "[INST]"])).encode(),
        "tekken.json",
    )


@pytest.mark.parametrize("options", [PLAIN, ADDED])
def test_encodes_as_the_tekkenizer(worker, file, options):
    library = Tekkenizer.from_file(file.path)
    both = options.add_special
    expected = [Encoding(tuple(library.encode(text, bos=both, eos=both))) for text in TEXTS]
    assert list(worker.encode(worker.load(file), TEXTS, options).observations()) == expected
    assert expected[3] == Encoding((1, 2) if both else ())


@pytest.mark.parametrize("skip", [False, True])
def test_decodes_as_the_tekkenizer(worker, file, skip):
    library = Tekkenizer.from_file(file.path)
    policy = SpecialTokenPolicy.IGNORE if skip else SpecialTokenPolicy.KEEP
    expected = [Text(library.decode(list(ids), policy)) for ids in IDS]
    handle = worker.load(file)
    assert list(worker.decode(handle, IDS, DecodeOptions(skip)).observations()) == expected
    assert expected[4] == Text("\ufffd\ufffd" if skip else "\ufffd<s>\ufffd")
    (outside,) = worker.decode(handle, [[272]], DecodeOptions(skip)).observations()
    assert outside == Refusal("error", "KeyError: 'Invalid token for decoding: 264'")


def test_a_file_without_bos_is_refused_only_where_it_is_wanted(worker, artefact):
    handle = worker.load(
        artefact("tekken.json", json.dumps(tekken(["<unk>"])).encode(), "tekken.json")
    )
    (plain,) = worker.encode(handle, ["hello"], PLAIN).observations()
    (added,) = worker.encode(handle, ["hello"], ADDED).observations()
    assert plain == Encoding((267,))
    assert added == Refusal("error", "ValueError: Unknown control token <s>")


def test_shows_its_model_in_its_own_ids(worker, file):
    assert worker.probe(worker.load(file), "model", ["Ġwor", "llo"]) == [
        [[270, "Ġwor", 0, 4]],
        [[265, "ll", 0, 2], [119, "o", 2, 3]],
    ]


def test_says_what_it_can_express(worker):
    can = {
        (format, options)
        for format in ("tekken.json", "sentencepiece")
        for options in (PLAIN, ADDED, EncodeOptions(), DecodeOptions(), DecodeOptions(True))
        if worker.supports(format, options)
    }
    tekkenizer = {("tekken.json", DecodeOptions()), ("tekken.json", DecodeOptions(True))}
    assert can == tekkenizer | {("sentencepiece", DecodeOptions(True))} | {
        (format, options)
        for format in ("tekken.json", "sentencepiece")
        for options in (PLAIN, ADDED)
    }


def test_reads_a_model_of_sentencepiece(worker, artefact, tmp_path):
    text = ["hello world", "a hello to the world", "low hills"] * 20
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(text),
        model_prefix=str(tmp_path / "m"),
        vocab_size=30,
        hard_vocab_limit=False,
        minloglevel=2,
    )
    library = sentencepiece.SentencePieceProcessor(model_file=str(tmp_path / "m.model"))
    handle = worker.load(
        artefact("tokenizer.model", (tmp_path / "m.model").read_bytes(), "sentencepiece")
    )
    texts = ["hello", " low  world", "x", ""]
    expected = [Encoding(tuple(library.encode(one, add_bos=True, add_eos=True))) for one in texts]
    assert list(worker.encode(handle, texts, ADDED).observations()) == expected
    (text,) = worker.decode(handle, [expected[1].ids], DecodeOptions(True)).observations()
    assert text == Text(library.decode(list(expected[1].ids)))


DATA = Path(mistral_common.__file__).parent / "data"
USER, ANSWER = {"role": "user", "content": "é"}, {"role": "assistant", "content": "b"}


def chat(name, format, *messages, **more):
    adapter = MistralCommon.load(Artefact(name, format, DATA / name, ""))
    return adapter.chat(ChatCase(Conversation(messages, **more).to_text()))


def test_a_request_becomes_text_and_ids():
    found = chat("tekken_240718.json", "tekken.json", USER, ANSWER, USER)
    assert found.text == "<s>[INST]é[/INST]b</s>[INST]é[/INST]"
    assert found.ids[0] == 1
    assert found.ids.count(3) == found.ids.count(4) == 2


def test_the_pieces_of_a_model_become_text():
    found = chat("tokenizer.model.v1", "sentencepiece", {"role": "user", "content": "a\n𓂀"})
    assert found.text == "<s> [INST] a\n𓂀 [/INST]"
    assert len(found.ids) > 5


def test_a_closed_answer_and_one_that_is_gone_on_with():
    model = ("mistral_instruct_tokenizer_240323.model.v3", "sentencepiece")
    assert chat(*model, USER, ANSWER).text.endswith("b</s>")
    assert chat(*model, USER, ANSWER, continued="content").text.endswith("b")


def test_documents_are_no_part_of_a_request():
    with pytest.raises(NotImplementedError):
        chat("tekken_240718.json", "tekken.json", USER, documents=({"text": "d"},))
