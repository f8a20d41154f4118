"""One thing in text or in a code that was read: dates, prices, ingredients, meanings."""
