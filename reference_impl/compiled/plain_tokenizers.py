"""`short_texts_of`: what `ShortTexts` has to know of a tokenizer, where it is one of those.

It stands in the directory of a compiled file.
"""

from typing import Any

from tokparity.reference_impl.compiled.short_texts import IN_ASCII
from tokparity.reference_impl.models.hf.bpe import BPE
from tokparity.reference_impl.normalizers.nfc import NFC
from tokparity.reference_impl.pre_tokenizers.byte_level import GPT2, ByteLevelPreTokenizer
from tokparity.reference_impl.pre_tokenizers.sequence import PreTokenizer, PreTokenizerSequence
from tokparity.reference_impl.pre_tokenizers.split import Split
from tokparity.reference_impl.regexes.search import Regex
from tokparity.reference_impl.text.byte_level import BYTE_TO_CHAR
from tokparity.reference_impl.tokenizer.frames import framing_of
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

_LONGEST_BEGINNING, _FEW = 4, 64
"""Characters of a beginning; and how many of them are looked for."""


def short_texts_of(tokenizer: Tokenizer) -> dict[str, Any] | None:
    """None of a tokenizer whose texts are not as plain as that, whatever they are.

    `begins`: what added tokens begin with; `around`: ids before a text and behind it,
    without special tokens and with them.
    """
    model, pattern = tokenizer.model, _pattern_of(tokenizer.pre_tokenizer)
    if not isinstance(model, BPE) or not isinstance(tokenizer.normalizer, NFC | None):
        return None
    letters = [model.vocab.get(BYTE_TO_CHAR[byte]) for byte in range(128)]
    if pattern not in IN_ASCII or None in letters or model.has_affix:
        return None
    framings = [framing_of(tokenizer, add_special) for add_special in (False, True)]
    if tokenizer.truncation or tokenizer.padding or None in framings:
        return None
    contents = {token.content for token in tokenizer.added_tokens}
    contents |= {tokenizer.normalize(content) for content in contents}
    return {
        "pattern": pattern,
        "letters": letters,
        "begins": _beginnings(contents),
        "around": [(framing.before, framing.behind) for framing in framings if framing],
        "whole": model.ignore_merges,
    }


def _beginnings(contents: set[str]) -> list[str]:
    """As few as do: one of them is in every text that one of the contents is in.

    >>> _beginnings({"<s>", "</s>"}), len(_beginnings(set(map(str, range(1000)))))
    (['</s>', '<s>'], 10)
    """
    some: list[str] = []
    for size in range(_LONGEST_BEGINNING, 0, -1):
        some = sorted({content[:size] for content in contents})
        if len(some) <= _FEW:
            break
    return some


def _pattern_of(stage: PreTokenizer | None) -> str | None:
    parts = stage.pretokenizers if isinstance(stage, PreTokenizerSequence) else (stage,)
    match parts:
        case [ByteLevelPreTokenizer(add_prefix_space=False, use_regex=True)]:
            return GPT2.pattern
        case [
            Split(Regex(source), "Isolated", False),
            ByteLevelPreTokenizer(add_prefix_space=False, use_regex=False),
        ]:
            return source
    return None
