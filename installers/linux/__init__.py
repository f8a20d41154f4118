"""Set-up on Linux, and the packages for it."""
