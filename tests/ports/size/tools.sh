# Finds the tools of LLVM, whose names end in a version on some systems. Other scripts source it.

# llvm_tool NAME: prints the first installed tool of NAME, NAME-14, NAME-15 ...
llvm_tool()
{
    for name in "$1" "$1-14" "$1-15" "$1-16" "$1-17" "$1-18" "$1-19" "$1-20"; do
        if command -v "$name" >/dev/null 2>&1; then
            echo "$name"
            return
        fi
    done
}

CLANG=${CLANG:-$(llvm_tool clang)}
LLD=${LLD:-$(llvm_tool ld.lld)}
LLVM_NM=$(llvm_tool llvm-nm)
LLVM_SIZE=$(llvm_tool llvm-size)
LLVM_OBJDUMP=$(llvm_tool llvm-objdump)

# no_llvm: prints the missing tools; fails if there are none
no_llvm()
{
    missing=
    [ -n "$CLANG" ] || missing="$missing clang"
    [ -n "$LLD" ] || missing="$missing lld"
    [ -n "$LLVM_NM" ] && [ -n "$LLVM_SIZE" ] && [ -n "$LLVM_OBJDUMP" ] || missing="$missing llvm"
    [ -n "$missing" ] && echo "${missing# } (Debian:$missing)"
}
