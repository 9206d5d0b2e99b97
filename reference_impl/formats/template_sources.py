"""The chat templates of a model: where they stand, which of several is taken, what they may name.

In files, the best place first, as `from_pretrained` of transformers 5.23 reads a local folder:

    chat_template.jinja, additional_chat_templates/NAME.jinja   where there is one, they are all
    tokenizer_config.json: chat_template                        a string, or a list of named ones

In a GGUF `tokenizer.chat_template` and `tokenizer.chat_template.NAME`, as llama.cpp b11549 reads
it. Not here: special tokens that a class of `transformers` has by itself, whatever its files say.
"""

from collections.abc import Mapping
from pathlib import Path

from tokparity.reference_impl.chat.templates import DEFAULT, Templates
from tokparity.reference_impl.errors import BadArtefact
from tokparity.reference_impl.formats.gguf.keys import Keys
from tokparity.reference_impl.formats.gguf.vocabulary import GgufVocabulary
from tokparity.reference_impl.serde_json.node import Node, read_json

CONFIG, MAP, FILE = "tokenizer_config.json", "special_tokens_map.json", "chat_template.jinja"
FOLDER = "additional_chat_templates"
NAMED_TOKENS = (
    *("bos_token", "eos_token", "unk_token", "sep_token", "pad_token", "cls_token", "mask_token"),
)
_MOST_BYTES = 1 << 24
_KEY = "tokenizer.chat_template"

Files = Mapping[str, Path]
"""The files of a model by their names in its folder: "additional_chat_templates/rag.jinja"."""


def folder_files(folder: Path) -> dict[str, Path]:
    """What a model's folder holds, and what its folder of templates does."""
    found = {path.name: path for path in sorted(folder.iterdir()) if path.is_file()}
    inner = folder / FOLDER
    if inner.is_dir():
        paths = sorted(path for path in inner.glob("*.jinja") if path.is_file())
        found |= {f"{FOLDER}/{path.name}": path for path in paths}
    return found


def of_files(files: Files) -> Templates:
    """The templates of a model's files, and its special tokens. Errors: BadArtefact."""
    config = read_json(files[CONFIG]) if CONFIG in files else None
    if config is not None:
        config.mapping()
    sources = {}
    if FILE in files:
        sources[DEFAULT] = _read(files[FILE])
    for name, path in files.items():
        folder, _, file = name.rpartition("/")
        if folder == FOLDER:
            inner = file.removesuffix(".jinja")
            # the library keeps a template called "file" where it keeps the main one
            sources[DEFAULT if inner == "file" else inner] = _read(path)
    if not sources and config is not None:
        sources = _of_config(config)
    return Templates(sources, special_tokens(files))


def special_tokens(files: Files) -> dict[str, str]:
    """Each special token that has a name, by it: "bos_token" → "<s>". Errors: BadArtefact.

    What special_tokens_map.json says counts more than tokenizer_config.json, unless the latter
    lists its added tokens: then the former is of an older version and not read.
    """
    found: dict[str, str] = {}
    config = read_json(files[CONFIG]) if CONFIG in files else None
    if config is not None:
        found = _named_tokens(config)
        named = config.get("extra_special_tokens")
        if named is not None and isinstance(named.value, dict):
            found |= {name: _content(named[name]) for name in named.value}
    if MAP in files and (config is None or "added_tokens_decoder" not in config.mapping()):
        found |= _named_tokens(read_json(files[MAP]))
    return found


def of_gguf(keys: Keys, vocabulary: GgufVocabulary) -> Templates:
    """The templates of a GGUF. A token that the file does not have is the empty text.

    Errors: BadArtefact.
    """
    sources = {}
    for key in keys.values:
        name = key.decode("utf-8", "replace")
        if name == _KEY or name.startswith(f"{_KEY}."):
            text = keys.text(name)
            assert text is not None
            try:
                sources[name[len(_KEY) + 1 :] or DEFAULT] = text.decode()
            except UnicodeDecodeError as error:
                raise keys.bad(name, f"is no UTF-8 at byte {error.start}") from None
    tokens = {}
    for slot in "bos", "eos":
        token_id = vocabulary.specials.get(slot)
        piece = b"" if token_id is None else vocabulary.tokens[token_id]
        tokens[f"{slot}_token"] = piece.decode("utf-8", "replace")
    return Templates(sources, tokens)


def _of_config(config: Node) -> dict[str, str]:
    given = config.get("chat_template")
    if given is None:
        return {}
    if isinstance(given.value, list):
        named = [(item["name"].string(), item["template"].string()) for item in given.items()]
        return dict(named)
    if isinstance(given.value, dict):
        return {name: given[name].string() for name in given.value}
    return {DEFAULT: given.string()}


def _named_tokens(node: Node) -> dict[str, str]:
    found = {}
    for name, value in node.mapping().items():
        if value is None:
            continue
        if name in NAMED_TOKENS or (name.endswith("_token") and isinstance(value, str)):
            found[name] = _content(node.at(name, value))
    return found


def _content(node: Node) -> str:
    """A token is written as its text, or as an object that has it."""
    return node["content"].string() if isinstance(node.value, dict) else node.string()


def _read(path: Path) -> str:
    try:
        if path.stat().st_size > _MOST_BYTES:
            raise BadArtefact(path, "file", f"has more than {_MOST_BYTES} bytes")
        return path.read_text("utf-8")
    except OSError as error:
        raise BadArtefact(path, "file", error.strerror or "cannot be read") from None
    except UnicodeDecodeError as error:
        raise BadArtefact(path, "file", f"is no UTF-8 at byte {error.start}") from None
