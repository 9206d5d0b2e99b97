"""Differential testing and parity verification for tokenizers."""
