#!/bin/sh
# m32.sh COMPILER FLAGS...: prints the command that runs a 32-bit program of this compiler: env where the system runs it,
# else an emulator. Fails if the compiler cannot build one, or nothing can run it.
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
echo 'int main(void) { return 0; }' >"$folder/empty.c"
"$@" -m32 "$folder/empty.c" -o "$folder/empty" 2>/dev/null || exit 1
for runner in env qemu-i386-static; do
    if "$runner" "$folder/empty" 2>/dev/null; then
        echo "$runner"
        exit 0
    fi
done
exit 1
