"""The assistant without a screen: values, contracts, policy, and the way of one question."""
