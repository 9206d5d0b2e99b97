"""Names and numbers of GGUF files, as probes are written and llama.cpp is asked by them.

They are those of the package `gguf` (0.19 constants.py), and a test holds them equal. Importing
that package takes the better part of a second: it imports what whole models are converted with.
"""

MAGIC, VERSION = 0x46554747, 3
UINT32, INT32, BOOL, STRING, ARRAY = 4, 5, 7, 8, 9
"""Types of values."""
NORMAL, UNKNOWN, CONTROL, USER_DEFINED, BYTE = 1, 2, 3, 4, 6
"""Types of tokens."""
ARCHITECTURE, NAME = "general.architecture", "general.name"
MODEL, PRE = "tokenizer.ggml.model", "tokenizer.ggml.pre"
TOKENS, TOKEN_TYPES = "tokenizer.ggml.tokens", "tokenizer.ggml.token_type"
SCORES, MERGES = "tokenizer.ggml.scores", "tokenizer.ggml.merges"
BOS_ID, EOS_ID = "tokenizer.ggml.bos_token_id", "tokenizer.ggml.eos_token_id"
UNKNOWN_ID = "tokenizer.ggml.unknown_token_id"
ADD_PREFIX = "tokenizer.ggml.add_space_prefix"
