#!/bin/sh
# Tests troupe.hpp with each compiler, for C++17 and C++20, with and without exceptions. User code compiles without warnings;
# errors in code that must not compile give the reason; and a range-for costs about as much as trp_each.
#   test_wrapper.sh LIBRARY COMPILER...
set -u
library=$1
shift
passed=0
failed=0
dir=$(mktemp -d) || exit 2
trap 'rm -rf "$dir"' EXIT
trap 'exit 130' INT TERM
warnings='-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wold-style-cast -Werror'

check()
{
    if "$@"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: $*"
    fi
}

# tests COMPILER STANDARD FLAGS...
tests()
{
    compiler=$1
    standard=$2
    shift 2
    # shellcheck disable=SC2086
    $compiler -std=$standard -O2 $warnings "$@" -Iinclude tests/packaging/test_wrapper.cpp tests/packaging/test_wrapper_walk.cpp "$library" -o "$dir/tests" &&
        "$dir/tests" >"$dir/out" || { cat "$dir/out"; return 1; }
}

# example COMPILER FLAGS...
example()
{
    # shellcheck disable=SC2086
    "$@" -O2 $warnings -fno-exceptions -fno-rtti -Iinclude tests/examples/wrapper.cpp "$library" -o "$dir/example" &&
        "$dir/example" | diff tests/examples/wrapper.expected -
}

# The C++ program of the manual equals the example.
readme_shows_it()
{
    awk '/^```/ { if (inside) exit; inside = ($0 == "```cpp"); next } inside' tests/tools/docs/cpp.md >"$dir/readme.cpp"
    [ -s "$dir/readme.cpp" ] && diff "$dir/readme.cpp" tests/examples/wrapper.cpp
}

# refuses COMPILER WHY CODE...: the code does not compile, and the error gives the reason
refuses()
{
    {
        echo '#include "troupe/troupe.hpp"'
        echo 'struct good { trp_actor actor; int x; };'
        echo "$3"
    } >"$dir/bad.cpp"
    ! $1 -std=c++17 -fsyntax-only -Iinclude "$dir/bad.cpp" 2>"$dir/errors" || return 1
    grep -q "$2" "$dir/errors" || { cat "$dir/errors"; return 1; }
}

# older COMPILER: C++14 is refused with one error that names the solution
older()
{
    echo '#include "troupe/troupe.hpp"' >"$dir/old.cpp"
    ! $1 -std=c++14 -fsyntax-only -Iinclude "$dir/old.cpp" 2>"$dir/errors" || return 1
    [ "$(grep -c 'error: ' "$dir/errors")" = 1 ] && grep -q 'error.*C++17 and later: compile with -std=c++17' "$dir/errors" ||
        { cat "$dir/errors"; return 1; }
}

all_refused()
{
    check refuses "$1" 'must be standard-layout' \
        'struct bad { virtual void f(); trp_actor actor; }; void test(troupe::pool<bad> p) { for (bad &b : p) (void)b; }'
    check refuses "$1" 'must be trivially copyable' \
        'struct bad { trp_actor actor; ~bad() {} }; auto desc = troupe::pool_desc<bad>("bad", 1);'
    check refuses "$1" 'a new actor is all zero' \
        'struct bad { trp_actor actor; int x = 3; }; bad *test(troupe::pool<bad> p) { return p.create(); }'
    check refuses "$1" 'update: void (Type &, const trp_context &)' \
        'struct other { trp_actor actor; }; void fly(other &, const trp_context &) {}
         auto desc = troupe::pool_desc<good>("good", 1).set_update<fly>();'
    check refuses "$1" 'draw: void (const Type &, const trp_view &)' \
        'void paint(good &, const trp_view &) {} auto desc = troupe::pool_desc<good>("good", 1).set_draw<paint>();'
    check refuses "$1" 'a lambda must have no captures' \
        'int n; troupe::pool_desc<good> desc("good", 1);
         void test() { int m = 0; desc.set_update([&](good &, const trp_context &) { n = ++m; }); }'
    check refuses "$1" 'handle<other>' \
        'struct other { trp_actor actor; }; good *test(troupe::pool<good> p, troupe::handle<other> h) { return p.get(h); }'
    check refuses "$1" 'actor' 'struct bad { int x; }; troupe::pool<bad> p;'
    check refuses "$1" 'conver' 'troupe::pool<good> test(trp_pool *p) { return p; }'
}

# instructions each|range WHAT N
instructions()
{
    valgrind --tool=callgrind --callgrind-out-file="$dir/counts" --toggle-collect="counted_$1_$2" "$dir/cost" "$@" >/dev/null 2>&1 ||
        return 1
    awk '/^(summary|totals):/ { print $2; exit }' "$dir/counts"
}

# cost COMPILER WHAT: instructions per visit, with 10,000 slots of which one in ten is free: at most one and a half more
cost()
{
    $1 -std=c++17 -O2 -Iinclude tests/packaging/wrapper_cost.cpp "$library" -o "$dir/cost" || return 1
    for how in each range; do
        few=$(instructions $how "$2" 10000) && many=$(instructions $how "$2" 30000) || return 1
        eval "$how=$((many - few))"
    done
    # shellcheck disable=SC2154
    echo "$1, $2: $(awk "BEGIN { printf \"%.2f\", $range / 18000 }") instructions per visit by range-for, $(awk "BEGIN { printf \"%.2f\", $each / 18000 }") by trp_each"
    [ "$each" -gt 36000 ] && [ "$range" -le $((each + 27000)) ]
}

check readme_shows_it
for compiler; do
    if ! command -v "${compiler%% *}" >/dev/null 2>&1; then
        echo "skipped: troupe.hpp with $compiler, which is not installed (Debian: g++, clang)"
        continue
    fi
    for standard in c++17 c++20; do
        check tests "$compiler" $standard
        check tests "$compiler" $standard -fno-exceptions -fno-rtti
        check example "$compiler" -std=$standard
    done
    check example "$compiler" -std=c++17 -DTRP_PLACES
    all_refused "$compiler"
    check older "$compiler"
    if ! command -v valgrind >/dev/null 2>&1; then
        echo "skipped: instructions of a range-for by $compiler: valgrind is not installed (Debian: valgrind)"
        continue
    fi
    for what in move sweep find; do
        check cost "$compiler" $what
    done
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
