"""How a script asks `mistral-common`: tekken.json, and `.model` files."""

from tokparity.reference_impl.contract import Case, ChatCase, DecodeCase, EncodeCase
from tokparity.reports.triage.exhibit import Part
from tokparity.reports.triage.recipes.recipe import (
    NoScript,
    Recipe,
    added_by_caller,
    holding_of,
    path_of,
)
from tokparity.reports.triage.values import Aspect, text_literal

PLACE = "mistral_common.tokens.tokenizers"


def recipe(part: Part, case: Case, aspect: Aspect) -> Recipe:
    """The file as it is, and one call. The version of a `.model` says how chats are written."""
    more, path = path_of(part)
    if holding_of(part).format == "tekken.json":
        imports = (*more, f"from {PLACE}.tekken import Tekkenizer")
        load = (f"tokenizer = Tekkenizer.from_file({path})",)
    else:
        imports = (
            *more,
            f"from {PLACE}.base import TokenizerVersion",
            f"from {PLACE}.sentencepiece import SentencePieceTokenizer",
        )
        load = (f"tokenizer = SentencePieceTokenizer({path}, TokenizerVersion.v1)",)
    match case:
        case EncodeCase(text, options):
            bos, eos = added_by_caller(part, options)
            both = f"bos={bos}, eos={eos}"
            answer = f"tokenizer.encode({text_literal(text)}, {both})"
            return Recipe(imports, load, (), answer, aspect)
        case DecodeCase(ids, options):
            policy = "IGNORE" if options.skip_special else "KEEP"
            imports = (*imports, f"from {PLACE}.base import SpecialTokenPolicy")
            answer = f"tokenizer.decode({list(ids)}, SpecialTokenPolicy.{policy})"
            return Recipe(imports, load, (), answer, aspect)
        case ChatCase():
            raise NoScript("mistral-common is asked for no conversation")
        case _:
            raise NoScript("mistral-common shows no stage of its own")
