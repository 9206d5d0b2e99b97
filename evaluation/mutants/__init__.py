"""Seeded defects, as data: a file each, `<stage>/<name>.toml`."""
