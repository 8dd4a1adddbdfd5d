"""generate.py [FILE...]: prints all mutants of C sources, by rule.

Without a file, mutates src/*/*.c and src/*/*.h. Prints one mutant per line: file:line, function, operator, before, after.

The operators, applied wherever possible in functions (constants: also in #define):

    compare     exchanges < and <=, > and >=, == and !=
    negate      negates the condition of if, while, do, for, ?: and of a return; drops a !
    operand     drops one side of && or ||
    logic       exchanges && and ||
    arithmetic  replaces + - * / % << >> & | ^ and their assignments by their opposites; exchanges ++ and --
    off by one  adds or subtracts one from an integer or a named constant; shifts the limit of < and > by one
    constant    exchanges true and false, 0 and 1; replaces others by 0, and an enumerator by another one of its family
    result      replaces TRP_OK by an error, and another result by TRP_OK and by a different one
    statement   removes a statement, including break and continue
    callback    removes a call through a pointer; in an expression the result is 0
    refusal     removes an if that only returns
    order       swaps two adjacent statements

Statements that obviously commute (assignments to different members, without calls) are not swapped.

A mutant's key is its file, function, operator and the text of its lines before and after, but not line numbers. If a function
has the same text more than once, its occurrences are numbered."""
import bisect
import collections
import glob
import re
import sys

Mutant = collections.namedtuple("Mutant", "file line function operator before after start end text")

TOKEN = re.compile(r"""\d+\.\d*(?:e[+-]?\d+)?[fF]?|0[xX][0-9a-fA-F]+[uUlL]*|\d+[uUlL]*|\w+|->|\+\+|--|<<=|>>=|
                       [-+*/%&|^]=|<<|>>|<=|>=|==|!=|&&|\|\||\S""", re.X)
COMPARE = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
ARITHMETIC = {"+": "-", "-": "+", "*": "/", "/": "*", "%": "/", "<<": ">>", ">>": "<<", "&": "|", "|": "&", "^": "&",
              "+=": "-=", "-=": "+=", "*=": "/=", "/=": "*=", "|=": "&=", "&=": "|=", "^=": "|=", "<<=": ">>=",
              ">>=": "<<=", "++": "--", "--": "++"}
FAMILIES = ("TRP_REASON_", "TRP_EVENT_", "TRP_ORDER_", "TRP_FULL_", "TRP_NEWBORNS_", "TRP_STATE_", "TRP_CONTACT_",
            "TRP__EVENT_", "TRP__STAMP_")
RESULT = re.compile(r"TRP_(OK|GONE|BUSY|ERR_\w+)$")
DECLARATION = re.compile(r"(?:const|static|struct|unsigned|typedef|enum)\b|\w+(?: const)?(?: \**|\s*\*+)\w+\s*(?:[=;,\[]|$)")
PREFIX = re.compile(r"\s*(?:else\b|do\b|case\b[^:]*:|default\s*:|\w+\s*:(?!:))")


def masked(text, strings=True):
    """The text with blanked comments; `strings`: with blanked strings as well."""
    def blank(match):
        found = match.group()
        keep = found[0] in "\"'"
        if keep and not strings:
            return found
        inside = found[1:-1] if keep else found
        inside = re.sub(r"[^\n]", "`" if keep else " ", inside)
        return found[0] + inside + found[-1] if keep else inside
    return re.sub(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', blank, text, flags=re.S)


def enumerators():
    """{enumerator: the next one of its family}"""
    families = collections.defaultdict(list)
    sets = {"TRP__FREE": "TRP__ACTIVE", "TRP__ACTIVE": "TRP__FREE"}
    for name in sorted(glob.glob("include/troupe/*.h") + glob.glob("src/*/*.h")):
        with open(name, encoding="utf-8") as source:
            for word in re.findall(r"(?:^|[(,{])\s*(?:#define |X\()?(TRP_\w+)\b", masked(source.read()), re.M):
                family = "result" if RESULT.match(word) else next((f for f in FAMILIES if word.startswith(f)), None)
                if family and word not in families[family]:
                    families[family].append(word)
    return sets | {word: words[(i + 1) % len(words)] for words in families.values() for i, word in enumerate(words)}


def match_bracket(code, at):
    """The position of the bracket that closes the one at `at`."""
    depth = 0
    for i in range(at, len(code)):
        depth += (code[i] in "([{") - (code[i] in ")]}")
        if depth == 0:
            return i
    raise ValueError("unbalanced")


class Source:
    """One file and its mutants."""

    def __init__(self, name, text, following):
        self.name, self.text, self.following = name, masked(text, strings=False), following
        self.code = masked(text)
        self.starts = [0] + [m.end() for m in re.finditer("\n", text)]
        self.found = {}
        self.names = collections.Counter()

    def add(self, function, operator, start, end, text):
        if self.text[start:end] == text:
            return
        result = (start, end, text)
        first = bisect.bisect_right(self.starts, start) - 1
        last = bisect.bisect_right(self.starts, max(start, end - 1)) - 1
        line_end = self.starts[last + 1] if last + 1 < len(self.starts) else len(self.text)
        before = self.text[self.starts[first]:line_end]
        after = self.text[self.starts[first]:start] + text + self.text[end:line_end]
        # mutants with the same text are equal, whatever the operator
        whole = (self.starts[first], " ".join(after.split()))
        if whole in self.found or " ".join(before.split()) == whole[1]:
            return
        name = (function, operator, " ".join(before.split()), whole[1])
        self.names[name] += 1
        shown = name[3] + (f" #{self.names[name]}" if self.names[name] > 1 else "")
        self.found[whole] = Mutant(self.name, first + 1, function, operator, name[2], shown, *result)

    def mutants(self):
        for function, start, end in self.functions():
            self.conditions(function, start, end)
            self.statements(function, start, end)
            self.expressions(function, start, end)
        for match in self.macros():
            if "(" not in match.group()[8:8 + len(match.group(1)) + 1] and re.search(r"\d", match.group(2)):
                self.expressions(match.group(1), match.start(2), match.end(2), constants_only=True)
        return sorted(self.found.values(), key=lambda mutant: (mutant.line, mutant.start))

    def macros(self):
        return re.finditer(r"^#define[ \t]+(\w+)(?:\([^)]*\))?((?:[^\n]*\\\n)*[^\n]*)", self.code, re.M)

    def definitions(self):
        """(name, text) of each function and macro."""
        return ([(name, self.code[start:end]) for name, start, end in self.functions()] +
                [(match.group(1), match.group(2)) for match in self.macros()])

    def functions(self):
        """(name, start, end) of each body."""
        for match in re.finditer(r"^\{", self.code, re.M):
            head = re.split(r"[;}]\s*\n|^#[^\n]*\n", self.code[:match.start()].rstrip(), flags=re.M)[-1]
            name = next((word for word in re.findall(r"(\w+)\s*\(", head) if not word.isupper()), None)
            if name is not None and "typedef" not in head:
                yield name, match.start(), match_bracket(self.code, match.start())

    # Conditions

    def conditions(self, function, start, end):
        for match in re.finditer(r"\b(if|while)\s*\(", self.code[start:end]):
            opens = start + match.end() - 1
            closes = match_bracket(self.code, opens)
            if match.group(1) == "if" and self.only_returns(closes + 1):
                self.add(function, "refusal", opens + 1, closes, "0")
            self.negate(function, opens + 1, closes)
        for match in re.finditer(r"\bfor\s*\(", self.code[start:end]):
            opens = start + match.end() - 1
            parts = [i for i in range(opens, match_bracket(self.code, opens)) if self.code[i] == ";"]
            if len(parts) == 2 and self.code[parts[0] + 1:parts[1]].strip():
                self.negate(function, parts[0] + 1, parts[1])
        for match in re.finditer(r"\?", self.code[start:end]):
            at = start + match.start()
            self.negate(function, self.operand_start(at, start, ("=", "return", ",", ";")), at)
        for match in re.finditer(r"\breturn\b([^;]*(?:&&|\|\||[<>=!]=| [<>] )[^;]*);", self.code[start:end]):
            if not re.search(r"\?|->\w+ & ", match.group(1)):
                self.negate(function, start + match.start(1), start + match.end(1))
        for match in re.finditer(r"!(?!=)", self.code[start:end]):
            self.add(function, "negate", start + match.start(), start + match.end(), "")
        for match in re.finditer(r"&&|\|\|", self.code[start:end]):
            at = start + match.start()
            stops = ("=", "return", ",", ";", "?", ":", "||") + (() if match.group() == "||" else ("&&",))
            left, right = self.operand_start(at, start, stops), self.operand_end(at + 2, end, stops)
            self.add(function, "operand", left, at + 2, " ")
            self.add(function, "operand", at, right, "")

    def negate(self, function, start, end):
        text = self.text[start:end]
        if re.search(r"[=!]=", text) and not re.search(r"&&|\|\|", text):
            return  # the operator `compare` makes the same mutant
        lead = len(text) - len(text.lstrip())
        self.add(function, "negate", start + lead, start + len(text.rstrip()), f"!({text.strip()})")

    def only_returns(self, at):
        """True if the statement at `at` is a return or a block that ends with one."""
        if re.match(r"\s*return\b", self.code[at:]):
            return True
        if not re.match(r"\s*\{", self.code[at:]):
            return False
        opens = self.code.index("{", at)
        inside = self.code[opens + 1:match_bracket(self.code, opens)]
        return re.search(r"\breturn\b[^;]*;\s*$", inside) is not None and "{" not in inside

    def operand_start(self, at, least, stops):
        depth = 0
        for i in range(at - 1, least, -1):
            c = self.code[i]
            depth += (c in ")]}") - (c in "([{")
            if depth < 0:
                return i + 1
            if depth == 0:
                for stop in stops:
                    if stop == "=" and (c != "=" or self.code[i - 1] in "=!<>" or self.code[i + 1] == "="):
                        continue
                    if self.code[i:i + len(stop)] == stop and not (stop.isalpha() and self.code[i - 1].isalnum()):
                        return i + len(stop)
        return least + 1

    def operand_end(self, at, most, stops):
        depth = 0
        for i in range(at, most):
            c = self.code[i]
            depth += (c in "([{") - (c in ")]}")
            if depth < 0 or (depth == 0 and any(self.code[i:i + len(s)] == s for s in stops if s not in ("=", "return"))):
                return i
        return most

    # Statements

    def statements(self, function, start, end):
        pieces = self.pieces(start + 1, end)
        for first, second in zip(pieces, pieces[1:] + [None]):
            begin, close, prefixed = first
            text = self.code[begin:close]
            if re.match(r"(return|goto)\b", text):
                if text.strip() == "return;":
                    self.add(function, "statement", begin, close, ";")
                continue
            if DECLARATION.match(text) or text.strip() == ";":
                continue
            kind = "callback" if self.calls_pointer(text) else "statement"
            self.add(function, kind, begin, close, ";")
            if second is None or prefixed or second[2] or self.code[close:second[0]].strip():
                continue
            other = self.code[second[0]:second[1]]
            if DECLARATION.match(other) or re.match(r"(return|break|continue|goto)\b", other):
                continue
            if re.match(r"(break|continue)\b", text) or self.commute(text, other):
                continue
            self.add(function, "order", begin, second[1],
                     self.text[second[0]:second[1]] + self.text[close:second[0]] + self.text[begin:close])
        for match in re.finditer(r"(?:->|\.)\w+\(", self.code[start:end]):
            closes = match_bracket(self.code, start + match.end() - 1)
            begins = start + match.start()
            while begins > start and re.match(r"[\w.>\]]|-(?=>)", self.code[begins - 1:begins + 1]):
                begins = begins - 1 if self.code[begins - 1] != "]" else self.code.rindex("[", start, begins)
            self.add(function, "callback", begins, closes + 1, "0")

    def pieces(self, at, end):
        """(start, end, True if `if (...)`, `else` or similar is before it) of each simple statement."""
        found, begin = [], at
        while at < end:
            c = self.code[at]
            if c == "#" and not self.code[self.code.rindex("\n", 0, at):at].strip():
                at = begin = self.code.find("\n", at)
            elif c in "([" or (c == "{" and self.code[:at].rstrip()[-1:] in "=)," and self.code[at - 1] != "\n"
                               and self.code[self.code.rindex("\n", 0, at):at].strip()):
                at = match_bracket(self.code, at)
            elif c in "{}":
                begin = at + 1
            elif c == ";":
                found.append(self.without_prefix(begin, at + 1))
                begin = at + 1
            at += 1
        return found

    def without_prefix(self, begin, end):
        prefixed = False
        while True:
            match = re.match(r"\s*(?:else\s+)?(?:if|while|for|switch|trp_each\w*)\s*\(", self.code[begin:end])
            if match:
                begin, prefixed = match_bracket(self.code, begin + match.end() - 1) + 1, True
                continue
            match = PREFIX.match(self.code[begin:end])
            if not match or "?" in match.group():
                break
            begin, prefixed = begin + match.end(), True
        return begin + len(self.code[begin:end]) - len(self.code[begin:end].lstrip()), end, prefixed

    @staticmethod
    def calls_pointer(text):
        return re.search(r"(?:->|\.)\w+\(|\(\*\w+\)\(", text) is not None

    @staticmethod
    def commute(a, b):
        def target(text):
            match = re.match(r"(\w+(?:(?:->|\.)\w+|\[[^]]*\])*)\s*(?:[-+*/|&^]?=(?!=)|\+\+|--)", text)
            calls = re.search(r"\b(?!sizeof)[a-z_]\w*\(", text)
            return re.findall(r"\w+", re.sub(r"\[[^]]*\]", "", match.group(1)))[-1] if match and not calls else None
        one, two = target(a), target(b)
        return (one is not None and two is not None and not re.search(rf"\b{one}\b", b)
                and not re.search(rf"\b{two}\b", a))

    # Expressions

    def expressions(self, function, start, end, constants_only=False):
        for match in TOKEN.finditer(self.code, start, end):
            token, at, stop = match.group(), match.start(), match.end()
            if self.code[self.code.rfind("\n", 0, at) + 1:].lstrip()[:1] == "#" and not constants_only:
                continue
            binary = self.code[at - 1].isspace() and self.code[stop:stop + 1].isspace()
            if token in COMPARE and binary:
                self.add(function, "compare", at, stop, COMPARE[token])
                if token in "<>":
                    self.add(function, "off by one", at, stop, "+ 1 <" if token == "<" else "> 1 +")
            elif token in ("&&", "||") and binary:
                self.add(function, "logic", at, stop, "||" if token == "&&" else "&&")
            elif token in ARITHMETIC and (binary or token in ("++", "--")):
                self.add(function, "arithmetic", at, stop, ARITHMETIC[token])
            elif token[0].isdigit():
                self.number(function, token, at, stop)
            elif token in ("true", "false"):
                self.add(function, "constant", at, stop, "false" if token == "true" else "true")
            elif token in self.following:
                self.enumerator(function, token, at, stop)
            elif re.match(r"(?:TRP_)?[A-Z_0-9]{3,}$", token) and token.upper() == token and token not in ("NULL",) \
                    and self.code[stop:stop + 1] != "(" and not constants_only:
                self.add(function, "off by one", at, stop, f"({token} + 1)")
                self.add(function, "off by one", at, stop, f"({token} - 1)")

    def number(self, function, token, at, stop):
        if "." in token:
            self.add(function, "constant", at, stop, f"({token} + 1)")
            return
        value = int(token.rstrip("uUlL"), 0)
        suffix = token[len(token.rstrip("uUlL")):]
        self.add(function, "constant" if value == 0 else "off by one", at, stop, f"{value + 1}{suffix}")
        if value > 0:
            self.add(function, "off by one", at, stop, f"{value - 1}{suffix}")
        if value > 1:
            self.add(function, "constant", at, stop, f"0{suffix}")

    def enumerator(self, function, token, at, stop):
        if not RESULT.match(token):
            self.add(function, "constant", at, stop, self.following[token])
            return
        if token != "TRP_OK":
            self.add(function, "result", at, stop, "TRP_OK")
        other = "TRP_ERR_INVALID" if token == "TRP_OK" else self.following[token]
        self.add(function, "result", at, stop, other)


def all_mutants(names=None):
    following = enumerators()
    found = []
    for name in names or sorted(glob.glob("src/*/*.c") + glob.glob("src/*/*.h")):
        with open(name, encoding="utf-8") as file:
            found += Source(name, file.read(), following).mutants()
    return found


if __name__ == "__main__":
    for it in all_mutants(sys.argv[1:]):
        print(f"{it.file}:{it.line} | {it.function} | {it.operator} | {it.before} | {it.after}")
