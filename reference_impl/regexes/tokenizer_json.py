"""The pattern of a Split or a Replace in tokenizer.json: a string or a regular expression."""

from tokparity.reference_impl.errors import BadPattern
from tokparity.reference_impl.regexes.search import Literal, Regex
from tokparity.reference_impl.serde_json.node import Node


def read_pattern(node: Node) -> Literal | Regex:
    """`{"String": …}` or `{"Regex": …}`; a Regex that does not compile is a BadArtefact."""
    if len(node.mapping()) != 1:
        raise node.bad('must be {"String": …} or {"Regex": …}')
    (kind,) = node.mapping()
    source = node[kind].string()
    match kind:
        case "String":
            return Literal(source)
        case "Regex":
            try:
                return Regex(source)
            except BadPattern as error:
                raise node[kind].bad(str(error)) from error
        case _:
            raise node[kind].unsupported("this kind of pattern is not known")
