"""`tokenizer.json`, the file of Hugging Face tokenizers: top level, added tokens.

Which fields may be missing and which spellings are old but good is what the library's
readers accept (tokenizers 0.23 tokenizer/serialization.rs); what it ignores is noted. Some of what
it accepts is an error here, on purpose: see the end of docs/explanation/quirks-of-tokenizers.md.
A field that stands twice is no error here, as it is in most places there: the last counts.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from tokparity.reference_impl.added_tokens.passes import AddedToken
from tokparity.reference_impl.contract import Artefact
from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.formats.tokenizer_json.decoders import read_decoder
from tokparity.reference_impl.formats.tokenizer_json.limits import read_padding, read_truncation
from tokparity.reference_impl.formats.tokenizer_json.models import read_model
from tokparity.reference_impl.formats.tokenizer_json.normalizers import read_normalizer
from tokparity.reference_impl.formats.tokenizer_json.post_processors import read_post_processor
from tokparity.reference_impl.formats.tokenizer_json.pre_tokenizers import read_pre_tokenizer
from tokparity.reference_impl.models.model import Model
from tokparity.reference_impl.normalizers.sequence import Normalizer
from tokparity.reference_impl.serde_json.node import Node, read_json
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

_FIELDS = (
    "version",
    "truncation",
    "padding",
    "added_tokens",
    "normalizer",
    "pre_tokenizer",
    "post_processor",
    "decoder",
    "model",
)
_DEEPEST = 126
_ADDED = ("id", "content", "single_word", "lstrip", "rstrip", "normalized", "special")
_ADDED_TYPES = (int, str, bool, bool, bool, bool, bool)


def load(artefact: Artefact) -> Tokenizer:
    """Raises BadArtefact or Unsupported, naming the field (`model.merges[3]`)."""
    return read_tokenizer(read_json(artefact.path))


def read_tokenizer(
    root: Node,
    read: Callable[[Node], Model] = read_model,
    added_tokens: tuple[AddedToken, ...] | None = None,
) -> Tokenizer:
    """The tokenizer of a document that is read already. Raises as `load`.

    `read` reads its model. `added_tokens` are those of an earlier reading: they are read once.
    """
    for name in root.mapping():
        if name not in _FIELDS:  # serde_json loses its place where the library skips one
            raise root.at(name, None).bad("is no field of a tokenizer.json: the library refuses it")
    for section in ("normalizer", "pre_tokenizer", "post_processor", "decoder"):
        root.optional(section, _check_depth)
    if "version" in root.mapping() and root["version"].string() != "1.0":
        raise root["version"].unsupported(f"version {root['version'].string()!r} is not known")
    model = read(root["model"])
    normalizer = root.optional("normalizer", read_normalizer)
    if added_tokens is None:
        added_tokens = _last_of_each_id(root, _added_tokens(root, model, normalizer), normalizer)
        _check_normalized(root, added_tokens, normalizer)
    tokenizer = Tokenizer(
        model=model,
        added_tokens=added_tokens,
        normalizer=normalizer,
        pre_tokenizer=root.optional("pre_tokenizer", read_pre_tokenizer),
        post_processor=root.optional("post_processor", read_post_processor),
        decoder=root.optional("decoder", read_decoder),
        truncation=root.optional("truncation", read_truncation),
        padding=root.optional("padding", read_padding),
    )
    if len(model.pieces) < len(model.vocab):
        shared = {
            token_id for token_id, count in Counter(model.vocab.values()).items() if count > 1
        }
        hidden = {token.id for token in added_tokens}
        tokenizer = replace(tokenizer, shared_ids=frozenset(shared - hidden))
    return replace(tokenizer, ignored=tuple(root.ignored)) if root.ignored else tokenizer


def _check_depth(section: Node) -> None:
    """As deep as serde_json 1.0 goes (src/de.rs, `remaining_depth`), the root among its levels."""
    level = [value for value in [section.value] if isinstance(value, dict | list)]
    for _ in range(_DEEPEST):
        inside = (
            container.values() if isinstance(container, dict) else container for container in level
        )
        level = [value for values in inside for value in values if isinstance(value, dict | list)]
        if not level:
            return
    raise section.bad("is nested too deeply")


def _added_tokens(
    root: Node, model: Model, normalizer: Normalizer | None
) -> tuple[AddedToken, ...]:
    """The added tokens with the ids that the library gives them, which need not be the file's.

    A content that is a piece has that piece's id; the others are numbered from the *size* of
    the vocabulary, in the order of the file. Where the vocabulary has gaps two may get one id. Of a
    content that is there twice the later flags count, but it stays special.
    Source: tokenizers 0.23 tokenizer/added_vocabulary.rs `add_tokens`.
    """
    if "added_tokens" not in root.mapping():
        return ()
    tokens: dict[str, AddedToken] = {}
    next_id = max(len(model.pieces), len(model.vocab))
    for node in root["added_tokens"].items():
        token = _added_token(node)
        if not token.content:
            continue
        given = model.vocab.get(token.content)
        if (earlier := tokens.get(token.content)) is not None:
            given = earlier.id
        elif given is None:
            given, next_id = next_id, next_id + 1
        if given != token.id:
            token = replace(token, id=given)
        if earlier is not None:
            decoded = earlier.normalized and not token.normalized
            if decoded and _normalized(root, earlier, normalizer) != token.content:
                raise node["normalized"].unsupported(
                    f"{token.content!r} is there twice, and is decoded as the first, normalized"
                )
            token = replace(token, special=token.special or earlier.special)
        tokens[token.content] = token
    return tuple(tokens.values())


def _added_token(node: Node) -> AddedToken:
    """A node for each field of 262,144 of them takes seconds: only for unusual ones."""
    value = node.value
    if type(value) is dict and tuple(value) == _ADDED:
        usual = tuple(map(type, value.values())) == _ADDED_TYPES
        if usual and 0 <= value["id"] < 1 << 31:
            return AddedToken(*value.values())
    node.only(_ADDED)
    return AddedToken(
        id=node["id"].token_id(),
        content=node["content"].string(),
        single_word=node["single_word"].boolean(),
        lstrip=node["lstrip"].boolean(),
        rstrip=node["rstrip"].boolean(),
        normalized=node["normalized"].boolean(),
        special=node["special"].boolean(),
    )


def _last_of_each_id(
    root: Node, tokens: tuple[AddedToken, ...], normalizer: Normalizer | None
) -> tuple[AddedToken, ...]:
    """Of two with one id only the later is looked for; but where the normalizer changes the
    earlier and not the later, the later by what the earlier is once normalized."""
    last = {token.id: token for token in tokens}
    for token in tokens:
        later = last[token.id]
        if later is not token and token.normalized and later.normalized:
            changed = _normalized(root, token, normalizer) != token.content
            if changed and _normalized(root, later, normalizer) == later.content:
                raise root["added_tokens"].unsupported(
                    f"{later.content!r} has the id of {token.content!r}, and is looked for as that"
                )
    return tuple(token for token in tokens if last[token.id] is token)


def _normalized(root: Node, token: AddedToken, normalizer: Normalizer | None) -> str:
    """Raises BadArtefact where the library panics, or would not end, as it loads the file."""
    if normalizer is None:
        return token.content
    try:
        return normalizer.normalize(Aligned.of(token.content)).text
    except TokparityError as error:
        reason = f"{token.content!r} cannot be normalized: {error}"
        raise root["added_tokens"].bad(reason) from None


def _check_normalized(
    root: Node, tokens: tuple[AddedToken, ...], normalizer: Normalizer | None
) -> None:
    """Of two contents that the normalizer makes one, the library finds now one, now the other:
    its maps have no order. What is nothing once normalized it finds at every byte: it panics
    inside characters, and on some texts never ends."""
    seen: dict[str, str] = {}
    for token in tokens:
        if token.normalized:
            content = _normalized(root, token, normalizer)
            if content in seen:
                raise root["added_tokens"].unsupported(
                    f"{token.content!r} and {seen[content]!r} are the same once normalized"
                )
            if not content:
                raise root["added_tokens"].unsupported(
                    f"{token.content!r} is nothing once normalized"
                )
            seen[content] = token.content
