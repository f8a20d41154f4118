"""Finding one thing in text that was read: a date, a price, a phone number, the ingredients.

`find_field` is the whole interface.  Nothing is ever invented: `written` is what was read
(line breaks shown as spaces), and where reading it needed a repair (O for 0), a choice
(day or month first) or a doubtful line, `is_certain` is False.
"""

from whichone_core.text.textfields.finders import find_field
from whichone_core.text.textfields.values import FieldValue, Quantity, Written

__all__ = ["FieldValue", "Quantity", "Written", "find_field"]
