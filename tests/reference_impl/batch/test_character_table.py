"""Characters that become several, or none; each is asked for once."""

import numpy as np

from tokparity.reference_impl.batch.character_table import CharacterTable


def codes_of(text):
    return np.frombuffer(text.encode("utf-32-le"), np.uint32)


def test_each_character_is_asked_for_once():
    asked = []

    def spelled(text):
        asked.extend(text[1::2])
        assert {*text[::2]} == {"a"}
        parts = [{"ß": "ss", "\u00ad": ""}.get(char, char.lower()) for char in text]
        return "".join(parts), [at for at, part in enumerate(parts) for _ in part]

    table = CharacterTable(spelled)
    for text, expected, came in (
        ("Aß", "ass", [0, 1, 1]),
        ("\u00adßA\u00ad", "ssa", [1, 1, 2]),
        ("", "", []),
        ("\U0010ffff\u00ad", "\U0010ffff", [0]),
    ):
        made, of = table.respelled(codes_of(text))
        assert made.tobytes().decode("utf-32-le") == expected
        assert of.tolist() == came
    assert sorted(asked) == sorted("Aß\u00ad\U0010ffff")
