# awk -f compare.awk size.expected FIGURES...: finds figures that have grown by more than a tenth. Figures of another compiler
# than the recorded one are not compared; this is printed.

/^#/ || NF < 3 { next }

FILENAME == ARGV[1] {
    recorded[$1, $2] = $3
    next
}

$2 == "compiler" {
    other = ($1, "compiler") in recorded ? recorded[$1, "compiler"] != $3 : 0
    if (other)
    {
        gsub("_", " ", $3)
        gsub("_", " ", recorded[$1, "compiler"])
        print "skipped: sizes on " $1 ": recorded with " recorded[$1, "compiler"] ", this is " $3
        skipped++
    }
    else
        met[$1, $2] = 1
    next
}

other { next }

{
    met[$1, $2] = 1
    if (!(($1, $2) in recorded))
        wrong($1 ": " $2 " is not recorded")
    else if ($3 != $3 + 0)
    {
        if ($3 != recorded[$1, $2])
            wrong($1 ": " $2 " is " $3 ", recorded " recorded[$1, $2])
        else
            passed++
    }
    else if ($3 * 10 > recorded[$1, $2] * 11)
        wrong($1 ": " $2 " has grown from " recorded[$1, $2] " to " $3)
    else
        passed++
}

function wrong(what)
{
    print "FAILED: " what
    failed++
}

END {
    for (figure in recorded)
    {
        split(figure, part, SUBSEP)
        if ((part[1], "compiler") in met && !(figure in met))
            wrong(part[1] ": " part[2] " is recorded, but not measured any more")
    }
    if (failed)
        print "If that has to be: make size-record"
    print passed + 0 " passed, " failed + 0 " failed" (skipped ? ", " skipped " targets skipped" : "")
    exit failed != 0
}
