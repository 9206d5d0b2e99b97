"""How a script asks Hugging Face `tokenizers`."""

from tokparity.reference_impl.contract import (
    Case,
    ChatCase,
    DecodeCase,
    EncodeCase,
    FullCase,
    StageCase,
    StreamCase,
)
from tokparity.reports.triage.exhibit import Part
from tokparity.reports.triage.recipes.recipe import NoScript, Recipe, holding_of, path_of
from tokparity.reports.triage.values import WINDOW, Aspect, text_literal

COLUMNS = {"words": "word_ids"}
"""What the library calls a column otherwise than the contract does."""


def recipe(part: Part, case: Case, aspect: Aspect) -> Recipe:
    """The file as it is, and one call."""
    holding = holding_of(part)
    if holding.content is not None:
        imports: tuple[str, ...] = ()
        loaded = f"Tokenizer.from_str({holding.content.decode()!a})"
    else:
        imports, path = path_of(part)
        loaded = f"Tokenizer.from_file({path})"
    more, ask, answer, aspect_there = request("tokenizer", case, aspect)
    names = ", ".join(["Tokenizer", *more])
    imports = (*imports, f"from tokenizers import {names}")
    load = [f"tokenizer = {loaded}"]
    if not holding.settings.limits:
        load += ["tokenizer.no_truncation()", "tokenizer.no_padding()"]
    return Recipe(imports, tuple(load), ask, answer, aspect_there)


def request(
    tokenizer: str, case: Case, aspect: Aspect
) -> tuple[tuple[str, ...], tuple[str, ...], str, Aspect]:
    """(names to import, lines, the answer's expression, its aspect) of a `tokenizers.Tokenizer`."""
    match case:
        case DecodeCase(ids, options):
            answer = f"{tokenizer}.decode({list(ids)}, skip_special_tokens={options.skip_special})"
            return (), (), answer, aspect
        case EncodeCase(text, options) | FullCase(text, _, options):
            texts = [text_literal(text)]
            if isinstance(case, FullCase) and case.pair is not None:
                texts.append(text_literal(case.pair))
            arguments = ", ".join([*texts, f"add_special_tokens={options.add_special}"])
            special = f"{tokenizer}.encode_special_tokens = {not options.parse_special}"
            lines = (
                *([] if options.parse_special else [special]),
                f"found = {tokenizer}.encode({arguments})",
                "print(ascii(found.tokens))",
            )
            return (), lines, _column(aspect), aspect
        case StageCase():
            return _stage(tokenizer, case)
        case StreamCase(ids, prompt_ids, options):
            arguments = f"{list(prompt_ids)}, skip_special_tokens={options.skip_special}"
            lines = (
                f"stream = decoders.DecodeStream({arguments})",
                "parts = []",
                f"for token_id in {list(ids)}:",
                "    try:",
                f"        parts.append(stream.step({tokenizer}, token_id) or '')",
                "    except Exception:",
                "        parts.append(None)",
            )
            return ("decoders",), lines, "parts", aspect
        case ChatCase():
            raise NoScript("tokenizers renders no conversation")


def _column(aspect: Aspect) -> str:
    if aspect == "overflowing":
        columns = ", ".join(f"list(one.{COLUMNS.get(name, name)})" for name in WINDOW)
        return f"[[{columns}] for one in found.overflowing]"
    return f"list(found.{COLUMNS.get(aspect, aspect)})"


def _stage(tokenizer: str, case: StageCase) -> tuple[tuple[str, ...], tuple[str, ...], str, Aspect]:
    stage_input = case.given
    match case.stage:
        case "normalizer" if isinstance(stage_input, str):
            lines = (
                f"whole = PreTokenizedString({text_literal(stage_input)})",
                f"if {tokenizer}.normalizer: whole.normalize({tokenizer}.normalizer.normalize)",
                "whole.split(lambda _, part: part.split(Regex('(?m:.)'), 'isolated'))",
            )
            rows = "whole.get_splits('original', 'char')"
            answer = f"[(char, *span) for char, span, _ in {rows}]"
            return ("PreTokenizedString", "Regex"), lines, answer, "rows"
        case "pre_tokenizer" if isinstance(stage_input, str):
            rows = f"{tokenizer}.pre_tokenizer.pre_tokenize_str({text_literal(stage_input)})"
            return (), (), f"[(piece, *span) for piece, span in {rows}]", "rows"
        case "model" if isinstance(stage_input, str):
            rows = f"{tokenizer}.model.tokenize({text_literal(stage_input)})"
            return (), (), f"[(token.id, token.value) for token in {rows}]", "row_pairs"
        case "decoder":
            return (), (), f"{tokenizer}.decoder.decode({list(stage_input)!a})", "joined"
        case _:
            raise NoScript(
                f"tokenizers shows its {case.stage} only through a tokenizer made for it"
            )
