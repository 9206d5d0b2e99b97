"""`vocabulary`: the GGUF vocabulary of a number, which nobody wrote, and texts to try it with.

Depends on (seed, number) alone; the model goes through all there are, of the byte-pair ones the
pre-tokenizer through all names. Not here: malformed files (`malformed`).
"""

from base64 import b64decode
from collections.abc import Mapping
from dataclasses import dataclass

from tokparity.corpora.generators.gguf_vocabularies import tokens
from tokparity.corpora.generators.gguf_vocabularies.document import GgufDocument
from tokparity.corpora.generators.pipelines.charsmap import CHARSMAPS
from tokparity.corpora.generators.rng import Rng
from tokparity.reference_impl.formats.gguf.pre import PRE_NAMES
from tokparity.reference_impl.formats.gguf.vocabulary import SPECIAL_KEYS
from tokparity.reference_impl.text.byte_text import canonical, from_bytes

KINDS = (
    *("llama", "gpt2", "bert", "t5", "gpt2", "rwkv", "gemma4", "plamo2"),
    *("llama", "gpt2", "t5", "whitespace", "hybriddna", "gpt2", "bert", "test"),
)
_NAMES = tuple(PRE_NAMES)
_ARCHITECTURES = ("llama", "llama", "llama", "nomic-bert-moe", "jina-bert-v3", "qwen2")
_TYPES = (1, 1, 1, 1, 1, 1, 3, 4, 2, 5, 0, 7)
_SCORES = (0.0, -1.0, -1.0, -2.0, -3.5, -0.1, -0.2, -0.3, 1.0, -1e10, 100.0)


_BROKEN = (
    b"\xed\xa0\xbd",
    b"\xed\xb2\x80",
    b"\xc1\x81",
    b"\xe0\x80\x80",
    b"\xef\xbb\xbf",
    b"\xe2\x96",
)
"""Surrogates, overlong forms, a byte order mark, most of a character."""


@dataclass(frozen=True, slots=True)
class GeneratedVocabulary:
    """A generated file, with texts to encode and ids to decode."""

    number: int
    document: GgufDocument
    texts: tuple[str, ...]
    ids: tuple[tuple[int, ...], ...]


def vocabulary(seed: int, number: int, count: int = 200) -> GeneratedVocabulary:
    """The vocabulary of a number, with `count` texts and a quarter as many sequences of ids."""
    rng = Rng("gguf", seed, number)
    kind = KINDS[number % len(KINDS)]
    document = GgufDocument()
    document.add("general.architecture", "str", rng.choice(_ARCHITECTURES).encode())
    if rng.chance(0.3):
        names = (b"Phi-3 mini", b"a modern-bert", b"other")
        document.add("general.name", "str", rng.choice(names))
    document.add("model", "str", kind.encode())
    pre = rng.choice(_NAMES) if rng.chance(0.5) else _NAMES[number % len(_NAMES)]
    if rng.chance(0.95):
        document.add("pre", "str", pre.encode())
    else:
        pre = "default"
    texts, types = _tokens(rng, kind, pre, document)
    document.add("tokens", "str", texts)
    document.add("token_type", "i32", types)
    if kind in ("llama", "t5", "plamo2") or rng.chance(0.2):
        if rng.chance(0.1):
            document.add("scores", "i32", [rng.between(-9, 3) for _ in texts])
        else:
            document.add("scores", "f32", [rng.choice(_SCORES) for _ in texts])
    _flags(rng, kind, len(texts), document)
    pool = [from_bytes(text.split(b"\0")[0]) for text in texts]
    ids = [tuple(rng.below(len(texts)) for _ in range(rng.below(8))) for _ in range(count // 4)]
    return GeneratedVocabulary(
        number, document, tuple(text(rng, pool) for _ in range(count)), tuple(ids)
    )


def text(rng: Rng, pool: list[str]) -> str:
    """A text of tokens, of characters, or of bytes."""
    parts = []
    for _ in range(rng.below(7)):
        match rng.below(8):
            case 0 | 1 | 2:
                parts.append(rng.choice(pool))
            case 3:
                parts.append(rng.choice(pool).replace("▁", " ").replace("Ġ", " "))
            case 4:
                parts.append(rng.choice(tokens.NAMED))
            case 5 if rng.chance(0.2):
                parts.append(from_bytes(bytes(rng.below(256) for _ in range(rng.between(1, 4)))))
            case 5 if rng.chance(0.2):
                parts.append(from_bytes(rng.choice(_BROKEN)))
            case 6:
                parts.append(rng.choice((" ", "  ", "\n", "\n\n", " \t", "\u3000")))
            case _:
                parts.append(tokens.word(rng, 6))
    return canonical("".join(parts))


def _tokens(rng: Rng, kind: str, pre: str, document: GgufDocument) -> tuple[list[bytes], list[int]]:
    """The tokens and their types; merges and charsmap, where the model has them."""
    merges: list[bytes] = []
    byte_tokens = [b"<0x%02X>" % byte for byte in range(256)]
    match kind:
        case "llama" | "t5" | "test":
            plain = tokens.of_sentencepiece(rng)
        case "bert":
            plain = tokens.of_wordpiece(rng)
        case "rwkv":
            plain = tokens.of_rwkv(rng)
        case "plamo2":
            plain = tokens.of_sentencepiece(rng)
        case _:
            raw = kind == "gemma4" or not PRE_NAMES[pre].byte_encode
            plain, merges = tokens.of_raw_text(rng) if raw else tokens.of_byte_level(rng)
    if kind == "hybriddna":
        plain += [b"<dna>", b"</dna>", b"<oov>"] if rng.chance(0.8) else []
        plain += [
            "ACGTAC\ue000".encode(),
            "AAAAAA\ue000".encode(),
            "GGGGGA\ue000".encode(),
            b"ACGTAC",
        ]
    if kind == "t5" and rng.chance(0.7):
        document.add("precompiled_charsmap", "u8", b64decode(rng.choice(CHARSMAPS)))
    if merges or kind in ("gpt2", "gemma4", "whitespace", "hybriddna"):
        document.add("merges", "str", merges)
    names = [] if kind == "rwkv" else [name.encode() for name in tokens.named(rng)]
    if rng.chance(0.1):
        names += [b"\xff", b"\xe2\x96", b"a\xcc", b"\x81x"]
    if rng.chance(0.1):
        names.append(b"")
    typed = [(token, _TYPES[rng.below(len(_TYPES))]) for token in dict.fromkeys(names)]
    typed += [(token, 1 if rng.chance(0.9) else rng.choice(_TYPES)) for token in plain]
    with_bytes = kind == "plamo2" or (
        kind in ("llama", "t5", "gemma4", "gpt2", "whitespace") and rng.chance(0.85)
    )
    if with_bytes and kind != "gpt2":
        complete = kind == "plamo2" or rng.chance(0.9)
        typed += [(token, 6) for token in byte_tokens if complete or rng.chance(0.99)]
    order: dict[bytes, int] = {}
    for token, kind_of_token in typed:
        order.setdefault(token, kind_of_token)
    if kind == "rwkv":
        order = {
            token: kind_of_token for token, kind_of_token in order.items() if kind_of_token != 6
        }
    return list(order), list(order.values())


def _flags(rng: Rng, kind: str, count: int, document: GgufDocument) -> None:
    for name in ("add_bos_token", "add_eos_token", "add_sep_token", "add_space_prefix"):
        if rng.chance(0.4):
            document.add(name, "bool", rng.chance(0.5))
    for name in ("remove_extra_whitespaces", "normalizer.lowercase", "normalizer.strip_accents"):
        if rng.chance(0.4):
            document.add(name, "bool", rng.chance(0.5))
    for name, key in SPECIAL_KEYS:
        needed = name in ("bos", "eos", "sep", "unk")
        if rng.chance(0.9 if needed else 0.15):
            outside = rng.chance(0.05)
            document.add(key, "u32", count + rng.below(5) if outside else rng.below(count))


def described(vocabulary: GeneratedVocabulary) -> Mapping[str, str]:
    """The model and the pre-tokenizer of a vocabulary, for a report."""
    keys = vocabulary.document.keys
    return {name: str(keys.get(f"tokenizer.ggml.{name}".encode())) for name in ("model", "pre")}
