"""The session log: SQLite, one writer, and its readers."""
