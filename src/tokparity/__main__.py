"""`python -m tokparity`: the command line."""

from tokparity.harness.cli import main

if __name__ == "__main__":
    main()
