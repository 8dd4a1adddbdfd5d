#!/bin/sh
# measure.sh TARGET DIRECTORY SOURCES: builds the library for a target as for a small machine. Prints one figure per line: target,
# name, number; the first is the compiler. size/table.awk explains each figure.
# Fails if the library has data, or needs external symbols other than the allowed ones.
set -u
target=$1
rm -rf "${2:?}/$1"
mkdir -p "$2/$1"
dir=$(cd "$2/$1" && pwd)
ln -s "$(cd "$3" && pwd)" "$dir/.sources" # a link for compilers, since paths may contain spaces
here=$(cd "$(dirname "$0")" && pwd)
. "$here/tools.sh"

# The files of list, pool, world and tick. All other sources are modules, each named by the part before its `_`. heap.c calls
# malloc. The other excluded files of src/core are linked only by programs that use them.
APART="ages chunk external grow heap join print steal product update_each validate watch"
CORE=$(cd "$3" && for file in base/*.c core/*.c; do
    name=$(basename "$file" .c)
    case " $APART " in *" $name "*) ;; *) echo "$name" ;; esac
done)
# No measured call reaches these: systems are cleared when the world ends.
NEVER="system:system_remove_between"
# Functions that end actors. A family ends all descendants of an ended actor at once, so a nested watcher does not call
# these.
ONCE="life:trp_expire life:life_end_with life:trp__end_life"

cc=$CLANG
extra=0
case $target in
cortex-m0) machine="--target=thumbv6m-none-eabi -mcpu=cortex-m0" ;;
cortex-m3) machine="--target=thumbv7m-none-eabi -mcpu=cortex-m3" ;;
cortex-m4) machine="--target=thumbv7em-none-eabihf -mcpu=cortex-m4 -mfpu=fpv4-sp-d16 -mfloat-abi=hard" ;;
riscv32) machine="--target=riscv32-unknown-elf -march=rv32imac -mabi=ilp32 -mno-relax" ;;
x86-64)
    machine="-m64 -fno-pic -fcf-protection=none"
    cc=${CC:-cc}
    ;;
*)
    echo "measure.sh: no target $target" >&2
    exit 2
    ;;
esac
flags="$machine -std=c11 -Os -ffreestanding -fomit-frame-pointer -ffunction-sections -fdata-sections
-fno-asynchronous-unwind-tables -fno-unwind-tables -fno-stack-protector -fstack-usage -I../.sources/../include"

# build SUBDIRECTORY FLAGS...: compiles all sources but heap.c, in parallel. Compilers run in the subdirectory.
build()
{
    out=$dir/$1
    shift
    rm -rf "$out"
    mkdir -p "$out"
    (
        cd "$out" || exit 1
        # shellcheck disable=SC2046,SC2086
        $cc $flags "$@" -c $(ls ../.sources/*/*.c | grep -v '/heap\.c$')
    )
}

# text DIRECTORY FILE...: prints the bytes of code and constants in object files
text()
{
    (
        cd "$1" || exit 1
        shift
        "$LLVM_SIZE" -A "$@" |
            awk '$1 ~ /^\.(text|rodata|sdata2|srodata|ARM\.extab|eh_frame)/ { sum += $2 } END { print sum + 0 }'
    )
}

objects()
{
    for file in "$@"; do echo "$file.o"; done
}

# linked DIRECTORY CALLS: prints the bytes of code and constants that a program with these calls links
linked()
{
    # shellcheck disable=SC2046
    (cd "$1" && "$LLD" --gc-sections --unresolved-symbols=ignore-all -e trp__world_init \
        -o "$dir/linked.$(basename "$2")" -Map="$dir/map.$(basename "$2")" $(sed 's/^/-u /' "$2") ./*.o) &&
        text "$dir" "linked.$(basename "$2")"
}

# Finds calls that do not exist: they would link nothing and look small.
no_such_calls()
{
    "$LLVM_NM" --defined-only "$1"/*.o | awk '$2 == "T" { print $3 }' | sort -u >"$dir/defined"
    sort -u "$here"/*.calls | grep -vxFf "$dir/defined"
}

say()
{
    echo "$target $1 $2"
}

say compiler "$($cc --version | head -n 1 | tr ' ' '_')"
build silent -DTRP_NO_MESSAGES || exit 1
silent=$dir/silent
strange=$(no_such_calls "$silent") && bad="calls that do not exist: $strange"

say core.game "$(linked "$silent" "$here/game.calls")"
say core.small "$(linked "$silent" "$here/small.calls")"
# shellcheck disable=SC2046,SC2086
say core.files "$(text "$silent" $(objects $CORE))"
if [ "$target" = cortex-m3 ]; then
    build telling || exit 1
    # shellcheck disable=SC2046,SC2086
    say core.files.with-messages "$(text "$dir/telling" $(objects $CORE text))"
    build smallest -DTRP_NO_MESSAGES -Oz -flto || exit 1
    say core.small.smallest "$(linked "$dir/smallest" "$here/small.calls")"
    rm -r "$dir/smallest"
    linked "$silent" "$here/small.calls" >/dev/null # for the map
fi

core_files=$(echo $CORE) # on one line
nouns=$(cd "$silent" && for file in *.o; do
    name=${file%.o}
    case " $core_files " in *" $name "*) ;; *) echo "${name%%_*}" ;; esac
done | sort -u)
for noun in $nouns; do
    # shellcheck disable=SC2046
    say "noun.$noun" "$(text "$silent" $(cd "$silent" && ls "$noun".o "$noun"_*.o 2>/dev/null))"
done

"$LLVM_SIZE" -A "$dir"/*/*.o |
    awk -v target="$target" '$1 ~ /^\.(data|sdata|tdata)/ { data += $2 } $1 ~ /^\.(bss|sbss|tbss)/ { bss += $2 }
        END { print target, "data", data + 0; print target, "bss", bss + 0; exit data + bss != 0 }' || bad=data

# shellcheck disable=SC2086
(cd "$silent" && $cc $flags -c "$here/sizes.c" -o ../sizes.o) || exit 1
"$LLVM_NM" -S --radix=d "$dir/sizes.o" | awk -v target="$target" '$4 ~ /^size_/ { sub("size_", "", $4); print target, "bytes." $4, $2 + 0 }'

# External symbols: memcpy and memset (with other names on ARM), and those of the compiler's run-time, which are
# counted.
outside=$("$LLVM_NM" -u "$dir"/*/*.o | awk '$1 == "U" { print $2 }' | sort -u |
    grep -vxE 'trp_[a-z_0-9]*|mem(cpy|set)|__aeabi_mem(cpy|set|clr)[48]?|_GLOBAL_OFFSET_TABLE_')
helpers()
{
    # shellcheck disable=SC2046
    "$LLVM_NM" -u "$@" | awk '$1 == "U" { print $2 }' | sort -u | grep -E '^__' |
        grep -vxE '__aeabi_mem(cpy|set|clr)[48]?' | tr '\n' ',' | sed 's/,$//'
}
# shellcheck disable=SC2046,SC2086
core=$(cd "$silent" && helpers $(objects $CORE))
say core.run-time "${core:-none}"
say all.run-time "$(echo "$outside" | grep -c .)"
strange=$(echo "$outside" | grep -v '^__' | tr '\n' ' ')
[ -z "${strange# }" ] || bad="${bad:-} external symbols: $strange"

# The deepest stack. Only some compilers count the return address that a call pushes.
echo 'void nothing(void); void nothing(void) {}' >"$dir/nothing.c"
# shellcheck disable=SC2086
(cd "$silent" && $cc $flags -c ../nothing.c -o ../nothing.o)
[ "$target" = x86-64 ] && extra=$(awk '{ print $2 == 0 ? 8 : 0 }' "$dir/nothing.su")
# deepest SUBDIRECTORY [ROWS]: prints the deepest stack for rows of stack.rows
deepest()
{
    (cd "$dir/$1" && "$LLVM_OBJDUMP" -dr --no-show-raw-insn ./*.o) >"$dir/disassembly" &&
        awk -v only="${2:-}" -v never="$NEVER" -v once="$ONCE" -v extra="$extra" -f "$here/stack.awk" "$here/stack.rows" "$dir/$1"/*.su \
            "$dir/disassembly"
}
deepest silent >"$dir/stack" || bad="${bad:-} stack"
[ -d "$dir/telling" ] && deepest telling trp_update_all | awk '{ print "'"$target"'", "stack." $1 ".with-messages", $2 }'
awk -v target="$target" '{ print target, "stack." $1, $2 }' "$dir/stack"

# Finds text in the library without messages. Files of reports may keep text, since games call them to get it: those of
# inspect.h, of diff.h, and the printing of saves; and so may the names of fields that a save contains.
REPORTS="inspect_fill inspect_leaks inspect_line inspect_why inspect_world diff diff_pool diff_struct diff_text"
REPORTS="$REPORTS family_state queue_state group_state space_state timers_state region save save_pool save_print"
# A line of the dump: the offset, 36 characters for 16 bytes, the bytes as text.
(cd "$silent" && "$LLVM_OBJDUMP" -s ./*.o) | awk -v reports=" $REPORTS " '
    /file format/ { flush(); file = $1; sub(/.*\//, "", file); sub(/\.o:$/, "", file) }
    /^Contents of section/ { on = $4 ~ /^\.rodata/ }
    on && /^ / { text = text substr($0, length($1) + 40) }
    function flush()
    {
        while (match(text, /[A-Za-z][A-Za-z_, ][A-Za-z_, ][A-Za-z_, ][A-Za-z_, ]+/))
        {
            words = substr(text, RSTART, RLENGTH)
            text = substr(text, RSTART + RLENGTH)
            # constants to compare with: the beginning of the name of a type, tags of saves; a default name that saves
            # contain
            if (words ~ /^(struct |ROSTKIN|REGNIDS|TROUPE)/ || words == "group") continue
            # trp_print_why() names the call that it needs
            if (file == "inspect_why" && words ~ /^trp_black_box_start/) continue
            if (index(reports, " " file " ") == 0 || words ~ /trp_|TRP_|NULL/)
                print file ": " words
        }
        text = ""
    }
    END { flush() }' >"$dir/words"
[ ! -s "$dir/words" ] || bad="${bad:-} text in spite of TRP_NO_MESSAGES: $(tr '\n' ';' <"$dir/words")"

if [ -n "${bad:-}" ]; then
    echo "measure.sh: $target: $bad" >&2
    exit 1
fi
