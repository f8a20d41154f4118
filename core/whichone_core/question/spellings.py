"""One spelling for the words of questions: British and American, contracted, mistyped.

The misspellings are those of hurried typing and of speech recognition ("experation",
"coler"); colours, labels and dates are what most questions are about.
"""

from __future__ import annotations

SPELLINGS = {
    "color": "colour", "colors": "colours", "coler": "colour", "colur": "colour",
    "collor": "colour", "colar": "colour", "culler": "colour", "coulor": "colour",
    "colored": "coloured", "gray": "grey", "wat": "what", "wut": "what", "wha": "what",
    "whta": "what", "waht": "what", "hwat": "what", "wht": "what", "whats": "what is",
    "what's": "what is", "whats's": "what is", "wats": "what is", "that's": "that is",
    "thats": "that is", "where's": "where is", "wheres": "where is", "who's": "who is",
    "whos": "who is", "how's": "how is", "when's": "when is", "which's": "which is",
    "there's": "there is", "theres": "there is", "here's": "here is", "it's": "it is",
    "what're": "what are", "i'm": "i am", "im": "i am", "i'd": "i would", "i've": "i have",
    "ive": "i have", "isn't": "is not", "isnt": "is not", "aren't": "are not",
    "doesn't": "does not", "doesnt": "does not", "don't": "do not", "dont": "do not",
    "can't": "can not", "cant": "can not", "cannot": "can not", "thier": "their",
    "teh": "the", "tihs": "this", "thsi": "this", "ths": "this", "dis": "this", "u": "you",
    "ur": "your", "r": "are", "plz": "please", "pls": "please", "thx": "thanks",
    "thankyou": "thanks", "lable": "label", "lables": "labels", "labal": "label",
    "discribe": "describe", "descibe": "describe", "desribe": "describe",
    "identifiy": "identify", "recieve": "receive", "expirey": "expiry",
    "experation": "expiration", "expirary": "expiry", "expiratory": "expiration",
    "exspiration": "expiration", "ingrediants": "ingredients", "ingredents": "ingredients",
    "instuctions": "instructions", "intructions": "instructions", "calorys": "calories",
    "flavour": "flavor", "flavours": "flavors", "kinda": "kind of", "bottel": "bottle",
    "picure": "picture", "pic": "picture", "photograph": "photo", "tv's": "tv",
    "television's": "television", "medecine": "medicine", "medcine": "medicine",
    "glutin": "gluten", "glutten": "gluten", "tshirt": "t-shirt", "litre": "liter",
    "best-before": "best before",
    "sell-by": "sell by", "use-by": "use by", "bar-code": "barcode", "qr-code": "qr code",
}  # fmt: skip
