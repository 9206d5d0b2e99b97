"""`CachedWord` is there without what takes time to load."""

import subprocess
import sys


def test_one_is_made_without_numpy():
    program = (
        "import sys; from tokparity.reference_impl.batch.cached_word import CachedWord;"
        "word = CachedWord((1,), (0, 1), ('a',), True);"
        "print(word.ids + word.positions, 'numpy' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout == "(1, 0, 1) False\n"
