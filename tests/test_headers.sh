#!/bin/sh
# Every public header compiles alone, as C11 and, where there is a C++ compiler, as C++17. $1: cc, $2: c++.
passed=0
failed=0
try()
{
    if "$@"; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
}
for header in include/troupe/*.h; do
    try $1 -std=c11 -Wall -Wextra -Wpedantic -Wconversion -Werror -fsyntax-only -x c "$header"
    if command -v "${2%% *}" >/dev/null 2>&1; then
        try $2 -std=c++17 -Wall -Wextra -Wpedantic -Werror -fsyntax-only -x c++ "$header"
    else
        echo "skipped: $header as C++17 (no $2)"
    fi
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
