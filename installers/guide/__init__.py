"""The user guide and the site: from docs/ to the window, to text, and to pages of a browser."""
