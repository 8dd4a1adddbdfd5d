/* Words of scripts about groups. */
#include "script_inside.h"

enum { GROUPS = 4, ARRAY = 8, ENTRIES = 32 };

static trp_group groups[GROUPS];
static trp_handle arrays[GROUPS][ARRAY];
static uint32_t in_use, fitted;

void script_group_reset(void)
{
    in_use = 0;
    for (uint32_t i = 0; i < GROUPS; i++)
        groups[i] = (trp_group){0};
}

static trp_group *group(void)
{
    return &groups[in_use];
}

static void on_added(trp_actor *actor, const trp_context *in)
{
    const uint32_t entry = SCRIPT_ADDED(trp_as(figure, actor)->id);

    script_need(trp_group_has(group(), actor), "it is not in the group yet");
    stage_log(entry);
    script_react('x', entry, 0);
}

static void on_pruned(trp_handle handle, const trp_context *in)
{
    uint32_t id = 0;

    script_need(trp_get(script_world, handle) == NULL, "a living one was pruned");
    while (id < SCRIPT_IDS && !trp_handle_equal(script_handles[id], handle))
        id++;
    stage_log(SCRIPT_PRUNED(id));
    script_react('x', SCRIPT_PRUNED(id), 0);
}

static trp_result make(const char *at)
{
    trp_group_desc desc = {.name = "squad"};

    for (; !script_at_end(at); script_skip(&at)) {
        if (script_takes(&at, "unique"))
            desc.unique = true;
        else if (script_takes(&at, "max"))
            desc.max = script_number(&at);
        else if (script_takes(&at, "room"))
            desc.capacity = script_number(&at);
        else if (script_takes(&at, "called"))
            desc.name = script_name(&at);
        else if (script_takes(&at, "array")) {
            desc.array = arrays[in_use];
            desc.array_bytes = TRP_GROUP_BYTES(script_number(&at));
        } else {
            script_need(script_takes(&at, "hooks"), "no property of groups");
            desc.on_added = on_added;
            desc.on_pruned = on_pruned;
        }
    }
    const trp_result got = trp_group_init(group(), script_world, &desc);
    return script_lacks_memory(got, false) ? trp_group_init(group(), script_world, &desc) : got;
}

static trp_result add(trp_actor *actor)
{
    const trp_result got = trp_group_add(group(), actor);

    return script_lacks_memory(got, false) ? trp_group_add(group(), actor) : got;
}

static trp_result add_slice(const char *at)
{
    const trp_group *const from = &groups[script_number(&at)];
    const uint32_t place = script_number(&at);
    const uint32_t most = script_at_end(at) ? UINT32_MAX : script_number(&at);

    fitted = trp_group_add_from(group(), from, place, most);
    if (fitted < most && script_lacks_memory(TRP_ERR_MEMORY, true))
        fitted += trp_group_add_from(group(), from, place + fitted, most - fitted);
    return script_told();
}

static trp_result reserve(uint32_t room)
{
    const trp_result got = trp_group_reserve(group(), room);

    return script_lacks_memory(got, false) ? trp_group_reserve(group(), room) : got;
}

static void walk(void)
{
    trp_group_each (figure, it, group()) {
        script_visit(&it->actor, NULL);
        if (script_leaves())
            break;
    }
}

static trp_result add_many(const char *at, uint32_t me)
{
    trp_actor *actors[ENTRIES];
    uint32_t count = 0;

    while (!script_at_end(at)) {
        script_need(count < ENTRIES, "so many actors");
        actors[count++] = script_actor_at(&at, me);
    }
    fitted = trp_group_add_many(group(), actors, count);
    return script_told();
}

/* For each of the ids. */
static bool call_on_actors(const char *name, const char *at, uint32_t me)
{
    static const char *const names[] = {"add", "drop", NULL};
    const bool adds = name[0] == 'a';

    if (!script_is_one_of(name, names))
        return false;
    while (!script_at_end(at)) {
        uint32_t id, last;
        for (script_range(&at, me, &id, &last); id <= last; id++) {
            trp_actor *const actor = script_figures[id] != NULL ? &script_figures[id]->actor : NULL;
            script_answered(at, adds ? add(actor) : trp_group_remove(group(), actor));
        }
    }
    return true;
}

bool script_group_call(const char *name, const char *at, uint32_t me)
{
    const char *const start = at;

    if (call_on_actors(name, at, me))
        return true;
    SCRIPT_CALL("group", make(at));
    SCRIPT_DO("use", in_use = script_number(&at));
    SCRIPT_CALL("many", add_many(at, me));
    SCRIPT_CALL("slice", add_slice(at));
    SCRIPT_CALL("grant", reserve(script_number(&at)));
    SCRIPT_CALL("prune", trp_group_prune(group()));
    SCRIPT_CALL("empty", trp_group_clear(group()));
    SCRIPT_CALL("freegroup", trp_group_free(group()));
    SCRIPT_CALL("members", trp_group_for_each(group(), script_visit_here, NULL));
    SCRIPT_DO("walk", walk());
    return false;
}

/* The members of the group; 0: of a dead one. */
static void check_places(const char *at)
{
    bool has[SCRIPT_IDS] = {false};
    uint32_t place = 0, living = 0;

    for (script_skip(&at); !script_at_end(at); script_skip(&at)) {
        uint32_t id, last;
        for (script_range(&at, 0, &id, &last); id <= last; id++) {
            const trp_actor *const member = id != 0 ? &script_figures[id]->actor : NULL;
            script_need(place < trp_group_size(group()), "there are fewer members");
            script_need(trp_group_at(group(), place++) == member, "another member is there");
            script_need(member == NULL || trp_group_has(group(), member),
                        "the group does not have it");
            living += id != 0;
            has[id] = true;
        }
    }
    for (uint32_t id = 1; id < SCRIPT_IDS; id++)
        script_need(has[id] || trp_get(script_world, script_handles[id]) == NULL ||
                        !trp_group_has(group(), &script_figures[id]->actor),
                    "the group has another member");
    script_need(place == trp_group_size(group()), "there are more members");
    script_need(living == trp_group_measure(group()), "it has another measure");
    script_need(trp_group_at(group(), place) == NULL, "there is one beyond the last");
}

bool script_group_check(const char *name, const char *at)
{
    SCRIPT_DO("places", check_places(at));
    SCRIPT_FACT("fitted", fitted);
    SCRIPT_FACT("room", trp_group_info(group()).capacity);
    SCRIPT_FACT("available", trp_group_info(group()).available);
    return false;
}
