"""How to answer: the policy, the clarifying question and its reply, the wording."""
