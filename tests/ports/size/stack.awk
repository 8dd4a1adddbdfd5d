# The deepest stack of some calls: frames by -fstack-usage, calls by the relocations of a disassembly.
#
#   awk -v roots="trp_update_all ..." -v own="object:function ..." -v extra=BYTES -f stack.awk *.su disassembly
#
# A call through a pointer is taken to be the deepest of `own`, the functions that the library itself leaves in pointers,
# except in the objects named in `users`; what users leave there counts 0. `extra` is what a call itself pushes, where the compiler does not count that.
# Prints: root, bytes, the way there.

function plain(name)
{
    sub(/^\.text\./, "", name)
    sub(/^(unlikely|cold|hot)\./, "", name)
    sub(/[-+]0x[0-9a-f]+$/, "", name)
    sub(/\.(isra|constprop|part|cold|lto_priv)\..*$/, "", name)
    sub(/\.(isra|constprop|part|cold)$/, "", name)
    return name
}

# object:function; a function of no object of ours is left out
function key(object, name)
{
    if ((object ":" name) in frame)
        return object ":" name
    return name in home ? home[name] ":" name : ""
}

function deepest(at,    list, n, i, most, here, way)
{
    if (at in depth)
        return depth[at]
    if (at in open)
    {
        print "stack.awk: a cycle of calls at " at >"/dev/stderr"
        cycles = 1
        return 0
    }
    open[at] = 1
    n = split(calls[at], list, " ")
    most = 0
    way = ""
    for (i = 1; i <= n; i++)
    {
        here = deepest(list[i]) + extra
        if (here > most)
        {
            most = here
            way = " " ways[list[i]]
        }
    }
    delete open[at]
    depth[at] = frame[at] + most
    ways[at] = substr(at, index(at, ":") + 1) "(" frame[at] ")" way
    return depth[at]
}

FILENAME ~ /\.su$/ {
    object = FILENAME
    sub(/.*\//, "", object)
    sub(/\.su$/, "", object)
    name = $1
    sub(/.*:/, "", name)
    name = plain(name)
    if (!((object ":" name) in frame) || frame[object ":" name] < $2)
        frame[object ":" name] = $2
    if ($3 !~ /static|bounded/)
        print "stack.awk: " name " has a frame of unknown size" >"/dev/stderr"
    home[name] = object
    next
}

/file format/ {
    object = $1
    sub(/.*\//, "", object)
    sub(/\.o:$/, "", object)
    next
}

/^[0-9a-f]+ <.*>:$/ {
    from = $2
    gsub(/[<>:]/, "", from)
    from = object ":" plain(from)
    next
}

/R_(ARM|RISCV|X86_64)_[A-Z0-9_]+/ {
    to = key(object, plain($NF))
    if (to != "" && to != from && index(" " calls[from] " ", " " to " ") == 0)
        calls[from] = calls[from] " " to
    next
}

/\t(blx?|bx)\tr[0-9]/ || /\t(call|jmp)[ql]?[ \t]+\*/ || /\tc?\.?jal?r\t[^r]/ {
    through[from] = 1
}

END {
    n = split(own, mine, " ")
    for (from in through)
        for (i = 1; i <= n; i++)
            if (mine[i] in frame && index(" " users " ", " " substr(from, 1, index(from, ":") - 1) " ") == 0)
                calls[from] = calls[from] " " mine[i]
    n = split(roots, wanted, " ")
    for (i = 1; i <= n; i++)
    {
        bytes = deepest(key("", wanted[i]))
        print wanted[i], bytes, ways[key("", wanted[i])]
    }
    exit cycles
}
