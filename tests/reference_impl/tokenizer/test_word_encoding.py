"""Batches encoded by their words are those encoded text by text: on files, and on pipelines."""

import random
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from tests.shared.batch_texts import ODD, drawn_pipeline, drawn_texts, quick_encodings
from tests.shared.vocabularies import vocabulary
from tokparity.corpora.generators.gguf_vocabularies.vocabulary import vocabulary as gguf_vocabulary
from tokparity.corpora.generators.pipelines.pipeline import pipeline
from tokparity.corpora.vocabs import catalogue
from tokparity.reference_impl.added_tokens.passes import AddedToken
from tokparity.reference_impl.added_tokens.special_partition import SpecialPartition
from tokparity.reference_impl.batch import token_store
from tokparity.reference_impl.batch.byte_words import byte_words
from tokparity.reference_impl.batch.word_places import SHAPES
from tokparity.reference_impl.contract import Artefact, EncodeOptions
from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.formats import load
from tokparity.reference_impl.formats.tokenizer_json.reader import read_tokenizer
from tokparity.reference_impl.models.hf.bpe import BPE
from tokparity.reference_impl.models.hf.unigram import Unigram
from tokparity.reference_impl.models.hf.wordlevel import WordLevel
from tokparity.reference_impl.models.hf.wordpiece import WordPiece
from tokparity.reference_impl.models.merging import pair_key
from tokparity.reference_impl.normalizers.bert import BertNormalizer
from tokparity.reference_impl.normalizers.bert_basic import BertBasicNormalizer
from tokparity.reference_impl.normalizers.lowercase import Lowercase
from tokparity.reference_impl.normalizers.nfc import NFC
from tokparity.reference_impl.normalizers.prepend import Prepend
from tokparity.reference_impl.normalizers.replace import ReplaceNormalizer
from tokparity.reference_impl.post_processors.bert import BertProcessing
from tokparity.reference_impl.post_processors.byte_level import ByteLevelPostProcessor
from tokparity.reference_impl.post_processors.roberta import RobertaProcessing
from tokparity.reference_impl.pre_tokenizers.bert import BertPreTokenizer
from tokparity.reference_impl.pre_tokenizers.bert_basic import BertBasicPreTokenizer
from tokparity.reference_impl.pre_tokenizers.byte_level import ByteLevelPreTokenizer
from tokparity.reference_impl.pre_tokenizers.metaspace import SCHEMES, MetaspacePreTokenizer
from tokparity.reference_impl.pre_tokenizers.sequence import PreTokenizerSequence
from tokparity.reference_impl.pre_tokenizers.split import Split
from tokparity.reference_impl.pre_tokenizers.whitespace_split import WhitespaceSplit
from tokparity.reference_impl.regexes.search import Regex
from tokparity.reference_impl.serde_json.node import Node
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.text.byte_level import BYTE_TO_CHAR
from tokparity.reference_impl.tokenizer import fast_encoding as module
from tokparity.reference_impl.tokenizer import section_making
from tokparity.reference_impl.tokenizer.fast import fast
from tokparity.reference_impl.tokenizer.padding import Padding
from tokparity.reference_impl.tokenizer.section_making import LONGEST
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer
from tokparity.reference_impl.tokenizer.truncation import Truncation
from tokparity.reference_impl.tokenizer.word_encoding import ByWords

NAMES = [m.name for m in catalogue.find("*") if m.default and m.format != "chat_template"]
UNIGRAMS = [m.name for m in catalogue.find("*") if "Unigram" in m.algorithm]
"""Of tokenizer.json, sentencepiece and llama.cpp."""
ODDER = [*ODD, "\u1100\u1161\u11a8", "\u0915\u094d\u0937", "=" * 70, "a\u0323\u0301"]
ODDER += ["'LL", "\r\n \n", "ſ"]
ALL = [EncodeOptions(add, parse) for add in (False, True) for parse in (False, True)]


@pytest.fixture(autouse=True)
def at_once(monkeypatch):
    monkeypatch.setattr(module, "_WORTH_WORDS", 0)
    monkeypatch.setattr(module, "_WORTH_NUMBERS", 1)
    # The definition takes a twentieth of a second for a text past the real bound, 16 times each.
    monkeypatch.setattr(section_making, "LONGEST", 600)


def texts_for(tokenizer, generator, count):
    texts = drawn_texts(tokenizer, generator, count, ODDER)
    return [*texts, "", "a" * 300, "".join(ODDER), "\ud800", "x" * (section_making.LONGEST + 1)]


def assert_same(tokenizer, texts):
    """Whether texts are encoded by their words at all."""
    return isinstance(quick_encodings(tokenizer, texts, ALL).words, ByWords)


@pytest.mark.vocabulary
@pytest.mark.parametrize("name", NAMES)
def test_on_every_vocabulary(name):
    tokenizer = vocabulary(name)
    by_words = assert_same(tokenizer, texts_for(tokenizer, random.Random(name), 300))
    assert by_words or not isinstance(ByWords.of(tokenizer), ByWords)


@pytest.mark.vocabulary
@pytest.mark.parametrize("name", ["minilm", "bert-bge-gguf", "chinese-bert-vocab", "hanbert-vocab"])
@pytest.mark.parametrize("limits", [{}, {"truncation": None, "padding": None}], ids=str)
def test_on_vocabularies_of_the_longest_pieces(name, limits):
    tokenizer = replace(vocabulary(name), **limits)
    assert longest_pieces_are_same(name, tokenizer.truncation, tokenizer.padding)


@cache
def longest_pieces_are_same(name, truncation, padding):
    """Once, where a vocabulary has no limits to be without."""
    tokenizer = replace(vocabulary(name), truncation=truncation, padding=padding)
    texts = texts_for(tokenizer, random.Random(name), 300)
    every = [chr(code) for code in range(0x30000) if not 0xD800 <= code < 0xE000]
    texts += ["".join(random.Random(at).choices(every, k=9)) for at in range(300)]
    return assert_same(tokenizer, [*texts, "[MA\0SK]", "[MÁSK] [mask]", "x [MAS\u212a]", "[UNK]"])


PIECES = ["[UNK]", "a", "ab", "##b", "##bc", "e", "##e", "中", "##文", "!", "[", "##\u1161"]
OLD = "14.0.0"
WORDPIECE = WordPiece({piece: at for at, piece in enumerate(PIECES)})


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"normalizer": None},
        {"normalizer": BertNormalizer(strip_accents=False)},
        {"post_processor": BertProcessing(("[SEP]", 90), ("[CLS]", 91))},
        {"truncation": Truncation(5), "padding": Padding(7, pad_id=9)},
        {"truncation": Truncation(5, stride=2), "padding": Padding(7, "Left")},
        {"post_processor": RobertaProcessing(("x", 1), ("y", 2), True, False)},
        {"post_processor": ByteLevelPostProcessor(True, True)},
    ],
    ids=str,
)
def test_the_longest_pieces(changes):
    added = (AddedToken(999, "[A]", special=True), AddedToken(998, "ab!", single_word=True))
    added = tuple(replace(token, normalized=False) for token in added)
    stages = {"normalizer": BertNormalizer(), "pre_tokenizer": BertPreTokenizer()} | changes
    tokenizer = Tokenizer(WORDPIECE, added, **stages)
    rng = random.Random(0)
    parts = [*"abc eé!中文[]", "[A]", "ab!", " ", "\u302f\u0f71", "가", "\0"]
    texts = ["".join(rng.choices(parts, k=rng.randint(0, 20))) for _ in range(200)]
    assert assert_same(tokenizer, [*texts, "\ud800", "x" * (LONGEST + 1), "", "ab " * 900])


def test_an_added_token_that_the_longest_pieces_are_normalized_to():
    """It is nowhere in the text as it is given."""
    stages = {"normalizer": BertNormalizer(), "pre_tokenizer": BertPreTokenizer()}
    tokenizer = Tokenizer(WORDPIECE, (AddedToken(999, "Áb E", normalized=True),), **stages)
    assert assert_same(tokenizer, ["ab", "AB\u3000É!", "\u00adáB", "e AB E", "b", "E", "Áb e"] * 3)
    found = fast(tokenizer).encode_batch(["AB\u3000É!"])
    assert found.ids.tolist() == [999, PIECES.index("!")]


def test_a_word_that_is_never_split():
    """As it is given, or once a letter is lowered, composed, or gone."""
    whole = frozenset({"[AB]", "[ae]"})
    tokenizer = Tokenizer(
        WORDPIECE,
        normalizer=BertBasicNormalizer(OLD, never_split=whole),
        pre_tokenizer=BertBasicPreTokenizer(OLD, whole),
        takes_surrogates=True,
    )
    words = ["[AB]", "[A\0B]", "[ae]", "[AE]", "[áe]", "[ab]", "x[ae]", "ab", "Σ", "a\u0301"]
    assert assert_same(tokenizer, [*words, *(f"e {word} a" for word in words)])


def test_the_longest_pieces_of_generated_pipelines():
    """Their models, added tokens and post-processors, behind BERT's stages."""
    made = 0
    for number in range(150):
        drawn = pipeline(seed=1, number=number, count=4)
        tokenizer = read_tokenizer(Node(Path("drawn"), "", drawn.document))
        if isinstance(tokenizer.model, WordPiece):
            rng = random.Random(number)
            options = [rng.choice(some) for some in ((True, False),) * 2 + ((True, False, None),)]
            normalizer = rng.choice((None, BertNormalizer(), BertNormalizer(*options)))
            contents = [token.content for token in tokenizer.added_tokens]
            if normalizer and not all(normalizer.normalize(Aligned.of(it)).text for it in contents):
                normalizer = None
            stages = {"normalizer": normalizer, "pre_tokenizer": BertPreTokenizer()}
            tokenizer = replace(tokenizer, **stages)
            texts = texts_for(tokenizer, rng, 30)
            texts += [text for pair in drawn.texts for text in pair if text is not None]
            made += assert_same(tokenizer, texts)
    assert made > 10


PATTERNS = [*SHAPES, r"\s+|\w+|[^\s\w]+", r"[ab]+", r"\p{N}{1,3}| ?\p{L}+|\s*"]


def test_on_generated_pipelines():
    """Their models, added tokens and post-processors, behind each pattern."""
    learned = 0
    for number in range(400):
        tokenizer, own = drawn_pipeline(number)
        if byte_words(tokenizer.model) is None:
            continue
        rng = random.Random(number)
        cuts = Split(Regex(rng.choice(PATTERNS)), "Isolated", invert=False)
        spells = ByteLevelPreTokenizer(add_prefix_space=False, use_regex=False)
        tokenizer = replace(
            tokenizer,
            pre_tokenizer=PreTokenizerSequence((cuts, spells)),
            normalizer=rng.choice((None, NFC())),
        )
        texts = [*texts_for(tokenizer, rng, 30), *own]
        learned += assert_same(tokenizer, texts)
    assert learned > 10


BYTES = {char: at for at, char in enumerate(BYTE_TO_CHAR.values())}
MERGES = [("a", "b"), ("Ġ", "a"), ("Ã", "©"), ("Ġa", "b"), ("Ġ", "Ġ")]
VOCAB = BYTES | {left + right: 256 + rank for rank, (left, right) in enumerate(MERGES)}
PAIRS = {pair_key(VOCAB[left], VOCAB[right]): rank for rank, (left, right) in enumerate(MERGES)}
MODEL = BPE(VOCAB, PAIRS, [VOCAB[left + right] for left, right in MERGES])
TEXTS = ["ab ab", "e\u0301 ab", "<s> ab<s>", " é", "  ab", "", "ab\ud800", "12 it's", "\u212b"]


def tokenizer_of(**changes):
    parts = {"pre_tokenizer": ByteLevelPreTokenizer(add_prefix_space=False), "model": MODEL}
    return Tokenizer(**parts | {"added_tokens": (AddedToken(999, "<s>", special=True),)} | changes)


@pytest.mark.parametrize("trims", [None, (False, True), (True, True), (True, False)])
@pytest.mark.parametrize("normalizer", [None, NFC()])
def test_each_way_to_trim_and_to_normalize(trims, normalizer):
    processor = None if trims is None else ByteLevelPostProcessor(*trims)
    assert assert_same(tokenizer_of(post_processor=processor, normalizer=normalizer), TEXTS * 3)


def test_texts_of_the_real_bound_and_past_it(monkeypatch):
    monkeypatch.setattr(section_making, "LONGEST", LONGEST)
    assert assert_same(tokenizer_of(), ["a" * LONGEST, "ab " * LONGEST, "é" * (LONGEST + 1)])


def test_an_added_token_that_the_normalizer_makes():
    """U+212A is K in normal form: the token is nowhere in the text as it is given."""
    token = AddedToken(998, "K<", normalized=True)
    tokenizer = tokenizer_of(added_tokens=(token,), normalizer=NFC())
    assert assert_same(tokenizer, ["\u212a<a", "K<a", "ab"] * 4)
    found = fast(tokenizer).encode_batch(["\u212a<a"])
    assert found.ids.tolist() == [998, VOCAB["a"]]


def test_an_added_token_that_is_looked_for_in_its_normal_form():
    token = AddedToken(998, "e\u0301", normalized=True)
    tokenizer = tokenizer_of(added_tokens=(token,), normalizer=NFC())
    assert assert_same(tokenizer, ["aéa", "ae\u0301a", "ab"] * 4)
    assert fast(tokenizer).encode_batch(["é"]).ids.tolist() == [998]


def test_a_full_memory_starts_afresh(monkeypatch):
    monkeypatch.setattr(token_store, "TOKENS", 8)
    rng = random.Random(0)
    texts = ["".join(rng.choices("ab é", k=12)) for _ in range(60)]
    assert assert_same(tokenizer_of(), texts)


def test_a_word_that_the_model_has_no_tokens_for_leaves_its_batch_to_the_definition():
    lacking = BPE({"a": 0, "Ġ": 1, "[UNK]": 2}, {}, [], unk_token="[UNK]")
    assert assert_same(tokenizer_of(model=lacking), ["a a", "b", "a b a", "ab"] * 2)
    assert assert_same(tokenizer_of(model=replace(lacking, unk_token="no")), ["a a", "b", "ab"] * 2)


def test_words_that_do_not_cover_a_text():
    cuts = Split(Regex("[ab]+"), "Isolated", invert=False)
    spells = ByteLevelPreTokenizer(add_prefix_space=False, use_regex=False)
    tokenizer = tokenizer_of(pre_tokenizer=PreTokenizerSequence((cuts, spells)))
    assert assert_same(tokenizer, TEXTS * 2)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"pre_tokenizer": None}, "it does not cut by one pattern and then spell bytes"),
        (
            {"pre_tokenizer": ByteLevelPreTokenizer(add_prefix_space=True)},
            "it does not cut by one pattern and then spell bytes",
        ),
        ({"normalizer": Lowercase()}, "what its normalizer makes of a text is not looked up"),
        (
            {"post_processor": RobertaProcessing(("x", 1), ("y", 2), False, False)},
            "its tokens are cut off, padded, or get other ranges",
        ),
        (
            {
                "added_tokens": tuple(AddedToken(999 + at, chr(97 + at)) for at in range(65)),
                "added_token_pass": SpecialPartition.of,
            },
            "its added tokens begin in too many ways",
        ),
        ({"model": WordLevel({"?": 0}, "?")}, "new words are not merged at once"),
        (
            {
                "pre_tokenizer": PreTokenizerSequence(
                    (
                        Split(Regex(r"\Ga|b*"), "Isolated", invert=False),
                        ByteLevelPreTokenizer(add_prefix_space=False, use_regex=False),
                    )
                )
            },
            "its pattern is searched step by step",
        ),
    ],
)
def test_why_words_are_not_looked_up(changes, reason):
    tokenizer = tokenizer_of(**changes)
    assert ByWords.of(tokenizer) == reason
    assert not assert_same(tokenizer, TEXTS)


def of_unigram(**changes):
    scores = (("<unk>", 0.0), ("a", -1.0), ("▁", -2.0), ("▁a", -2.0), ("é", -3.0), ("b", -1.0))
    parts = {"model": Unigram(scores, unk_id=0), "pre_tokenizer": MetaspacePreTokenizer()}
    return Tokenizer(**parts | {"added_tokens": (AddedToken(99, "<s>", special=True),)} | changes)


@pytest.mark.vocabulary
@pytest.mark.parametrize("name", UNIGRAMS)
def test_on_every_unigram(name):
    tokenizer = vocabulary(name)
    texts = texts_for(tokenizer, random.Random(name), 200)
    texts += ["\0 a", " \u200b", "\u200b a", "\u3000b", "<unk>a"]
    by_words = assert_same(tokenizer, texts)
    assert by_words or not isinstance(ByWords.of(tokenizer), ByWords)


def test_a_unigram_on_generated_pipelines():
    """Their models, added tokens and normalizers, behind marks."""
    learned = 0
    for number in range(200):
        tokenizer, _ = drawn_pipeline(number)
        if not isinstance(tokenizer.model, Unigram):
            continue
        rng = random.Random(number)
        stage = MetaspacePreTokenizer("▁", rng.choice(SCHEMES))
        tokenizer = replace(tokenizer, pre_tokenizer=stage)
        for normalizer in (tokenizer.normalizer, NFC()):
            tokenizer = replace(tokenizer, normalizer=normalizer)
            learned += assert_same(tokenizer, drawn_texts(tokenizer, rng, 30, ODDER))
    assert learned > 5


def test_a_unigram_of_llama_cpp_on_generated_files(tmp_path):
    """As they are, of which few have sums that are exact, and with other scores."""
    learned, path = 0, tmp_path / "file.gguf"
    for number in [*range(3, 300, 16), *range(10, 300, 16)]:
        made = gguf_vocabulary(seed=2, number=number, count=12)
        path.write_bytes(made.document.to_bytes())
        try:
            tokenizer = load(Artefact("made", "gguf", path, ""))
        except TokparityError:
            continue
        rng, model, normalizer = random.Random(number), tokenizer.model, tokenizer.normalizer
        texts = [*drawn_texts(tokenizer, rng, 12, ODDER), *made.texts]
        assert_same(tokenizer, texts)
        scores = tuple(rng.choice((-1.0, -2.5, -0.75, -4.0)) for _ in model.scores)
        model = replace(model, scores=scores, unknown_score=-14.5, unk=len(scores))
        own = frozenset(filter(bytes.isascii, normalizer.user_defined))
        other = replace(tokenizer, model=model, normalizer=replace(normalizer, user_defined=own))
        learned += assert_same(other, texts)
        learned += assert_same(replace(other, added_tokens=()), texts)
    assert learned > 30


def test_a_full_memory_of_a_unigram_starts_afresh(monkeypatch):
    monkeypatch.setattr(token_store, "TOKENS", 8)
    rng = random.Random(0)
    texts = ["".join(rng.choices("ab é", k=12)) for _ in range(60)]
    assert assert_same(of_unigram(), texts)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"pre_tokenizer": None}, "no pre-tokenizer cuts at spaces"),
        ({"pre_tokenizer": WhitespaceSplit()}, "it does not cut at marks alone"),
        (
            {
                "normalizer": NFC(),
                "added_tokens": (AddedToken(9, "<s>", normalized=True),),
            },
            "an added token may be found in what the normalizer makes",
        ),
        (
            {"normalizer": Prepend("x")},
            "what its normalizer leaves alone is not told by single characters",
        ),
        (
            {"normalizer": ReplaceNormalizer(Regex(r"\s"), "")},
            "its normalizer makes something else of a space than a mark",
        ),
        ({"model": Unigram((("a", -1.0),))}, "its Unigram refuses unknown characters"),
    ],
)
def test_why_words_of_a_unigram_are_not_looked_up(changes, reason):
    tokenizer = of_unigram(**changes)
    assert ByWords.of(tokenizer) == reason
    assert not assert_same(tokenizer, TEXTS)
