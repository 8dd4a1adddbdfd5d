# Builds programs for the boards: clang and lld, no other toolchain, no libc. Sourced by the scripts here.
#   m3   mps2-an385, a Cortex-M3, of whose RAM 64 KiB are used
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
-I.root/include -I.root/tests/model/table -isystem .root/tests/ports/cortex_m/include -isystem .root/tests/ports/bare"

# what_is_missing: prints the missing tools
what_is_missing()
{
    no_llvm
    command -v qemu-system-arm >/dev/null 2>&1 || echo "qemu-system-arm (Debian: qemu-system-arm)"
}

# compile DIRECTORY FLAGS FILE...: side by side. The compiler runs there, where .root is this tree: there may be a space in
# its path.
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

# link PROGRAM STACK FILE...
link()
{
    program=$1
    stack=$2
    shift 2
    "$LLD" --gc-sections --error-limit=1 -L "$here" -T "$here/$board.ld" --defsym=STACK="$stack" -o "$program" "$@"
}

# emulate SECONDS PROGRAM: the guest's output, and its exit code
emulate()
{
    timeout "$1" qemu-system-arm -M "$emulated" -nographic -monitor none -serial none \
        -chardev stdio,id=s0 -semihosting-config enable=on,target=native,chardev=s0 -kernel "$2" </dev/null
}
