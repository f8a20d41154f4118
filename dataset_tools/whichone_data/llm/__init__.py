"""Asking language models: any server with OpenAI's chat completions, cached and within a budget.

orders.py    what is asked: prompt, text, picture, and the shape of the answer
answers.py   what was answered, kept in SQLite: nothing is paid for twice
costs.py     what it costs: an estimate before, a limit during
pace.py      how fast: requests and tokens a minute
client.py    asks many orders at once, tries again, records refusals
batches.py   the same through the Batch API
"""
