"""How a script asks llama.cpp: its C API (include/llama.h), in the shared object of `xllamacpp`.

The wheel has no call of its own for a vocabulary without tensors.
"""

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
    bytes_or_text,
    is_bytes,
    path_of,
)
from tokparity.reports.triage.values import Aspect

VOCAB_ONLY, PARAMS = 72, 80
"""Where that field is in `struct llama_model_params` of b11549, and the size of the whole."""
_FIELDS = (
    f"('before', ctypes.c_byte * {VOCAB_ONLY}), ('vocab_only', ctypes.c_bool), "
    f"('after', ctypes.c_byte * {PARAMS - VOCAB_ONLY - 1})"
)
LOAD = (
    "so = next(Path(find_spec('xllamacpp').origin).parent.glob('xllamacpp*.so'))",
    "llama = ctypes.CDLL(str(so))",
    f"Params = type('Params', (ctypes.Structure,), {{'_fields_': [{_FIELDS}]}})",
    "llama.llama_model_default_params.restype = Params",
    "llama.llama_model_load_from_file.restype = ctypes.c_void_p",
    "llama.llama_model_get_vocab.restype = ctypes.c_void_p",
    "Log = ctypes.CFUNCTYPE(None, ctypes.c_int, ctypes.c_char_p, ctypes.c_void_p)",
    "quiet = Log(lambda *_: None)",
    "llama.llama_log_set(quiet, None)",
    "params = llama.llama_model_default_params()",
    "params.vocab_only = True",
)


def recipe(part: Part, case: Case, aspect: Aspect) -> Recipe:
    """The vocabulary of a file, and one call with room for the answer."""
    more, path = path_of(part)
    imports = dict.fromkeys(
        ["import ctypes", "from importlib.util import find_spec", "from pathlib import Path", *more]
    )
    load = (
        *LOAD,
        f"model = llama.llama_model_load_from_file({path}.encode(), params)",
        "tokenizer = ctypes.c_void_p(llama.llama_model_get_vocab(ctypes.c_void_p(model)))",
    )
    match case:
        case EncodeCase(text, options):
            data = bytes_or_text(text)
            ask = (
                f"text = {data}" if is_bytes(data) else f"text = ({data}).encode()",
                "ids = (ctypes.c_int32 * (2 * len(text) + 16))()",
                f"options = {options.add_special}, {options.parse_special}  # add, parse special",
                "given = tokenizer, text, len(text)",
                "count = llama.llama_tokenize(*given, ids, len(ids), *options)",
            )
            return Recipe(tuple(imports), load, ask, "list(ids[:count])", aspect)
        case DecodeCase(given, options):
            ask = (
                f"ids = (ctypes.c_int32 * {len(given)})(*{list(given)})",
                f"text = ctypes.create_string_buffer({_room(len(given))})",
                f"options = {options.remove_special}, {not options.skip_special}  # remove, show",
                "given = tokenizer, ids, len(ids)",
                "count = llama.llama_detokenize(*given, text, len(text), *options)",
            )
            return Recipe(tuple(imports), load, ask, "text.raw[:count]", aspect)
        case StageCase(stage):
            raise NoScript(f"llama.cpp shows its {stage} only through a vocabulary made for a text")
        case StreamCase():
            raise NoScript("llama.cpp decodes whole sequences only")
        case ChatCase():
            raise NoScript("llama.cpp is asked for no conversation")
        case FullCase():
            raise NoScript("llama.cpp reports ids only")


def _room(tokens: int) -> int:
    """Bytes of text for so many tokens: few are longer than 256."""
    return 4096 + 256 * tokens
