"""How a script asks `tiktoken`: ranks, with the pattern and special tokens that go with them."""

from tokparity.reference_impl.contract import (
    Case,
    ChatCase,
    DecodeCase,
    EncodeCase,
    FullCase,
    RankFacts,
    StageCase,
    StreamCase,
)
from tokparity.reference_impl.text.byte_level import unspell
from tokparity.reports.triage.exhibit import Part
from tokparity.reports.triage.recipes.recipe import NoScript, Recipe, holding_of, path_of
from tokparity.reports.triage.values import Aspect, text_literal


def recipe(part: Part, case: Case, aspect: Aspect) -> Recipe:
    """An `Encoding` of the file, and one call."""
    holding = holding_of(part)
    facts = holding.facts or RankFacts("")
    imports: tuple[str, ...] = ("import base64", "import tiktoken")
    if holding.content is not None:
        lines = f"{holding.content.decode('ascii')!a}.splitlines()"
    else:
        more, path = path_of(part)
        imports = tuple(dict.fromkeys([*imports, *more, "from pathlib import Path"]))
        lines = f"Path({path}).read_text().splitlines()"
    load = (
        f"pairs = (line.split() for line in {lines})",
        "ranks = {base64.b64decode(token): int(rank) for token, rank in pairs}",
        f"pattern = {text_literal(facts.pattern)}",
        f"special = {dict(facts.specials)!a}",
        "stages = {'pat_str': pattern, 'mergeable_ranks': ranks, 'special_tokens': special}",
        "tokenizer = tiktoken.Encoding('it', **stages)",
    )
    match case:
        case EncodeCase(text, options):
            allowed = (
                "allowed_special='all'"
                if options.parse_special
                else "allowed_special=set(), disallowed_special=()"
            )
            answer = f"tokenizer.encode({text_literal(text)}, {allowed})"
            return Recipe(imports, load, (), answer, aspect)
        case DecodeCase(ids):
            return Recipe(imports, load, (), f"tokenizer.decode_bytes({list(ids)})", aspect)
        case StageCase("model", str(piece)) if (raw := unspell(piece)) is not None:
            answer = f"list(tokenizer._encode_single_piece({text_literal(raw)}))"
            return Recipe(imports, load, (), answer, "row_ids")
        case StageCase(stage):
            raise NoScript(f"tiktoken does not show its {stage}")
        case StreamCase():
            raise NoScript("tiktoken decodes whole sequences only")
        case ChatCase():
            raise NoScript("tiktoken is asked for no conversation")
        case FullCase():
            raise NoScript("tiktoken reports ids only")
