"""The program of a fake subject: what a program imports is compiled once, itself at each start."""

from fake_subject import main

if __name__ == "__main__":
    main()
