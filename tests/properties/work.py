"""How much the engine looks at: its modules loaded once more, with every look counted.

A look is a character of a text, or an item of a list, that is read, copied or compared; a round of
a loop; a call of a function of the engine. The count is of the source, not of the clock: the same
text costs the same each time, and what copies all of a text for each marker in it shows at once.
"""

import ast
import importlib
import re
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence, Sized
from functools import cache
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import CodeType, ModuleType
from typing import Any

_ENGINE = "wiretail.engine"
_LOOKS = "_looks_"


class Looks:
    """The count, and what the loaded modules call in place of what they wrote."""

    def __init__(self) -> None:
        self.count = 0

    def add(self) -> None:
        """One call, or one round of a loop."""
        self.count += 1

    def method(self, owner: Any, name: str, /, *given: Any, **named: Any) -> Any:
        """Call a method, and count what it reads."""
        result = getattr(owner, name)(*given, **named)
        self.count += 1
        if isinstance(owner, str | bytes | bytearray):
            self.count += _of_text(owner, name, given, result)
        elif isinstance(owner, re.Pattern):
            if name == "finditer":
                return self._found(result, given)
            self.count += _of_pattern(name, given, result)
        elif isinstance(owner, list) and name in _MOVES_ITEMS:
            self.count += len(owner)
        return result

    def function(self, called: Callable[..., Any], /, *given: Any, **named: Any) -> Any:
        """Call what goes through all of what it is given."""
        self.count += 1 + (len(given[0]) if given and isinstance(given[0], Sized) else 0)
        return called(*given, **named)

    def piece(self, owner: Any, part: slice) -> Any:
        """Cut a piece out."""
        result = owner[part]
        self.count += len(result)
        return result

    def sum(self, left: Any, right: Any) -> Any:
        """Add two texts, lists or numbers."""
        result = left + right
        return self._made(result)

    def equal(self, left: Any, right: Any) -> Any:
        """Compare."""
        result = left == right
        if isinstance(left, str) and isinstance(right, str) and len(left) == len(right):
            self.count += len(left)
        return result

    def within(self, item: Any, owner: Any) -> bool:
        """Look for something in a text or list."""
        if isinstance(owner, str):
            at = owner.find(item)
            self.count += len(owner) if at < 0 else at + 1
        elif isinstance(owner, list | tuple | deque):
            self.count += len(owner)
        return item in owner

    def grown(self, value: Any) -> None:
        """A value was added to in place: a text is copied whole."""
        if isinstance(value, str | bytes):
            self.count += len(value)

    def shifted(self, owner: Any, key: Any) -> None:
        """Something is deleted from a list: it goes, and what is behind it moves."""
        if isinstance(owner, list):
            first = key.start if isinstance(key, slice) else key
            self.count += len(range(len(owner))[first:])

    def each(self, items: Iterable[Any]) -> Iterator[Any]:
        """Go through items, and count them."""
        for item in items:
            self.count += 1
            yield item

    def _made(self, result: Any) -> Any:
        if isinstance(result, str | bytes | list | tuple):
            self.count += len(result)
        return result

    def _found(self, matches: Iterator[re.Match[str]], given: Sequence[Any]) -> Iterator[Any]:
        text, at = given[0], _given(given, 1, 0)
        stop = min(len(text), _given(given, 2, len(text)))
        for match in matches:
            self.count += match.end() - at + 1
            at = match.end()
            yield match
        self.count += max(stop - at, 0)


_MOVES_ITEMS = frozenset({"insert", "remove", "copy", "index", "sort", "reverse"})
_READS_ALL = frozenset(
    {"split", "rsplit", "splitlines", "translate", "replace", "encode", "decode"}
    | {"isascii", "count", "lower", "partition", "rpartition", "removesuffix", "removeprefix"}
)
_FINDS = frozenset({"find", "index"})
_FINDS_BACK = frozenset({"rfind", "rindex"})
_STRIPS = frozenset({"strip", "lstrip", "rstrip"})
_STARTS = frozenset({"startswith", "endswith"})
_METHODS = frozenset(
    {"match", "search", "fullmatch", "finditer", "findall", "sub", "subn", "raw_decode", "join"}
    | {"pop"}
    | _MOVES_ITEMS
    | _READS_ALL
    | _FINDS
    | _FINDS_BACK
    | _STRIPS
    | _STARTS
)
_FUNCTIONS = frozenset({"list", "tuple", "set", "frozenset", "dict", "sorted", "reversed"})


def _given(given: Sequence[Any], place: int, default: int) -> int:
    return int(given[place]) if len(given) > place and given[place] is not None else default


def _of_text(owner: Any, name: str, given: Sequence[Any], result: Any) -> int:
    """Return how many characters a method of a text looked at."""
    if name == "join":
        return len(result)
    if name in _FINDS or name in _FINDS_BACK:
        start = min(max(_given(given, 1, 0), 0), len(owner))
        stop = min(_given(given, 2, len(owner)), len(owner))
        if result < 0:
            return max(stop - start, 0)
        return int(result - start + 1 if name in _FINDS else stop - result)
    if name in _STARTS:
        return len(given[0]) if isinstance(given[0], str) else sum(map(len, given[0]))
    if name in _STRIPS:
        return len(owner)  # what is left is copied
    return len(owner) if name in _READS_ALL else 0


def _of_pattern(name: str, given: Sequence[Any], result: Any) -> int:
    """Return how many characters a pattern looked at: to its end, or all where it looks for one."""
    text = given[-1] if name.startswith("sub") else given[0]
    at = _given(given, 1, 0) if not name.startswith("sub") else 0
    if name in {"search", "sub", "subn", "findall"} and not isinstance(result, re.Match):
        return max(min(_given(given, 2, len(text)), len(text)) - at, 0)  # to the end
    return max(int(result.end()) - at, 0) if result else 1


class _Counting(ast.NodeTransformer):
    """Writes a call of :class:`Looks` in place of what looks at something."""

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        called = node.func
        if isinstance(called, ast.Attribute) and called.attr in _METHODS:
            name = ast.Constant(called.attr)
            return _call("method", [called.value, name, *node.args], node.keywords)
        if isinstance(called, ast.Name) and called.id in _FUNCTIONS:
            return _call("function", [called, *node.args], node.keywords)
        return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        self.generic_visit(node)
        if not isinstance(node.slice, ast.Slice) or not isinstance(node.ctx, ast.Load):
            return node
        return _call("piece", [node.value, _key(node)])

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        return _call("sum", [node.left, node.right]) if isinstance(node.op, ast.Add) else node

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        if len(node.ops) > 1:
            return node
        sides = [node.left, node.comparators[0]]
        match node.ops[0]:
            case ast.Eq():
                return _call("equal", sides)
            case ast.In():
                return _call("within", sides)
            case ast.NotIn():
                return ast.UnaryOp(ast.Not(), _call("within", sides))
        return node

    def visit_comprehension(self, node: ast.comprehension) -> ast.AST:
        self.generic_visit(node)
        node.iter = _call("each", [node.iter])
        return node

    def visit_For(self, node: ast.For) -> ast.AST:
        return self._round(node)

    def visit_While(self, node: ast.While) -> ast.AST:
        return self._round(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return self._round(node)

    def _round(self, node: ast.For | ast.While | ast.FunctionDef) -> ast.AST:
        self.generic_visit(node)
        node.body.insert(0, ast.Expr(_call("add", [])))
        return node

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        self.generic_visit(node)
        target = ast.parse(ast.unparse(node.target), mode="eval").body
        return [node, ast.Expr(_call("grown", [target]))]

    def visit_Delete(self, node: ast.Delete) -> Any:
        self.generic_visit(node)
        gone = [target for target in node.targets if isinstance(target, ast.Subscript)]
        return [*(ast.Expr(_call("shifted", [one.value, _key(one)])) for one in gone), node]


def _call(name: str, given: list[Any], named: list[ast.keyword] | None = None) -> ast.Call:
    looks = ast.Name(_LOOKS, ast.Load())
    return ast.Call(ast.Attribute(looks, name, ast.Load()), given, named or [])


def _key(node: ast.Subscript) -> ast.expr:
    """Return the index, or the slice, as a value."""
    cut = node.slice
    if not isinstance(cut, ast.Slice):
        return cut
    ends = [ast.Constant(None) if end is None else end for end in (cut.lower, cut.upper, cut.step)]
    return ast.Call(ast.Name("slice", ast.Load()), ends, [])


class _Loader(SourceFileLoader):
    looks: Looks

    def get_code(self, fullname: str) -> CodeType:
        tree = ast.parse(self.get_data(self.path))
        tree = ast.fix_missing_locations(_Counting().visit(tree))
        # Under another name, so that nobody takes what is counted for what is covered.
        return compile(tree, f"<counted {fullname}>", "exec", dont_inherit=True)

    def exec_module(self, module: ModuleType) -> None:
        vars(module)[_LOOKS] = self.looks
        super().exec_module(module)


class _Finder(MetaPathFinder):
    def __init__(self, looks: Looks) -> None:
        self._looks = looks

    def find_spec(self, fullname: str, path: Any, target: Any = None) -> ModuleSpec | None:
        if not fullname.startswith(_ENGINE):
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        assert spec
        assert spec.origin
        loader = _Loader(fullname, spec.origin)
        loader.looks = self._looks
        spec.loader = loader
        return spec


@cache
def counted_engine() -> tuple[Looks, Any]:
    """Return a count, and a class ``Stream`` of an engine that keeps it."""
    looks = Looks()
    finder = _Finder(looks)
    parent = sys.modules["wiretail"]
    engine = getattr(parent, "engine", None)
    own = {name: sys.modules.pop(name) for name in list(sys.modules) if _is_engine(name)}
    sys.meta_path.insert(0, finder)
    try:
        made = importlib.import_module(f"{_ENGINE}.stream").Stream
    finally:
        sys.meta_path.remove(finder)
        for name in filter(_is_engine, list(sys.modules)):
            del sys.modules[name]
        sys.modules.update(own)
        if engine is not None:
            vars(parent)["engine"] = engine
    return looks, made


def _is_engine(name: str) -> bool:
    return name == _ENGINE or name.startswith(_ENGINE + ".")


def looks_of(run: Callable[[Any], object]) -> int:
    """Return how much an engine looked at, while ``run`` made a stream of it and fed that."""
    looks, made = counted_engine()
    before = looks.count
    run(made)
    return looks.count - before
