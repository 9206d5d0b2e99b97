"""Write harness/conversion/upstream/pre_hashes.json: how llama.cpp's own converter names a `pre`.

    python -m tools.record_pre_hashes llama_cpp_python-0.3.36.tar.gz

That source archive holds the converter of llama.cpp b11549. Its function `get_vocab_base_pre` is
read as a syntax tree, not run: the text that it encodes, and the name for each hash of the ids.
"""

import ast
import json
import sys
import tarfile
from hashlib import sha256
from pathlib import Path

from tokparity.harness.conversion.upstream import pre_name

PLACE = Path(pre_name.__file__).with_name("pre_hashes.json")
INSIDE = "vendor/llama.cpp/conversion/base.py"
FUNCTION = "get_vocab_base_pre"


def main(archive: Path) -> int:
    """Write the table, with the archive that it is from."""
    source = read_source(archive)
    function = next(
        node
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef) and node.name == FUNCTION
    )
    table = {
        "archive": archive.name,
        "sha256": sha256(archive.read_bytes()).hexdigest(),
        "text": text_of(function),
        "names": dict(sorted(names_of(function, source.decode()).items())),
    }
    PLACE.write_text(json.dumps(table, indent=1) + "\n", "ascii")
    print(f"{PLACE.name}: {len(names_of(function, source.decode()))} hashes")
    return 0


def read_source(archive: Path) -> bytes:
    """The module of the converter that the function stands in."""
    with tarfile.open(archive) as files:
        for member in files:
            if member.name.endswith(INSIDE) and (file := files.extractfile(member)):
                return file.read()
    raise SystemExit(f"{archive}: has no {INSIDE}")


def text_of(function: ast.FunctionDef) -> str:
    """The text whose ids are hashed."""
    for node in function.body:
        match node:
            case ast.Assign([ast.Name("chktxt")], ast.Constant(str() as text)):
                return text
    raise SystemExit(f"{FUNCTION}: assigns no chktxt")


def names_of(function: ast.FunctionDef, source: str) -> dict[str, tuple[str, str]]:
    """Of each hash the name, and the model in the comment above it; of two the later counts."""
    lines, names = source.splitlines(), {}
    for node in function.body:
        match node:
            case ast.If(
                ast.Compare(ast.Name("chkhsh"), [ast.Eq()], [ast.Constant(str() as digest)]),
                [ast.Assign([ast.Name("res")], ast.Constant(str() as name))],
            ):
                comment = lines[node.lineno].rstrip("/ ").split("/")
                names[digest] = (name, "/".join(comment[-2:]))
    return names


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
