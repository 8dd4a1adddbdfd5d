# Builds programs for the boards with clang, lld and libgcc, without a C library. The scripts in this folder source it.
#   m3   mps2-an385, a Cortex-M3, with 64 KiB of RAM in use, or 2 MiB for situations (m3_large.ld)
#   m0   microbit, a Cortex-M0 with 16 KiB of RAM

. "$here/../size/tools.sh"

root=$(cd "$here/../../.." && pwd)
case $board in
m3)
    machine="--target=thumbv7m-none-eabi -mcpu=cortex-m3"
    emulated=mps2-an385
    ;;
m0)
    machine="--target=thumbv6m-none-eabi -mcpu=cortex-m0"
    emulated=microbit
    ;;
*)
    echo "no board $board" >&2
    exit 2
    ;;
esac
flags="$machine -std=c11 -Os -g -ffreestanding -fomit-frame-pointer -ffunction-sections -fdata-sections -Wall -Wextra
-I.root/include -isystem .root/tests/ports/cortex_m/include -isystem .root/tests/ports/bare"

# Arithmetic that the machines lack.
LIBGCC=$(arm-none-eabi-gcc -mthumb -mcpu=${machine##*=} -mfloat-abi=soft -print-libgcc-file-name 2>/dev/null)

# what_is_missing: prints the missing tools
what_is_missing()
{
    no_llvm
    [ -n "$LIBGCC" ] || echo "libgcc (Debian: gcc-arm-none-eabi)"
    command -v qemu-system-arm >/dev/null 2>&1 || echo "qemu-system-arm (Debian: qemu-system-arm)"
}

# compile DIRECTORY FLAGS FILE...: compiles in parallel. The compiler runs in the directory, where .root is a link to this tree,
# since the path of the tree may contain a space.
compile()
{
    into=$1
    more=$2
    shift 2
    mkdir -p "$into"
    ln -sfn "$root" "$into/.root"
    # shellcheck disable=SC2086
    (cd "$into" && "$CLANG" $flags $more -c "$@")
}

# link PROGRAM STACK FILE...: by the script $script, or the one of the board
link()
{
    program=$1
    stack=$2
    shift 2
    "$LLD" --gc-sections --error-limit=1 -L "$here" -T "$here/${script:-$board.ld}" --defsym=STACK="$stack" \
        -o "$program" "$@" "$LIBGCC"
}

# emulate SECONDS PROGRAM: prints the guest's output and returns its exit code
emulate()
{
    timeout "$1" qemu-system-arm -M "$emulated" -nographic -monitor none -serial none \
        -chardev stdio,id=s0 -semihosting-config enable=on,target=native,chardev=s0 -kernel "$2" </dev/null
}
