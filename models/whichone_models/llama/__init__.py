"""The local vision-language model: llama.cpp in a child process, seen from the app as an engine.

    engine -> supervisor -> pipe -> worker -> runtime -> llama.cpp

`runtime.py` holds the contract between the worker's loop and what computes; the loop runs
with the real runtime (`native.py`) and with a scripted one in tests.
"""
