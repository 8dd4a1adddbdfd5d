/* Words of scripts about spaces. */
#include "script_inside.h"

#include "../../src/space/contacts.h" /* its pairing changes */

static trp_space *space;
static trp_contacts *contacts;
static bool is_brute, is_cramped;
static uint32_t answers;                        /* to the last question */
enum { HITS = STAGE_BYTES >= 16384u ? 64 : 1 }; /* small machines leave the others out */
static trp_hit hits[HITS];

void script_space_reset(bool brute, bool cramped)
{
    is_cramped = cramped;
    space = NULL;
    contacts = NULL;
    is_brute = brute;
}

static uint32_t id_of(const trp_actor *actor)
{
    return actor != NULL ? trp_as(figure, actor)->id : 0;
}

/* Members have this category; actors outside have any. */
static bool is_of(const trp_actor *actor, uint32_t category)
{
    trp_member member;

    return !trp_space_member(space, actor, &member) || member.category == category;
}

static void visit(trp_actor *self, const trp_context *in)
{
    script_need(in->world == script_world && in->space == space && in->arg == &answers,
                "the context is of another question");
    script_need(is_of(self, in->category), "the context has another category");
    script_visit(self, in);
}

static void check_pair(const trp_actor *a, const trp_actor *b, const trp_pair_context *in)
{
    script_need(in->world == script_world && in->space == space, "the context has another space");
    script_need(is_of(a, in->a_category) && is_of(b, in->b_category),
                "the context has other categories");
}

static void log_pair(trp_actor *a, trp_actor *b, const trp_pair_context *in)
{
    const uint32_t entry = SCRIPT_PAIR(id_of(a), id_of(b));

    check_pair(a, b, in);
    script_need(in->arg == &answers, "the context is of other pairs");
    stage_log(entry);
    script_react('x', entry, id_of(a));
}

static void log_contact(trp_actor *a, trp_actor *b, const trp_contact_context *in)
{
    const uint32_t phase = in->phase == TRP_CONTACT_BEGIN  ? 0
                           : in->phase == TRP_CONTACT_STAY ? 1
                                                           : 2;
    const uint32_t entry = SCRIPT_CONTACT(phase, id_of(a), id_of(b));

    script_need(in->world == script_world && in->user == in->space,
                "the context has another space");
    script_need(phase != 0 || (is_of(a, in->a_category) && is_of(b, in->b_category)),
                "the context has other categories");
    script_need(a == trp_get(script_world, in->a_handle), "a's handle leads elsewhere");
    script_need(b == trp_get(script_world, in->b_handle), "b's handle leads elsewhere");
    stage_log(entry);
    script_react('x', entry, id_of(a));
}

/* X [Y [WIDTH [HEIGHT]]] */
static trp_box box_at(const char **at)
{
    trp_box box = {script_decimal(at), 0, 4, 4};

    if (!script_at_end(*at))
        box.y = script_decimal(at);
    if (!script_at_end(*at))
        box.width = box.height = script_decimal(at);
    if (!script_at_end(*at))
        box.height = script_decimal(at);
    return box;
}

static trp_area around;
static trp_actor_fn *update_in_part;

static void update_around(trp_pool *pool, const trp_context *in)
{
    (void)trp_space_update(space, around, update_in_part, in);
}

void script_space_property(const char **at, trp_pool_desc *pool, trp_actor_fn *update)
{
    const float x = script_decimal(at), y = script_decimal(at), width = script_decimal(at);

    around = trp_rectangle(x, y, width, script_decimal(at));
    update_in_part = update;
    pool->update_pool = update_around;
}

static trp_result add_pool(const char *at)
{
    trp_pool *const pool = script_pool_at(&at);
    trp_space_pool_desc desc = {.box = TRP_BOX_AT(figure, box)};

    desc.manual_add = script_takes(&at, "byhand");
    desc.is_static = script_takes(&at, "static");
    if (script_takes(&at, "middle")) {
        desc.center = desc.box;
        desc.box = 0;
    }
    desc.is_round = script_takes(&at, "round");
    if (script_takes(&at, "mask"))
        desc.mask = script_number(&at);
    if (script_takes(&at, "category"))
        desc.category = script_number(&at);
    trp_result got = trp_space_add_pool(space, pool, &desc);
    /* without memory it is full, and keeps the room that it has found */
    if (script_lacks_memory(got == TRP_ERR_FULL ? TRP_ERR_MEMORY : got, trp_pool_count(pool) > 0)) {
        script_need(trp_space_info(space).count == 0, "some of them are in the space");
        got = trp_space_add_pool(space, pool, &desc);
    }
    return got;
}

static trp_result make_space(const char *at)
{
    trp_space_desc desc = {
        .capacity = 32, .index = is_brute ? TRP_SPACE_BRUTE : NULL, .hits = is_cramped ? 16 : 0};
    bool is_empty = false;
    trp_result result = TRP_OK;

    for (; !script_at_end(at); script_skip(&at)) {
        if (script_takes(&at, "room"))
            desc.capacity = script_number(&at);
        else if (script_takes(&at, "hits"))
            desc.hits = script_number(&at);
        else if (script_takes(&at, "classes"))
            desc.classes = script_number(&at);
        else if (script_takes(&at, "stays"))
            desc.sleepers = TRP_SLEEPERS_STAY;
        else if (script_takes(&at, "sweeps"))
            desc.sweeps = true;
        else if (script_takes(&at, "most"))
            desc.max_capacity = script_number(&at);
        else if (script_takes(&at, "manual"))
            desc.manual_moves = true;
        else if (script_takes(&at, "brute"))
            desc.index = TRP_SPACE_BRUTE;
        else if (script_takes(&at, "grid"))
            desc.index = NULL;
        else if (script_takes(&at, "called"))
            desc.name = script_name(&at);
        else
            is_empty = script_takes(&at, "empty") || (script_fail("no property of spaces"), false);
    }
    space = trp_space_create(script_world, &desc);
    if (space == NULL && script_lacks_memory(trp_last_result(script_world), false))
        space = trp_space_create(script_world, &desc);
    for (uint32_t i = 0; i < script_pool_count && space != NULL && !is_empty; i++)
        if (result == TRP_OK)
            result = trp_space_add_pool(space, script_pools[i],
                                        &(trp_space_pool_desc){.box = TRP_BOX_AT(figure, box)});
    return space != NULL ? result : trp_last_result(script_world);
}

static bool is_odd(const trp_actor *actor, const trp_context *in)
{
    return id_of(actor) % 2 == 1;
}

static bool is_asked(const trp_actor *actor, const trp_context *in)
{
    script_need(in->user == hits, "the context is of another filter");
    script_react('f', id_of(actor), id_of(actor));
    return true;
}

static bool is_asked_pair(const trp_actor *a, const trp_actor *b, const trp_pair_context *in)
{
    check_pair(a, b, in);
    script_need(in->user == hits, "the context is of another filter");
    script_react('f', SCRIPT_PAIR(id_of(a), id_of(b)), id_of(a));
    return true;
}

static bool is_none(const trp_actor *a, const trp_actor *b, const trp_pair_context *in)
{
    return false;
}

static bool is_even_sum(const trp_actor *a, const trp_actor *b, const trp_pair_context *in)
{
    return (id_of(a) + id_of(b)) % 2 == 0;
}

static trp_pairing pairing_at(const char *at)
{
    trp_pairing which = {.user = hits};

    for (; !script_at_end(at); script_skip(&at)) {
        if (script_takes(&at, "a"))
            which.a = script_number(&at);
        else if (script_takes(&at, "b"))
            which.b = script_number(&at);
        else if (script_takes(&at, "either"))
            which.care = TRP_CARE_EITHER;
        else if (script_takes(&at, "even"))
            which.accept = is_even_sum;
        else if (script_takes(&at, "asked"))
            which.accept = is_asked_pair;
        else if (script_takes(&at, "none"))
            which.accept = is_none;
        else
            which.swept =
                script_takes(&at, "swept") || (script_fail("no property of pairs"), false);
    }
    return which;
}

static void make_contacts(uint32_t capacity, uint32_t phases, bool manual_run)
{
    contacts = trp_contacts_create(space, &(trp_contacts_desc){.phases = phases,
                                                               .on_contact = log_contact,
                                                               .user = space,
                                                               .capacity = capacity,
                                                               .manual_run = manual_run});
}

/* Those that ticks run. */
static trp_result begin_contacts(const char *at)
{
    static const char *const names[] = {"begin", "stay", "end"};
    static const uint32_t values[] = {TRP_CONTACT_BEGIN, TRP_CONTACT_STAY, TRP_CONTACT_END};
    uint32_t phases = 0;

    for (unsigned i = 0; i < 3; i++)
        if (script_takes(&at, names[i]))
            phases |= values[i];
    make_contacts(16, phases, false);
    return script_told();
}

/* The first run creates them, for N contacts. */
static trp_result run_contacts(const char *at)
{
    script_skip(&at);
    const uint32_t room = *at >= '0' && *at <= '9' ? script_number(&at) : 16;

    if (contacts == NULL)
        make_contacts(room, TRP_CONTACT_BEGIN | TRP_CONTACT_STAY | TRP_CONTACT_END, true);
    if (contacts != NULL)
        contacts->desc.pairing = pairing_at(at);
    answers = trp_contacts_run(contacts);
    return script_told();
}

/* What is asked, and at most how many of the answers; 0: all, by callback. */
static trp_query question_at(const char *name, const char **at, uint32_t me, uint32_t *most)
{
    trp_query query = {.area = trp_rectangle(-1000, -1000, 2000, 2000), .user = hits};

    *most = 0;
    if (situation_text_equal(name, "everywhere"))
        query.area = (trp_area){0};
    else if (!situation_text_equal(name, "everything")) {
        const float x = script_decimal(at), y = script_decimal(at), a = script_decimal(at);
        query.area =
            situation_text_equal(name, "circle")    ? trp_circle(x, y, a)
            : situation_text_equal(name, "segment") ? trp_segment(x, y, a, script_decimal(at))
            : situation_text_equal(name, "ray")     ? trp_ray(x, y, a, script_decimal(at))
                                                    : trp_rectangle(x, y, a, script_decimal(at));
    }
    for (; !script_at_end(*at); script_skip(at)) {
        if (script_takes(at, "mask"))
            query.mask = script_number(at);
        else if (script_takes(at, "asker"))
            query.asker = script_actor_at(at, me);
        else if (script_takes(at, "odd"))
            query.accept = is_odd;
        else if (script_takes(at, "asked"))
            query.accept = is_asked;
        else if (script_takes(at, "nearest"))
            query.order = TRP_SPACE_NEAREST_FIRST;
        else if (script_takes(at, "first"))
            *most = script_number(at);
        else {
            script_need(script_takes(at, "along"), "no property of questions");
            const float dx = script_decimal(at);
            query.area = trp_sweep(query.area, dx, script_decimal(at));
        }
    }
    return query;
}

static trp_result ask(const char *name, const char *at, uint32_t me)
{
    if (situation_text_equal(name, "pairs")) {
        const trp_pairing which = pairing_at(at);
        answers = trp_space_pairs(space, &which, log_pair, &answers);
        return script_told();
    }
    uint32_t most;
    const trp_query query = question_at(name, &at, me, &most);
    if (most == 0)
        answers = trp_space_query(space, &query, visit, &answers);
    else
        answers = trp_space_find(space, &query, hits, most < HITS ? most : HITS);
    for (uint32_t i = 0; i < answers && most != 0; i++) {
        script_need(is_of(hits[i].actor, hits[i].category), "a hit has another category");
        script_visit(hits[i].actor, NULL);
    }
    return script_told();
}

/* Moves all boxes, and the space with them. */
static trp_result shift(const char *at)
{
    const float dx = script_decimal(&at), dy = script_decimal(&at);

    for (uint32_t id = 0; id < SCRIPT_IDS; id++)
        if (trp_get(script_world, script_handles[id]) != NULL) {
            script_figures[id]->box.x += dx;
            script_figures[id]->box.y += dy;
        }
    return trp_space_shift(space, dx, dy);
}

static trp_result put(const char *at, uint32_t me)
{
    trp_pool *const pool = script_pool_at(&at);
    figure init = {.id = 0};
    uint32_t last;

    script_range(&at, me, &init.id, &last);
    init.box = box_at(&at);
    return script_create(pool, &init, false);
}

/* IDS X STEP W H [Y]: in a row. */
static void put_row(const char *at)
{
    trp_pool *const pool = script_pool_at(&at);
    figure init = {.id = 0};
    uint32_t last;

    script_range(&at, 0, &init.id, &last);
    init.box.x = script_decimal(&at);
    const float step = script_decimal(&at);
    init.box.width = script_decimal(&at);
    init.box.height = script_decimal(&at);
    if (!script_at_end(at))
        init.box.y = script_decimal(&at);
    for (; init.id <= last; init.id++, init.box.x += step)
        script_answered(at, script_create(pool, &init, false));
}

/* Sets a box, and says so if it is in the space. */
static trp_result set_box(const char *at, uint32_t me, bool is_told)
{
    trp_actor *const actor = script_actor_at(&at, me);

    trp_as(figure, actor)->box = box_at(&at);
    return is_told ? trp_space_moved(space, actor) : TRP_OK;
}

static trp_result draw(const char *at)
{
    const trp_box box = box_at(&at);

    return trp_space_draw(space, trp_rectangle(box.x, box.y, box.width, box.height), &script_world,
                          0.25f);
}

static bool call_on_actors(const char *name, const char *at, uint32_t me)
{
    static const char *const names[] = {"join", "part", "moved", "teleport", NULL};

    if (!script_is_one_of(name, names))
        return false;
    while (!script_at_end(at)) {
        trp_actor *const actor = script_actor_at(&at, me);
        script_answered(at, name[0] == 'j'   ? trp_space_add(space, actor)
                            : name[0] == 'p' ? trp_space_remove(space, actor)
                            : name[0] == 't' ? trp_space_teleported(space, actor)
                                             : trp_space_moved(space, actor));
    }
    return true;
}

/* Members that a birth without memory has left outside. */
static void admit(const char *at)
{
    uint32_t id, last;

    for (script_range(&at, 0, &id, &last); id <= last; id++) {
        trp_actor *const actor = &script_figures[id]->actor;
        if (trp_space_member(space, actor, NULL))
            continue;
        script_need(trp_space_info(space).refused > 0, "a newborn is outside for no reason");
        script_answered(at, trp_space_add(space, actor));
    }
}

bool script_space_call(const char *name, const char *at, uint32_t me)
{
    static const char *const questions[] = {"pairs",   "query", "circle",     "everything",
                                            "segment", "ray",   "everywhere", NULL};
    const char *const start = at;

    if (call_on_actors(name, at, me))
        return true;
    if (situation_text_equal(name, "bits")) {
        trp_actor *const actor = script_actor_at(&at, me);
        const uint32_t category = script_number(&at);
        script_answered(start, trp_space_set_bits(space, actor, category, script_number(&at)));
        return true;
    }
    if (script_is_one_of(name, questions))
        return script_answered(start, ask(name, at, me)), true;
    SCRIPT_CALL("space", make_space(at));
    SCRIPT_CALL("enter", add_pool(at));
    SCRIPT_DO("admit", admit(at));
    SCRIPT_CALL("exit", trp_space_remove_pool(space, script_pool_at(&at)));
    SCRIPT_DO("row", put_row(at));
    SCRIPT_CALL("put", put(at, me));
    SCRIPT_CALL("box", set_box(at, me, true));
    SCRIPT_CALL("shape", set_box(at, me, false));
    SCRIPT_CALL("reread",
                trp_space_moved_all(space, script_at_end(at) ? NULL : script_pool_at(&at)));
    SCRIPT_CALL("contacts", run_contacts(at));
    SCRIPT_CALL("meetings", begin_contacts(at));
    SCRIPT_CALL("drawspace", draw(at));
    SCRIPT_CALL("shift", shift(at));
    SCRIPT_CALL("stop", trp_space_stop(space));
    SCRIPT_CALL("freespace", trp_space_destroy(space));
    return false;
}

static bool is_about(float value, const char **at)
{
    const float right = script_decimal(at), off = value < right ? right - value : value - right;

    return value == right || off <= 1e-3f + 1e-5f * (right < 0 ? -right : right);
}

/* A B DEPTH NORMAL_X NORMAL_Y [AT] */
static void check_touch(const char *at)
{
    const trp_actor *const a = script_actor_at(&at, 0), *const b = script_actor_at(&at, 0);
    trp_touch touch;

    script_need(trp_space_touch(space, a, b, &touch), "they do not touch");
    script_need(is_about(touch.depth, &at), "another depth");
    script_need(is_about(touch.normal_x, &at) && is_about(touch.normal_y, &at), "another normal");
    script_need(script_at_end(at) || is_about(touch.at, &at), "at another moment");
}

/* NUMBER AT NORMAL_X NORMAL_Y */
static void check_hit(const char *at)
{
    const trp_hit *const hit = &hits[script_number(&at)];

    script_need(is_about(hit->at, &at), "at another moment or distance");
    script_need(is_about(hit->normal_x, &at) && is_about(hit->normal_y, &at), "another normal");
}

static void check_apart(const char *at)
{
    const trp_actor *const a = script_actor_at(&at, 0);

    script_need(!trp_space_touch(space, a, script_actor_at(&at, 0), NULL), "they touch");
}

static void check_box(const char *at)
{
    trp_member member;

    script_need(trp_space_member(space, script_actor_at(&at, 0), &member), "it is no member");
    const trp_box box = box_at(&at);
    script_need(member.box.x == box.x && member.box.y == box.y && member.box.width == box.width &&
                    member.box.height == box.height,
                "its box is another");
}

static void check_members(const char *at, bool are_inside)
{
    while (!script_at_end(at))
        script_need(trp_space_member(space, script_actor_at(&at, 0), NULL) == are_inside,
                    "it is, or is not, in the space");
}

bool script_space_check(const char *name, const char *at)
{
    SCRIPT_FACT("count", trp_space_info(space).count);
    SCRIPT_FACT("spaceroom", trp_space_info(space).capacity);
    SCRIPT_FACT("hidden", trp_space_info(space).hidden);
    SCRIPT_FACT("missed", trp_contacts_info(contacts).missed);
    SCRIPT_FACT("meets", trp_contacts_info(contacts).count);
    SCRIPT_FACT("answers", answers);
    SCRIPT_DO("touch", check_touch(at));
    SCRIPT_DO("apart", check_apart(at));
    SCRIPT_DO("hit", check_hit(at));
    SCRIPT_DO("boxis", check_box(at));
    SCRIPT_DO("inside", check_members(at, true));
    SCRIPT_DO("outside", check_members(at, false));
    return false;
}
