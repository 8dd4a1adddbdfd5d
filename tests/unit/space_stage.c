#include "space_stage.h"

#include "../../src/space/contacts.h" /* whether pairs are in order */

void (*space_when_found)(boxed *self);
void (*space_when_paired)(boxed *a, boxed *b);

trp_pool_desc space_pool_desc(uint32_t capacity, trp_order order)
{
    space_when_found = NULL;
    space_when_paired = NULL;
    return (trp_pool_desc){
        .name = "boxed", .type = TRP_TYPE(boxed, actor), .capacity = capacity, .order = order};
}

trp_pool *space_pool(trp_world *world, uint32_t capacity)
{
    return stage_pool_as(world, space_pool_desc(capacity, TRP_ORDER_MEMORY));
}

const trp_space_index *space_index(space_kind kind)
{
    return kind == SPACE_BRUTE ? TRP_SPACE_BRUTE : NULL;
}

void space_enter(trp_space *space, trp_pool *pool)
{
    CHECK_OK(
        trp_space_add_pool(space, pool, &(trp_space_pool_desc){.box = TRP_BOX_AT(boxed, box)}));
}

trp_space *space_made(trp_pool *pool, trp_space_desc desc)
{
    trp_space *const space = MADE(trp_space_create(trp_pool_info(pool).world, &desc));

    space_enter(space, pool);
    return space;
}

trp_space *space_of(trp_world *world, trp_pool *pool, space_kind kind)
{
    return space_made(
        pool, (trp_space_desc){.index = space_index(kind), .capacity = trp_pool_info(pool).slots});
}

uint32_t space_touching(trp_space *space, trp_area area)
{
    return trp_space_query(space, &(trp_query){.area = area}, NULL, NULL);
}

uint32_t space_log_at(trp_space *space, float x, float y)
{
    return trp_space_query(space, &(trp_query){.area = trp_rectangle(x, y, 0, 0)}, space_log, NULL);
}

bool space_is_near(float value, float expected)
{
    return value > expected - 1e-5f && value < expected + 1e-5f;
}

trp_area space_sweep(trp_box box, float dx, float dy)
{
    return trp_sweep(trp_rectangle(box.x, box.y, box.width, box.height), dx, dy);
}

uint32_t space_contacts_room = 16;

static void ignore_contact(trp_actor *a, trp_actor *b, const trp_contact_context *in)
{
}

void space_contacts_begin(trp_space *space, uint32_t capacity)
{
    const trp_contacts_desc desc = {.phases =
                                        TRP_CONTACT_BEGIN | TRP_CONTACT_STAY | TRP_CONTACT_END,
                                    .on_contact = ignore_contact,
                                    .capacity = capacity,
                                    .manual_run = true};

    CHECK(trp_contacts_create(space, &desc) != NULL);
}

uint32_t space_contacts(trp_space *space, const trp_pairing *which, trp_contact_fn *contact,
                        void *user)
{
    if (space == NULL)
        return trp_contacts_run(NULL);
    if (trp__contacts_of(space) == NULL)
        space_contacts_begin(space, space_contacts_room);
    trp_contacts *const contacts = trp__contacts_of(space);
    contacts->desc.on_contact = contact;
    contacts->desc.user = user;
    contacts->desc.pairing = which != NULL ? *which : (trp_pairing){0};
    return trp_contacts_run(contacts);
}

boxed *space_box(trp_pool *pool, uint32_t id, float x, float y, float width, float height)
{
    boxed init = {.id = id, .box = {x, y, width, height}};
    trp_actor *actor = MADE(trp_create(pool, &init));
    return trp_as(boxed, actor);
}

boxed *space_square(trp_pool *pool, uint32_t id, float x)
{
    return space_box(pool, id, x, 0, 4, 4);
}

void space_with_each_kind(void (*play)(trp_pool *pool, trp_space *space))
{
    for (int kind = SPACE_GRIDS; kind <= SPACE_BRUTE; kind++) {
        trp_world *const world = stage_world();
        trp_pool *const pool = space_pool(world, 64);
        play(pool, space_of(world, pool, (space_kind)kind));
        CHECK_VALID(world);
    }
}

void space_put_apart(trp_pool *pool, uint32_t count, float y)
{
    for (uint32_t i = 0; i < count; i++)
        space_box(pool, i, 10 * (float)(i % 10), y + 10 * (float)(i / 10), 4, 4);
}

uint32_t space_log_all(trp_space *space)
{
    return trp_space_query(space, &(trp_query){.area = trp_rectangle(-1000, -1000, 2000, 2000)},
                           space_log, NULL);
}

static void note(answer *out, uint32_t id)
{
    CHECK(out->count < SPACE_ANSWERS);
    out->ids[out->count++] = id;
}

void space_note(trp_actor *self, const trp_context *in)
{
    note((answer *)in->arg, trp_as(boxed, self)->id);
}

void space_note_pair(trp_actor *a, trp_actor *b, const trp_pair_context *in)
{
    note((answer *)in->arg, trp_as(boxed, a)->id);
    note((answer *)in->arg, trp_as(boxed, b)->id);
}

void space_log(trp_actor *self, const trp_context *in)
{
    boxed *it = trp_as(boxed, self);
    stage_log(it->id);
    if (space_when_found)
        space_when_found(it);
}

void space_log_pair(trp_actor *a, trp_actor *b, const trp_pair_context *in)
{
    stage_log(PAIR(trp_as(boxed, a)->id, trp_as(boxed, b)->id));
    if (space_when_paired)
        space_when_paired(trp_as(boxed, a), trp_as(boxed, b));
}

/* rounded to a float, as in the space; infinite boxes have no end */
static float end_of(float begin, float size)
{
    volatile float end = size <= 3.4e38f ? begin + size : size;
    return end;
}

bool space_touches(const trp_box *a, const trp_box *b)
{
    return a->x <= end_of(b->x, b->width) && b->x <= end_of(a->x, a->width) &&
           a->y <= end_of(b->y, b->height) && b->y <= end_of(a->y, a->height);
}

static float outside(float x, float begin, float end)
{
    return x < begin ? begin - x : x > end ? x - end : 0;
}

float space_distance(float x, float y, const trp_box *box)
{
    volatile float dx = outside(x, box->x, end_of(box->x, box->width));
    volatile float dy = outside(y, box->y, end_of(box->y, box->height));
    volatile float xx = dx * dx;
    volatile float yy = dy * dy;
    return xx + yy;
}

bool space_same(const answer *a, const answer *b)
{
    if (a->count != b->count)
        return false;
    for (uint32_t i = 0; i < a->count; i++)
        if (a->ids[i] != b->ids[i])
            return false;
    return true;
}
