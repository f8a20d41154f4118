"""Settings, language models, the first run, privacy and the doctor, each a dialog of the window."""
