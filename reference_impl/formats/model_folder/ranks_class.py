"""A file of tiktoken in a folder, as transformers turns it into a byte-level BPE.

Source: transformers 5.23 tokenization_utils_tokenizers.py `_convert_from_tiktoken`,
convert_slow_tokenizer.py `TikTokenConverter`.
"""

from pathlib import Path

from tokparity.reference_impl.errors import Unsupported
from tokparity.reference_impl.formats.model_folder.backend import Backend
from tokparity.reference_impl.formats.model_folder.sections import byte_level, sequence, split
from tokparity.reference_impl.formats.model_folder.settings import Settings, content_of
from tokparity.reference_impl.formats.model_folder.vocabularies import bpe, ranked_bpe, read_ranks

PATTERN = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}"
    r"| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)
"""Whatever pattern the model has: the library asks no file for it."""


def build(path: Path, settings: Settings, name: str | None) -> Backend:
    """The backend of a rank file. `name`: of a class that would put its own stages over it.

    Raises BadArtefact; Unsupported for such a class.
    """
    ranks = read_ranks(path)
    if name is not None:
        raise Unsupported(path, "file", f"is a rank file, which {name} is not followed with")
    vocab, merges = ranked_bpe(ranks)
    backend = Backend(settings, bpe(vocab, merges, ignore_merges=True))
    backend.pre_tokenizer = sequence(
        "pretokenizers",
        [split("Isolated", regex=PATTERN), byte_level(add_prefix_space=False, use_regex=False)],
    )
    backend.decoder = byte_level()
    backend.add_special(_extra(settings, len(ranks)))
    backend.post_processor = byte_level(add_prefix_space=True, trim_offsets=False)
    backend.initialize({})
    return backend


def _extra(settings: Settings, size: int) -> list[str]:
    """The special tokens in the order of their ids, a name for each id that has none."""
    value = settings.values.get("extra_special_tokens") or []
    extra = [content_of(token) for token in (settings.tokens("extra_special_tokens") or [])]
    if not isinstance(value, list):
        raise settings.bad("extra_special_tokens", "must be a list of tokens")
    added = {token_id: token.content for token_id, token in settings.added.items()}
    last = max(added, default=0)
    if last < size:
        return extra
    listed = [added.get(at, f"<|reserved_token_{at}|>") for at in range(size, last + 1)]
    return [*listed, *(token for token in extra if token not in listed)]
