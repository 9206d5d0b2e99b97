"""How a script asks `transformers`: `AutoTokenizer` of a folder."""

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
from tokparity.reports.triage.recipes import huggingface_chat_template, huggingface_tokenizers
from tokparity.reports.triage.recipes.recipe import NoScript, Recipe, holding_of, path_of
from tokparity.reports.triage.values import Aspect, text_literal


def recipe(part: Part, case: Case, aspect: Aspect) -> Recipe:
    """What `AutoTokenizer` makes of a folder; no code of the folder is run."""
    more, path = path_of(part)
    imports: tuple[str, ...] = more
    if (
        holding_of(part).file is None
    ):  # it is told where the file is, and the class wants its folder
        imports, path = (*imports, "from pathlib import Path"), f"str(Path({path}).parent)"
    load = (
        f"folder = {path}",
        "only = {'local_files_only': True, 'trust_remote_code': False}",
        "tokenizer = AutoTokenizer.from_pretrained(folder, **only)",
    )
    imports = (*imports, "from transformers import AutoTokenizer")
    match case:
        case EncodeCase(text, options):
            arguments = (
                f"{text_literal(text)}, add_special_tokens={options.add_special}, "
                f"split_special_tokens={not options.parse_special}"
            )
            call = (f"found = tokenizer({arguments}, return_offsets_mapping=True)",)
            name = "offset_mapping" if aspect == "offsets" else "input_ids"
            return Recipe(imports, load, call, f"list(found[{name!r}])", aspect)
        case ChatCase():
            ids = "tokenizer.encode(rendered, add_special_tokens=False)"
            answer = ids if aspect == "ids" else "rendered"
            imports = (*imports, *huggingface_chat_template.IMPORTS)
            return Recipe(
                imports, load, huggingface_chat_template.request_lines(case), answer, aspect
            )
        case StageCase("decoder", pieces):
            answer = f"tokenizer.convert_tokens_to_string({list(pieces)!a})"
            return Recipe(imports, load, (), answer, "joined")
        case StageCase():
            backend = "tokenizer.backend_tokenizer"
            names, lines, answer, aspect_there = huggingface_tokenizers.request(
                backend, case, aspect
            )
            backends = (f"from tokenizers import {', '.join(names)}",) if names else ()
            return Recipe((*imports, *backends), load, lines, answer, aspect_there)
        case _:
            return Recipe(imports, load, (), decoded(case), aspect)


def decoded(case: Case) -> str:
    """The call that decodes, of any tokenizer of the library. Raises NoScript."""
    match case:
        case DecodeCase(ids, options):
            return f"tokenizer.decode({list(ids)}, skip_special_tokens={options.skip_special})"
        case StreamCase():
            raise NoScript("transformers decodes whole sequences only")
        case ChatCase():
            raise NoScript("a vocab.txt has no chat template")
        case FullCase():
            raise NoScript("not asked of transformers: it adds to what tokenizers reports")
        case _:
            raise NoScript("this stage of the tokenizer is one function with others")
