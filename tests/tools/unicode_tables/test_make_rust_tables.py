from tokparity.reference_impl.unicode.rust_tables import CHANGED, FOLD_ORBITS, WORD_REMOVED
from tools.unicode_tables.make_rust_tables import changed_categories, fold_orbits, word_removed


def test_tables_are_what_the_script_makes_now() -> None:
    assert tuple(changed_categories()) == CHANGED
    assert tuple(word_removed()) == WORD_REMOVED
    assert fold_orbits() == FOLD_ORBITS.split()
