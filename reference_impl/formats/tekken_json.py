"""tekken.json, Mistral's format: ranks as tiktoken's, with the special tokens before them.

The id of a text token is its rank moved up by the number of special tokens. Special
tokens are never found in a text, only in ids. Reads what mistral-common 1.13 reads
(tokens/tokenizers/tekken.py `Tekkenizer.from_file`, `__init__`,
`_reload_mergeable_ranks`). Not here: images, audio and model settings, which change
nothing about text.
"""

import binascii
from collections.abc import Iterable, Iterator
from typing import Any

from tokparity.reference_impl.added_tokens.passes import AddedToken, Search
from tokparity.reference_impl.contract import Artefact
from tokparity.reference_impl.decoders.tekken import Tekken
from tokparity.reference_impl.errors import BadArtefact
from tokparity.reference_impl.formats.tiktoken_ranks import splitter
from tokparity.reference_impl.models.tiktoken.bpe import TiktokenBPE
from tokparity.reference_impl.post_processors.bos_eos import LlamaBosEos
from tokparity.reference_impl.serde_json.node import Node, read_json
from tokparity.reference_impl.text.byte_level import spell, unspell
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

VERSIONS = ("v1", "v2", "v3", "v7", "v11", "v13", "v15")
"""TokenizerVersion in mistral-common 1.13.1 tokens/tokenizers/base.py, oldest first."""

_FIRST_WITH_OWN_SPECIALS = VERSIONS.index("v11")
_OLD_SPECIALS = (
    *("<unk>", "<s>", "</s>", "[INST]", "[/INST]", "[AVAILABLE_TOOLS]", "[/AVAILABLE_TOOLS]"),
    *("[TOOL_RESULTS]", "[/TOOL_RESULTS]", "[TOOL_CALLS]", "[IMG]", "<pad>", "[IMG_BREAK]"),
    *("[IMG_END]", "[PREFIX]", "[MIDDLE]", "[SUFFIX]", "[SYSTEM_PROMPT]", "[/SYSTEM_PROMPT]"),
    "[TOOL_CONTENT]",
)
"""Of a file that lists none (up to v7): `Tekkenizer.DEPRECATED_SPECIAL_TOKENS`."""

_MOST_SPECIALS = 1_000_000


class Never:
    """A search for special tokens that finds none, as `Tekkenizer.encode` looks for none.

    >>> list(Never(["<s>"])("<s>"))
    []
    """

    def __init__(self, contents: Iterable[str]) -> None:
        pass

    def __call__(self, text: str) -> Iterator[tuple[int, int]]:
        return iter(())


def load(artefact: Artefact) -> Tokenizer:
    """The tokenizer of a tekken.json. Errors: BadArtefact, Unsupported, BadPattern."""
    root = read_json(artefact.path)
    config = root["config"]
    shift = _count(config["default_num_special_tokens"], _MOST_SPECIALS)
    specials = _specials(root, config["version"], shift)
    size = _count(config["default_vocab_size"], (1 << 31) - 1)
    if size < shift:
        raise config["default_vocab_size"].bad(f"is {size}: fewer than {shift} special tokens")
    search: type[Search] = Never
    vocab = _vocab(root["vocab"], size - shift, shift)
    surfaces = {token_id: unspell(piece) or b"" for piece, token_id in vocab.items()}
    return Tokenizer(
        model=TiktokenBPE(vocab, first_id=shift),
        added_tokens=tuple(
            AddedToken(token_id, content, special=True) for token_id, content in enumerate(specials)
        ),
        pre_tokenizer=splitter(config["pattern"].string(), artefact.path, config["pattern"].field),
        post_processor=_bos_eos(specials),
        detokenizer=Tekken(tuple(specials), surfaces),
        added_token_search=search,
    )


def _bos_eos(specials: list[str]) -> LlamaBosEos:
    """What `Tekkenizer.encode` adds; a token that the file lacks is an error only when wanted."""
    ids = {content: token_id for token_id, content in enumerate(specials)}
    return LlamaBosEos(*((piece, ids.get(piece), piece) for piece in ("<s>", "</s>")))


def _count(node: Node, most: int) -> int:
    value = node.token_id()
    if value > most:
        raise node.bad(f"is {value}, more than {most}")
    return value


def _specials(root: Node, version: Node, shift: int) -> list[str]:
    """The special tokens in order of id: those named, then "<SPECIAL_n>" up to `shift`.

    A named token's id is its place in the list, whatever its "rank" says
    (`Tekkenizer._decode_all` indexes the list).
    """
    if version.string() not in VERSIONS:
        raise version.bad(f"is {version.string()!r}, none of {', '.join(VERSIONS)}")
    listed = root.get("special_tokens")
    if listed is not None:
        named = [node["token_str"].string() for node in listed.items()]
    elif VERSIONS.index(version.string()) < _FIRST_WITH_OWN_SPECIALS:
        named = list(_OLD_SPECIALS)
    else:
        raise root.at("special_tokens", None).bad(f"is missing in version {version.string()}")
    where = listed or root.at("special_tokens", None)
    if len(named) > shift:
        raise where.bad(f"there are {len(named)}, more than default_num_special_tokens {shift}")
    named += [f"<SPECIAL_{number}>" for number in range(len(named), shift)]
    seen: set[str] = set()
    for index, content in enumerate(named):
        if content in seen:
            raise where.at(index, content).bad(f"{content!r} is there twice")
        seen.add(content)
    return named


def _vocab(node: Node, count: int, shift: int) -> dict[str, int]:
    """The first `count` tokens, spelled, with their ids; a file holds more than it uses."""
    entries: Any = node.value
    if not isinstance(entries, list) or len(entries) < count:
        raise node.bad(f"must be an array of at least {count} tokens")
    vocab: dict[str, int] = {}
    for rank, entry in enumerate(entries[:count]):
        token = _token(node, rank, entry)
        if rank < 256 and token != bytes([rank]):
            raise node.at(rank, entry).bad(f"must be the byte {rank}")
        if vocab.setdefault(spell(token), rank + shift) != rank + shift:
            raise node.at(rank, entry).bad(f"{token!r} is there twice")
    return vocab


def _token(node: Node, rank: int, entry: Any) -> bytes:
    match entry:
        case {"rank": found, "token_bytes": str(encoded), "token_str": _} if len(entry) == 3:
            if type(found) is not int or found != rank:
                raise node.at(rank, entry).bad(f"has rank {found!r}, not its place {rank}")
        case _:
            reason = "must have rank, token_bytes and token_str, and nothing else"
            raise node.at(rank, entry).bad(reason)
    try:
        return binascii.a2b_base64(encoded)
    except (binascii.Error, ValueError) as error:
        raise BadArtefact(node.path, f"{node.field}[{rank}].token_bytes", str(error)) from None
