"""Classes of transformers that answer in Python alone, without the library tokenizers.

    ByT5Tokenizer, CanineTokenizer    no vocabulary at all
    MarianTokenizer                   source.spm, target.spm and vocab.json

Not here: classes that make a tokenizer.json of their files (`piece_classes` and others).
"""

import sys
from collections import ChainMap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import cast
from unicodedata import unidata_version

from tokparity.reference_impl.added_tokens.passes import AddedToken, Search
from tokparity.reference_impl.added_tokens.python_pass import PythonTokenPass
from tokparity.reference_impl.contract import Artefact
from tokparity.reference_impl.decoders.byte_level import ByteLevelDecoder
from tokparity.reference_impl.decoders.python_backend import PythonDetokenizer
from tokparity.reference_impl.decoders.sentencepiece import SentencepieceDecoder
from tokparity.reference_impl.errors import BadArtefact, Unsupported
from tokparity.reference_impl.formats.model_folder.settings import (
    NAMED,
    Named,
    Settings,
    Token,
    content_of,
)
from tokparity.reference_impl.formats.sentencepiece.reader import load as load_sentencepiece
from tokparity.reference_impl.models.hf.without_vocabulary import CodePoints, Utf8Bytes
from tokparity.reference_impl.models.sentencepiece.renumbered import Renumbered
from tokparity.reference_impl.post_processors.eos_once import EosOnce
from tokparity.reference_impl.post_processors.sentencepiece import SentencepieceBosEos
from tokparity.reference_impl.post_processors.template import (
    SequencePiece,
    SpecialPiece,
    SpecialToken,
    TemplateProcessing,
)
from tokparity.reference_impl.serde_json.node import read_json
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer
from tokparity.reference_impl.unicode.cpython import python_unicode

SPACE = "\u2581"
Maker = Callable[[Path, Settings], Tokenizer]


@dataclass(frozen=True, slots=True)
class Backend:
    """The added tokens of a class.

    `added` by id, which are looked for in a text; `ids` by content: of a token whose id another
    one got it still has the id, for a text that is this content alone. `special`: contents.
    """

    settings: Settings
    added: Mapping[int, Token]
    ids: Mapping[str, int]
    special: Sequence[str]

    @classmethod
    def of(
        cls,
        settings: Settings,
        defaults: Mapping[str, Named],
        vocab: Mapping[str, int],
        preset: Mapping[int, Token] | None = None,
        extra: Sequence[Named] | None = None,
    ) -> "Backend":
        """`vocab`: of the pieces, without added tokens; `preset`: tokens that the class itself has
        ids for; `extra`: what it adds where no config says which.

        Raises BadArtefact. Source: transformers 5.23 tokenization_python.py `PythonBackend`,
        `_add_tokens`, tokenization_utils_base.py `all_special_tokens`.
        """
        added = {**(preset or {}), **settings.added}
        special = _special(settings, defaults, extra)
        ids = {token.content: token_id for token_id, token in added.items()}
        known = ChainMap(dict(ids), cast(dict[str, int], vocab))  # which may be all code points
        new = len(vocab) + sum(content not in vocab for content in ids)
        for content in special:
            if not content or content in ids:
                continue
            if content not in known:
                known[content], new = new, new + 1
            ids[content] = known[content]
            added[known[content]] = Token(content, normalized=False, special=True)
        return cls(settings, added, ids, special)

    def tokens(self) -> tuple[AddedToken, ...]:
        """All of them, those whose id another one got before that one."""
        contents = {token.content for token in self.added.values()}
        return tuple(
            AddedToken(
                token_id,
                content,
                single_word=self.added[token_id].single_word,
                lstrip=self.added[token_id].lstrip,
                rstrip=self.added[token_id].rstrip,
                special=content in self.special,
            )
            for content, token_id in sorted(self.ids.items(), key=lambda at: at[0] in contents)
            if content
        )

    def detokenizer(
        self,
        highest: int,
        piece_of: Callable[[int], str | None],
        join: Callable[[Sequence[str]], str],
    ) -> PythonDetokenizer:
        """What decodes: `piece_of` the ids of no added token, `join` the pieces of all."""
        special = {self.ids.get(content) for content in self.special}
        return PythonDetokenizer(
            added={token_id: token.content for token_id, token in self.added.items()},
            special=frozenset(token_id for token_id in special if token_id is not None),
            highest=max([highest, *self.added]),
            piece_of=piece_of,
            join=join,
            cleans=self.settings.holds("clean_up_tokenization_spaces"),
        )

    def passes(
        self, codes: tuple[Mapping[str, int], int] | None = None
    ) -> Callable[[Mapping[str, AddedToken], Callable[[Iterable[str]], Search]], PythonTokenPass]:
        """What finds them; `codes` as of `PythonTokenPass`."""
        white_space = "".join(python_unicode(unidata_version).white_space)
        contents = [token.content for token in self.added.values() if token.content]

        def made(
            by_content: Mapping[str, AddedToken], search: Callable[[Iterable[str]], Search]
        ) -> PythonTokenPass:
            return PythonTokenPass(by_content, search(contents), white_space, codes)

        return made


def _special(
    settings: Settings, defaults: Mapping[str, Named], extra: Sequence[Named] | None
) -> list[str]:
    """The contents of all special tokens, in the order in which they are added."""
    named = {name: settings.named(name, defaults.get(name)) for name in NAMED}
    said = settings.values.get("extra_special_tokens")
    if isinstance(said, dict):
        raise settings.bad("extra_special_tokens", "is an object, which is not followed here")
    others = [
        token
        for name, token in settings.values.items()
        if name.endswith("_token") and name not in NAMED and isinstance(token, str | Token)
    ]
    specific = settings.values.get("model_specific_special_tokens") or {}
    more = list(extra or []) if "extra_special_tokens" not in settings else None
    more = settings.tokens("extra_special_tokens") or [] if more is None else more
    tokens = [*named.values(), *others, *specific.values(), *more]
    return list(dict.fromkeys(content_of(token) for token in tokens if token is not None))


def _stripping(settings: Settings, name: str, default: str) -> Token:
    token = settings.named(name, default)
    if token is None:
        raise settings.bad(name, "is null: the class needs one")
    return Token(token, lstrip=True, rstrip=True) if isinstance(token, str) else token


def _needed(backend: Backend, name: str, default: str) -> tuple[str, int]:
    """A token that the class puts around a text, and its id."""
    token = backend.settings.named(name, default)
    token_id = None if token is None else backend.ids.get(content_of(token))
    if token is None or token_id is None:
        raise Unsupported(backend.settings.path, name, "is none, which the class adds to a text")
    return content_of(token), token_id


def byt5(folder: Path, settings: Settings) -> Tokenizer:
    """`ByT5Tokenizer`: the byte b has the id b + 3."""
    names = ("pad_token", "eos_token", "unk_token")
    defaults = dict(zip(names, ("<pad>", "</s>", "<unk>"), strict=True))
    preset = dict(enumerate(_stripping(settings, name, defaults[name]) for name in names))
    count = settings.count("extra_ids", 125)
    sentinels = [f"<extra_id_{at}>" for at in range(count)]
    given = settings.values.get("additional_special_tokens")
    if count > 0 and given:
        named = {content_of(token) for token in given if "extra_id" in content_of(token)}
        if len(named) != count:
            raise settings.bad("extra_ids", f"is {count}, but {len(named)} are listed")
    model = Utf8Bytes(len(preset))
    added = {**preset, **settings.added}
    vocab = {added[at].content if at in added else chr(at - 3): at for at in range(259)}
    backend = Backend.of(settings, defaults, vocab, preset, sentinels)
    eos, eos_id = _needed(backend, "eos_token", defaults["eos_token"])
    return Tokenizer(
        model=model,
        added_tokens=backend.tokens(),
        added_token_pass=backend.passes(),
        post_processor=EosOnce(eos_id, eos),
        decoder=ByteLevelDecoder(),
        detokenizer=backend.detokenizer(258, _byte_piece, _bytes_joined),
    )


def _byte_piece(token_id: int) -> str | None:
    return chr(token_id - 3) if 3 <= token_id < 259 else None


def _bytes_joined(pieces: Sequence[str]) -> str:
    """A piece of one character is a byte; what is no UTF-8 is left out."""
    data = b"".join(
        bytes([ord(piece)])
        if len(piece) == 1 and ord(piece) < 256
        else piece.encode("utf-8", "surrogatepass")
        for piece in pieces
    )
    return data.decode("utf-8", "ignore")


_CANINE = {
    "bos_token": "\ue000",
    "eos_token": "\ue001",
    "sep_token": "\ue001",
    "cls_token": "\ue000",
    "pad_token": "\0",
    "mask_token": "\ue003",
}
_CALLED = {
    0: "[PAD]",
    **dict(enumerate(("[CLS]", "[SEP]", "[BOS]", "[MASK]", "[RESERVED]"), start=0xE000)),
}
"""What code points of no added token are decoded as."""


class _Numbers(Mapping[str, int]):
    """Of each character its number; no million of entries for it."""

    def __getitem__(self, text: str) -> int:
        if len(text) != 1:
            raise KeyError(text)
        return ord(text)

    def __iter__(self) -> Iterator[str]:
        return map(chr, range(len(self)))

    def __len__(self) -> int:
        return sys.maxunicode + 1


def canine(folder: Path, settings: Settings) -> Tokenizer:
    """`CanineTokenizer`: a character's number is its id."""
    model = CodePoints()
    backend = Backend.of(settings, _CANINE, _Numbers())
    around = [_needed(backend, name, _CANINE[name]) for name in ("cls_token", "sep_token")]
    first, last = (SpecialPiece(content) for content, _ in around)
    return Tokenizer(
        model=model,
        added_tokens=backend.tokens(),
        added_token_pass=backend.passes(),
        post_processor=TemplateProcessing(
            single=(first, SequencePiece("A"), last),
            pair=(first, SequencePiece("A"), last, SequencePiece("B"), last),
            special_tokens={
                content: SpecialToken(content, (token_id,), (content,))
                for content, token_id in around
            },
        ),
        takes_surrogates=True,
        detokenizer=backend.detokenizer(sys.maxunicode, _character, "".join),
    )


def _character(token_id: int) -> str | None:
    return _CALLED.get(token_id, chr(token_id)) if 0 <= token_id <= sys.maxunicode else None


SOURCE, TARGET, VOCAB = "source.spm", "target.spm", "vocab.json"


def marian(folder: Path, settings: Settings) -> Tokenizer:
    """`MarianTokenizer`: the .model of the source cuts, vocab.json numbers; it decodes too."""
    for name in (SOURCE, TARGET, VOCAB):
        if not (folder / name).is_file():
            raise BadArtefact(folder, "directory", f"has no {name}, which its class reads")
    if settings.holds("separate_vocabs"):
        raise settings.bad("separate_vocabs", "is not followed")
    if settings.values.get("sp_model_kwargs"):
        raise settings.bad("sp_model_kwargs", "are not followed")
    vocab = _numbered(folder / VOCAB)
    defaults = {"unk_token": "<unk>", "eos_token": "</s>", "pad_token": "<pad>"}
    unknown = settings.named("unk_token", defaults["unk_token"])
    content = "None" if unknown is None else content_of(unknown)
    if content not in vocab:
        raise BadArtefact(folder / VOCAB, "unk_token", f"{content!r} is not among the pieces")
    source = load_sentencepiece(Artefact("source", "sentencepiece", folder / SOURCE, ""))
    load_sentencepiece(Artefact("target", "sentencepiece", folder / TARGET, ""))
    backend = Backend.of(settings, defaults, vocab)
    eos = _needed(backend, "eos_token", defaults["eos_token"])
    decoder = source.detokenizer
    assert isinstance(decoder, SentencepieceDecoder)
    ids = {**vocab, **backend.ids}  # a piece that is called as an added token is one
    pieces = {token_id: piece for piece, token_id in vocab.items()}
    texts = decoder.known.texts

    def piece_of(token_id: int) -> str | None:
        piece = pieces.get(token_id)
        if piece is None and 0 <= token_id < len(texts):
            return texts[token_id] or content
        return piece

    return replace(
        source,
        model=Renumbered(source.model, ids, vocab[content]),
        added_tokens=backend.tokens(),
        added_token_pass=backend.passes((ids, vocab[content])),
        post_processor=SentencepieceBosEos(None, eos, add_bos=False),
        takes_bytes=False,
        detokenizer=backend.detokenizer(
            max([len(texts) - 1, *pieces]),
            piece_of,
            partial(_sentences_joined, decoder, frozenset(backend.special)),
        ),
    )


def _sentences_joined(
    decoder: SentencepieceDecoder, special: frozenset[str], pieces: Sequence[str]
) -> str:
    """What stands between special tokens is decoded by itself, a space behind each of these."""
    parts: list[str] = []
    waiting: list[str] = []
    for piece in pieces:
        if piece in special:
            parts += [decoder.decode_pieces(waiting), piece, " "]
            waiting = []
        else:
            waiting.append(piece)
    parts.append(decoder.decode_pieces(waiting))
    white_space = "".join(python_unicode(unidata_version).white_space)
    return "".join(parts).replace(SPACE, " ").strip(white_space)


def _numbered(path: Path) -> dict[str, int]:
    root = read_json(path)
    return {piece: root.at(piece, value).token_id() for piece, value in root.mapping().items()}


CLASSES: Mapping[str, Maker] = {
    "ByT5Tokenizer": byt5,
    "CanineTokenizer": canine,
    "MarianTokenizer": marian,
}
WITHOUT_FILES = frozenset({"ByT5Tokenizer", "CanineTokenizer"})
"""Those that read no vocabulary."""
