"""tiktoken rank files: a line a token, its bytes in base64, a space, its rank.

The pattern and the special tokens are in no file: they are facts of the artefact. Reads
what tiktoken reads (0.14 tiktoken/load.py `load_tiktoken_bpe`, src/lib.rs
`CoreBPE::new_internal`), and names the line where it would fail. Not here: `tekken_json`.
"""

import binascii
from collections.abc import Iterable, Mapping
from itertools import pairwise
from pathlib import Path

from tokparity.reference_impl.added_tokens.passes import AddedToken
from tokparity.reference_impl.contract import Artefact, RankFacts
from tokparity.reference_impl.errors import BadArtefact, Unsupported
from tokparity.reference_impl.models.tiktoken.bpe import TiktokenBPE
from tokparity.reference_impl.pre_tokenizers.byte_level import ByteLevelPreTokenizer
from tokparity.reference_impl.pre_tokenizers.matches import Matches
from tokparity.reference_impl.pre_tokenizers.sequence import PreTokenizer, PreTokenizerSequence
from tokparity.reference_impl.text.byte_level import spell
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

_HIGHEST_RANK = (1 << 31) - 1


def load(artefact: Artefact) -> Tokenizer:
    """The tokenizer of a rank file with its facts.

    Errors: BadArtefact naming the line or the fact; Unsupported where tiktoken's answer
    would depend on chance, or be a panic.
    """
    facts = _facts(artefact)
    ranks = read_ranks(artefact.path)
    _check_specials(artefact.path, facts, ranks)
    return of_model(TiktokenBPE({spell(token): rank for token, rank in ranks.items()}), artefact)


def of_model(model: TiktokenBPE, artefact: Artefact) -> Tokenizer:
    """As `load`, of ranks that were read, and found good with these facts."""
    facts = _facts(artefact)
    return Tokenizer(
        model=model,
        added_tokens=tuple(
            AddedToken(token_id, content, special=True)
            for content, token_id in facts.specials.items()
        ),
        pre_tokenizer=splitter(facts.pattern, artefact.path, "facts.pattern"),
        decodes="bytes",
    )


def _facts(artefact: Artefact) -> RankFacts:
    if artefact.facts is None:
        raise BadArtefact(artefact.path, "facts", "a rank file needs its pattern: it holds none")
    return artefact.facts


def read_ranks(path: Path) -> dict[bytes, int]:
    """The tokens of a rank file and their ranks. Errors: BadArtefact naming the line.

    Base64 is read as tiktoken reads it, which is not strictly: characters outside its alphabet
    are skipped and a line "= 50256" (Whisper's multilingual file) is the empty token.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        raise BadArtefact(path, "file", f"cannot be read: {error.strerror or error}") from None
    if not content.strip():
        raise BadArtefact(path, "file", "holds no token")
    ranks: dict[bytes, int] = {}
    lines: dict[int, int] = {}
    for number, line in enumerate(content.splitlines(), start=1):
        if not line:
            continue
        token, rank = _entry(path, number, line)
        if (earlier := lines.setdefault(rank, number)) != number:
            raise BadArtefact(path, f"line {number}", f"rank {rank} is that of line {earlier} too")
        if token in ranks:
            other = lines[ranks[token]]
            raise BadArtefact(path, f"line {number}", f"{token!r} is the token of line {other} too")
        ranks[token] = rank
    return ranks


def _entry(path: Path, number: int, line: bytes) -> tuple[bytes, int]:
    try:
        encoded, written = line.split()
    except ValueError:
        excerpt = line[:40].decode("ascii", "replace")
        raise BadArtefact(
            path, f"line {number}", f"{excerpt!r} is not a token and a rank"
        ) from None
    try:
        token = binascii.a2b_base64(encoded)
    except binascii.Error as error:
        raise BadArtefact(path, f"line {number}", f"base64: {error}") from None
    if not written.isdigit() or len(written) > 10 or int(written) > _HIGHEST_RANK:
        excerpt = written[:20].decode("ascii", "replace")
        reason = f"rank {excerpt!r} is no number from 0 to {_HIGHEST_RANK}"
        raise BadArtefact(path, f"line {number}", reason)
    return token, int(written)


def splitter(pattern: str, path: Path, field: str) -> PreTokenizer:
    """tiktoken's split, then the spelling of bytes. Errors: BadPattern; Unsupported."""
    matches = Matches(pattern)
    if matches.compiled.spans(""):
        raise Unsupported(path, field, "matches the empty text, where tiktoken panics")
    return PreTokenizerSequence(
        (matches, ByteLevelPreTokenizer(add_prefix_space=False, use_regex=False))
    )


def _check_specials(path: Path, facts: RankFacts, ranks: Mapping[bytes, int]) -> None:
    """Two ids for one token, or two tokens for one id, are never what was meant."""
    taken = dict.fromkeys(ranks.values(), "a rank")
    for content, token_id in facts.specials.items():
        if token_id in taken:
            reason = f"{content!r} has id {token_id}, which is {taken[token_id]} too"
            raise BadArtefact(path, "facts.specials", reason)
        if not content:
            raise BadArtefact(path, "facts.specials", "a special token is empty")
        if not 0 <= token_id <= _HIGHEST_RANK:
            raise BadArtefact(path, "facts.specials", f"{content!r} has id {token_id}")
        taken[token_id] = f"that of {content!r}"
    clash = prefix_of_another(facts.specials)
    if clash is not None:
        # The alternation of specials is in the order of a hash map (`CoreBPE::new_internal`).
        reason = f"{clash[0]!r} begins {clash[1]!r}: tiktoken takes one of them by hash order"
        raise Unsupported(path, "facts.specials", reason)


def prefix_of_another(contents: Iterable[str]) -> tuple[str, str] | None:
    """Two of the strings of which the first begins the second.

    >>> prefix_of_another(["<a>", "b", "<a>b"])
    ('<a>', '<a>b')
    """
    ordered = sorted(contents)
    for first, second in pairwise(ordered):
        if second.startswith(first):
            return first, second
    return None
