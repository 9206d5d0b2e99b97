"""The engines that render conversations, as literal as `protocol.ORACLES`.

Each runs in an `OracleWorker` like any other library. Two of them are in wheels that this project
does not depend on: `pip install tokparity[engines]`.
"""

from tokparity.oracles.adapters.chat_templates import FORMATS
from tokparity.oracles.protocol import OracleSpec


def _engine(
    module: str, adapter: str, engine: str, distribution: str, library: str, file_mb: int = 8
) -> OracleSpec:
    return OracleSpec(
        module=f"tokparity.oracles.adapters.{module}",
        adapter=adapter,
        engine=engine,
        distribution=distribution,
        formats=FORMATS,
        native_to=frozenset(),
        decodes="text",
        reports_offsets=False,
        chats=True,
        file_mb=file_mb,
        library=library,
    )


CHAT_ENGINES: dict[str, OracleSpec] = {
    "ggml_llama_chat": _engine(
        "ggml_llama_chat",
        "GgmlLlamaChat",
        "llama.cpp formats",
        "xllamacpp",
        "llama_chat_apply_template",
    ),
    "ggml_llama_server": _engine(
        "ggml_llama_server",
        "GgmlLlamaServer",
        "llama.cpp jinja",
        "xllamacpp",
        "llama-server",
        file_mb=256,  # it writes models: a vocabulary, and an embedding of it
    ),
    "mitsuhiko_minijinja": _engine(
        "mitsuhiko_minijinja", "MitsuhikoMinijinja", "minijinja", "minijinja", "MiniJinja"
    ),
    "microsoft_ort_extensions": _engine(
        "microsoft_ort_extensions",
        "MicrosoftOrtExtensions",
        "minja",
        "onnxruntime-extensions",
        "ONNX Runtime extensions (minja)",
    ),
}

OWN_CLOCK = frozenset({"ggml_llama_server", "microsoft_ort_extensions"})
"""Engines whose templates are told the machine's time, whatever they are asked."""

BOS_APART = frozenset({"ggml_llama_chat"})
"""Engines that leave the bos token to whoever encodes the text."""

GIVES_IDS = frozenset({"ggml_llama_server", "mistral_common"})
"""Engines that encode what they rendered, where they are given a vocabulary."""
