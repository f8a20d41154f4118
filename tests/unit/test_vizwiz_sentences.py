"""Where sentences of answers end."""

import pytest
from whichone_data.vizwiz.sentences import split


@pytest.mark.parametrize(
    ("paragraph", "sentences"),
    [
        ("It is a mug. It is red.", ["It is a mug.", "It is red."]),
        ("It weighs 7.5 ounces. Keep cold.", ["It weighs 7.5 ounces.", "Keep cold."]),
        ('It says "Stop." Nothing else.', ['It says "Stop."', "Nothing else."]),
        ("Is it on? Yes! It is.", ["Is it on?", "Yes!", "It is."]),
        ("Visit www.example.org for more.", ["Visit www.example.org for more."]),
        ("Made by Mill Co. Ltd. in May.", ["Made by Mill Co. Ltd. in May."]),
        ("is it on? it is.", ["is it on?", "it is."]),
        ("The list:\n1. Salt\n2. Sugar", ["The list:", "1. Salt", "2. Sugar"]),
        ("  \n ", []),
        ("No end", ["No end"]),
    ],
)
def test_split(paragraph: str, sentences: list[str]) -> None:
    assert list(split(paragraph)) == sentences
