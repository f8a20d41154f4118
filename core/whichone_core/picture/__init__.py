"""A picture and what is said of it without looking for things: opening, quality, places."""
