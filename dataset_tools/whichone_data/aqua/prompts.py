"""What language models are told, in this project's own words, each with a version.

The definitions are AQuA's (arXiv 2603.07394, section 3): what a question and an answer of a
level must and must not do.  A version goes up with every change of its text, so that nothing
answered under the old one is taken for the new.
"""

from __future__ import annotations

from ..llm.orders import Prompt

_SETTING = (
    "You write test items for an assistant that answers blind people's questions about their "
    "photos. You see one photo, and a list of things in it that people have marked: the kind "
    "of each, where it is, and whether it stands out."
)
_RULES = (
    "Write one question as somebody would say it aloud who can't see the photo, and one answer. "
    "Use plain everyday English, one or two short sentences each. Ask only about what can be "
    "seen in the photo: no feelings, no past or future, no brands that aren't written there, no "
    "names of persons. Everything in the answer must be visible. Never mention lists, marks, "
    "boxes, levels or these instructions. If no good pair can be made for this photo, write the "
    "word none as the question and as the answer."
)
_LEVELS = (
    "The question names its one target so that there is no doubt what is meant; it has no vague "
    "word such as this, that, it, here or one. The answer just answers, without a guess, a list "
    "or a question.",
    "The question has a vague word such as this or it, and doesn't name what it means. One thing "
    "stands out in the photo. The answer says in passing which thing it takes the word for, and "
    "answers for that thing alone. It lists nothing else and asks nothing.",
    "The question has a vague word such as this or it, and doesn't name what it means. Two or "
    "three things stand out alike. The answer goes through all of them and gives the answer for "
    "each, told apart by kind, colour or place. It prefers none and asks nothing.",
    "The question has a vague word such as this or it, and doesn't name what it means. Five or "
    "more things stand out alike, too many to go through. The answer is one question back that "
    "helps to say which is meant. It answers nothing, guesses nothing and gives no fact away.",
)
_FORMS = ("direct answer", "inferred referent", "list of answers", "question back")

GENERATE = tuple(
    Prompt(f"generate level {level}", 1, f"{_SETTING}\n\n{text}\n\n{_RULES}")
    for level, text in enumerate(_LEVELS)
)

_ALL = "\n".join(f"Level {level} ({_FORMS[level]}): {text}" for level, text in enumerate(_LEVELS))
_REVIEW = (
    "You check test items for an assistant that answers blind people's questions about their "
    "photos. You see a photo, the things that people have marked in it, a question and an "
    "answer. Be strict: a doubt is a no. Give the verdict and the reason in one short sentence."
)

FITS = Prompt(
    "filter fits its level",
    1,
    f"{_REVIEW}\n\nDoes the item keep every rule of the level that it was written for? "
    f"The levels:\n{_ALL}",
)
BEST = Prompt(
    "filter best level",
    1,
    f"{_REVIEW}\n\nWhich level fits this item best, judged by the photo, the question and the "
    f"answer together? The item passes only if no other level fits better than the one named. "
    f"The levels:\n{_ALL}",
)
SOUND = Prompt(
    "filter sound",
    1,
    f"{_REVIEW}\n\nPass the item only if all of this holds: the picture is a real photo, no "
    "drawing, screenshot or montage; the question is clear and about something that can be seen; "
    "every statement of the answer is right.",
)

STRATEGY = Prompt(
    "judge strategy",
    1,
    "You see an answer that an assistant gave to a question about a photo; you see neither. Say "
    "which way of answering its style shows, from its words alone, right or wrong:\n"
    "level_0: it just answers.\n"
    "level_1: it takes a vague word for one thing, says which, and answers.\n"
    "level_2: it goes through two or three things that may be meant, with an answer for each.\n"
    "level_3: it asks back which thing is meant, and answers nothing.\n"
    "unknown: it shows none of these, for example because it refuses or is no answer.",
)
FACTS = Prompt(
    "judge facts",
    1,
    "You see a photo, a question, a right answer and an assistant's answer. Is everything that "
    "the assistant's answer states visible in the photo or said by the right answer? Judge facts "
    "alone: another way of answering is no fault. A question back is grounded unless it names "
    "things that aren't there. Say grounded, ungrounded, or unknown where it can't be told.",
)
HINT = Prompt(
    "clarify hint",
    1,
    f"{_SETTING}\n\nYou also see a vague question and the assistant's question back. Choose one "
    "of the things that stand out. Write the short reply with which the asker would say which "
    "one is meant (the hint), the question as it stands with the hint (no vague word left), and "
    "its right answer. Only what can be seen. If it can't be done, write the word none in all "
    "three.",
)
SECOND_TURN = Prompt(
    "judge second turn",
    1,
    "You see a photo and a talk about it: a vague question, an assistant's question back, the "
    "asker's hint, the question as it stands with the hint, its right answer, and what the "
    "assistant answered then. Is that last answer right? It is right where it gives the fact that "
    "was asked for, in whatever words, and states nothing that the photo contradicts. It is wrong "
    "where it is about another thing, asks again, lists several things or gives no answer. Say "
    "right, wrong, or unknown where it can't be told.",
)
