"""`with_settings`: a file's tokenizer as a caller sets it, beside what the file says.

The model and all that it holds are shared with the tokenizer as configured.
"""

from dataclasses import replace

from tokparity.reference_impl.contract import AS_CONFIGURED, Settings
from tokparity.reference_impl.post_processors.bos_eos import LlamaBosEos
from tokparity.reference_impl.post_processors.sentencepiece import SentencepieceBosEos
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer


def with_settings(tokenizer: Tokenizer, settings: Settings) -> Tokenizer:
    """A tokenizer that truncates and pads, and adds bos and eos, only where that is set too.

    >>> from tokparity.reference_impl.models.hf.wordlevel import WordLevel
    >>> both = LlamaBosEos(("bos", 1, "<s>"), ("eos", 2, "</s>"))
    >>> tokenizer = Tokenizer(WordLevel({"a": 0}, "a"), post_processor=both)
    >>> with_settings(tokenizer, Settings(eos=False)).encode("a").ids
    (1, 0)
    """
    if settings == AS_CONFIGURED:
        return tokenizer
    if not settings.limits:
        tokenizer = replace(tokenizer, truncation=None, padding=None)
    match tokenizer.post_processor:
        case SentencepieceBosEos(add_bos=bos, add_eos=eos) as added:
            asked = replace(added, add_bos=bos and settings.bos, add_eos=eos and settings.eos)
            return replace(tokenizer, post_processor=asked)
        case LlamaBosEos(before, behind):
            asked_for = LlamaBosEos(
                before if settings.bos else None, behind if settings.eos else None
            )
            return replace(tokenizer, post_processor=asked_for)
    return tokenizer
