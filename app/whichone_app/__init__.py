"""What a person meets: the command line, the window, voices, and where adapters are chosen."""
