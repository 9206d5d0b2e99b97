"""Single-stage changes of the reference: they name a black box's bug, and make mutants of it.

`catalogue` has all of them, in the order in which they are tried; a stage has its folder.
"""
