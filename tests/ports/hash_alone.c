/* Lists and ids: the modules that are usable alone. */
#include "hash.h"

#include "troupe/ids.h"
#include "troupe/list.h"

#define LINKS 12u
#define IDS 300u
#define FIRST_ID 100u

static trp_list lists[2];
static struct {
    uint32_t number;
    trp_link link;
} items[LINKS];
static trp_ids ids;
static _Alignas(TRP_ALIGNMENT) unsigned char ids_memory[TRP_IDS_BYTES(IDS)];

static void note(const trp_link *link)
{
    for (uint32_t i = 0; i < LINKS; i++)
        if (&items[i].link == link)
            hash_number(i);
    hash_number(link != NULL);
}

static void look_at(const trp_list *list)
{
    for (const trp_link *at = trp_list_first(list); at != NULL; at = trp_list_next(list, at))
        note(at);
}

/* The library cannot detect links of other lists, so only links of this list are passed. */
static trp_link *link_of(const trp_list *list)
{
    trp_link *at = trp_list_first(list);
    for (uint32_t steps = hash_any(LINKS); steps > 0 && at != NULL; steps--)
        at = trp_list_next(list, at) != NULL ? trp_list_next(list, at) : at;
    return at;
}

static trp_result change_list(trp_list *list)
{
    trp_link *link = &items[hash_any(LINKS)].link;
    trp_link *at = link_of(list);
    switch (hash_any(6)) {
    case 0:
        return trp_list_push_front(list, link);
    case 1:
        return trp_list_push_back(list, link);
    case 2:
    case 3:
        return trp_list_insert_before(list, at, link);
    default:
        return trp_list_remove(list, at);
    }
}

static void change_ids(void)
{
    const uint32_t id = FIRST_ID - 1 + hash_any(IDS + 2);
    const uint32_t what = hash_any(16);
    if (what < 6)
        hash_number(trp_ids_take(&ids));
    else if (what < 8)
        hash_number((uint64_t)trp__ids_take_this(&ids, id));
    else if (what < 13)
        hash_number((uint64_t)trp_ids_give_back(&ids, id));
    else if (what == 13)
        hash_number(trp_ids_next(&ids, id + 1));
    else if (what == 14)
        hash_number(trp_ids_is_taken(&ids, id));
    hash_number(trp_ids_next(&ids, 0));
    hash_number(ids.count);
}

void hash_alone(void)
{
    for (uint32_t i = 0; i < 2; i++)
        lists[i] = (trp_list){0};
    for (uint32_t i = 0; i < LINKS; i++)
        items[i].link = (trp_link){0};
    hash_number(
        (uint64_t)trp_ids_init(&ids, ids_memory, sizeof ids_memory, FIRST_ID, IDS - hash_any(40)));
    for (uint32_t step = 0; step < 400; step++) {
        hash_count();
        hash_number((uint64_t)change_list(&lists[hash_any(2)]));
        hash_count();
        change_ids();
        if (step % 8 == 0) {
            look_at(&lists[0]);
            look_at(&lists[1]);
        }
    }
}
