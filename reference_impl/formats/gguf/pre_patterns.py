r"""The split patterns of llama.cpp, word for word: their text decides which way they go.

Source: src/llama-vocab.cpp b11549 `llm_tokenizer_bpe`, by LLAMA_VOCAB_PRE_TYPE_*. Not here: which
names have them (`gguf.pre`), what they mean (`pre_tokenizers.llama_cpp`).
"""

from tokparity.reference_impl.pre_tokenizers.llama_cpp_hand_written import (
    AFMOE_DIGITS,
    CONTRACTIONS,
    GPT2,
    TAIL,
    TINY_AYA_DIGITS,
)

CASED = r"[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]"
LOWER = r"[\p{Ll}\p{Lm}\p{Lo}\p{M}]"
SPACES = r"|\s*[\r\n]+|\s+(?!\S)|\s+"
NOT_WORD = r"[^\r\n\p{L}\p{N}]?"
SIGNS = r"""[!"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~][A-Za-z]+"""
CJK = "[一-龥\u3040-ゟ゠-ヿ]+"
SLASHES = r"| ?[^\s\p{L}\p{N}]+[\r\n/]*"


def _words(upper: str, lower: str, suffix: str) -> str:
    """Words that end in small letters, or else in capitals."""
    return f"{NOT_WORD}{upper}*{lower}+{suffix}|{NOT_WORD}{upper}+{lower}*{suffix}"


def _by_look_ahead(letters: str) -> tuple[str, str]:
    return rf"((?=[{letters}])([^a-z]))", rf"((?=[{letters}])([^A-Z]))"


DEFAULT = (r"[\p{P}\$\+<=>\^~\|]+", GPT2, r"\p{N}+", "[0-9][0-9][0-9]")
FALCON = (r"[\p{P}\$\+<=>\^~\|`]+", GPT2, "[0-9][0-9][0-9]")
STARCODER = (r"\p{N}", GPT2)
JAIS2 = (
    (
        rf"{CONTRACTIONS}|{NOT_WORD}\p{{L}}+|\p{{N}}{{1,3}}"
        r"| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s{512}(?!\S)|\s{256}(?!\S)|\s{128}(?!\S)"
        r"|\s{64}(?!\S)|\s{32}(?!\S)|\s{16}(?!\S)|\s{8}(?!\S)|\s{4}(?!\S)|\s{1,2}(?!\S)|\s{1}"
    ),
)
DEEPSEEK_LLM = (
    "[\r\n]",
    (
        r"\s?"
        "[A-Za-z\u00b5\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u01ba\u01bc-\u01bf\u01c4-\u0293"
        "\u0295-\u02af\u0370-\u0373\u0376\u0377\u037b-\u037d\u037f\u0386\u0388-\u038a\u038c"
        "\u038e-\u03a1\u03a3-\u03f5\u03f7-\u0481\u048a-\u052f\u0531-\u0556\u10a0-\u10c5"
        "\u13a0-\u13f5\u13f8-\u13fd\u1c90-\u1cba\u1cbd-\u1cbf\u1d00-\u1d2b\u1d6b-\u1d77"
        "\u1d79-\u1d9a\u1e00-\u1f15\u1f18-\u1f1d\u1f20-\u1f45\u1f48-\u1f4d\u1f50-\u1f57\u1f59"
        "\u1f5b\u1f5d\u1f5f-\u1f7d\u1f80-\u1fb4\u1fb6-\u1fbc\u1fbe\u1fc2-\u1fc4\u1fc6-\u1fcc"
        "\u1fd0-\u1fd3\u1fd6-\u1fdb\u1fe0-\u1fec\u1ff2-\u1ff4\u1ff6-\u1ffc\u2102\u2107"
        "\u210a-\u2113\u2115\u2119-\u211d\u2124\u2126\u2128\u212a-\u212d\u212f-\u2134\u2139"
        "\u213c-\u213f\u2145-\u2149\u214e\u2183\u2184\u2c00-\u2c7b\u2c7e-\u2ce4\u2ceb-\u2cee"
        "\u2cf2\u2cf3\ua640-\ua66d\ua680-\ua69b\ua722-\ua76f\ua771-\ua787\ua78b-\ua78e"
        "\uab70-\uabbf\ufb00-\ufb06\ufb13-\ufb17\uff21-\uff3a\uff41-\uff5a\U00010400-\U0001044f"
        "\U000104b0-\U000104d3\U000104d8-\U000104fb\U00010c80-\U00010cb2\U00010cc0-\U00010cf2"
        "\U000118a0-\U000118df\U0001e900-\U0001e943]+"
    ),
    r"\s?[!-/:-~！-／：-～‘-‟" + "\u3000-。]+",
    r"\s+$",
    "[一-龥\u0800-一가-\ud7ff]+",
    r"\p{N}+",
)
DEEPSEEK_CODER = ("[\r\n]", r"\s?\p{L}+", r"\s?\p{P}+", "[一-龥\u0800-一가-\ud7ff]+", r"\p{N}")
DEEPSEEK_V3 = (
    r"\p{N}{1,3}",
    CJK,
    SIGNS
    + "|[^\r\n\\p{L}\\p{P}\\p{S}]?[\\p{L}\\p{M}]+| ?[\\p{P}\\p{S}]+[\r\n]*|\\s*[\r\n]+"
    + r"|\s+(?!\S)|\s+",
)
SPARK2_5 = (
    r"\p{N}{1,3}",
    CJK,
    SIGNS + "|[^\r\n\\p{L}\\p{P}\\p{S}]?[\\p{L}\\p{M}]+| ?[\\p{P}\\p{S}]+|[\r\n]|\\s+(?!\\S)|\\s+",
    r"\p{N}",
)
AFMOE = (
    AFMOE_DIGITS,
    (
        "[一-\u9fff㐀-\u4dbf\u8c48-\ufaff\u3040-ゟ゠-ヿ･-ﾟ⼀-\u2fdfเ-\u0e7f\u0e80-\u0effក-\u17ff"
        "က-႟ꩠ-ꩿꧠ-\ua9ff가-\ud7afᄀ-ᇿ]+"
    ),
    SIGNS + r"|[^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+| ?[\p{P}\p{S}]+[\r\n]*" + SPACES,
)
YOUTU = (
    "[가-힣ㄱ-ㆎ]+|[！…“”‘’—：；，、-\u303f︰-﹏]+|[ㄅ-ㄯ]+|" + CJK,
    _words(CASED, LOWER, f"{CONTRACTIONS}?") + r"|\p{N}" + SLASHES + SPACES,
)
TINY_AYA = (
    TINY_AYA_DIGITS,
    _words(CASED, LOWER, f"{CONTRACTIONS}?") + r"|\p{N}{1,3}" + SLASHES + SPACES,
)
TEKKEN = (_words(*_by_look_ahead(r"\p{L}"), "") + r"|\p{N}" + SLASHES + SPACES,)
GPT_4O = (
    _words(*_by_look_ahead(r"\p{L}"), f"{CONTRACTIONS}?") + r"|\p{N}{1,3}" + SLASHES + SPACES,
)
GRANITE_EMBED = (
    _words(*_by_look_ahead(r"\p{L}\p{M}"), f"{CONTRACTIONS}?") + r"|\p{N}{1,3}" + SLASHES + SPACES,
)
BLOOM = (r" ?[^(\s|.,!?…。，、।۔،)]+",)
VIKING = (*BLOOM, r"\p{N}")
CHAMELEON = (
    "<sentinel:[0-9]+>",
    "(IMGIMG)((A|B|C|D|E|F|G|H|I){1,4})Z",
    r"([\t\n]|    |  )",
    r"\p{N}",
    r"[\p{P}!-/:-@\[-`{-~]",
    GPT2,
)
SUPERBPE = (r"\p{N}+", r"(?=(\d{3})+(?!\d))")
BAILINGMOE = (
    (
        rf"'(?:[sSdDmMtT]|[lL][lL]|[vV][eE]|[rR][eE])|{NOT_WORD}\p{{L}}+|\p{{N}}"
        r"| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]|\s+(?!\S)|\s+"
    ),
)
SEED_CODER = (
    rf"{CONTRACTIONS}|{NOT_WORD}\p{{L}}+|\p{{N}}{{1}}| ?[^\s\p{{L}}\p{{N}}\r\n]+{SPACES}",
)
UFAKZEKA = (rf"{NOT_WORD}\p{{L}}+|\p{{N}}{TAIL}",)
EXAONE_MOE = (
    (
        rf"{CONTRACTIONS}|{NOT_WORD}(?:\p{{L}}\p{{M}}*(?: \p{{L}}\p{{M}}*)*)+|\p{{N}}"
        r"| ?[^\s\p{L}\p{N}]+[\r\n/]?|\s*[\r\n]|\s+(?!\S)|\s+"
    ),
)
MINICPM5 = (r"\p{N}{1,3}", rf"{CONTRACTIONS}|{NOT_WORD}\p{{L}}+|\p{{N}}+{TAIL}")
WHITESPACE = (r"\S+",)
