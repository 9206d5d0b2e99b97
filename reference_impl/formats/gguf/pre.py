"""Every name that `tokenizer.ggml.pre` may have, and all that llama.cpp does because of it.

Source: src/llama-vocab.cpp b11549 `llama_vocab::impl::load`, as its shared object answers: which
names it takes, and the flags that each sets. They are what holds before the file's own keys are
read. Not here: reading the file (`gguf`), the patterns (`gguf_pre_patterns`).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from tokparity.reference_impl.errors import Unsupported
from tokparity.reference_impl.formats.gguf import pre_patterns as patterns
from tokparity.reference_impl.pre_tokenizers.byte_level import ByteLevelPreTokenizer
from tokparity.reference_impl.pre_tokenizers.llama_cpp import LlamaCppSplit, Route, route_of
from tokparity.reference_impl.pre_tokenizers.llama_cpp_hand_written import (
    GPT2,
    K2_HORIZON,
    KIMI_K2,
    LLAMA3,
    NEWLINES,
    QWEN2,
    QWEN35,
)
from tokparity.reference_impl.pre_tokenizers.llama_cpp_lines import LinesOfWords
from tokparity.reference_impl.pre_tokenizers.sequence import PreTokenizer, PreTokenizerSequence

Quirk = Literal[
    "ignore_merges",
    "keep_spaces",
    "add_bos",
    "force_bos",
    "no_bos",
    "add_sep",
    "escape_whitespaces",
    "raw_bytes",
    "keep_case",
    "whole_newlines",
    "merges_optional",
    "words_of_lines",
]


@dataclass(frozen=True, slots=True)
class Pre:
    """What a name stands for. `patterns` are applied one after another."""

    name: str
    patterns: tuple[str, ...]
    quirks: frozenset[Quirk] = frozenset()

    @property
    def routes(self) -> tuple[Route, ...]:
        """Which way llama.cpp goes with each pattern."""
        return tuple(map(route_of, self.patterns))

    @property
    def route(self) -> Route | Literal["mixed"]:
        """The way of all its patterns, if that is one.

        >>> PRE_NAMES["qwen2"].route, PRE_NAMES["bloom"].route, PRE_NAMES["starcoder"].route
        ('hand-written', 'std::wregex', 'mixed')
        """
        first, *others = dict.fromkeys(self.routes)
        return "mixed" if others else first

    @property
    def ignore_merges(self) -> bool:
        """A word that is a token is that token, whatever the merges say."""
        return "ignore_merges" in self.quirks

    @property
    def clean_spaces(self) -> bool:
        """Decoding takes away spaces before punctuation and contractions."""
        return "keep_spaces" not in self.quirks

    @property
    def add_bos(self) -> bool:
        """What `add_bos_token` is where the file does not say."""
        return bool(self.quirks & {"add_bos", "force_bos"})

    @property
    def force_bos(self) -> bool:
        """`add_bos_token` is true whatever the file says."""
        return "force_bos" in self.quirks

    @property
    def no_bos(self) -> bool:
        """There is no bos token where the file names none; else it is id 11."""
        return "no_bos" in self.quirks

    @property
    def add_sep(self) -> bool:
        """What `add_sep_token` is where the file does not say."""
        return "add_sep" in self.quirks

    @property
    def escape_whitespaces(self) -> bool:
        """Each space becomes U+2581 before the text is cut."""
        return "escape_whitespaces" in self.quirks

    @property
    def byte_encode(self) -> bool:
        """Words are spelled in the byte-level alphabet; else unknown bytes are tokens "<0xAB>"."""
        return "raw_bytes" not in self.quirks

    @property
    def lowercase(self) -> bool:
        """Of the model "whitespace": what `normalizer.lowercase` is if the file does not say."""
        return "keep_case" not in self.quirks

    @property
    def whole_newlines(self) -> bool:
        """A word of nothing but line feeds that is a token is that token."""
        return "whole_newlines" in self.quirks

    @property
    def merges_optional(self) -> bool:
        """The file need not have merges."""
        return "merges_optional" in self.quirks

    def pre_tokenizer(self) -> PreTokenizer:
        """The stage: texts in, words out. Raises BeyondUnicode when it runs.

        >>> from tokparity.reference_impl.text.aligned import Aligned
        >>> words = PRE_NAMES["llama-bpe"].pre_tokenizer().pre_tokenize([Aligned.of("a 12345")])
        >>> [word.text for word in words]
        ['a', 'Ġ', '123', '45']
        """
        if "words_of_lines" in self.quirks:
            return LinesOfWords()
        split = LlamaCppSplit(self.patterns)
        if not self.byte_encode:
            return split
        return PreTokenizerSequence(
            (split, ByteLevelPreTokenizer(add_prefix_space=False, use_regex=False))
        )


_ROWS: tuple[tuple[str, tuple[str, ...], tuple[Quirk, ...]], ...] = (
    ("default", patterns.DEFAULT, ()),
    (
        "llama3 llama-v3 llama-bpe falcon3 falcon-h1 pixtral midm-2.0 lfm2 jina-v5-nano",
        (LLAMA3,),
        ("ignore_merges", "add_bos"),
    ),
    ("minicpm5", patterns.MINICPM5, ("ignore_merges",)),
    ("deepseek-llm", patterns.DEEPSEEK_LLM, ("keep_spaces",)),
    ("deepseek-coder", patterns.DEEPSEEK_CODER, ("keep_spaces",)),
    ("deepseek-v3 hunyuan-dense joyai-llm hy_v4", patterns.DEEPSEEK_V3, ("keep_spaces",)),
    ("spark2_5", patterns.SPARK2_5, ("keep_spaces",)),
    ("youtu", patterns.YOUTU, ("keep_spaces", "ignore_merges")),
    ("falcon", patterns.FALCON, ()),
    ("starcoder refact codeshell exaone minerva-7b mellum2", patterns.STARCODER, ()),
    ("command-r smollm", patterns.STARCODER, ("keep_spaces",)),
    (
        (
            "gpt-2 phi-2 jina-es jina-de gigachat jina-v2-es jina-v2-de a.x-4.0 mellum modern-bert"
            " mpt olmo jais exaone4"
        ),
        (GPT2,),
        (),
    ),
    ("trillion granite-docling", (GPT2,), ("keep_spaces",)),
    ("jina-v1-en jina-v2-code roberta-bpe", (GPT2,), ("add_sep",)),
    ("jais-2", patterns.JAIS2, ()),
    (
        "gemma4 granite-embed-multi-311m",
        (NEWLINES,),
        ("escape_whitespaces", "raw_bytes", "force_bos", "whole_newlines"),
    ),
    (
        "mmbert",
        (NEWLINES,),
        ("escape_whitespaces", "raw_bytes", "words_of_lines", "whole_newlines"),
    ),
    ("sarvam-moe", (NEWLINES,), ("escape_whitespaces", "raw_bytes", "keep_spaces")),
    ("whitespace", patterns.WHITESPACE, ("raw_bytes", "keep_case")),
    (
        "qwen2 deepseek-r1-qwen kormo f2llmv2 hunyuan grok-2 solar-open",
        (QWEN2,),
        ("keep_spaces",),
    ),
    ("megrez stablelm2", (QWEN2,), ()),
    ("qwen35", (QWEN35,), ("keep_spaces",)),
    ("dbrx smaug-bpe", (LLAMA3,), ()),
    ("chatglm-bpe", (LLAMA3,), ("no_bos",)),
    ("glm4 glm5", (LLAMA3,), ("no_bos", "ignore_merges")),
    ("poro-chat", patterns.BLOOM, ("keep_spaces",)),
    ("bloom gpt3-finnish", patterns.BLOOM, ()),
    ("viking", patterns.VIKING, ("keep_spaces",)),
    ("tekken", patterns.TEKKEN, ("keep_spaces", "ignore_merges", "add_bos")),
    ("exaone-moe", patterns.EXAONE_MOE, ()),
    ("chameleon", patterns.CHAMELEON, ("keep_spaces", "add_bos")),
    ("gpt-4o llama4 kanana2 talkie minimax-m2", patterns.GPT_4O, ("keep_spaces",)),
    (
        "granite-embed-multi-97m",
        patterns.GRANITE_EMBED,
        ("keep_spaces", "ignore_merges"),
    ),
    ("tiny_aya cohere2moe", patterns.TINY_AYA, ("keep_spaces",)),
    ("superbpe", patterns.SUPERBPE, ("keep_spaces",)),
    ("bailingmoe bailingmoe2 llada-moe", patterns.BAILINGMOE, ("keep_spaces",)),
    ("seed-coder", patterns.SEED_CODER, ("keep_spaces",)),
    ("kimi-k2", (KIMI_K2,), ("keep_spaces", "merges_optional")),
    ("k2-horizon", (K2_HORIZON,), ("keep_spaces",)),
    ("ufakzeka", patterns.UFAKZEKA, ("keep_spaces",)),
    ("afmoe", patterns.AFMOE, ("keep_spaces",)),
    ("laguna", (NEWLINES, QWEN2), ("keep_spaces",)),
)

PRE_NAMES: Mapping[str, Pre] = {
    name: Pre(name, split, frozenset(quirks))
    for names, split, quirks in _ROWS
    for name in names.split(" ")
}
"""Every name, what it stands for. A file without one, or with an empty one, has "default"; of the
model "gemma4" every file has "gemma4"."""


def pre_of(path: Path, name: str | None) -> Pre:
    """What a file's `tokenizer.ggml.pre` stands for. Raises Unsupported for a name not known.

    >>> pre_of(Path("x.gguf"), None).name
    'default'
    """
    try:
        return PRE_NAMES[name or "default"]
    except KeyError:
        known = ", ".join(sorted(PRE_NAMES))
        reason = f"{name!r} is not known; known are {known}"
        raise Unsupported(path, "tokenizer.ggml.pre", reason) from None
