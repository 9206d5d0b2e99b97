"""GGUF vocabularies: the stages that llama.cpp makes of a file.

Not here: the file (`gguf_file`), what its keys mean (`gguf_vocabulary`, `gguf_attributes`), the
pre-tokenizers by name (`gguf_pre`).
"""

from reference_impl.added_tokens import AddedToken
from reference_impl.byte_text import from_bytes
from reference_impl.contract import Artefact
from reference_impl.decoders.llama_detokenizer import LlamaDetokenizer
from reference_impl.formats.gguf_attributes import final_attributes, special_tokens
from reference_impl.formats.gguf_file import read_metadata
from reference_impl.formats.gguf_keys import Keys
from reference_impl.formats.gguf_surfaces import surfaces
from reference_impl.formats.gguf_vocabulary import (
    CONTROL,
    UNKNOWN,
    Flags,
    check_other_keys,
    read_flags,
    read_model,
    read_vocabulary,
)
from reference_impl.models.llama_spm import LlamaSPM
from reference_impl.normalizers.prepend import Prepend
from reference_impl.normalizers.replace import Replace
from reference_impl.normalizers.sequence import Normalizer, Sequence
from reference_impl.post_processors.bos_eos import BosEos
from reference_impl.pre_tokenizers.split import Literal
from reference_impl.special_partition import SpecialPartition
from reference_impl.tokenizer import Tokenizer


def load(artefact: Artefact) -> Tokenizer:
    keys = Keys(artefact.path, read_metadata(artefact.path))
    model = read_model(keys)
    flags = read_flags(keys, Flags(add_bos=True, add_space_prefix=True))
    check_other_keys(keys)
    vocabulary = read_vocabulary(keys, model, b"", False)
    attributes = final_attributes(vocabulary)
    specials = special_tokens(vocabulary, attributes, keys)
    pieces = list(map(from_bytes, vocabulary.tokens))
    vocab = {piece: id_ for id_, piece in enumerate(pieces)}
    bos, eos = vocabulary.specials.get("bos"), vocabulary.specials.get("eos")
    normalizers: list[Normalizer] = [Replace(Literal(" "), "▁")]
    if flags.add_space_prefix:
        normalizers.insert(0, Prepend(" "))
    return Tokenizer(
        model=LlamaSPM(vocab, vocabulary.scores),
        added_tokens=tuple(
            AddedToken(s.id, pieces[s.id], lstrip=s.lstrip, rstrip=s.rstrip, special=s.control)
            for s in specials
        ),
        normalizer=Sequence(tuple(normalizers)),
        post_processor=BosEos(
            ("bos", bos, pieces[bos] if bos is not None else "") if flags.add_bos else None,
            ("eos", eos, pieces[eos] if eos is not None else "") if flags.add_eos else None,
        ),
        decodes="bytes",
        takes_bytes=True,
        detokenizer=LlamaDetokenizer(
            surfaces(keys, vocabulary, attributes, flags.escape_whitespaces),
            frozenset(i for i, a in enumerate(attributes) if a & (CONTROL | UNKNOWN)),
            flags.add_space_prefix,
            bos if flags.add_bos else None,
            eos if flags.add_eos else None,
            flags.clean_spaces,
        ),
        added_token_pass=SpecialPartition.of,
    )
