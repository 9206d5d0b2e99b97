from dataclasses import replace

from tokparity.corpora.generators.baselines.plain_corpus import PLAIN_CORPUS
from tokparity.corpora.generators.material import Material
from tokparity.corpora.texts.corpus import texts


def test_lines_come_first_and_windows_after(material: Material) -> None:
    few = replace(material, corpus=("one\ntwo\n\none", "three"))
    made = PLAIN_CORPUS.texts(1, few, 0, 200)
    assert sorted(made[:3]) == ["one", "three", "two"]
    assert all(text in few.corpus[0] or text in few.corpus[1] for text in made[3:])
    assert {"one\ntwo\n\none", "three", "hree", "e\nt"} & set(made[3:])
    starts = {text[:2] for text in made[3:] if text in few.corpus[1]}
    assert {"th", "hr", "re", "ee"} <= starts


def test_every_line_of_the_corpus_is_met(material: Material) -> None:
    lines = {line for entry in texts() for line in entry.text.split("\n") if line}
    assert set(PLAIN_CORPUS.texts(3, material, 0, len(lines))) == lines
