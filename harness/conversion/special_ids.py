"""Which ids a GGUF must name: what a tokenizer adds by itself, and what its configuration names."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from tokparity.reference_impl.contract import EncodeOptions
from tokparity.reference_impl.errors import BadArtefact, UnknownToken
from tokparity.reference_impl.formats.tokenizer_config import CONFIG
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

KEYS = {
    "bos_token": "bos_token_id",
    "eos_token": "eos_token_id",
    "unk_token": "unknown_token_id",
    "sep_token": "seperator_token_id",
    "pad_token": "padding_token_id",
    "cls_token": "cls_token_id",
    "mask_token": "mask_token_id",
}
"""Field of tokenizer_config.json → key of GGUF (the misspelling is GGUF's own)."""

USUAL = {
    "bos_token_id": (
        *("<s>", "<bos>", "<|begin_of_text|>", "<|startoftext|>", "<|endoftext|>", "[CLS]"),
        *("<\uff5cbegin\u2581of\u2581sentence\uff5c>", "<|im_start|>"),
    ),
    "eos_token_id": (
        *("</s>", "<eos>", "<|end_of_text|>", "<|endoftext|>", "[SEP]"),
        *("<\uff5cend\u2581of\u2581sentence\uff5c>", "<|im_end|>"),
    ),
}
"""What these two are usually called, for a source that names neither."""


@dataclass(slots=True)
class Specials:
    """`ids` and `flags` as `ConvertedVocabulary` has them; `lost` what cannot be said."""

    ids: dict[str, int] = field(default_factory=dict)
    flags: dict[str, bool] = field(default_factory=dict)
    lost: list[str] = field(default_factory=list)


def named_specials(tokenizer: Tokenizer, config: dict[str, Any]) -> dict[str, int]:
    """The ids of the tokens that a configuration names; one that no token has is left out."""
    ids = {}
    for name, key in KEYS.items():
        named = config.get(name)
        content = named.get("content") if isinstance(named, dict) else named
        if isinstance(content, str):
            try:
                ids[key] = tokenizer.id_of(content)
            except UnknownToken:
                continue
    return ids


def added_around(tokenizer: Tokenizer) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The ids that encoding puts before and after a text, found by encoding one."""
    bare = replace(tokenizer, truncation=None, padding=None)
    plain = bare.encode("a", EncodeOptions(add_special=False)).ids
    added = bare.encode("a", EncodeOptions(add_special=True)).ids
    for start in range(len(added) - len(plain) + 1):
        if added[start : start + len(plain)] == plain:
            return added[:start], added[start + len(plain) :]
    return (), ()


def specials_of(tokenizer: Tokenizer, config: dict[str, Any]) -> Specials:
    """What to write for bos and eos: a text has one of each at most in GGUF."""
    specials = Specials(named_specials(tokenizer, config))
    before, after = added_around(tokenizer)
    for side, ids, key, flag in (
        ("before", before, "bos_token_id", "add_bos_token"),
        ("after", after, "eos_token_id", "add_eos_token"),
    ):
        specials.flags[flag] = len(ids) == 1
        if len(ids) == 1:
            if specials.ids.get(key, ids[0]) != ids[0]:
                other = tokenizer.piece_of(specials.ids[key])
                specials.lost.append(f"{key}: the configuration's {other!r} is not what is added")
            specials.ids[key] = ids[0]
        elif ids:
            contents = [tokenizer.piece_of(token_id) for token_id in ids]
            specials.lost.append(f"{contents} {side} a text: GGUF has room for one token there")
    special = {token.content: token.id for token in tokenizer.added_tokens if token.special}
    usual_ids(special or tokenizer.model.vocab, specials.ids, specials.lost)
    return specials


def usual_ids(vocabulary: Mapping[str, int], ids: dict[str, int], lost: list[str]) -> None:
    """Fill in bos and eos by their usual names: without them llama.cpp takes some id of its own."""
    for key, contents in USUAL.items():
        if key in ids:
            continue
        content = next((content for content in contents if content in vocabulary), None)
        if content is None:
            lost.append(f"{key}: the source names none; llama.cpp takes a fixed id for it")
        else:
            ids[key] = vocabulary[content]


def read_config(folder: Path) -> dict[str, Any]:
    """tokenizer_config.json of a folder; empty where there is none. BadArtefact: no JSON object."""
    path = folder / CONFIG
    if not path.is_file():
        return {}
    try:
        data = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError) as error:
        raise BadArtefact(path, "JSON", f"{error}") from None
    if not isinstance(data, dict):
        raise BadArtefact(path, "JSON", "is no object")
    return data


def chat_template(folder: Path, config: dict[str, Any]) -> str | None:
    """The template of a model's folder: chat_template.jinja, else that of the configuration.

    Of a list of named ones the one called "default".
    """
    file = folder / "chat_template.jinja"
    if file.is_file():
        try:
            return file.read_text("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise BadArtefact(file, "file", f"{error}") from None
    template = config.get("chat_template")
    if isinstance(template, list):
        named = {
            entry.get("name"): entry.get("template")
            for entry in template
            if isinstance(entry, dict)
        }
        template = named.get("default")
    return template if isinstance(template, str) else None
