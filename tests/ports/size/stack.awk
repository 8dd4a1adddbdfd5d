# The deepest stack of some calls. Frames come from -fstack-usage, calls from the relocations of a disassembly.
#
#   awk -v only="row ..." -v never="object:function ..." -v once="object:function ..." -v extra=BYTES
#       -f stack.awk stack.rows *.su disassembly
# A row of stack.rows is a call and its surroundings. The name up to the first dot is the call. The row defines the targets of
# calls through pointers: watch:tell; from there the library's own watchers; once a callback of the game that makes a further
# call (the frame of the callback counts 0); otherwise none. A watcher that ends further actors, as families do, is notified of
# their ends as well: watchers nest twice, and the inner one calls no function of `once`. `never`: functions that these calls do
# not reach. `only`: computes these rows only. `extra`: the bytes that a call pushes, if the compiler does not count them.
# Prints: row, bytes, the path.

function plain(name)
{
    sub(/^\.text\./, "", name)
    sub(/^(unlikely|cold|hot)\./, "", name)
    sub(/[-+]0x[0-9a-f]+$/, "", name)
    sub(/\.(isra|constprop|part|cold|lto_priv)\..*$/, "", name)
    sub(/\.(isra|constprop|part|cold)$/, "", name)
    return name
}

# The key object:function; "" for a function outside the library
function key(object, name)
{
    if ((object ":" name) in frame)
        return object ":" name
    return name in home ? home[name] ":" name : ""
}

# Follows one call. `is_callback`: a callback of the game makes it.
function descend(to, nested, is_out, is_callback,    here)
{
    if (to == "" || index(" " never " ", " " to " ") || (nested == 2 && index(" " once " ", " " to " ")))
        return
    here = deepest(to, nested, is_out) + extra
    if (here > most)
    {
        most = here
        way = (is_callback ? " [callback]" : "") " " ways[to, nested, is_out]
    }
}

# Follows all targets of a call through a pointer in `at`.
function descend_through(at, nested, is_out,    list, n, i, object)
{
    object = substr(at, 1, index(at, ":") - 1)
    if (index("," tells ",", "," object ","))
        descend("watch:tell", nested, is_out, 0)
    n = object == "watch" && nested < 2 ? split(heard, list, ",") : 0
    for (i = 1; i <= n; i++)
        descend(list[i] in frame ? list[i] : "", nested + 1, is_out, 0)
    if (!is_out && index("," callers ",", "," object ","))
        descend(key("", inner), 0, 1, 1)
}

# The deepest stack from `at`. `nested`: the number of watchers of the library around it; `is_out`: a callback of the game is
# around it.
function deepest(at, nested, is_out,    list, n, i, most_before, way_before)
{
    if ((at, nested, is_out) in depth)
        return depth[at, nested, is_out]
    if ((at, nested, is_out) in open)
    {
        print "stack.awk: a cycle of calls at " at >"/dev/stderr"
        cycles = 1
        return 0
    }
    open[at, nested, is_out] = 1
    most_before = most
    way_before = way
    most = 0
    way = ""
    n = split(calls[at], list, " ")
    for (i = 1; i <= n; i++)
        descend(list[i], nested, is_out, 0)
    if (at in through)
        descend_through(at, nested, is_out)
    delete open[at, nested, is_out]
    depth[at, nested, is_out] = frame[at] + most
    ways[at, nested, is_out] = substr(at, index(at, ":") + 1) "(" frame[at] ")" way
    most = most_before
    way = way_before
    return depth[at, nested, is_out]
}

FILENAME ~ /\.rows$/ {
    if (NF == 5 && !/^#/ && (only == "" || index(" " only " ", " " $1 " ")))
        row[++rows] = $0
    next
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

/\t(blx?|bx)\tr[0-9]/ || /\t(call|jmp)[ql]?[ \t]+\*/ || /\t(c\.)?(jr|jalr)\t[as][0-9]/ {
    through[from] = 1
}

END {
    for (line = 1; line <= rows; line++)
    {
        split(row[line], column, " ")
        root = column[1]
        sub(/\..*/, "", root)
        tells = column[2]
        inner = column[3]
        callers = column[4]
        heard = column[5]
        split("", depth)
        split("", ways)
        root = key("", root)
        bytes = deepest(root, 0, 0)
        print column[1], bytes, ways[root, 0, 0]
    }
    exit cycles
}
