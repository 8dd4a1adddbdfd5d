# Prints figures as a table in Markdown: one row per figure, one column per target.

BEGIN {
    split("cortex-m0 cortex-m3 cortex-m4 riscv32 x86-64", targets, " ")
    title["core.game"] = "list, pool, world, tick: linked by a program with all their calls"
    title["core.small"] = "... with create, recycle, handles and the tick only"
    title["core.small.smallest"] = "with create, recycle, handles and the tick only, compiled with `-Oz -flto`"
    title["core.files"] = "the same files, all of them"
    title["core.files.with-messages"] = "the files of list, pool, world, tick, all of them, with message texts"
    title["noun.text"] = "text, as messages and reports write it"
    title["data"] = "data"
    title["bss"] = "bss"
    title["core.run-time"] = "run-time of the compiler that they need"
    title["all.run-time"] = "... functions of it that the whole library needs"
    title["bytes.actor"] = "`sizeof(trp_actor)`"
    title["bytes.slots_1024"] = "1,024 slots, beside the game's data"
    title["bytes.pool"] = "a pool, beside its slots"
    title["bytes.world_of_1_pool"] = "a world of one pool"
    title["bytes.world_of_32_pools"] = "a world of 32 pools (the default)"
    title["bytes.slot"] = "... per slot"
    title["stack.trp_update_all"] = "deepest stack of `trp_update_all`, without what callbacks do"
    title["stack.trp_update_all.create"] = "... around a callback that calls `trp_create`"
    title["stack.trp_update_all.create.watcher"] = "... the same, and watchers that do"
    title["stack.trp_update_all.create.system"] = "... the same, with a system"
    title["stack.trp_update_all.create.family"] = "... the same, with a family"
    title["stack.trp_update_all.create.space"] = "... the same, with a space"
    title["stack.trp_update_all.create.all"] = "... with all of these"
    title["stack.trp_update_all.with-messages"] = "deepest stack of `trp_update_all`, with message texts"
    title["stack.trp_draw_all"] = "deepest stack of `trp_draw_all`"
    title["stack.trp_create"] = "... of `trp_create`"
    title["stack.trp_recycle"] = "... of `trp_recycle`"
    title["stack.trp_pool_create"] = "... of `trp_pool_create`"
}

{ value[$1, $2] = $3 }

!($2 in seen) && $2 != "compiler" {
    seen[$2] = 1
    rows[++count] = $2
    if ($2 == "bytes.slots_1024")
        rows[++count] = "bytes.slot"
}

$2 == "bytes.slots_1024" { value[$1, "bytes.slot"] = sprintf("%.2f", $3 / 1024) }

function number(text)
{
    if (text ~ /^[0-9][0-9][0-9][0-9]+$/)
        return substr(text, 1, length(text) - 3) "," substr(text, length(text) - 2)
    gsub(",", ", ", text)
    return text
}

function row(what, i, line)
{
    line = "| " (what in title ? title[what] : substr(what, 1, 5) == "noun." ? "module: " substr(what, 6) : what)
    for (i = 1; i in targets; i++)
        if ((targets[i], "compiler") in value)
            line = line " | " number(value[targets[i], what])
    print line " |"
}

END {
    line = "| bytes"
    rule = "|---"
    for (i = 1; i in targets; i++)
        if ((targets[i], "compiler") in value)
        {
            line = line " | " targets[i]
            rule = rule "|---:"
        }
    print line " |"
    print rule "|"
    for (i = 1; i <= count; i++)
        row(rows[i])
}
