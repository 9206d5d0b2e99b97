"""The engines that render conversations: what their adapters declare as `CHAT_ENGINE`.

Each runs in an `OracleWorker` like any other library. Two of them are in wheels that this project
does not depend on: `pip install tokparity[engines]`.
"""

from tokparity.oracles.protocol import declared

CHAT_ENGINES = declared("CHAT_ENGINE")

OWN_CLOCK = frozenset({"ggml_llama_server", "microsoft_ort_extensions"})
"""Engines whose templates are told the machine's time, whatever they are asked."""

BOS_APART = frozenset({"ggml_llama_chat"})
"""Engines that leave the bos token to whoever encodes the text."""

GIVES_IDS = frozenset({"ggml_llama_server", "mistral_common"})
"""Engines that encode what they rendered, where they are given a vocabulary."""
