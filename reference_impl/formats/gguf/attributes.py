"""What llama.cpp takes tokens for by what they, or the model, are called: attributes, and the ends.

A token that looks like a control token becomes one, whatever its type says, and a few others
become user-defined or normal. Source: the second half of `llama_vocab::impl::load`,
src/llama-vocab.cpp, llama.cpp b11549. Not here: the types of the file (`gguf.vocabulary`).
"""

from collections.abc import Sequence

from tokparity.reference_impl.added_tokens.passes import AddedToken
from tokparity.reference_impl.formats.gguf.keys import Keys
from tokparity.reference_impl.formats.gguf.libstdcxx import sort, unordered_map_order
from tokparity.reference_impl.formats.gguf.vocabulary import (
    CONTROL,
    LSTRIP,
    NORMAL,
    RSTRIP,
    UNKNOWN,
    UNUSED,
    USER_DEFINED,
    GgufVocabulary,
)

_FILL_IN_THE_MIDDLE = {
    "fim_pre": (
        "<|fim_prefix|>",
        "<fim-prefix>",
        "<fim_prefix>",
        "<｜fim▁begin｜>",
        "<PRE>",
        "▁<PRE>",
        "<|code_prefix|>",
        "<|prefix|>",
    ),
    "fim_suf": (
        "<|fim_suffix|>",
        "<fim-suffix>",
        "<fim_suffix>",
        "<｜fim▁hole｜>",
        "<SUF>",
        "▁<SUF>",
        "<|code_suffix|>",
        "<|suffix|>",
    ),
    "fim_mid": (
        "<|fim_middle|>",
        "<fim-middle>",
        "<fim_middle>",
        "<｜fim▁end｜>",
        "<MID>",
        "▁<MID>",
        "<|code_middle|>",
        "<|middle|>",
    ),
    "fim_pad": ("<|fim_pad|>", "<fim-pad>", "<fim_pad>", "<PAD>", "[PAD]"),
    "fim_rep": ("<|fim_repo|>", "<|repo_name|>", "<fim-repo>", "<REPO>", "<reponame>"),
    "fim_sep": ("<|file_sep|>",),
}
"""Names of which, where no key gives the id, the first in the order of a hash map is taken."""

_END_OF_GENERATION = (
    *("<|eot_id|>", "<|im_end|>", "<|end|>", "<|return|>", "<|call|>", "<|flush|>", "<|calls|>"),
    *("<end_of_turn>", "<|endoftext|>", "</s>", "<|eom_id|>", "<EOT>", "_<EOT>", "[EOT]", "[EOS]"),
    *("<|end_of_text|>", "<end_of_utterance>", "<eos>", "<turn|>", "<|tool_response>"),
    *("<｜end▁of▁sentence｜>", "[e~["),
)
"""All the names of end-of-turn and end-of-message tokens are among them."""

_ALWAYS_SHOWN = ("<|channel|>", "<|message|>", "<|start|>", "<|constrain|>")
_ENDING = ("fim_pad", "fim_rep", "fim_sep", "eos", "eot", "eom")


def final_attributes(vocabulary: GgufVocabulary) -> tuple[int, ...]:
    """The attributes after the changes by a token's name."""
    return _by_name(vocabulary)[0]


def end_of_generation(vocabulary: GgufVocabulary) -> frozenset[int]:
    """The ids for which `llama_vocab_is_eog` is true: named by a key, or called like one."""
    return _by_name(vocabulary)[1]


def _by_name(vocabulary: GgufVocabulary) -> tuple[tuple[int, ...], frozenset[int]]:
    """The attributes, and the ids that end a generation."""
    attributes = list(vocabulary.attributes)
    ids = vocabulary.ids
    order: list[int] = []
    specials = dict(vocabulary.specials)
    for slot, names in _FILL_IN_THE_MIDDLE.items():
        present = [name.encode() for name in names if name.encode() in ids]
        if slot in vocabulary.specials or not present:
            continue
        first = present[0]
        same = slot not in _ENDING and all(attributes[ids[name]] & CONTROL for name in present)
        if len(present) > 1 and not same:
            order = order or unordered_map_order(list(ids))
            first = min(present, key=lambda name: order.index(ids[name]))
        attributes[ids[first]] |= CONTROL
        specials[slot] = ids[first]
    for token_id, (text, attribute) in enumerate(zip(ids, attributes, strict=True)):
        if attribute & CONTROL and b"unused" in text:
            attributes[token_id] |= UNUSED
    ending = {ids[name.encode()] for name in _END_OF_GENERATION if name.encode() in ids}
    for token_id in ending:
        attributes[token_id] |= CONTROL
    for name in _ALWAYS_SHOWN:
        if (visible_id := ids.get(name.encode())) is not None:
            attributes[visible_id] = USER_DEFINED
    ending |= {specials[name] for name in _ENDING if name in specials}
    end = ids.get(b"<|end|>")
    calls = b"<|call|>" in ids or b"<|calls|>" in ids
    if end is not None and calls and (b"<|return|>" in ids or b"<|flush|>" in ids):
        attributes[end] = USER_DEFINED
        ending.discard(end)
    normal = any(ids.get(name) in ending for name in (b"<|tool_response>", b"<|plamo:eos|>"))
    if normal and (s_id := ids.get(b"</s>")) is not None:
        attributes[s_id] = NORMAL
        ending.discard(s_id)
    return tuple(attributes), frozenset(ending)


def special_tokens(
    vocabulary: GgufVocabulary, texts: Sequence[str], attributes: tuple[int, ...], keys: Keys
) -> tuple[AddedToken, ...]:
    """The tokens that are looked for, in the order in which they are: longest first.

    `texts` by id. One that is `special` is a control token, or unknown. Raises BadArtefact where
    llama.cpp refuses a model called phi-3 for what it lacks.
    """
    tokens, ids = vocabulary.tokens, vocabulary.ids
    wanted = CONTROL | USER_DEFINED | UNKNOWN
    found = [token_id for token_id, given in enumerate(attributes) if given & wanted]
    order = sort([-len(tokens[token_id]) for token_id in found])
    stripping = dict.fromkeys(found, 0)
    pre = keys.text("pre") or b""
    arch = keys.text("general.architecture") or b""
    name = bytes(map(_lower, keys.text("general.name") or b""))
    masked = (b"jina-v2-de", b"jina-v2-es", b"jina-v2-code")
    mask_models = (b"nomic-bert-moe", b"jina-bert-v3")
    if any(part in pre for part in masked) or any(part in arch for part in mask_models):
        stripping[ids.get(b"<mask>", -1)] = LSTRIP
    elif b"phi-3" in name or b"phi3" in name:
        stripping = dict.fromkeys(found, RSTRIP)
        for text in (b"</s>", b"<unk>", b"<s>", b"<|endoftext|>"):
            if text not in ids:
                reason = f"the model is called phi-3, and has no {text.decode()!r}"
                raise keys.bad("general.name", reason)
            stripping[ids[text]] = RSTRIP if text == b"</s>" else 0
    elif b"modern-bert" in name:
        stripping[ids.get(b"[MASK]", -1)] = LSTRIP
    made = [  # in the order of the file, in which all that is read of them lies in memory
        AddedToken(
            id=token_id,
            content=texts[token_id],
            lstrip=stripping[token_id] == LSTRIP,
            rstrip=stripping[token_id] == RSTRIP,
            special=bool(attributes[token_id] & (CONTROL | UNKNOWN)),
        )
        for token_id in found
    ]
    return tuple(map(made.__getitem__, order))


def _lower(byte: int) -> int:
    """`std::tolower` of the C locale: of ASCII alone."""
    return byte + 32 if 0x41 <= byte <= 0x5A else byte
