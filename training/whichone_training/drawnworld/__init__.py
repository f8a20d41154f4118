"""A drawn world: pictures whose every fact is known, with questions of all five strategies.

A model trained from nothing learns to see in it, and every answer about it can be checked
without a judge.  Everything is a pure function of a seed and a number, so a training run can
go on exactly where it was stopped, and a data set is remade from its recipe.
"""
