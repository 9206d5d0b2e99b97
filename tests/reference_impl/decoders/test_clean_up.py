import random

from tokparity.reference_impl.decoders.clean_up import clean_up


def test_the_replacements_are_the_librarys_in_its_order(decodes_alike):
    generator = random.Random(0)
    bits = [" ", "'", ".", "?", "!", ",", "n't", "m", "s", "ve", "re", "do", "not", "don't", " ' "]
    texts = ["".join(generator.choices(bits, k=generator.randrange(1, 9))) for _ in range(4000)]
    stage = {"type": "WordPiece", "prefix": "", "cleanup": True}
    assert decodes_alike(stage, [[text] for text in texts]) == 0


def test_what_a_replacement_makes_may_be_replaced_again():
    assert clean_up("a ' .") == "a '."
    assert clean_up("a do not") == "a don't"
