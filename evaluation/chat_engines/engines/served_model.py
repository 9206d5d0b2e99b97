"""`served_model`: the smallest GGUF that llama.cpp serves: a chat template, and a model of nothing.

One layer of architecture "llama", 32 wide, all weights zero. Its vocabulary is that of a GGUF, or
bytes and the two special tokens that llama.cpp gives to templates. The latter adds no bos unless
told to: llama.cpp would then cut that of the template off (common/chat.cpp b11549,
`common_chat_template_direct_apply_impl`).
"""

from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import gguf
import numpy as np

from tokparity.oracles.probes.probe import HEXADECIMAL

WIDTH = 32
"""Of everything: what a block of a quantized tensor has, below which nothing loads."""
BOS, EOS = 1, 2
ARCHITECTURE = "llama"
_LAYER = ("attn_q", "attn_k", "attn_v", "attn_output", "ffn_gate", "ffn_up", "ffn_down")


def write_served_model(
    path: Path,
    source: str,
    tokens: Mapping[str, str],
    adds_bos: bool = False,
    adds_eos: bool = False,
) -> None:
    """`tokens`: "bos_token" and "eos_token", which may be one; llama.cpp knows no model without
    either, so one that is left out has a text that no template should write."""
    with closing(gguf.GGUFWriter(path, ARCHITECTURE)) as writer:
        size = _bytes_and_two(writer, tokens)
        writer.add_add_bos_token(adds_bos)
        writer.add_add_eos_token(adds_eos)
        writer.add_chat_template(source)
        _write_model(writer, size)


def write_served_vocabulary(path: Path, source: str, vocabulary: Path) -> None:
    """With every key of the tokenizer that a GGUF has, its templates and empty lists aside, and
    the model's name, by which llama.cpp tells some tokenizers (`llama_vocab::impl::load`: "phi-3"
    strips). The architecture is another, which it looks at for the mask token of some."""
    with closing(gguf.GGUFWriter(path, ARCHITECTURE)) as writer:
        size = _copied(writer, vocabulary)
        writer.add_chat_template(source)
        _write_model(writer, size)


def _copied(writer: gguf.GGUFWriter, vocabulary: Path) -> int:
    fields = gguf.GGUFReader(vocabulary).fields
    for name, field in fields.items():
        of_template = name.startswith(gguf.Keys.Tokenizer.CHAT_TEMPLATE)
        of_tokenizer = name.startswith("tokenizer.") and not of_template
        if of_tokenizer or name == gguf.Keys.General.NAME:
            kind, *inner = field.types
            value = _raw(field)
            if value != []:  # of which a writer cannot tell the type
                writer.add_key_value(name, value, kind, inner[-1] if inner else None)
    return len(fields[gguf.Keys.Tokenizer.LIST].data)


def _raw(field: gguf.ReaderField) -> Any:
    """The value of a key; a text as its bytes, which need be no UTF-8."""
    if field.types[-1] != gguf.GGUFValueType.STRING:
        return field.contents()
    texts = [bytes(field.parts[at]) for at in field.data]
    return texts if len(field.types) > 1 else texts[0]


def _bytes_and_two(writer: gguf.GGUFWriter, tokens: Mapping[str, str]) -> int:
    bos = tokens.get("bos_token") or "<no bos>"
    eos = tokens.get("eos_token") or "<no eos>"
    pieces = ["<unk>", bos, "<other>" if eos == bos else eos, *HEXADECIMAL]
    kinds = gguf.TokenType
    writer.add_tokenizer_model("llama")
    writer.add_token_list(pieces)
    writer.add_token_scores([0.0] * len(pieces))
    writer.add_token_types(
        [kinds.UNKNOWN, kinds.CONTROL, kinds.CONTROL, *[kinds.BYTE] * len(HEXADECIMAL)]
    )
    writer.add_bos_token_id(BOS)
    writer.add_eos_token_id(BOS if eos == bos else EOS)
    return len(pieces)


def _write_model(writer: gguf.GGUFWriter, size: int) -> None:
    writer.add_block_count(1)
    writer.add_context_length(64)
    writer.add_embedding_length(WIDTH)
    writer.add_feed_forward_length(WIDTH)
    writer.add_head_count(1)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_tensor("token_embd.weight", _zeros(size, WIDTH))
    for name in ("output_norm", "blk.0.attn_norm", "blk.0.ffn_norm"):
        writer.add_tensor(f"{name}.weight", _zeros(WIDTH))
    for name in _LAYER:
        writer.add_tensor(f"blk.0.{name}.weight", _zeros(WIDTH, WIDTH))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()


def _zeros(*shape: int) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    return np.zeros(shape, np.float32)
