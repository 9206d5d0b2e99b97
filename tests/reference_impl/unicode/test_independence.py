"""Nothing in the reference asks Python's own Unicode tables, which change with its version.

It may not import `unicodedata`, but for what is alike in every Python, or is compared with our own
tables before it is used; and a method of `str` that looks characters up there is only for text that
the same function has found to be ASCII, or for text of our own. So are the classes of `re`, which
are those tables too (`regex` is pinned and has its own).
"""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3] / "reference_impl"
BY_TABLE = {
    *("lower", "upper", "title", "casefold", "swapcase", "capitalize"),
    *("isalpha", "isalnum", "isdecimal", "isdigit", "isnumeric", "isspace", "isprintable"),
    *("isupper", "islower", "istitle", "isidentifier", "splitlines"),
}
BY_TABLE_WITHOUT_ARGUMENT = {"split", "rsplit", "strip", "lstrip", "rstrip"}
ALLOWED = {
    ("normalizers/bert_basic.py", "_folded"): "`PythonUnicode.lower`, our own tables",
    ("unicode/oniguruma.py", "normal_name"): "names that are not ASCII are refused by its caller",
    ("unicode/rust_properties.py", "_plain"): "names that are not ASCII are refused by its caller",
    ("batch/word_places.py", "_letters"): "the letters of contractions, which are ASCII",
    ("batch/cpython_nfc.py", "_pair"): "code points of its own decomposition, which are ASCII",
    ("unicode/oniguruma.py", "classes"): "our own table",
    ("unicode/oniguruma.py", "folds"): "our own table",
    ("unicode/rust_classes.py", "_orbits"): "our own table",
    ("unicode/rust_classes.py", "folded"): "our own table",
    ("unicode/ranges.py", "unpack"): "our own table",
    ("formats/model_folder/vocabularies.py", "read_ranks"): "bytes, whose methods know ASCII alone",
    ("formats/tiktoken_ranks.py", "read_ranks"): "bytes, whose methods know ASCII alone",
    ("formats/tiktoken_ranks.py", "_entry"): "bytes, whose methods know ASCII alone",
    ("tokenizer/fast_encoding.py", "_parts"): "what is printable, is no white space but U+0020",
    ("chat/template.py", "_cut_at_mark"): "transformers strips by the Python that it runs in",
    ("chat/errors.py", "one_line"): "a message for people, which nothing is compared with",
}
ALIKE_EVERYWHERE = {
    "from unicodedata import unidata_version": "the version of its tables",
    "from unicodedata import ucd_3_2_0": "tables of one version, in every Python",
}
COMPARED = {
    "batch/cpython_nfc.py": "each character and pair is first compared with our own tables",
}
"""Modules that use Python's tables as far as they are ours, whatever its version."""
MAKERS = ("ask_*.py", "make_*.py")
MODULES = sorted(
    path
    for path in ROOT.rglob("*.py")
    if not any(path.match(maker) for maker in MAKERS)  # they only suggest what to ask for
)


def functions(tree):
    return [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]


def by_python_s_tables(node):
    """The calls in a tree whose answer depends on Python's version for text beyond ASCII."""
    for call in ast.walk(node):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute):
            method, bare = call.func.attr, not call.args and not call.keywords
            if method in BY_TABLE or (method in BY_TABLE_WITHOUT_ARGUMENT and bare):
                yield call


def offences(path, code):
    name = path.relative_to(ROOT).as_posix()
    tree = ast.parse(code)
    guarded = set()
    for function in functions(tree):
        source = ast.get_source_segment(code, function) or ""
        if ".isascii()" in source or (name, function.name) in ALLOWED:
            guarded |= {id(call) for call in by_python_s_tables(function)}
    for call in by_python_s_tables(tree):
        if id(call) not in guarded:
            yield f"{name}:{call.lineno}: {ast.unparse(call)}"
    for node in ast.walk(tree):
        imports = ast.unparse(node) if isinstance(node, ast.Import | ast.ImportFrom) else ""
        if "unicodedata" in imports and imports not in ALIKE_EVERYWHERE and name not in COMPARED:
            yield f"{name}:{node.lineno}: imports unicodedata"
        if (
            isinstance(node, ast.Call)
            and ast.unparse(node.func).startswith("re.")
            and re.search(r"\\\\[wWdDsSbB]|IGNORECASE|re\.I\b", ast.unparse(node))
            and not re.search(r"\bre\.ASCII\b", ast.unparse(node))
        ):
            yield f"{name}:{node.lineno}: {ast.unparse(node)}"


def test_no_module_asks_python_s_tables():
    assert len(MODULES) > 90
    found = [each for path in MODULES for each in offences(path, path.read_text("utf-8"))]
    assert found == []


@pytest.mark.parametrize(
    "code",
    [
        "import unicodedata",
        "from unicodedata import normalize",
        "from unicodedata import category, unidata_version",
        "def f(text):\n    return text.lower()",
        "def f(text):\n    return [c for c in text if c.isalpha()]",
        "def f(text):\n    return text.split()",
        "def f(text):\n    return text.strip()",
        "import re\nPATTERN = re.compile(r'\\w+')",
        "import re\nPATTERN = re.compile('a', re.IGNORECASE)",
    ],
)
def test_each_way_to_ask_them_is_seen(code):
    assert list(offences(ROOT / "sample.py", code))


def test_classes_of_ascii_alone_are_no_table():
    code = "import re\nPATTERN = re.compile(r'\\w+', re.ASCII)"
    assert not list(offences(ROOT / "sample.py", code))


def test_each_allowance_is_used():
    for name in COMPARED:
        assert "import unicodedata" in (ROOT / name).read_text("utf-8"), name
    for name, function in ALLOWED:
        code = (ROOT / name).read_text("utf-8")
        (found,) = [node for node in functions(ast.parse(code)) if node.name == function]
        assert list(by_python_s_tables(found)), (name, function)
