"""How a script asks Google's sentencepiece."""

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
from tokparity.reports.triage.recipes.recipe import (
    NoScript,
    Recipe,
    added_by_caller,
    bytes_or_text,
    is_bytes,
    path_of,
)
from tokparity.reports.triage.values import Aspect


def recipe(part: Part, case: Case, aspect: Aspect) -> Recipe:
    """The file as it is, and one call; offsets come from a call without bos and eos."""
    imports, path = path_of(part)
    imports = (*imports, "from sentencepiece import SentencePieceProcessor")
    load = (f"tokenizer = SentencePieceProcessor(model_file={path})",)
    match case:
        case DecodeCase(ids):
            return Recipe(imports, load, (), f"tokenizer.decode({list(ids)})", aspect)
        case EncodeCase(text, options) if aspect == "offsets":
            data = bytes_or_text(text)
            if options.add_special or is_bytes(data):
                raise NoScript("sentencepiece reports ranges of characters of text alone")
            ask = (f"found = tokenizer.encode({data}, return_type='offset_mapping')",)
            answer = "[tuple(span) for span in found['offsets']]"
            return Recipe(imports, load, ask, answer, aspect)
        case EncodeCase(text, options):
            data = bytes_or_text(text)
            ask = (f"print(ascii(tokenizer.encode({data}, out_type=str)))",)
            bos, eos = added_by_caller(part, options)
            both = f", add_bos={bos}, add_eos={eos}"
            return Recipe(imports, load, ask, f"tokenizer.encode({data}{both})", aspect)
        case StageCase("normalizer", str(given)):
            data = bytes_or_text(given)
            return Recipe(imports, load, (), f"tokenizer.normalize({data})", "joined")
        case StageCase(stage):
            raise NoScript(f"sentencepiece does not show its {stage}")
        case StreamCase():
            raise NoScript("sentencepiece decodes whole sequences only")
        case ChatCase():
            raise NoScript("sentencepiece is asked for no conversation")
        case FullCase():
            raise NoScript("sentencepiece reports ids and ranges only")
