"""How surely and how fast defects are found: mutants, searched for by several arms."""
