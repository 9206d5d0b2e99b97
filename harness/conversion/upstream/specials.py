"""Special ids and switches as llama.cpp's own converter finds them for a folder.

`gguf.SpecialVocab` is asked, of gguf 0.19, the newest release. What the converter of b11549 does
otherwise (gguf-py/gguf/vocab.py) is done here around it: a template's first token is bos and cls
where the configuration names neither, a ByteLevel post-processor says that nothing is added, and
what the post-processor says goes before the configuration's `add_bos_token` and its like.
"""

import json
import logging
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from tokparity.harness.conversion.special_ids import KEYS
from tokparity.harness.conversion.upstream.written import FLAGS
from tokparity.reference_impl.formats.tokenizer_config import CONFIG

if TYPE_CHECKING:
    import gguf

_TOKENIZER = "tokenizer.json"
_MODEL = "config.json"


def specials_of(
    document: Path | None, config: dict[str, Any], model: dict[str, Any], count: int
) -> tuple[dict[str, int], dict[str, bool]]:
    """`ids` and `flags` as of `Written`.

    `document`: the tokenizer.json, None where there is none; `config`: tokenizer_config.json and
    `model`: config.json, empty where there is none; `count` of tokens. Raises what the library
    does, which checks nothing that it reads.
    """
    processors = list(_processors(document))
    config = _named_by_template(dict(config), processors)
    asked = {name: config.pop(name) for name in FLAGS if isinstance(config.get(name), bool)}
    with TemporaryDirectory() as name:
        folder = Path(name)
        if document is not None:
            (folder / _TOKENIZER).symlink_to(document.absolute())
        if config:
            (folder / CONFIG).write_text(json.dumps(config), "utf-8")
        if model:
            (folder / _MODEL).write_text(json.dumps(model), "utf-8")
        found = _quietly(folder, count)
    ids = {
        KEYS[f"{kind}_token"]: at
        for kind, at in found.special_token_ids.items()
        if f"{kind}_token" in KEYS
    }
    flags = {f"add_{kind}_token": flag for kind, flag in found.add_special_token.items()}
    if any(processor.get("type") == "ByteLevel" for processor in processors):
        flags = {"add_bos_token": False, "add_eos_token": False} | flags
    return ids, {name: flag for name, flag in (asked | flags).items() if name in FLAGS}


def named_specials(config: dict[str, Any]) -> set[str]:
    """The contents of the special tokens that a configuration names, as transformers does."""
    named = [config.get(key) for key in KEYS]
    for key in ("additional_special_tokens", "extra_special_tokens"):
        more = config.get(key)
        named += more if isinstance(more, list) else more.values() if isinstance(more, dict) else ()
    contents = (entry.get("content") if isinstance(entry, dict) else entry for entry in named)
    return {content for content in contents if isinstance(content, str)}


def _quietly(folder: Path, count: int) -> "gguf.SpecialVocab":
    import gguf  # half a second of other libraries

    told = logging.getLogger("gguf.vocab")
    told.disabled = True  # what it says of its guesses: what it finds is compared
    try:
        return gguf.SpecialVocab(folder, n_vocab=count)
    finally:
        told.disabled = False


def _processors(document: Path | None) -> Iterator[dict[str, Any]]:
    if document is None:
        return
    processor = json.loads(document.read_bytes()).get("post_processor")
    parts = (processor or {}).get("processors", [processor])
    yield from (part for part in parts if isinstance(part, dict))


def _named_by_template(config: dict[str, Any], processors: list[dict[str, Any]]) -> dict[str, Any]:
    for processor in processors if config else ():
        single = processor.get("single") or []
        first = single[0].get("SpecialToken", {}).get("id") if len(single) > 1 else None
        bos, cls = (config.get(key) for key in ("bos_token", "cls_token"))
        if processor.get("type") == "TemplateProcessing" and first and first not in (bos, cls):
            config["bos_token"], config["cls_token"] = bos or first, cls or first
    return config
