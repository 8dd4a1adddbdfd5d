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
    if (situation_text_equal(name, "partend"))
        script_answered(at, end_one(at, me));
    else if (situation_text_equal(name, "partnew"))
        script_answered(at, create_one(at, me));
    else if (situation_text_equal(name, "partcall"))
        script_answered(at, call_one(at));
    else
        return false;
    return true;
}

bool script_parts_check(const char *name, const char *at)
{
    static const char *const names[] = {"parts", "commands", "uncommanded", "partbytes",
                                        "mostbytes"};

    if (situation_text_equal(name, "blames")) {
        script_need(told.call[0] == '\0' || situation_text_equal(told.call, script_word(&at)),
                    "the report is about another call");
        script_need(told.pool == parted, "the report is about another pool");
        return true;
    }
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        if (situation_text_equal(name, names[i])) {
            const uint32_t right = script_number(&at);
            const trp_parallel_facts is = trp_pool_info(script_pool_at(&at)).parallel;
            const uint64_t facts[] = {is.parts, is.commands, is.refused, is.part_bytes,
                                      is.most_bytes};
            situation_check_equal(__FILE__, __LINE__, name, facts[i], right);
            return true;
        }
    return false;
}
