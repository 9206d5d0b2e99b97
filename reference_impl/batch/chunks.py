"""`chunks_of`: whether a text's tokens are those of its chunks, one behind the other.

A chunk begins at a space (U+0020) with no white space before it and none behind it. Proof that the
chunks may be encoded apart, the first at the start of a text and each other behind any word:

- Normalizers that change characters one by one, or by Unicode's normal forms, make of a text what
  they make of its chunks: a space composes with nothing before it, and no mark moves across it. A
  replaced string that has no space but at its start lies in one chunk. `Prepend` changes the first.
- A pre-tokenizer that cuts at each space, and such a pattern as `crosses_spaces` finds none in,
  make the words of the chunks. The pattern sees runs of white space as they are: so no normalizer
  before it may take a character away, or make it white space.
- The model sees words. Where nothing cuts, and a space has become a mark, no merge of BPE joins a
  mark to a character before it, if no piece that merges make holds such a two: behind those
  characters of which one does, a mark among them, nothing is cut.
- An added token is looked for in a whole text. None with a space within is found in a chunk, nor
  one that begins with a space and hangs on what is before it. A chunk in which any is found is not
  taken apart from its text.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

from tokparity.reference_impl.added_tokens.passes import AddedToken
from tokparity.reference_impl.batch.space_cuts import WHITE, crosses_spaces, matches_each_space
from tokparity.reference_impl.models.hf.bpe import BPE
from tokparity.reference_impl.models.model import Model
from tokparity.reference_impl.normalizers.bert import BertNormalizer
from tokparity.reference_impl.normalizers.lowercase import Lowercase
from tokparity.reference_impl.normalizers.nfc import NFC
from tokparity.reference_impl.normalizers.nfd import NFD
from tokparity.reference_impl.normalizers.nfkc import NFKC
from tokparity.reference_impl.normalizers.nfkd import NFKD
from tokparity.reference_impl.normalizers.prepend import Prepend
from tokparity.reference_impl.normalizers.replace import ReplaceNormalizer
from tokparity.reference_impl.normalizers.sequence import Normalizer, each_of
from tokparity.reference_impl.normalizers.strip_accents import StripAccents
from tokparity.reference_impl.pre_tokenizers.bert import BertPreTokenizer
from tokparity.reference_impl.pre_tokenizers.byte_level import GPT2, ByteLevelPreTokenizer
from tokparity.reference_impl.pre_tokenizers.digits import Digits
from tokparity.reference_impl.pre_tokenizers.metaspace import MetaspacePreTokenizer
from tokparity.reference_impl.pre_tokenizers.sequence import PreTokenizer, PreTokenizerSequence
from tokparity.reference_impl.pre_tokenizers.split import Split
from tokparity.reference_impl.pre_tokenizers.whitespace import Whitespace
from tokparity.reference_impl.pre_tokenizers.whitespace_split import WhitespaceSplit
from tokparity.reference_impl.regexes.nodes import Class
from tokparity.reference_impl.regexes.parse import parse
from tokparity.reference_impl.regexes.search import Literal, Regex

SPACE, MARK = " ", "▁"


@dataclass(frozen=True, slots=True)
class Chunks:
    """A text is its chunks, unless one but the last ends with an `uncut` character. `words`: no
    word of the pre-tokenizer lies in two of them; else the model sees whole texts, whose spaces
    are marks, and all else as it is; `begins`: with such a mark or, "", with none; None: by a rule
    of its own."""

    uncut: frozenset[str] = frozenset()
    words: bool = True
    begins: str | None = None


def chunks_of(
    normalizer: Normalizer | None,
    pre_tokenizer: PreTokenizer | None,
    model: Model,
    added_tokens: Iterable[AddedToken],
) -> Chunks | str:
    """That texts may be taken apart, or why they are encoded whole.

    >>> from tokparity.reference_impl.models.hf.wordlevel import WordLevel
    >>> model = WordLevel({"?": 0}, "?")
    >>> chunks_of(Lowercase(), WhitespaceSplit(), model, [])
    Chunks(uncut=frozenset(), words=True, begins=None)
    >>> chunks_of(None, None, model, [])
    'no pre-tokenizer cuts at spaces'
    """
    if isinstance(model, BPE) and model.byte_fallback and model.has_affix:
        return "where an affix is spelled in bytes, ranges run out of step with the text"
    normalizers = list(each_of(normalizer))
    takes_away = not all(isinstance(it, _KEEPS) for it in normalizers)
    if any(_is_across(token, takes_away) for token in added_tokens):
        return "an added token holds a space"
    for it in normalizers:
        if not _is_local(it):
            return f"{type(it).__name__.removesuffix('Normalizer')} may change text across spaces"
    for first, it in pairwise(normalizers):
        if isinstance(it, Prepend) and not isinstance(first, (*_KEEPS, Prepend)):
            return "what is prepended may stand before another chunk than the first"
    cuts = list(_parts(pre_tokenizer))
    space = SPACE
    for it in normalizers:
        if isinstance(it, ReplaceNormalizer) and it.pattern == Literal(space):
            space = it.content
    for each in cuts:
        if _cuts_at_each(each, space):
            return Chunks()
        if isinstance(each, Digits) or (_is_idle(each) and space == MARK):
            continue
        if isinstance(each, MetaspacePreTokenizer):
            break
        pattern = _pattern_of(each)
        if pattern is None:
            return f"{type(each).__name__.removesuffix('PreTokenizer')} cuts at no space"
        if space != SPACE or takes_away:
            return "a normalizer before the pattern may take characters away"
        if (reason := crosses_spaces(pattern)) is not None:
            return reason
        if matches_each_space(pattern):
            return Chunks()
    if not all(map(_makes_marks_alone, normalizers)):
        return "a normalizer may make something else of what stands beside a mark"
    prepended = "".join(it.prepend for it in normalizers if isinstance(it, Prepend))
    return _of_uncut(cuts, space, prepended, model)


_KEEPS = NFC, NFD, NFKC, NFKD, Lowercase
"""These make no white space of another character, and take none away."""
_ONE_BY_ONE = *_KEEPS, BertNormalizer, StripAccents, Prepend


def _is_across(token: AddedToken, takes_away: bool) -> bool:
    """Whether a space comes behind another character than white space, or of what may have been
    taken away; or whether what is before a space decides that it is found."""
    content = token.content
    if content.startswith(SPACE) and token.single_word:
        return True
    if takes_away and token.normalized:
        return SPACE in content[1:]
    return any(char == SPACE and before not in WHITE for before, char in pairwise(content))


def _is_local(normalizer: Normalizer) -> bool:
    match normalizer:
        case ReplaceNormalizer(Literal(sought), content):
            if sought == SPACE:
                return content == MARK
            return bool(sought) and SPACE not in sought and MARK not in sought
        case ReplaceNormalizer(Regex(source), _):
            return isinstance(parse(source), Class)
        case Prepend(prepend):
            return SPACE not in prepend
    return isinstance(normalizer, _ONE_BY_ONE)


def _makes_marks_alone(normalizer: Normalizer) -> bool:
    """Whether it changes nothing in a chunk but spaces, to marks."""
    if isinstance(normalizer, ReplaceNormalizer):
        return normalizer.pattern == Literal(SPACE)
    return isinstance(normalizer, Prepend)


def _parts(pre_tokenizer: PreTokenizer | None) -> Iterable[PreTokenizer]:
    if isinstance(pre_tokenizer, PreTokenizerSequence):
        for each in pre_tokenizer.pretokenizers:
            yield from _parts(each)
    elif pre_tokenizer is not None:
        yield pre_tokenizer


def _cuts_at_each(pre_tokenizer: PreTokenizer, space: str) -> bool:
    match pre_tokenizer:
        case MetaspacePreTokenizer(replacement, _, True):
            return space in (SPACE, replacement)
        case BertPreTokenizer() | Whitespace() | WhitespaceSplit():
            return space == SPACE
    return False


def _is_idle(pre_tokenizer: PreTokenizer) -> bool:
    """Whether it cuts at spaces alone, of which there are none left where they are marks."""
    return isinstance(pre_tokenizer, Split) and pre_tokenizer.pattern == Literal(SPACE)


def _pattern_of(pre_tokenizer: PreTokenizer) -> str | None:
    match pre_tokenizer:
        case ByteLevelPreTokenizer(use_regex=True):
            return GPT2.pattern
        case Split(Regex(source), "Isolated", False) | Split(Regex(source), "Removed", True):
            return source
    return None


def _of_uncut(cuts: list[PreTokenizer], space: str, prepended: str, model: Model) -> Chunks | str:
    """Where the model sees a whole text, its spaces as marks."""
    begins = prepended if prepended in ("", MARK) else None
    match [each for each in cuts if not _is_idle(each)]:
        case [MetaspacePreTokenizer(mark, _, False)] if space in (SPACE, mark):
            space, begins = mark, None
        case []:
            pass
        case _:
            return "no pre-tokenizer cuts at spaces"
    if space != MARK or type(model) is not BPE:
        return "no pre-tokenizer cuts at spaces"
    if model.ignore_merges or model.continuing_subword_prefix or model.end_of_word_suffix:
        return "its BPE looks at whole words"
    if MARK not in model.vocab:
        return "no piece is a mark alone"
    if model.unk_token is None and not model.byte_fallback:
        return "its BPE drops characters"
    pieces = map(model.pieces.__getitem__, model.products)
    before_marks = {a for it in pieces for a, b in pairwise(it) if b == MARK}
    return Chunks(frozenset([*before_marks, MARK]), words=False, begins=begins)
