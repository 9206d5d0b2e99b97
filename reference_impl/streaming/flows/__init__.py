"""Each decoder as a flow: pieces go in one by one, and come out as soon as they are certain."""
