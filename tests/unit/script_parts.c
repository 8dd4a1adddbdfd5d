/* Words of scripts about pools that are updated in parts. */
#include "script_inside.h"

static bool runs_backwards;
static trp_parallel_desc desc;
static trp_part *part;   /* the one that is updated */
static trp_pool *parted; /* the pool of the last one */

void script_parts_reset(bool is_backwards)
{
    runs_backwards = is_backwards;
}

static void run_backwards(uint32_t parts, trp_run_part_fn *run, void *task, void *arg)
{
    while (parts-- > 0)
        run(parts, task);
}

static void update_part(trp_part *self, const trp_context *in)
{
    part = self;
    parted = in->pool;
    trp_part_each (figure, it, self)
        script_react('p', it->id, it->id);
    part = NULL;
}

void script_parts_property(const char **at, trp_pool_desc *pool)
{
    desc = (trp_parallel_desc){.update = update_part,
                               .parallel_for = runs_backwards ? run_backwards : NULL,
                               .slots_per_part = 64};
    if (!script_at_end(*at) && **at >= '0' && **at <= '9')
        desc.command_bytes = script_number(at);
    pool->update = NULL;
    pool->parallel = (trp_parallel)TRP_PARALLEL(&desc);
}

static void play(const void *event, const trp_context *in)
{
    const uint32_t entry = SCRIPT_PLAYED(*(const uint32_t *)event);

    script_need(in->pool == parted, "a call of a part has another pool");
    stage_log(entry);
    script_react('x', entry, 0);
}

static trp_result end_one(const char *at, uint32_t me)
{
    uint32_t id, last;

    script_range(&at, me, &id, &last);
    const bool is_plain = script_at_end(at);
    const trp_ending ending = script_ending(&at);
    return trp_part_end(part, script_handles[id], is_plain ? NULL : &ending);
}

static trp_result create_one(const char *at, uint32_t me)
{
    trp_pool *const pool = script_takes(&at, "nowhere") ? NULL : script_pool_at(&at);
    uint32_t id, last;

    script_range(&at, me, &id, &last);
    const figure init = {.id = id, .data = ~id, .box = {0, 0, 4, 4}};
    return trp_part_create(part, pool, &init);
}

static trp_result call_one(const char *at)
{
    static uint32_t data[256];

    if (script_takes(&at, "nothing"))
        return trp_part_call(part, NULL, NULL, 0);
    data[0] = script_number(&at);
    if (script_takes(&at, "without"))
        return trp_part_call(part, play, NULL, sizeof data[0]);
    return trp_part_call(part, play, data, script_at_end(at) ? sizeof data[0] : script_number(&at));
}

bool script_parts_call(const char *name, const char *at, uint32_t me)
{
    const char *const start = at;

    SCRIPT_CALL("partend", end_one(at, me));
    SCRIPT_CALL("partnew", create_one(at, me));
    SCRIPT_CALL("partcall", call_one(at));
    return false;
}

static void check_blame(const char *at)
{
    script_need(told.call[0] == '\0' || situation_text_equal(told.call, script_word(&at)),
                "the report is about another call");
    script_need(told.pool == parted, "the report is about another pool");
}

/* Of the pool that is named after a number. */
static trp_parallel_facts facts(const char *at)
{
    (void)script_number(&at);
    return trp_pool_info(script_pool_at(&at)).parallel;
}

bool script_parts_check(const char *name, const char *at)
{
    SCRIPT_DO("blames", check_blame(at));
    SCRIPT_FACT("parts", facts(at).parts);
    SCRIPT_FACT("commands", facts(at).commands);
    SCRIPT_FACT("uncommanded", facts(at).refused);
    SCRIPT_FACT("partbytes", facts(at).part_bytes);
    SCRIPT_FACT("mostbytes", facts(at).most_bytes);
    return false;
}
