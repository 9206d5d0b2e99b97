import pytest

from tokparity.harness.commands.nearest_options import nearest
from tokparity.reference_impl.contract import DecodeOptions, EncodeOptions


@pytest.mark.parametrize(
    ("can", "asked", "options", "flags"),
    [
        pytest.param(
            lambda one: not one.parse_special,
            EncodeOptions(add_special=False),
            EncodeOptions(add_special=False, parse_special=False),
            ("--no-parse-special",),
            id="what-was-asked-stays",
        ),
        pytest.param(
            lambda one: not one.parse_special and not one.add_special,
            EncodeOptions(),
            EncodeOptions(add_special=False, parse_special=False),
            ("--no-parse-special", "--no-add-special"),
            id="both",
        ),
        pytest.param(
            lambda one: one.skip_special,
            DecodeOptions(),
            DecodeOptions(skip_special=True),
            ("--skip-special",),
            id="decode",
        ),
        pytest.param(lambda _: True, EncodeOptions(), EncodeOptions(), (), id="as-asked"),
        pytest.param(
            lambda one: not one.skip_special,
            DecodeOptions(skip_special=True),
            DecodeOptions(skip_special=True),
            (),
            id="what-was-given-is-never-taken-back",
        ),
    ],
)
def test_nearest(can, asked, options, flags):
    assert nearest(can, asked) == (options, flags)
