"""How surely and how fast defects are found: seeded ones, searched for by several arms."""
