"""vocab.txt, Google's format of a BERT vocabulary: a piece a line, its id the number of the line.

The file says nothing else. What is read into it is what the pure-Python tokenizer of the
library makes of it without being told more: transformers 5.23
models/bert/tokenization_bert_legacy.py `BertTokenizerLegacy`, tokenization_python.py
`PythonBackend`. So lower case, always; a cased vocabulary needs a tokenizer_config.json.
Not here: the class `BertTokenizer`, which runs on another library and reads tokenizer.json.
"""

from unicodedata import unidata_version

from tokparity.reference_impl.added_tokens.passes import AddedToken
from tokparity.reference_impl.contract import Artefact
from tokparity.reference_impl.decoders.joined_wordpiece import JoinedWordPiece
from tokparity.reference_impl.errors import BadArtefact, Unsupported
from tokparity.reference_impl.models.hf.wordpiece import WordPiece
from tokparity.reference_impl.normalizers.bert_basic import BertBasicNormalizer
from tokparity.reference_impl.post_processors.template import (
    SequencePiece,
    SpecialPiece,
    SpecialToken,
    TemplateProcessing,
)
from tokparity.reference_impl.pre_tokenizers.bert_basic import BertBasicPreTokenizer
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer
from tokparity.reference_impl.unicode.cpython import versions

UNKNOWN, SEPARATOR, PADDING, FIRST, MASK = "[UNK]", "[SEP]", "[PAD]", "[CLS]", "[MASK]"
SPECIALS = (UNKNOWN, SEPARATOR, PADDING, FIRST, MASK)
"""In the order in which those that the file lacks are added behind it."""

MOST_BYTES = 1 << 28


def load(artefact: Artefact, unicode_version: str | None = None) -> Tokenizer:
    r"""The tokenizer of a vocab.txt.

    `unicode_version`: of the Python whose answers are wanted; by default the one that this runs
    in, since the library runs in the same.

    A piece that is there twice has its last id, and nothing has the others; ids nobody has are
    decoded as "[UNK]". A special token that is missing is added with the number of *different*
    pieces as its id, which after a repeated piece is another piece's id: it hides that one.

    Errors: BadArtefact; Unsupported where there are no tables of the Unicode version.
    """
    version = unicode_version or unidata_version
    if version not in versions():
        reason = f"there are no tables of Unicode {version}, only of {', '.join(versions())}"
        raise Unsupported(artefact.path, "Python", reason)
    vocab = {piece: line for line, piece in enumerate(_lines(artefact))}
    missing = [content for content in SPECIALS if content not in vocab]
    ids = vocab | {content: id_ for id_, content in enumerate(missing, start=len(vocab))}
    never_split = frozenset(SPECIALS)
    return Tokenizer(
        # The unknown token as a word of the text is the unknown token, in the file or not.
        model=WordPiece(vocab | {UNKNOWN: ids[UNKNOWN]}),
        added_tokens=tuple(AddedToken(ids[content], content, special=True) for content in SPECIALS),
        normalizer=BertBasicNormalizer(version, never_split=never_split),
        pre_tokenizer=BertBasicPreTokenizer(version, never_split),
        post_processor=_template(ids),
        decoder=JoinedWordPiece(version),
        outside=UNKNOWN,
        takes_surrogates=True,
    )


def _lines(artefact: Artefact) -> list[str]:
    """Lines as Python's text files have them: \\r and \\r\\n end one too."""
    path = artefact.path
    try:
        if path.stat().st_size > MOST_BYTES:
            raise BadArtefact(path, "size", f"is over {MOST_BYTES:,} bytes")
        text = path.read_bytes().decode("utf-8")
    except OSError as error:
        raise BadArtefact(path, "file", error.strerror or "cannot be read") from None
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise BadArtefact(path, f"line {line}", f"is not UTF-8: {error.reason}") from None
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return lines if lines[-1] else lines[:-1]


def _template(ids: dict[str, int]) -> TemplateProcessing:
    first, last = SpecialPiece(FIRST), SpecialPiece(SEPARATOR)
    return TemplateProcessing(
        single=(first, SequencePiece("A"), last),
        pair=(
            *(first, SequencePiece("A"), last),
            *(SequencePiece("B", 1), SpecialPiece(SEPARATOR, 1)),
        ),
        special_tokens={
            name: SpecialToken(name, (ids[name],), (name,)) for name in (FIRST, SEPARATOR)
        },
    )
