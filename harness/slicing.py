"""A slice of a vocabulary: only what one case touches, small enough to stand in a regression file.

A piece is kept where it lies inside a word of the case's trace or inside the text itself
(the side that is wrong may see other words), is an id of the case, or is named by an
option; a merge where both halves and the product are kept. Ids stay as they are, gaps and
all. Whether a slice still shows the fault is for the caller to see.
"""

import base64
import json
from collections.abc import Iterable
from typing import Any

from corpora.embedded import Embedded, tokenizer_bytes
from reference_impl.byte_level import spell
from reference_impl.contract import Artefact, Case, DecodeCase, Format, RankFacts, case_texts
from reference_impl.errors import TokparityError
from reference_impl.tokenizer import Tokenizer

EMBEDDED_WHOLE = 32_768
"""Bytes of a file that goes into a regression case as it is."""
SLICED: frozenset[Format] = frozenset({"tokenizer.json", "tiktoken"})
"""The formats that `slice_artefact` makes a smaller file of."""


def slice_artefact(artefact: Artefact, tokenizer: Tokenizer, case: Case) -> Embedded | None:
    """The slice of an artefact that a case touches; None for a format that is not sliced yet.

    A file that is not sliced, but small, is taken whole.

    Errors: whatever reading the file raises (it was read before).
    """
    words, ids = touched(tokenizer, case)
    match artefact.format:
        case "tokenizer.json":
            data = json.loads(artefact.path.read_bytes())
            if not isinstance(data["model"].get("vocab"), dict):
                return None  # Unigram: its pieces are a list, in order of id
            text = "\0".join(case_texts(case))
            return Embedded(
                artefact.format, tokenizer_bytes(slice_tokenizer_json(data, words, ids, text))
            )
        case "tiktoken":
            lines = artefact.path.read_bytes().splitlines(keepends=True)
            kept = b"".join(line for line in lines if _rank_is_kept(line, words, ids))
            return Embedded(artefact.format, kept, _facts(artefact.facts, ids, case))
        case "sentencepiece" | "gguf" | "vocab.txt":  # not cut: whole, if it is small anyway
            small = artefact.path.stat().st_size <= EMBEDDED_WHOLE
            return Embedded(artefact.format, artefact.path.read_bytes()) if small else None
        case "tekken.json" | "tokenizer_config.json":
            return None


def touched(tokenizer: Tokenizer, case: Case) -> tuple[frozenset[str], frozenset[int]]:
    """(words that may reach the model, ids that occur): as the reference sees the case, and the
    text as written, plain and byte by byte."""
    if isinstance(case, DecodeCase):
        return frozenset(), frozenset(case.ids)
    words: set[str] = set()
    ids: set[int] = set()
    for text in case_texts(case):
        words.add(text)
        try:
            words.add(spell(text.encode()))
            trace = tokenizer.trace(text, case.options)
        except (TokparityError, UnicodeEncodeError):
            continue
        pre = next(stage for stage in trace.stages if stage.stage == "pre_tokenizer")
        words |= {piece.text for piece in pre.pieces if piece.id is None}
        ids |= set(trace.encoding.ids)
    return frozenset(words), frozenset(ids)


def slice_tokenizer_json(
    data: dict[str, Any], words: Iterable[str], ids: Iterable[int], text: str
) -> dict[str, Any]:
    """The tokenizer.json with only the pieces, merges and added tokens that matter to the case.

    An added token is put in the model's vocabulary too: from there tokenizers takes its id
    (0.23 added_vocabulary.rs `add_tokens`), and not from the file.
    """
    wanted, known = set(words), set(ids)
    model = dict(data["model"])
    affixes = [model.get("continuing_subword_prefix") or "", model.get("end_of_word_suffix") or ""]

    def kept(piece: str, token_id: int) -> bool:
        bare = piece.removeprefix(affixes[0]).removesuffix(affixes[1])
        if token_id in known or piece == model.get("unk_token"):
            return True
        if model.get("byte_fallback") and len(piece) == 6 and piece.startswith("<0x"):
            return True
        return any(piece in word or bare in word for word in wanted)

    vocab = {piece: i for piece, i in model["vocab"].items() if kept(piece, i)}
    pairs = [(m.split(" ", 1) if isinstance(m, str) else list(m)) for m in model.get("merges", [])]
    prefix = affixes[0]
    model["merges"] = [
        [a, b]
        for a, b in pairs
        if a in vocab and b in vocab and a + b.removeprefix(prefix) in vocab
    ]
    template = json.dumps(data.get("post_processor"), ensure_ascii=False)
    added = [
        token
        for token in data.get("added_tokens", [])
        if token["id"] in known
        or token["content"].strip() in text
        or json.dumps(token["content"], ensure_ascii=False) in template
    ]
    vocab.update((token["content"], token["id"]) for token in added)
    model["vocab"] = dict(sorted(vocab.items(), key=lambda item: item[1]))
    return {**data, "added_tokens": added, "model": model}


def _facts(facts: RankFacts | None, ids: Iterable[int], case: Case) -> RankFacts:
    if facts is None:
        return RankFacts("")
    text = "\0".join(case_texts(case))
    known = set(ids)
    specials = {s: i for s, i in facts.specials.items() if s in text or i in known}
    return RankFacts(facts.pattern, specials, facts.source)


def _rank_is_kept(line: bytes, words: Iterable[str], ids: Iterable[int]) -> bool:
    fields = line.split()
    if len(fields) != 2:
        return False
    try:
        token = base64.b64decode(fields[0], validate=True)
        rank = int(fields[1])
    except ValueError:
        return False
    spelled = spell(token)
    return len(token) == 1 or rank in ids or any(spelled in word for word in words)
