"""Small files of each format, for the adapters of batch calls."""

import base64

import gguf
import pytest
from sentencepiece import sentencepiece_model_pb2 as schema
from tokenizers import Tokenizer, models, pre_tokenizers, processors

from tokparity.oracles.protocol import ALL_OPTIONS, batch_oracle, native_oracle
from tokparity.oracles.worker.client import OracleWorker
from tokparity.reference_impl.contract import EncodeOptions, Encoding, RankFacts, Refusal

BYTES = [f"<0x{byte:02X}>" for byte in range(256)]
TEXTS = ["a b", "", "é日 <s> ab", "x\0y", "a" * 12_000]


def of_tokenizers():
    tokenizer = Tokenizer(models.WordLevel({"a": 0, "b": 1, "?": 2, "<s>": 3}, "?"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.add_special_tokens(["<s>"])
    tokenizer.post_processor = processors.TemplateProcessing("<s> $A", None, [("<s>", 3)])
    return tokenizer.to_str().encode()


def of_sentencepiece():
    proto = schema.ModelProto()
    proto.trainer_spec.model_type = 2
    for text, kind in [("<unk>", 2), ("<s>", 3), ("</s>", 3), ("▁", 1), ("a", 1), ("▁a", 1)]:
        proto.pieces.add(piece=text, type=kind)
    return proto.SerializeToString()


def of_tiktoken():
    ranks = [bytes([byte]) for byte in range(256)] + [b"ab"]
    return b"".join(base64.b64encode(piece) + b" %d\n" % at for at, piece in enumerate(ranks))


def of_gguf(path):
    writer = gguf.GGUFWriter(path, "llama")
    writer.add_tokenizer_model("llama")
    pieces = ["<unk>", "<s>", "</s>", *BYTES, "▁", "a", "b", "ab", "▁a"]
    writer.add_token_list(pieces)
    writer.add_token_scores([-float(number) for number in range(len(pieces))])
    writer.add_token_types([2, 3, 3, *([6] * 256), *([1] * 5)])
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.close()
    return path.read_bytes()


@pytest.fixture
def made(artefact, tmp_path):
    """A small artefact of a format."""

    def make(format):
        content = {
            "tokenizer.json": of_tokenizers,
            "sentencepiece": of_sentencepiece,
            "tiktoken": of_tiktoken,
            "gguf": lambda: of_gguf(tmp_path / "new.gguf"),
        }[format]()
        facts = RankFacts(r"\w+|\W", {"<s>": 300}, "made for this test")
        return artefact("made", content, format, facts if format == "tiktoken" else None)

    return make


@pytest.fixture
def answered_alike(made):
    """How many cases of a format's library its batch call answers as its single calls do, which
    are held against the library itself in their own tests. All of them must be alike."""

    def ask(format):
        file, batch = made(format), batch_oracle(format)
        with OracleWorker(batch) as several, OracleWorker(native_oracle(format)) as single:
            assert several.version == single.version
            here, there = several.load(file), single.load(file)
            answered = 0
            for options in ALL_OPTIONS:
                mine, theirs = (
                    asked(worker, handle, options)
                    for worker, handle in ((several, here), (single, there))
                )
                known = [at for at, each in enumerate(theirs) if not isinstance(each, Refusal)]
                assert [mine[at] for at in known] == [theirs[at] for at in known]
                answered += len(known)
        return answered

    return ask


def asked(worker, handle, options):
    if isinstance(options, EncodeOptions):
        found = worker.encode(handle, TEXTS, options).observations()
        return [each.ids if isinstance(each, Encoding) else each for each in found]
    return list(worker.decode(handle, [[0, 1, 3], [], [4, 5]], options).observations())
