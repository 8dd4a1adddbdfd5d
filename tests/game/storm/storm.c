#include "storm_state.h"

#include "core/angle.h"

/* -- mistakes that the library reports; none of them ends the storm -- */

/* A pointer that an optimizer cannot follow, so that accesses through it have their real effect. */
static trp_actor *keep(trp_actor *actor)
{
    trp_actor *volatile kept = actor;
    return kept;
}

static void storm_note_misuse(trp_world *world, const trp_misuse *misuse)
{
    storm *s = (storm *)trp_world_user(world);
    size_t length = 0;
    if (!s->verdict || s->verdict->message[0] != 0)
        return; /* only the first report counts */
    s->verdict->result = trp_result_name(misuse->result);
    for (; misuse->message[length] && length + 1 < sizeof s->verdict->message; ++length)
        s->verdict->message[length] = misuse->message[length];
    s->verdict->message[length] = 0;
}

/* The newest mote: it is near the end of an arm, where it is visible. */
static mote *find_victim(const storm *s)
{
    mote *victim = NULL;
    trp_each (mote, it, s->motes)
        if (!victim || it->born > victim->born)
            victim = it;
    return victim;
}

static void overwrite(trp_actor *actor)
{
    volatile unsigned char *bytes = (volatile unsigned char *)actor;
    for (size_t i = 0; i < sizeof *actor; ++i)
        bytes[i] = 0xa5;
}

static uint32_t walk_as_motes(const trp_pool *pool)
{
    uint32_t count = 0;
    trp_each (mote, it, pool)
        count += it->born > 0;
    return count;
}

static void make_mistake(storm *s, storm_mistake mistake, trp_actor *actor)
{
    switch (mistake) {
    case STORM_RECYCLE_TWICE:
        s->verdict->what = "trp_recycle() is called twice for the same pointer.";
        trp_recycle(s->world, actor);
        trp_recycle(s->world, keep(actor));
        break;
    case STORM_STALE_POINTER:
        s->verdict->what = "A pointer is used after its actor has died.";
        trp_recycle(s->world, actor);
        trp_deactivate(s->world, keep(actor));
        break;
    case STORM_OVERWRITE:
        s->verdict->what = "A whole struct is assigned over a live actor, node and all.";
        overwrite(actor);
        trp_recycle(s->world, keep(actor));
        break;
    default:
        s->verdict->what = "trp_each() walks the bystanders' pool as if they were motes.";
        walk_as_motes(s->bystanders);
        break;
    }
}

bool storm_err(storm *s, storm_mistake mistake, storm_verdict *verdict)
{
    mote *victim = find_victim(s);
    if (!victim)
        return false;
    *verdict = (storm_verdict){
        .result = "TRP_OK", .x = victim->x, .y = victim->y, .before = trp_pool_count(s->motes)};
    s->verdict = verdict;
    make_mistake(s, mistake, &victim->actor);
    s->verdict = NULL;
    verdict->after = trp_pool_count(s->motes);
    verdict->is_sound = trp_world_validate(s->world) == TRP_OK;
    return true;
}

/* -- the storm -- */

#define SOURCES 6
#define FOR_EVER UINT32_MAX

_Static_assert(sizeof(storm) + TRP_WORLD_BYTES_FOR(1, 2) + TRP_POOL_BYTES(mote, STORM_MAX) +
                       TRP_PARALLEL_BYTES(STORM_MAX, 0, 0) + TRP_POOL_BYTES(bystander, 1) + 64 <=
                   STORM_BYTES,
               "STORM_BYTES of storm.h is too small");

/* Lifetimes are uniform from 1 to 2 / churn - 1 ticks, so that on average the part `churn` of the
 * motes dies per tick. */
static uint32_t end_of_life(storm *s)
{
    const uint32_t span = s->churn > 0 ? 2000 / s->churn - 1 : 0;
    return span > 0 ? s->tick + 1 + random_below(&s->random, span) : FOR_EVER;
}

/* Newborns come from sources that circle around the field; motes with unlimited lifetimes are
 * anywhere. */
static void place(storm *s, mote *it)
{
    const uint32_t source = random_below(&s->random, SOURCES);
    const angle across = (angle)(s->tick * 130 + source * (65536 / SOURCES));
    const angle down = (angle)(s->tick * 170 + source * (65536 / SOURCES) * 2);
    it->x = GAME_WIDTH / 2 + angle_sine(across) * (GAME_WIDTH * 0.42f);
    it->y = GAME_HEIGHT / 2 - angle_cosine(down) * (GAME_HEIGHT * 0.38f);
    if (s->churn > 0)
        return;
    it->x = random_between(&s->random, 0, GAME_WIDTH);
    it->y = random_between(&s->random, 0, GAME_HEIGHT);
}

static void fill_in(storm *s, mote *it)
{
    const angle heading = (angle)random_bits(&s->random);
    const float speed = random_between(&s->random, 0.3f, 1.7f);
    place(s, it);
    it->dx = angle_sine(heading) * speed;
    it->dy = -angle_cosine(heading) * speed;
    it->born = s->tick;
    it->dies = end_of_life(s);
}

static void begin_life(trp_actor *self, const trp_context *in)
{
    fill_in((storm *)in->arg, trp_as(mote, self));
}

static void fly(mote *it)
{
    it->x += it->dx;
    it->y += it->dy;
    if ((it->x < 0 && it->dx < 0) || (it->x > GAME_WIDTH && it->dx > 0))
        it->dx = -it->dx;
    if ((it->y < 0 && it->dy < 0) || (it->y > GAME_HEIGHT && it->dy > 0))
        it->dy = -it->dy;
}

/* Updates a part of the motes, on any thread: each moves or dies. */
static void storm_update(trp_part *part, const trp_context *in)
{
    const storm *s = (const storm *)in->user;
    const uint32_t now = s->tick;
    if (s->is_bare) {
        trp_part_each(mote, it, part) if (it->dies <= now)
            trp_part_end(part, trp_handle_of(in->world, &it->actor), NULL);
        return;
    }
    trp_part_each(mote, it, part)
    {
        if (it->dies <= now) {
            trp_part_end(part, trp_handle_of(in->world, &it->actor), NULL);
            continue;
        }
        fly(it);
    }
}

static void storm_draw_mote(const trp_actor *self, const trp_view *view)
{
    const mote *it = trp_as(mote, self);
    storm_sink *out = (storm_sink *)view->target;
    const uint32_t age = out->now - it->born;
    uint32_t color = GAME_COLOR_NEWBORN + GAME_COLOR_AGES - 3;
    if (out->count == out->max || it->dies <= out->now)
        return; /* the array is full, or the mote is not filled in */
    if (it->dies != FOR_EVER)
        color = GAME_COLOR_NEWBORN + age * GAME_COLOR_AGES / (it->dies - it->born + 1);
    out->sprites[out->count++] =
        (game_sprite){.x = it->x - it->dx * out->back,
                      .y = it->y - it->dy * out->back,
                      .size = 0.8f,
                      .kind = GAME_MOTE,
                      .color = (uint8_t)(color < GAME_COLORS ? color : GAME_COLORS - 1),
                      .opacity = out->opacity};
}

storm *storm_init(void *memory, size_t size, uint32_t seed)
{
    const size_t head = (sizeof(storm) + TRP_ALIGNMENT - 1) / TRP_ALIGNMENT * TRP_ALIGNMENT;
    storm *s = (storm *)memory;
    if (!memory || (uintptr_t)memory % TRP_ALIGNMENT != 0 || size < head)
        return NULL;
    *s = (storm){0};
    random_seed(&s->random, seed);
    const trp_world_desc desc = {.max_pools = 2, .user = s, .on_misuse = storm_note_misuse};
    s->world = trp_world_init((unsigned char *)memory + head, size - head, &desc);
    const trp_parallel_desc parts = {.update = storm_update};
    const trp_pool_desc motes = {.name = "storm",
                                 .type = TRP_TYPE(mote, actor),
                                 .capacity = STORM_MAX,
                                 .parallel = TRP_PARALLEL(&parts),
                                 .user = s,
                                 .draw = storm_draw_mote};
    const trp_pool_desc other = {
        .name = "bystanders", .type = TRP_TYPE(bystander, actor), .capacity = 1};
    s->motes = s->world ? trp_pool_create(s->world, &motes) : NULL;
    s->bystanders = s->world ? trp_pool_create(s->world, &other) : NULL;
    return s->motes && s->bystanders ? s : NULL;
}

void storm_set_parallel_for(storm *s, trp_parallel_for_fn *parallel_for, void *user)
{
    trp_pool_set_parallel_for(s->motes, parallel_for, user);
}

/* Existing motes get lifetimes according to the new churn. */
void storm_set(storm *s, uint32_t count, uint32_t churn)
{
    s->wanted = count < STORM_MAX ? count : STORM_MAX;
    churn = churn < STORM_MAX_CHURN ? churn : STORM_MAX_CHURN;
    if (churn == s->churn)
        return;
    s->churn = churn;
    trp_each (mote, it, s->motes) {
        it->born = s->tick;
        it->dies = end_of_life(s);
    }
}

/* Recycles surplus motes from the last slot down. Creates missing ones in the lowest free slots. */
static void adjust(storm *s)
{
    const uint32_t count = trp_pool_count(s->motes);
    for (uint32_t slot = STORM_MAX; slot > 0 && trp_pool_count(s->motes) > s->wanted; --slot)
        trp_recycle(s->world, trp_pool_at(s->motes, slot - 1)); /* NULL: nothing to do */
    if (count < s->wanted)
        trp_create_many(s->motes, s->wanted - count, s->is_bare ? NULL : begin_life, s);
}

static void count_second(storm *s)
{
    const trp_pool_facts stats = trp_pool_info(s->motes);
    if (s->tick % GAME_RATE != 0)
        return;
    s->created_per_second = (uint32_t)(stats.created - s->created);
    s->recycled_per_second = (uint32_t)(stats.recycled - s->recycled);
    s->created = stats.created;
    s->recycled = stats.recycled;
}

void storm_step(storm *s)
{
    s->tick++;
    trp_update_all(s->world, 1);
    adjust(s);
    count_second(s);
}

void storm_step_bare(storm *s)
{
    s->is_bare = true;
    storm_step(s);
    s->is_bare = false;
}

uint32_t storm_draw(const storm *s, float alpha, game_sprite *sprites, uint32_t max)
{
    const uint32_t count = trp_pool_count(s->motes);
    storm_sink out = {.sprites = sprites, .max = max, .now = s->tick, .back = 1 - alpha};
    /* many faint motes are together as bright as few strong ones */
    out.opacity = (uint8_t)(60 + 150000 / (count + 1000));
    trp_draw_all(s->world, &out, alpha);
    return out.count;
}

/* -- reports -- */

void storm_get_panel(const storm *s, game_pool_panel *panel)
{
    const trp_pool_facts stats = trp_pool_info(s->motes);
    const uint32_t each = STORM_MAX / GAME_PANEL_STRETCHES;
    *panel = (game_pool_panel){.name = trp_pool_info(s->motes).name,
                               .live = stats.live,
                               .capacity = stats.capacity,
                               .created = s->created_per_second,
                               .recycled = s->recycled_per_second};
    for (uint32_t i = 0; i < GAME_PANEL_STRETCHES; ++i) {
        uint32_t taken = 0;
        for (uint32_t slot = i * each; slot < (i + 1) * each; ++slot)
            taken += trp_pool_at(s->motes, slot) != NULL;
        panel->fill[i] = (uint8_t)(taken * 255 / each);
    }
}

game_actor storm_pick(const storm *s, float x, float y)
{
    float least = 49;
    trp_handle found = {0, 0};
    trp_each (mote, it, s->motes) {
        const float dx = it->x - x;
        const float dy = it->y - y;
        if (dx * dx + dy * dy >= least)
            continue;
        least = dx * dx + dy * dy;
        found = trp_handle_of(s->world, &it->actor);
    }
    return (game_actor){found.index, found.generation};
}

bool storm_get_facts(const storm *s, game_actor actor, game_facts *facts)
{
    const trp_actor *self =
        trp_get(s->world, (trp_handle){.index = actor.index, .generation = actor.generation});
    const mote *it = trp_as(mote, self);
    *facts = (game_facts){.actor = actor, .age = GAME_NO_AGE, .maker = "storm"};
    if (!self)
        return false;
    facts->pool = trp_pool_info(s->motes).name;
    facts->slot = trp_slot_of(s->world, self);
    facts->lives = true;
    facts->is_seen = true;
    facts->x = it->x;
    facts->y = it->y;
    facts->age = s->tick - it->born;
    return true;
}
