#!/bin/sh
# Succeeds if clang is available with libFuzzer and the sanitizers. Otherwise prints what is missing and how to install
# it.
set -u
where=$(mktemp -d) || exit 1
trap 'rm -rf "$where"' EXIT
if ! command -v clang >/dev/null 2>&1; then
    echo "skipped: libFuzzer, since clang is not installed (Debian: apt-get install clang libclang-rt-14-dev)"
    exit 1
fi
echo 'int LLVMFuzzerTestOneInput(const unsigned char *b, unsigned long n) { return (void)b, (void)n, 0; }' >"$where/a.c"
if ! clang -w -fsanitize=fuzzer,address,undefined "$where/a.c" -o "$where/a" >/dev/null 2>&1; then
    echo "skipped: libFuzzer, since clang's runtime for it is not installed (Debian: apt-get install libclang-rt-14-dev)"
    exit 1
fi
