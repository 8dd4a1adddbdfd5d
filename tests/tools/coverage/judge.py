"""judge.py [--candidates] all.json exceptions.txt: prints by file which branches were taken.

Exits 1 if a branch was not taken and is not in exceptions.txt. --candidates: prints the lines that are missing in
exceptions.txt instead of the table.

Lines are identified by their text, not by their number. Equal lines of a file count as one."""
import collections
import json
import sys


def read_exceptions(name):
    """{(file, text): (branches, reason)}"""
    exceptions = {}
    with open(name, encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            line = line.strip()
            if not line or line.startswith("#"):
                continue
            try:
                file, branches, rest = line.split(" | ", 2)
                text, reason = rest.rsplit(" | ", 1)
                key, branches = (file.strip(), text.strip()), int(branches)
            except ValueError:
                sys.exit(f"{name}:{number}: expected: file | branches | text | reason")
            reason = reason.strip()
            if not reason.startswith(("cannot happen: ", "not tried: ")):
                sys.exit(f"{name}:{number}: a reason starts with 'cannot happen: ' or 'not tried: '")
            if key in exceptions:
                sys.exit(f"{name}:{number}: the line is listed twice")
            exceptions[key] = branches, reason
    return exceptions


def read_branches(name):
    """([(file, branches, taken)], {(file, text): branches missed}, {(file, text): line numbers})"""
    table, missed, where = [], collections.Counter(), collections.defaultdict(list)
    with open(name, encoding="utf-8") as file:
        files = json.load(file)["files"]
    for entry in sorted(files, key=lambda entry: entry["file"]):
        path = entry["file"]
        with open(path, encoding="utf-8") as source:
            text = source.read().split("\n")
        count = taken = 0
        for line in entry["lines"]:
            branches = line.get("branches", [])
            left = sum(branch["count"] == 0 for branch in branches)
            count += len(branches)
            taken += len(branches) - left
            if left:
                key = path, text[line["line_number"] - 1].strip()
                missed[key] += left
                where[key].append(line["line_number"])
        if count:
            table.append((path, count, taken))
    return table, missed, where


def print_table(table, missed, exceptions):
    excepted, unnamed = collections.Counter(), collections.Counter()
    for (file, text), left in missed.items():
        named = min(left, exceptions.get((file, text), (0, ""))[0])
        excepted[file] += named
        unnamed[file] += left - named
    print(f"{'file':28} {'branches':>8} {'taken':>8} {'':>6} {'excepted':>8} {'missing':>8}")
    table = table + [("all", sum(row[1] for row in table), sum(row[2] for row in table))]
    excepted["all"], unnamed["all"] = sum(excepted.values()), sum(unnamed.values())
    for file, count, taken in table:
        share = f"{int(1000 * taken / count) / 10:.1f}%"
        print(f"{file:28} {count:8} {taken:8} {share:>6} {excepted[file]:8} {unnamed[file]:8}")


def main(arguments):
    candidates = "--candidates" in arguments
    tracefile, named = [word for word in arguments if word != "--candidates"]
    exceptions = read_exceptions(named)
    table, missed, where = read_branches(tracefile)
    unnamed = {key: left for key, left in missed.items() if left > exceptions.get(key, (0, ""))[0]}
    if candidates:
        for (file, text), left in unnamed.items():
            print(f"{file} | {left} | {text} | ")
        return 0
    print_table(table, missed, exceptions)
    kinds = collections.Counter()
    for key, (branches, reason) in exceptions.items():
        left = missed.get(key, 0)
        kinds[reason.split(":")[0]] += min(left, branches)
        if left < branches:
            print(f"no longer needed: {branches - left} of {branches} branches of {key[0]} | {key[1]}")
    for key, left in unnamed.items():
        lines = ", ".join(str(number) for number in where[key])
        print(f"{key[0]}:{lines}: {left} branches not taken, {exceptions.get(key, (0, ''))[0]} excepted: {key[1]}")
    total = sum(row[1] for row in table)
    left = sum(unnamed[key] - exceptions.get(key, (0, ""))[0] for key in unnamed)
    print(f"coverage: {total} branches, {sum(row[2] for row in table)} taken, "
          f"{kinds['cannot happen']} cannot happen, {kinds['not tried']} not tried, {left} missing")
    return 1 if unnamed else 0


sys.exit(main(sys.argv[1:]))
