"""How a derived file is called: by what it was made of, and its format: "llama2-as-gguf".

Apart from `derive`, which imports the libraries that convert.
"""

from collections.abc import Mapping

from tokparity.reference_impl.contract import Format

SUFFIXES: Mapping[Format, str] = {
    "tokenizer.json": "json",
    "sentencepiece": "model",
    "tiktoken": "ranks",
    "vocab.txt": "vocab",
    "gguf": "gguf",
}
"""What a derived file's name says of its format."""
AS = "-as-"


def name_of(source: str, target: Format) -> str:
    """The name of a file that is made of another.

    >>> name_of("llama2", "gguf")
    'llama2-as-gguf'
    """
    return f"{source}{AS}{SUFFIXES[target]}"


def named_as(name: str) -> tuple[str, Format | None]:
    """Of what a derived file's name says that it is made, and its format; None of another name.

    >>> named_as("llama2-as-gguf"), named_as("llama2")
    (('llama2', 'gguf'), ('llama2', None))
    """
    source, _, suffix = name.rpartition(AS)
    formats = {called: format for format, called in SUFFIXES.items()}
    return (source, formats[suffix]) if source and suffix in formats else (name, None)
