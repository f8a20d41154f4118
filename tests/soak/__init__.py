"""Half an hour of use without a break: what grows, and what is left behind."""
