from tokenizers import normalizers

from tests.shared.every_character import ALL
from tokparity.reference_impl.unicode.lower_case import lower_case


def test_every_code_point():
    text = "".join(f"{char}." for char in ALL)
    table = lower_case()
    assert normalizers.Lowercase().normalize_str(text) == "".join(
        f"{table.get(char, char)}." for char in ALL
    )


def test_only_the_dotted_capital_i_becomes_two():
    assert [char for char, lower in lower_case().items() if len(lower) > 1] == ["İ"]
