"""Detokenizers that take one token at a time, as the reply of a model comes.

Each is a small class with `push(id) -> str`, `flush() -> str` and `reset(prompt_ids)`:
`byte_buffer` is exact, `window_diff` needs nothing but `decode`, `decode_stream` and
`prefix_offsets` do what libraries do. `flows`: the decoders in the form that `byte_buffer` takes.
"""
