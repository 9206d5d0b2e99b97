"""Small libraries as they are: installed if need be, they answer for a file made here.

Only where they are installed, or can be soon: a skip says which are not. The expectations are what
`tokenizers` and `tiktoken` give for the same files.
"""

import base64
import shutil

import pytest
from tiktoken import Encoding as Tiktoken
from tokenizers import Tokenizer
from tokenizers.decoders import ByteLevel as ByteLevelDecoder
from tokenizers.models import BPE
from tokenizers.pre_tokenizers import ByteLevel

from tokparity.oracles.subjects.client import SubjectClient
from tokparity.oracles.subjects.environments import Environments, NotInstalled
from tokparity.oracles.subjects.library import library_called
from tokparity.reference_impl.contract import (
    Artefact,
    Bytes,
    DecodeOptions,
    EncodeOptions,
    Encoding,
    RankFacts,
    Text,
)

TEXTS = ("ab abc", "", "\u00e9\U0001f600", "  a\n", "cab")


@pytest.fixture(scope="module")
def environments(tmp_path_factory):
    return Environments(tmp_path_factory.mktemp("environments"))


@pytest.fixture
def client_of(environments):
    """The client of a library; skipped where it cannot be installed."""
    clients = []

    def made(name):
        library = library_called(name)
        program = "npm" if library.registry == "npm" else "python3"
        if shutil.which(program) is None:
            pytest.skip(f"there is no {program}, so {name} is not asked")
        try:
            clients.append(SubjectClient(environments.program(library)))
        except NotInstalled as error:
            pytest.skip(f"{name} is not asked: {error.reason}")
        return clients[-1]

    yield made
    for client in clients:
        client.close()


def answers(client, artefact, options):
    handle = client.load(artefact)
    encoded = list(client.submit_encode(handle, TEXTS, options).result().observations())
    ids = [answer.ids for answer in encoded if isinstance(answer, Encoding)]
    rows = [row for row in ids if row]
    decoded = client.submit_decode(handle, rows, DecodeOptions(skip_special=False)).result()
    return ids, list(decoded.observations())


@pytest.mark.parametrize("name", ["tuetoken", "@huggingface/tokenizers", "tokenizers@0.21.4"])
def test_a_library_reads_tokenizer_json(client_of, tmp_path, name):
    alphabet = sorted(ByteLevel.alphabet())
    vocabulary = {piece: at for at, piece in enumerate([*alphabet, "ab", "abc"])}
    native = Tokenizer(BPE(vocabulary, [("a", "b"), ("ab", "c")]))
    native.pre_tokenizer, native.decoder = ByteLevel(add_prefix_space=False), ByteLevelDecoder()
    native.save(str(tmp_path / "ab12"))
    artefact = Artefact("tiny", "tokenizer.json", tmp_path / "ab12", "0" * 64)
    ids, decoded = answers(client_of(name), artefact, EncodeOptions(add_special=False))
    assert ids == [tuple(native.encode(text).ids) for text in TEXTS]
    assert decoded == [Text(text) for text in TEXTS if text]


def test_a_library_reads_ranks(client_of, tmp_path):
    ranks = {bytes([byte]): byte for byte in range(256)} | {b"ab": 256, b"abc": 257}
    facts = RankFacts(pattern=r"\w+|\s+|[^\w\s]+", specials={"<|end|>": 300})
    lines = [f"{base64.b64encode(token).decode()} {rank}" for token, rank in ranks.items()]
    (tmp_path / "ab12").write_text("\n".join(lines))
    artefact = Artefact("tiny", "tiktoken", tmp_path / "ab12", "0" * 64, facts)
    native = Tiktoken("tiny", pat_str=facts.pattern, mergeable_ranks=ranks, special_tokens={})
    plain = EncodeOptions(add_special=False, parse_special=False)
    ids, decoded = answers(client_of("riptoken"), artefact, plain)
    assert ids == [tuple(native.encode_ordinary(text)) for text in TEXTS]
    assert decoded == [Bytes(text.encode()) for text in TEXTS if text]


def test_a_library_is_told_whether_ids_begin_with_a_space(client_of, tmp_path):
    client = client_of("mistral-tokenizer-js")
    artefact = Artefact("mistral-v1", "tokenizer.json", tmp_path / "none", "0" * 64)
    handle = client.load(artefact, builtin="mistral-v1")
    rows = [(22557, 1526), (308,), (0, 22557)]
    decoded = client.submit_decode(handle, rows, DecodeOptions(skip_special=False)).result()
    expected = [Text("Hello world"), Text("ent"), Text("<unk> Hello")]
    assert list(decoded.observations()) == expected
