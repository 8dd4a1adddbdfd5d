/*
 * The subjects of the benchmark, which allocate from an arena. Their sources are compiled with
 * trp__world_create renamed to rivals_world, so that the library's world lies in the arena
 * as well.
 */
#include "rivals.h"

#include "bench/subjects.h"

enum {
    MOST = 100000,
    MOST_CHURN = 100,
    WARM = 120, /* frames: after them the time of a list no longer grows */
    EACH = 64   /* upper limit of the bytes per actor */
};

static _Alignas(64) unsigned char arena[3 * EACH * MOST + (1 << 20)];
static size_t used;
static work works[RIVALS];
static void *states[RIVALS];
static uint32_t frames[RIVALS];

static const subject *const subjects[RIVALS] = {&subject_each, &subject_textbook, &subject_array};

static void *take(size_t size, void *arg)
{
    const size_t bytes = (size + 63) / 64 * 64;
    (void)arg;
    if (sizeof arena - used < bytes)
        return NULL;
    used += bytes;
    return arena + used - bytes;
}

static void give_back(void *memory, size_t size, void *arg)
{
    (void)memory, (void)size, (void)arg; /* rivals_begin() releases all at once */
}

void *bench_room(size_t count, size_t size)
{
    void *room = take(count * size, NULL);
    bench_check(room != NULL, "the arena is too small");
    return memset(room, 0, count * size);
}

/* No page or window can be terminated here; rivals_agree() reports errors. */
void bench_check(bool good, const char *what)
{
    (void)what;
    if (!good)
        used = sizeof arena + 1;
}

trp_world *rivals_world(const trp_world_desc *desc);
trp_world *rivals_world(const trp_world_desc *desc)
{
    trp_world_desc wanted = desc ? *desc : (trp_world_desc){0};
    wanted.allocator = (trp_allocator){.allocate = take, .release = give_back};
    return trp__world_create(&wanted);
}

bool rivals_begin(uint32_t count, uint32_t churn)
{
    if (count < 10 || count > MOST || churn > MOST_CHURN)
        return false;
    used = 0;
    for (int i = 0; i < RIVALS; ++i) {
        works[i] = (work){.kind = WORKLOAD_STORM, .n = count, .capacity = count, .random = 1};
        works[i].span = churn > 0 ? 2000 / churn - 1 : 0;
        states[i] = subjects[i]->open(&works[i]);
        frames[i] = 0;
    }
    return used <= sizeof arena;
}

void rivals_frame(rival which)
{
    subjects[which]->frame(states[which]);
    frames[which]++;
}

bool rivals_warm_up(void)
{
    if (frames[RIVALS - 1] >= WARM)
        return true;
    for (int i = 0; i < RIVALS; ++i)
        rivals_frame((rival)i);
    return false;
}

bool rivals_agree(void)
{
    const tally first = subjects[0]->count(states[0]);
    bool same = used <= sizeof arena && first.live == works[0].n;
    for (int i = 1; i < RIVALS; ++i) {
        const tally other = subjects[i]->count(states[i]);
        same = same && frames[i] == frames[0] && other.live == first.live &&
               other.checksum == first.checksum && works[i].destroyed == works[0].destroyed;
    }
    return same;
}
