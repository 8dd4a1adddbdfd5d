# Doxygen's view of result.h: the enumerators of TRP_RESULTS(X), each with its text as its comment.
{ line[NR] = $0 }

/^#define TRP_RESULTS\(X\)/ { inside = 1; next }
inside && !/^ *X\(|^ *"/ { inside = 0 }
inside {
    text = $0
    sub(/ *\\$/, "", text)
    if (match(text, /X\(TRP_[A-Z_]+/)) name[++count] = substr(text, RSTART + 2, RLENGTH - 2)
    while (match(text, /"([^"\\]|\\.)*"/)) {
        meaning[count] = meaning[count] substr(text, RSTART + 1, RLENGTH - 2)
        text = substr(text, RSTART + RLENGTH)
    }
}

END {
    for (n = 1; n <= NR; n++) {
        if (line[n] ~ /TRP_RESULTS\(TRP__ENUMERATOR\)/) {
            for (k = 1; k <= count; k++) printf "%s, /**< %s */ ", name[k], meaning[k]
            sub(/TRP_RESULTS\(TRP__ENUMERATOR\) */, "", line[n])
        }
        print line[n]
    }
}
