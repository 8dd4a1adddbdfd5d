"""Run by gdb: compares members.txt with the debug information of an object that has all headers."""
import os
import re

import gdb

CLASSES = ("state", "statistics", "cache", "wiring", "call", "session", "inner")
faults = []


def read(path):
    """Structs with the class of each member; classes of whole structs."""
    structs, whole, members, group = {}, {}, None, None
    for line in open(path, encoding="utf-8"):
        words = line.split()
        if not words or words[0].startswith("#"):
            continue
        if words[0] == "all" and not line[0].isspace():
            members, group = None, words[1]
        elif not line[0].isspace():
            members, group = structs.setdefault(words[0], {}), None
        elif group is not None:
            whole.update((word, group) for word in words)
        elif words[0] not in CLASSES:
            faults.append(f"{words[0]} is no class")
        else:
            for word in words[1:]:
                if word in members:
                    faults.append(f"{word}: two classes, {members[word]} and {words[0]}")
                members[word] = words[0]
    for name in whole.keys() & structs.keys():
        faults.append(f"{name} has a class, and so have its members")
    return structs, whole


def defined(root):
    """The structs that the library's headers define."""
    names, where = set(), None
    for line in gdb.execute("info types .", to_string=True).split("\n"):
        if line.startswith("File "):
            where = os.path.normpath(line[5:-1])
        struct = re.match(r"\d+:\s+(?:typedef )?struct (trp\w+)", line)
        if struct and where and where.startswith(root):
            names.add(struct.group(1))
    return sorted(names)


def fields_of(name):
    try:
        return [field.name for field in gdb.lookup_type("struct " + name).fields() if field.name]
    except (gdb.error, TypeError):
        return None  # only declared: a source file defines it


def compare(table, root):
    structs, whole = read(table)
    names = [name for name in defined(root) if fields_of(name) is not None]
    count = 0
    for name in names:
        if name in whole:
            continue
        if name not in structs:
            faults.append(f"struct {name} has no class")
            continue
        fields = fields_of(name)
        count += len(fields)
        faults.extend(f"{name}.{field} has no class" for field in fields if field not in structs[name])
        faults.extend(f"{name}.{gone} is no member" for gone in structs[name] if gone not in fields)
    faults.extend(f"{name} is no struct" for name in list(structs) + list(whole) if name not in names)
    for fault in faults:
        print(fault)
    print(f"members: {count} of {len(structs)} structs, and {len(whole)} structs of one class")
    print(f"{len(names) - len(faults)} passed, {len(faults)} failed")


compare(os.environ["MEMBERS_TABLE"], os.environ["MEMBERS_ROOT"])
