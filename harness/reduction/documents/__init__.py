"""Tokenizer files as documents that entries can be taken out of: one module a format."""
