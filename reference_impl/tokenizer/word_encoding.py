"""`ByWords`: encodes batches of a BPE whose words are looked up all at once.

A text is cut by its pattern; a word's tokens, and their ranges within it, hang on nothing around it
(`batch.byte_memory` keeps them). Proof that they are the definition's: the words must cover the
text, as a pattern's matches do that leave nothing between; bytes are spelled behind that, and the
model sees one word at a time. Where the model sees whole texts whose spaces are marks, their chunks
are words (`batch.chunks` has the proof). Ranges are moved by what stands before the word; of a text
that the normalizer changes, they are what its characters came from. A text with added tokens is its
sections between them, each of which is encoded as a text (`section_making`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING

from tokparity.reference_impl.batch.chunks import MARK, SPACE, chunks_of
from tokparity.reference_impl.batches import Encodings
from tokparity.reference_impl.contract import EncodeOptions
from tokparity.reference_impl.models.hf.bpe import BPE
from tokparity.reference_impl.models.hf.unigram import Unigram
from tokparity.reference_impl.models.hf.wordpiece import WordPiece
from tokparity.reference_impl.models.llama.ugm import LlamaUGM
from tokparity.reference_impl.models.llama.wpm import LlamaWPM
from tokparity.reference_impl.models.model import Model
from tokparity.reference_impl.models.sentencepiece.unigram import SentencepieceUnigram
from tokparity.reference_impl.normalizers.bert_basic import BertBasicNormalizer
from tokparity.reference_impl.normalizers.llama_ugm import LlamaUGMNormalizer
from tokparity.reference_impl.normalizers.nfc import NFC
from tokparity.reference_impl.normalizers.sentencepiece import SentencepieceNormalizer
from tokparity.reference_impl.pre_tokenizers.bert_basic import BertBasicPreTokenizer
from tokparity.reference_impl.pre_tokenizers.byte_level import GPT2, ByteLevelPreTokenizer
from tokparity.reference_impl.pre_tokenizers.matches import Matches
from tokparity.reference_impl.pre_tokenizers.metaspace import MetaspacePreTokenizer
from tokparity.reference_impl.pre_tokenizers.sequence import PreTokenizer, PreTokenizerSequence
from tokparity.reference_impl.pre_tokenizers.split import Split
from tokparity.reference_impl.regexes import oniguruma, rust
from tokparity.reference_impl.regexes.oniguruma import CompiledPattern
from tokparity.reference_impl.regexes.rust import RustPattern
from tokparity.reference_impl.regexes.search import Regex
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.tokenizer.encodings import add_finished, add_rows, add_whole, together
from tokparity.reference_impl.tokenizer.frames import Framing, framing_of
from tokparity.reference_impl.tokenizer.refusals import REFUSING
from tokparity.reference_impl.tokenizer.section_making import SectionMaker

if TYPE_CHECKING:
    from tokparity.reference_impl.batch.joined_words import Cuts, JoinedWords, Joins, Trims
    from tokparity.reference_impl.batch.piece_rows import PieceRows
    from tokparity.reference_impl.batch.sentencepiece_texts import SentencepieceTexts
    from tokparity.reference_impl.batch.token_rows import TokenRows
    from tokparity.reference_impl.batch.word_places import WordPlaces
    from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer


@dataclass(frozen=True)
class ByWords:
    """As `TextByText`, sooner: of one tokenizer, which it is given, and to which it does not refer.

    `sections`: what makes the texts ready. `trims`: how ranges are made shorter in the end, if they
    are. `names`: the piece of each id, where what is left to be done may be done text by text."""

    rows: "Joins"
    sections: SectionMaker
    trims: "Trims | None" = None
    names: Mapping[int, str] | None = None

    @classmethod
    def of(cls, tokenizer: "Tokenizer") -> "ByWords | str":
        """Of a tokenizer whose words can be looked up; else why they cannot."""
        sections = SectionMaker.of(tokenizer)
        if isinstance(sections, str):
            return sections
        pieces = _of_pieces(tokenizer)
        if pieces is not None:
            return cls(pieces, sections, names=tokenizer.model.pieces)
        framing = framing_of(tokenizer, add_special=False)
        if framing is None:
            return "its tokens are cut off, padded, or get other ranges"
        rows: Joins | str = _of_bytes(tokenizer)
        if isinstance(rows, str) and framing.trims is None:
            marked = _of_marks(tokenizer)
            rows = rows if marked is None else marked
            if isinstance(tokenizer.model, Unigram):
                rows = _of_unigram(tokenizer, tokenizer.model)
            elif isinstance(tokenizer.model, SentencepieceUnigram):
                rows = _of_sentencepiece(tokenizer, tokenizer.model)
            elif isinstance(tokenizer.model, LlamaUGM):
                rows = _of_ugm(tokenizer, tokenizer.model)
        if isinstance(rows, str):
            return rows
        return cls(rows, sections, _trims_of(tokenizer.model, framing))

    @property
    def how(self) -> str:
        """In words, for whoever asks."""
        whole = self.sections.whole
        return self.rows.how if whole is None else f"{self.rows.how}; not texts with {whole}"

    def encode(
        self, tokenizer: "Tokenizer", texts: Sequence[str], options: EncodeOptions, *, ranges: bool
    ) -> Encodings:
        """As `EncodesBatches.encode`."""
        batch = Encodings.empty(ranges=ranges)
        framing = framing_of(tokenizer, options.add_special)
        if framing is not None and framing.trims is not None and self.names is not None:
            framing = None
        is_known = framing is not None or self.names is not None
        if framing is None:  # what is done text by text is done with ranges
            ranges = True
        for some in together(texts):
            found = None
            if is_known:
                found = self._looked_up(
                    some, options.parse_special, need_names=framing is None, ranges=ranges
                )
            if found is None:
                add_whole(batch, tokenizer, some, options)
            elif framing is not None:
                add_rows(batch, tokenizer, some, framing.applied(found[0]), found[1], options)
            else:
                self._finish_each(batch, tokenizer, some, found, options)
        return batch

    def _finish_each(
        self,
        batch: Encodings,
        tokenizer: "Tokenizer",
        texts: Sequence[str],
        found: "tuple[TokenRows, Sequence[int | None]]",
        options: EncodeOptions,
    ) -> None:
        """Append the tokens of texts, finished one by one."""
        assert self.names is not None
        rows, row_of = found
        for text, row in zip(texts, row_of, strict=True):
            if row is None:
                add_whole(batch, tokenizer, [text], options)
                continue
            ids = rows.ids[rows.bounds[row] : rows.bounds[row + 1]].tolist()
            tokens = rows.tokens(row, [*map(self.names.__getitem__, ids)])
            add_finished(batch, tokenizer, tokens, options)

    def _looked_up(
        self,
        texts: Sequence[str],
        parse_special: bool,
        *,
        need_names: bool,
        ranges: bool,
    ) -> "tuple[TokenRows, Sequence[int | None]] | None":
        """The tokens of the texts that are looked up, and which row of these each text is; None of
        one that goes the definition's way, as do those with an added token where pieces are needed.
        None of all: what may become of a word is a refusal."""
        ready = self.sections.ready(texts, parse_special, ranges=ranges)
        sections, left = ready.sections, ready.left
        try:
            rows, uncovered = self.rows.joined(sections.texts, sections.moved, ranges=ranges)
        except (*REFUSING, TimeoutError, MemoryError):
            return None
        left.update(sections.of_text[uncovered].tolist())
        if len(sections.added):
            rows, at = sections.joined(rows, len(ready.places))
            if need_names:
                left.update(sections.added[:, 1].tolist())
            elif self.trims is not None and ranges:
                spans = sections.added[:, 1:4].tolist()
                some = [texts[ready.places[number]][start:end] for number, start, end in spans]
                self.trims.trim(rows, at, some)
        elif self.trims is not None and ranges:
            self.trims.trim(rows)
        if not left and len(ready.places) == len(texts):
            return rows, range(len(texts))
        row_of: list[int | None] = [None] * len(texts)
        for row, place in enumerate(ready.places):
            if row not in left:
                row_of[place] = row
        return rows, row_of


def _of_bytes(tokenizer: "Tokenizer") -> "Joins | str":
    """Of a byte-level BPE behind a pattern; else why not."""
    from tokparity.reference_impl.batch.byte_rows import ByteRows  # numpy takes 0.1 s
    from tokparity.reference_impl.batch.byte_words import byte_words
    from tokparity.reference_impl.batch.joined_words import JoinedWords

    cuts = _cuts_of(tokenizer.pre_tokenizer)
    if isinstance(cuts, str):
        return cuts
    if not isinstance(tokenizer.normalizer, NFC | None):
        return "what its normalizer makes of a text is not looked up"
    model, words = tokenizer.model, byte_words(tokenizer.model)
    if words is None:
        return "new words are not merged at once"
    return ByteRows(cuts, words) if words.lose_nothing else JoinedWords(cuts, model, words)


def _trims_of(model: Model, framing: "Framing") -> "Trims | None":
    from tokparity.reference_impl.batch.joined_words import Trims

    trims = framing.trims
    return None if trims is None else Trims.of(model, first_keeps=trims.add_prefix_space)


def _of_pieces(tokenizer: "Tokenizer") -> "PieceRows | None":
    """Of a model that takes the longest piece first, behind BERT's stages."""
    normalizer, pre_tokenizer = tokenizer.normalizer, tokenizer.pre_tokenizer
    if type(tokenizer.model) not in (WordPiece, LlamaWPM):
        return None
    from tokparity.reference_impl.batch.longest_pieces import LongestPieces
    from tokparity.reference_impl.batch.piece_rows import PieceRows
    from tokparity.reference_impl.batch.word_stages import words_of_stages

    words = words_of_stages(normalizer, pre_tokenizer)
    pieces = LongestPieces.of(tokenizer.model)
    if words is None or pieces is None:
        return None
    sought = {tokenizer.normalize(it.content) for it in tokenizer.added_tokens if it.normalized}
    match normalizer, pre_tokenizer:
        case BertBasicNormalizer(), BertBasicPreTokenizer():
            whole = normalizer.never_split | pre_tokenizer.never_split
            plain = replace(normalizer, never_split=frozenset())
            sought |= whole | {plain.normalize(Aligned.of(word)).text for word in whole}
    return PieceRows(words, pieces, tuple(sorted(sought - {""})))


def _of_marks(tokenizer: "Tokenizer") -> "JoinedWords | None":
    """Of a BPE that sees whole texts whose spaces are marks; None where a text's beginning is
    another matter, or an added token may be found in what the normalizer makes alone."""
    model = tokenizer.model
    if type(model) is not BPE or tokenizer.takes_bytes or tokenizer.takes_surrogates:
        return None
    added = tokenizer.added_tokens
    chunks = chunks_of(tokenizer.normalizer, tokenizer.pre_tokenizer, model, added)
    if isinstance(chunks, str) or chunks.words or chunks.begins is None:
        return None
    if any(token.normalized and {SPACE, MARK} & {*token.content} for token in added):
        return None
    from tokparity.reference_impl.batch.joined_words import JoinedWords
    from tokparity.reference_impl.batch.mark_places import MarkPlaces
    from tokparity.reference_impl.batch.mark_rows import MarkRows

    rows = MarkRows.of(model, chunks.begins)
    return None if rows is None else JoinedWords(MarkPlaces.of(chunks.uncut), model, rows)


def _of_unigram(tokenizer: "Tokenizer", model: Unigram) -> "JoinedWords | str":
    """Of a Unigram behind marks that are cut at; else why not."""
    added, stage = tokenizer.added_tokens, tokenizer.pre_tokenizer
    chunks = chunks_of(tokenizer.normalizer, stage, model, added)
    if isinstance(chunks, str):
        return chunks
    if not isinstance(stage, MetaspacePreTokenizer) or not stage.split:
        return "it does not cut at marks alone"
    if tokenizer.normalizer is not None and any(token.normalized for token in added):
        return "an added token may be found in what the normalizer makes"
    from tokparity.reference_impl.batch.joined_words import JoinedWords
    from tokparity.reference_impl.batch.mark_places import MarkPlaces
    from tokparity.reference_impl.batch.metaspace_rows import MetaspaceRows
    from tokparity.reference_impl.batch.normalized_words import NormalizedWords
    from tokparity.reference_impl.batch.unigram_tokens import UnigramTokens

    spelling = NormalizedWords.of(tokenizer.normalizer)
    if spelling is None:
        return "what its normalizer leaves alone is not told by single characters"
    if tokenizer.normalize("a b") not in ("a b", f"a{stage.replacement}b"):
        return "its normalizer makes something else of a space than a mark"
    tokens = UnigramTokens.of(model)
    if isinstance(tokens, str):
        return tokens
    rows = MetaspaceRows(spelling, stage, tokens)
    return JoinedWords(MarkPlaces.of(frozenset()), model, rows)


def _of_sentencepiece(
    tokenizer: "Tokenizer", model: SentencepieceUnigram
) -> "SentencepieceTexts | str":
    """Of a Unigram as its file has it; else why not."""
    normalizer = tokenizer.normalizer
    if not isinstance(normalizer, SentencepieceNormalizer) or tokenizer.pre_tokenizer is not None:
        return "what its normalizer makes of a text is not looked up"
    if tokenizer.added_tokens:
        return "an added token may be found in what the normalizer makes"
    from tokparity.reference_impl.batch.sentencepiece_paths import SentencepiecePaths
    from tokparity.reference_impl.batch.sentencepiece_places import sentencepiece_places
    from tokparity.reference_impl.batch.sentencepiece_rows import SentencepieceRows
    from tokparity.reference_impl.batch.sentencepiece_texts import SentencepieceTexts
    from tokparity.reference_impl.batch.sentencepiece_words import SentencepieceWords

    words, search = SentencepieceWords.of(normalizer), SentencepiecePaths.of(model)
    if isinstance(words, str):
        return words
    if isinstance(search, str):
        return search
    rows = SentencepieceRows(search, words)
    return SentencepieceTexts(rows, sentencepiece_places(model, words))


def _of_ugm(tokenizer: "Tokenizer", model: LlamaUGM) -> "JoinedWords | str":
    """Of a Unigram of llama.cpp; else why not."""
    normalizer = tokenizer.normalizer
    if not isinstance(normalizer, LlamaUGMNormalizer) or tokenizer.pre_tokenizer is not None:
        return "what its normalizer makes of a text is not looked up"
    from tokparity.reference_impl.batch.joined_words import JoinedWords
    from tokparity.reference_impl.batch.ugm_rows import UgmRows, ugm_places
    from tokparity.reference_impl.batch.ugm_words import UgmWords
    from tokparity.reference_impl.batch.unigram_tokens import UnigramTokens

    words, tokens = UgmWords.of(normalizer), UnigramTokens.of(model)
    if isinstance(words, str):
        return words
    if isinstance(tokens, str):
        return tokens
    places = ugm_places(model, words)
    if places is None:
        return "its texts are not cut at spaces"
    return JoinedWords(places, model, UgmRows(model, words, tokens))


def _cuts_of(stage: PreTokenizer | None) -> "Cuts | str":
    """What cuts texts into the words that are then spelled in bytes; else why nothing does."""
    parts = stage.pretokenizers if isinstance(stage, PreTokenizerSequence) else (stage,)
    match parts:
        case [ByteLevelPreTokenizer(add_prefix_space=False, use_regex=True)]:
            return _by_pattern(GPT2)
        case [
            Split(Regex(compiled=pattern), "Isolated", False),
            ByteLevelPreTokenizer(add_prefix_space=False, use_regex=False),
        ]:
            return _by_pattern(pattern)
        case [
            Matches(compiled=RustPattern() as pattern),
            ByteLevelPreTokenizer(add_prefix_space=False, use_regex=False),
        ]:
            return _by_pattern(pattern)
    return "it does not cut by one pattern and then spell bytes"


def _by_pattern(pattern: CompiledPattern | RustPattern) -> "Cuts | str":
    """By the shape of a known pattern, else by a search."""
    from tokparity.reference_impl.batch.joined_words import BySearch
    from tokparity.reference_impl.batch.word_places import SHAPES

    is_rust = isinstance(pattern, RustPattern)
    source = pattern.source if isinstance(pattern, RustPattern) else pattern.pattern
    if source in SHAPES:
        return _places_of(source, is_rust)
    if pattern.compiled is None or pattern.compiled.groups or getattr(pattern, "steps", False):
        return "its pattern is searched step by step"
    harmless = -1 if isinstance(pattern, RustPattern) else pattern.harmless
    return BySearch(pattern.compiled, harmless)


@cache
def _places_of(source: str, is_rust: bool) -> "WordPlaces":
    from tokparity.reference_impl.batch.word_places import SHAPES, WordPlaces, kinds_of

    compile_in = rust.compile_pattern if is_rust else oniguruma.compile_pattern
    kinds = kinds_of(lambda kind, text: compile_in(kind).spans(text))
    return WordPlaces.of(SHAPES[source], kinds)
