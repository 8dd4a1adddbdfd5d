"""run.py: breaks one line of the library at a time, by the rules of generate.py, and runs the tests.

A mutant is compiled alone and linked against archives of the library and the tests that `make` has built. There are up to three
builds: plain (-O1), small (-Os), sanitized with marked slots. If the object code does not change, the
verdict is "same code". Otherwise the situations that enter the function run, the most promising first: those that caught other
mutants of the function and of the file, then the fastest. The fuzzer's corpus counts as a situation.

Exits 1 if a mutant is missed that equivalent.txt does not list."""
import argparse
import collections
import concurrent.futures
import fnmatch
import glob
import hashlib
import os
import random
import re
import shutil
import subprocess
import sys
import threading
import time

import generate

HERE = os.path.dirname(os.path.abspath(__file__))
QUICK = 100000  # us in the build that measures, which is some five times slower than the others
FLAGS = ["-std=c11", "-ffp-contract=off", "-Iinclude", "-w"]
SANITIZERS = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
Build = collections.namedtuple("Build", "name flags tests link measured slower")
BUILDS = (Build("plain", ["-O1"], "tests_plain.o", [], "plain", 2),
          Build("small", ["-Os"], "tests_small.o", [], "small", 2),
          Build("sanitized", ["-O1", "-DTRP_PRINTS=0"] + SANITIZERS, "tests_sanitized.o", SANITIZERS, "plain", 10))
KINDS = ("caught", "missed", "equivalent", "same code", "not compiled")


def key_of(mutant):
    return f"{mutant.file} | {mutant.function} | {mutant.operator} | {mutant.before} => {mutant.after}"


class Equivalents:
    """The entries of equivalent.txt. A * matches any text."""

    def __init__(self, name):
        self.entries, self.used = [], collections.Counter()
        with open(name, encoding="utf-8") as lines:
            for number, line in enumerate(lines, 1):
                if not line.strip() or line.startswith("#"):
                    continue
                match = re.match(r"(\S+) \| (\S+) \| ([a-z *]+) \| (.+?) \| because (.+)$", line.rstrip("\n"))
                if not match:
                    sys.exit(f"{name}:{number}: expected: file | function | operator | before => after | because ...")
                self.entries.append(match.groups()[:4])

    def has(self, mutant):
        for entry in self.entries:
            file, function, operator, change = entry
            before, _, after = change.partition(" => ")
            if (file == mutant.file and function in ("*", mutant.function) and operator in ("*", mutant.operator)
                    and before in ("*", mutant.before) and (after or "*") in ("*", mutant.after)):
                self.used[entry] += 1
                return True
        return False


class Measured:
    """The situations that enter each function of a build, and their times."""

    def __init__(self, folder, name):
        with open(f"{folder}/{name}.measured.names", encoding="utf-8") as lines:
            names = {int(words[0], 16): words[1].split(".")[0] for words in map(str.split, lines) if len(words) == 2}
        self.times, self.names, self.numbers, self.by_function = [], [], {}, collections.defaultdict(set)
        with open(f"{folder}/{name}.measured", encoding="utf-8") as lines:
            for line in lines:
                number, microseconds, title, addresses = line.rstrip("\n").split("\t")
                self.times.append(int(microseconds))
                self.names.append(title)
                self.numbers[title] = int(number)
                for address in addresses.split():
                    self.by_function[names.get(int(address, 16), "?")].add(int(number))

    def order(self, mutant, first):
        """The numbers of the situations for a mutant, the most promising first; all of them if nothing is known of its function."""
        known = self.by_function.get(mutant.function)
        chosen = set(range(len(self.times))) if known is None else known
        stem = os.path.basename(mutant.file).split(".")[0].split("_")[0]
        start = [self.numbers[title] for title in first if self.numbers.get(title) in chosen]
        rest = sorted(chosen - set(start),
                      key=lambda i: self.times[i] // (10 if self.names[i].startswith(stem) else 1))
        return start + rest


class Worker:
    """Compiles, links and runs mutants in its own folder."""

    def __init__(self, folder, cc, number, shared):
        self.folder, self.cc, self.shared = os.path.abspath(folder), cc.split(), shared
        self.own = f"{self.folder}/worker{number}"
        shutil.rmtree(self.own, ignore_errors=True)
        os.makedirs(f"{self.own}/out")
        shutil.copytree("src", f"{self.own}/src")
        os.symlink(os.path.abspath("include"), f"{self.own}/include")
        self.corpus = os.path.abspath("tests/model/random/corpus")

    def compile(self, build, source, to):
        done = subprocess.run(self.cc + FLAGS + build.flags + ["-c", source, "-o", to], cwd=self.own,
                              stderr=subprocess.DEVNULL, check=False)
        return done.returncode == 0

    def original(self, build, source):
        """The object code of the unchanged file."""
        with self.shared.lock:
            if (build.name, source) in self.shared.objects:
                return self.shared.objects[build.name, source]
        if not self.compile(build, source, "out/original.o"):
            sys.exit(f"{source} does not compile")
        with open(f"{self.own}/out/original.o", "rb") as file:
            code = hashlib.sha256(file.read()).digest()
        with self.shared.lock:
            self.shared.objects[build.name, source] = code
        return code

    def sources_of(self, mutant):
        if mutant.file.endswith(".c"):
            return [mutant.file]
        return self.shared.users_of(mutant)

    def change(self, build, mutant):
        """The changed objects. None: the mutant does not compile. Empty: the object code is the same."""
        changed = []
        for i, source in enumerate(self.sources_of(mutant)):
            self.restore(mutant.file)
            original = self.original(build, source)
            self.write(mutant)
            to = f"out/{i}.o"
            if not self.compile(build, source, to):
                return None
            with open(f"{self.own}/{to}", "rb") as file:
                if hashlib.sha256(file.read()).digest() != original:
                    changed.append(to)
        return changed

    def write(self, mutant):
        with open(mutant.file, encoding="utf-8") as file:
            text = file.read()
        with open(f"{self.own}/{mutant.file}", "w", encoding="utf-8") as file:
            file.write(text[:mutant.start] + mutant.text + text[mutant.end:])

    def restore(self, file):
        shutil.copyfile(file, f"{self.own}/{file}")

    def link(self, build, objects):
        done = subprocess.run(self.cc + build.link + ["-o", f"{self.own}/out/run"] + objects +
                              [f"{self.folder}/{build.tests}", f"{self.folder}/{build.name}.a", "-lm"],
                              cwd=self.own, stderr=subprocess.DEVNULL, check=False)
        return done.returncode == 0

    def run_situations(self, limits):
        """What the program says of the first situation that fails, and None if all pass. Limits: (situation, ms)."""
        done = subprocess.run([f"{self.own}/out/run", "run"] + [f"{i}:{limit}" for i, limit in limits],
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=600, check=False,
                              env=dict(os.environ, MUTANTS_CORPUS=self.corpus, ASAN_OPTIONS="detect_leaks=0"))
        if done.returncode == 0:
            return None
        return done.stdout.decode("utf-8", "replace").strip().split("\n")[-1]

    def run(self, build, mutant, objects):
        """The situation that catches the mutant; empty: none."""
        measured = self.shared.measured[build.measured]
        if not self.link(build, objects):
            return "(the linker)"
        order = measured.order(mutant, self.shared.likely(mutant))
        if self.shared.quick:
            order = [i for i in order if measured.times[i] < QUICK]
        if build.name == "sanitized":
            order = [i for i in order if not measured.names[i].startswith("fuzz:")]
        try:
            told = self.run_situations((i, 200 + build.slower * measured.times[i] // 1000) for i in order)
        except subprocess.TimeoutExpired:
            return "(no end)"
        return "" if told is None else told or "(crash)"

    def check_order(self, build, seed):
        """Runs the quick situations without a mutant, in an order by chance. One that depends on another would catch mutants
        that it does not notice."""
        measured = self.shared.measured[build.measured]
        order = [i for i, time_of in enumerate(measured.times) if time_of < QUICK]
        random.Random(seed).shuffle(order)
        if not self.link(build, []):
            sys.exit("the tests do not link")
        told = self.run_situations((i, 1000 + 20 * measured.times[i] // 1000) for i in order)
        if told is not None:
            sys.exit(f"{told}: fails after other situations, without a mutant (order {seed})")

    def judge(self, mutant):
        """(verdict, the situation that caught it)"""
        kind = "same code"
        for build in self.shared.builds:
            objects = self.change(build, mutant)
            if objects is None:
                kind, by = "not compiled", ""
                break
            if not objects:
                continue
            kind, by = "missed", self.run(build, mutant, objects)
            if by:
                kind = "caught"
                self.shared.note(mutant, re.sub(r" \(\w+\)$", "", by))
                by = by if build.name == "plain" else f"{by} [{build.name}]"
                break
        self.restore(mutant.file)
        return kind, by if kind == "caught" else ""


class Shared:
    """Data that the workers share."""

    def __init__(self, folder, builds, quick):
        self.builds, self.lock = builds, threading.Lock()
        self.objects, self.quick = {}, quick
        self.measured = {name: Measured(folder, name) for name in {build.measured for build in builds}}
        self.made_of, self.texts = collections.defaultdict(set), {}
        self.noticed = collections.defaultdict(list)
        self.needs = {}
        for name in glob.glob(f"{folder}/plain/src/*/*.d"):
            with open(name, encoding="utf-8") as file:
                words = file.read().split(":")[1].replace("\\\n", " ").split()
            if os.path.exists(words[0]):
                self.needs[words[0]] = {os.path.relpath(os.path.normpath(word)) for word in words}

    def users_of(self, mutant):
        """The sources that include a header and use the changed name, or a name that depends on it."""
        with self.lock:
            if not self.made_of:
                self.texts = {name: set(re.findall(r"\w+", open(name, encoding="utf-8").read())) for name in self.needs}
                for name in glob.glob("src/*/*.h"):
                    with open(name, encoding="utf-8") as file:
                        for made, body in generate.Source(name, file.read(), {}).definitions():
                            self.made_of[made] |= set(re.findall(r"\w+", body))
        names, before = {mutant.function}, 0
        while len(names) != before:
            before = len(names)
            names |= {made for made, words in self.made_of.items() if words & names}
        return sorted(name for name, needed in self.needs.items() if mutant.file in needed and self.texts[name] & names)

    def likely(self, mutant):
        with self.lock:
            return list(dict.fromkeys(self.noticed[mutant.file, mutant.function] + self.noticed[mutant.file, ""][:12]))

    def note(self, mutant, title):
        with self.lock:
            for key in ((mutant.file, mutant.function), (mutant.file, "")):
                titles = self.noticed[key]
                if title in titles:
                    titles.remove(title)
                titles.insert(0, title)


class Results:
    """Verdicts of earlier runs, for files whose code is unchanged: the preprocessed text, or for headers all headers. Missed
    mutants are tried again."""

    def __init__(self, folder, cc):
        self.name, self.known = f"{folder}/results.txt", {}
        with concurrent.futures.ThreadPoolExecutor() as pool:
            names = sorted(glob.glob("src/*/*.c"))
            self.digests = dict(zip(names, pool.map(lambda name: self.digest_of(cc.split(), name), names)))
        headers = hashlib.sha256()
        for name in sorted(glob.glob("src/*/*.h") + glob.glob("include/troupe/*.h")):
            with open(name, "rb") as file:
                headers.update(file.read())
        for name in glob.glob("src/*/*.h"):
            self.digests[name] = headers.hexdigest()[:12]
        if os.path.exists(self.name):
            with open(self.name, encoding="utf-8") as lines:
                for line in lines:
                    digest, kind, by, key = line.rstrip("\n").split("\t")
                    self.known[digest, key] = kind, by

    @staticmethod
    def digest_of(cc, name):
        text = subprocess.run(cc + FLAGS + ["-E", "-P", name], stdout=subprocess.PIPE, check=True).stdout
        return hashlib.sha256(text).hexdigest()[:12]

    def get(self, mutant):
        kind, by = self.known.get((self.digests[mutant.file], key_of(mutant)), ("", ""))
        return (kind, by) if kind and kind != "missed" else None

    def put(self, mutant, kind, by):
        with open(self.name, "a", encoding="utf-8") as file:
            file.write(f"{self.digests[mutant.file]}\t{kind}\t{by}\t{key_of(mutant)}\n")


def share(counts):
    judged = counts["caught"] + counts["missed"]
    return f"{int(1000 * counts['caught'] / judged) / 10:.1f}%" if judged else "-"


def table_of(verdicts, group):
    rows = collections.defaultdict(collections.Counter)
    for mutant, (kind, _) in verdicts:
        rows[group(mutant)][kind] += 1
        rows["all"][kind] += 1
    names = sorted(name for name in rows if name != "all") + ["all"]
    return [(name, sum(rows[name].values())) + tuple(rows[name][kind] for kind in KINDS) + (share(rows[name]),)
            for name in names]


def print_report(verdicts):
    for title, group in (("module", lambda m: m.file.split("/")[1]), ("operator", lambda m: m.operator)):
        print("%-12s %7s %7s %7s %10s %9s %12s %7s" % (title, "mutants", *KINDS, "caught"))
        for row in table_of(verdicts, group):
            print("%-12s %7d %7d %7d %10d %9d %12d %7s" % row)
    by = collections.Counter(situation.split(":")[0] for _, (kind, situation) in verdicts if kind == "caught")
    print("caught by: " + ", ".join(f"{module} {count}" for module, count in by.most_common(12)))


def write_table(name, verdicts, options, builds):
    with open(name, encoding="utf-8") as file:
        text = file.read()
    total = len(generate.all_mutants())
    drawn = "All mutants" if len(verdicts) == total else \
        f"{len(verdicts)} of {total} mutants, drawn by `SEED={options.seed}`"
    if len(builds) < len(BUILDS):
        drawn += f", only in the {' and the '.join(build.name for build in builds)} build"
    drawn += ", without situations of more than about 20 ms:" if options.quick else ":"
    lines = [drawn, "", "| module | mutants | " + " | ".join(KINDS) + " | share caught |", "|---" + "|---:" * 7 + "|"]
    lines += ["| " + " | ".join(str(cell) for cell in row) + " |"
              for row in table_of(verdicts, lambda m: m.file.split("/")[1])]
    table = "<!-- mutants-table -->\n" + "\n".join(lines) + "\n<!-- end -->"
    with open(name, "w", encoding="utf-8") as file:
        file.write(re.sub(r"<!-- mutants-table -->.*?<!-- end -->", lambda _: table, text, flags=re.S))


def print_stale(listed, mutants):
    """The entries of equivalent.txt that no mutant matches any more: the source has changed."""
    for mutant in mutants:
        listed.has(mutant)
    for entry in listed.entries:
        if listed.used[entry] == 0:
            print("equivalent.txt: no mutant is " + " | ".join(entry))


def choose(options, mutants):
    if options.only:
        patterns = options.only.split()
        mutants = [m for m in mutants if any(fnmatch.fnmatch(m.file, p) or m.function == p for p in patterns)]
    if options.missed:
        with open(f"{options.folder}/missed.txt", encoding="utf-8") as lines:
            wanted = {line.rstrip("\n") for line in lines}
        mutants = [m for m in mutants if key_of(m) in wanted]
    if options.count and options.count < len(mutants):
        # sorted by a hash of each text, so that a change of the source changes little of the sample
        mutants = sorted(mutants, key=lambda m: hashlib.sha256(f"{options.seed} {key_of(m)}".encode()).digest())
        mutants = mutants[:options.count]
    return sorted(mutants, key=lambda m: (m.file, m.line, m.start))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--folder", required=True)
    parser.add_argument("--cc", default="cc")
    parser.add_argument("--count", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--builds", default=" ".join(build.name for build in BUILDS))
    parser.add_argument("--only", default="")
    parser.add_argument("--quick", action="store_true", help="skip situations of more than about 20 ms")
    parser.add_argument("--table")
    parser.add_argument("--missed", action="store_true")
    options = parser.parse_args()
    jobs = int(os.environ.get("MUTANTS_JOBS", "2"))
    builds = [build for build in BUILDS if build.name in options.builds.split()]
    mutants = generate.all_mutants()
    listed = Equivalents(f"{HERE}/equivalent.txt")
    print_stale(listed, mutants)
    chosen = choose(options, mutants)
    shared, results = Shared(options.folder, builds, options.quick), Results(options.folder, options.cc)
    workers = [Worker(options.folder, options.cc, i, shared) for i in range(jobs)]
    idle, started, verdicts = list(workers), time.time(), []
    for seed in range(2):
        workers[0].check_order(builds[0], options.seed + seed)

    def judge(mutant):
        if listed.has(mutant):
            return mutant, ("equivalent", "")
        verdict = results.get(mutant)
        if verdict is None:
            with shared.lock:
                worker = idle.pop()
            verdict = worker.judge(mutant)
            with shared.lock:
                idle.append(worker)
                results.put(mutant, *verdict)
        return mutant, verdict

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for mutant, verdict in pool.map(judge, chosen):
            verdicts.append((mutant, verdict))
            if verdict[0] == "missed":
                print(f"MISSED {mutant.file}:{mutant.line}: {mutant.function} | {mutant.operator} | "
                      f"{mutant.before} => {mutant.after}", flush=True)
    missed = [mutant for mutant, (kind, _) in verdicts if kind == "missed"]
    with open(f"{options.folder}/missed.txt", "w", encoding="utf-8") as file:
        file.writelines(key_of(mutant) + "\n" for mutant in missed)
    print_report(verdicts)
    if options.table:
        write_table(options.table, verdicts, options, builds)
    print(f"mutants: {len(verdicts)} in {time.time() - started:.0f} s, {len(missed)} missed")
    return 1 if missed else 0


sys.exit(main())
