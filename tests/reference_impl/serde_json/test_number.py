import json
import random

import pytest
from tokenizers import Tokenizer as LibraryTokenizer

from tokparity.reference_impl.serde_json.number import serde_float


def as_the_library_reads(numbers):
    vocab = ",".join(f'["{index}",{number}]' for index, number in enumerate(numbers))
    library = LibraryTokenizer.from_str(f'{{"model":{{"type":"Unigram","vocab":[{vocab}]}}}}')
    return [float(score) for _, score in json.loads(library.to_str())["model"]["vocab"]]


def random_number(generator):
    number = generator.uniform(-20, 0) * 10.0 ** generator.choice(
        [0, 0, generator.randint(-40, 40)]
    )
    form = generator.choice(["{!r}", "{!r}", "{:.{}f}", "{:.{}e}"])
    return form.format(number, generator.randrange(1, 30))


def test_random_numbers_are_read_as_the_library_reads_them():
    generator = random.Random(0)
    numbers = [random_number(generator) for _ in range(5000)]
    read = [serde_float(number) for number in numbers]
    assert read == as_the_library_reads(numbers)
    assert sum(serde != float(number) for serde, number in zip(read, numbers, strict=True)) > 100


EDGES = [
    *("0", "-0", "-0.0", "0.0e5", "1", "-10", "1E3", "1e+2", "0e99999", "1e-99999999999"),
    *("18446744073709551615", "18446744073709551616", "-9223372036854775809", "1e-320", "4.9e-324"),
    *("123456789012345678901234567890e-20", "0.000000000000000000000000123456789012345678901"),
    *("1.7976931348623157e308", "1" * 300, "0." + "0" * 400 + "1", "1" + "0" * 400 + "e-300"),
]


@pytest.mark.parametrize("number", EDGES, ids=lambda number: number[:24])
def test_edges_are_read_as_the_library_reads_them(number):
    assert [serde_float(number)] == as_the_library_reads([number])


@pytest.mark.parametrize("number", ["1e309", "-1e400", "9" * 400, "1e999999999"])
def test_what_is_out_of_range_is_an_error(number):
    with pytest.raises(Exception, match="number out of range"):
        as_the_library_reads([number])
    with pytest.raises(ValueError, match="out of range"):
        serde_float(number)


@pytest.mark.parametrize("number", ["", "x", "1.", ".5", "NaN", "1e"])
def test_what_is_no_json_number_is_an_error(number):
    with pytest.raises(ValueError, match="is not a number"):
        serde_float(number)
