"""The vocabulary that a GGUF file describes: tokens, scores, attributes, special ids, flags.

What `llama_vocab::impl::load` makes of the keys: src/llama-vocab.cpp, llama.cpp b11549. Not here:
attributes changed by a token's name (`gguf.attributes`), the pre-tokenizers (`gguf.pre`), the
stages made of all this (`gguf`).
"""

import struct
from dataclasses import dataclass
from typing import Literal, get_args

from tokparity.reference_impl.errors import Unsupported
from tokparity.reference_impl.formats.gguf.file import TYPE_NAMES
from tokparity.reference_impl.formats.gguf.keys import Keys

Model = Literal[
    "llama", "bert", "gpt2", "hybriddna", "whitespace", "gemma4", "t5", "rwkv", "plamo2", "test"
]
MODELS: tuple[Model, ...] = get_args(Model)
BYTE_PAIR: tuple[Model, ...] = ("gpt2", "hybriddna", "whitespace", "gemma4")

UNKNOWN, UNUSED, NORMAL, CONTROL, USER_DEFINED, BYTE = 1, 2, 4, 8, 16, 32
LSTRIP, RSTRIP = 128, 256
"""`enum llama_token_attr` of include/llama.h."""
_ATTRIBUTE_OF_TYPE = {1: NORMAL, 2: UNKNOWN, 3: CONTROL, 4: USER_DEFINED, 5: UNUSED, 6: BYTE}

SPECIAL_KEYS: tuple[tuple[str, str], ...] = (
    *((name, f"{name}_token_id") for name in ("bos", "eos", "eot", "eom")),
    ("unk", "unknown_token_id"),
    ("sep", "seperator_token_id"),
    ("pad", "padding_token_id"),
    ("mask", "mask_token_id"),
    *((f"fim_{name}", f"fim_{name}_token_id") for name in ("pre", "suf", "mid", "pad", "rep")),
    ("fim_sep", "fim_sep_token_id"),
    ("fim_pre", "prefix_token_id"),
    ("fim_suf", "suffix_token_id"),
    ("fim_mid", "middle_token_id"),
)
"""Each special token and the key of its id; the last three keys are of old files and win."""

_DEFAULT_IDS: dict[str, dict[str, int]] = {
    "llama": {"bos": 1, "eos": 2, "unk": 0},
    "bert": {"bos": 101, "unk": 100, "sep": 102, "pad": 0, "mask": 103},
    "gpt2": {"bos": 11, "eos": 11},
    "hybriddna": {"bos": 11, "eos": 11},
    "whitespace": {"bos": 11, "eos": 11},
    "gemma4": {},
    "t5": {"eos": 1, "unk": 2, "pad": 0},
    "rwkv": {},
    "plamo2": {"bos": 1, "eos": 2, "unk": 0, "pad": 3},
    "test": {},
}


@dataclass(frozen=True, slots=True)
class Flags:
    """What steers a vocabulary, by the names that llama.cpp gives it."""

    add_bos: bool = False
    add_eos: bool = False
    add_space_prefix: bool = False
    remove_extra_whitespaces: bool = False
    escape_whitespaces: bool = True
    clean_spaces: bool = False
    force_bos: bool = False
    lowercase: bool = True
    strip_accents: bool = True


@dataclass(frozen=True, slots=True)
class GgufVocabulary:
    """n tokens; `scores` and `attributes` have n entries, `ids` maps the text of each to its id.

    `tokens` are what is shown: of "hybriddna" without the mark that tells k-mers from other tokens.
    `specials` maps "bos", "eos", … to an id, where there is one. `merges` are as in the file,
    `charsmap` as in the file, empty where there is none.
    """

    model: Model
    tokens: tuple[bytes, ...]
    scores: tuple[float, ...]
    attributes: tuple[int, ...]
    specials: dict[str, int]
    ids: dict[bytes, int]
    merges: tuple[bytes, ...] = ()
    charsmap: bytes = b""


def read_model(keys: Keys) -> Model:
    """The name of the model. Raises BadArtefact, Unsupported."""
    name = keys.text("model")
    if name is None:
        raise keys.bad("model", "is missing: the file holds no vocabulary")
    if name in (b"none", b"no_vocab"):
        raise keys.bad("model", f"{name.decode()!r}: the file holds no vocabulary")
    for known in MODELS:
        if known.encode() == name:
            return known
    spelled = name.decode("utf-8", "backslashreplace")
    raise Unsupported(
        keys.path, "tokenizer.ggml.model", f"{spelled!r} is none of {', '.join(MODELS)}"
    )


def read_vocabulary(keys: Keys, model: Model, pre: bytes, no_bos: bool) -> GgufVocabulary:
    """Tokens, types, scores, ids. `no_bos`: the pre-tokenizer takes the default bos away.

    Raises BadArtefact.
    """
    merges: tuple[bytes, ...] = ()
    if model in BYTE_PAIR:
        found = keys.strings("merges")
        if found is None and not (pre == b"kimi-k2" and model != "gemma4"):
            raise keys.bad("merges", "is missing")
        merges = found or ()
    charsmap = _charsmap(keys) if model == "t5" else b""
    tokens = keys.strings("tokens")
    if tokens is None:
        raise keys.bad("tokens", "is missing")
    scores = _scores(keys, len(tokens))
    attributes = _attributes(keys, len(tokens))
    tokens = tuple([text or b"[EMPTY_%d]" % index for index, text in enumerate(tokens)])
    ids = {text: token_id for token_id, text in enumerate(tokens)}
    if len(ids) != len(tokens):
        first: dict[bytes, int] = {}
        for index, text in enumerate(tokens):
            if first.setdefault(text, index) != index:
                spelled = text.decode("utf-8", "backslashreplace")
                reason = (
                    f"token {index} is {spelled!r}, as is token {first[text]}: llama.cpp aborts"
                )
                raise keys.bad("tokens", reason)
    defaults = dict(_DEFAULT_IDS[model])
    if no_bos:
        defaults.pop("bos", None)
    specials = _specials(keys, defaults, len(tokens))
    if model == "hybriddna" and (oov := ids.get(b"<oov>")) is not None:
        mark = "\ue000".encode()
        tokens = (
            *tokens[: oov + 1],
            *(
                text[: -len(mark)] if len(text) > len(mark) and text.endswith(mark) else text
                for text in tokens[oov + 1 :]
            ),
        )
    return GgufVocabulary(model, tokens, scores, attributes, specials, ids, merges, charsmap)


def read_flags(keys: Keys, flags: Flags) -> Flags:
    """The flags of the keys over those that model and pre-tokenizer imply. Raises BadArtefact."""
    lowercase = keys.flag("normalizer.lowercase", flags.lowercase)
    return Flags(
        add_bos=keys.flag("add_bos_token", flags.add_bos) or flags.force_bos,
        add_eos=keys.flag("add_eos_token", flags.add_eos),
        add_space_prefix=keys.flag("add_space_prefix", flags.add_space_prefix),
        remove_extra_whitespaces=keys.flag("remove_extra_whitespaces", False),
        escape_whitespaces=flags.escape_whitespaces,
        clean_spaces=flags.clean_spaces,
        force_bos=flags.force_bos,
        lowercase=lowercase,
        strip_accents=keys.flag("normalizer.strip_accents", lowercase),
    )


def check_other_keys(keys: Keys) -> None:
    """Keys that change no token, but whose type llama.cpp checks. Raises BadArtefact."""
    keys.text("general.architecture")
    keys.text("general.name")
    keys.unsigned("general.file_type")
    keys.flag("add_sep_token", False)
    keys.unsigned("token_type_count")
    keys.array("suppress_tokens", ("i32",))


def _scores(keys: Keys, count: int) -> tuple[float, ...]:
    value = keys.array("scores", ("f32", "i32"))
    if value is None:
        return (0.0,) * count
    if len(value) < count:
        raise keys.bad("scores", f"has {len(value)} entries for {count} tokens")
    numbers = value.numbers()[:count]
    return _as_f32(numbers) if TYPE_NAMES[value.type] == "i32" else numbers


def _as_f32(numbers: tuple[float, ...]) -> tuple[float, ...]:
    packed = struct.pack(f"<{len(numbers)}f", *numbers)
    return struct.unpack(f"<{len(numbers)}f", packed)


def _attributes(keys: Keys, count: int) -> tuple[int, ...]:
    value = keys.array("token_type", ("i32",))
    if value is None:
        return (NORMAL,) * count
    if len(value) < count:
        raise keys.bad("token_type", f"has {len(value)} entries for {count} tokens")
    return tuple([_ATTRIBUTE_OF_TYPE.get(int(kind), 0) for kind in value.numbers()[:count]])


def _charsmap(keys: Keys) -> bytes:
    value = keys.array("precompiled_charsmap", ("i8", "u8"))
    if value is None:
        return b""
    raw = value.raw
    size = int.from_bytes(raw[:4], "little")
    if len(raw) < 4 or size + 4 >= len(raw):
        raise keys.bad("precompiled_charsmap", f"{len(raw)} bytes, of them {size} the trie")
    return raw


def _specials(keys: Keys, ids: dict[str, int], count: int) -> dict[str, int]:
    """A default outside the vocabulary is dropped, an id of the file that is one passed over."""
    for name, key in SPECIAL_KEYS:
        if ids.get(name, -1) >= count:
            del ids[name]
        given = keys.unsigned(key)
        if given is not None and given < count:
            ids[name] = given
    return ids
