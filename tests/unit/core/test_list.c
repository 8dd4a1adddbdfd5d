#include "../stage.h"

SITUATIONS(list);

typedef struct card {
    uint32_t number;
    trp_link link;
} card;

static card cards[8];
static trp_list list, other;

static void shuffle(void)
{
    for (uint32_t i = 0; i < 8; i++)
        cards[i] = (card){.number = i};
    list = (trp_list){0};
    other = (trp_list){0};
    stage_log_clear();
}

static trp_link *link_of(uint32_t number)
{
    return &cards[number].link;
}

static void fill(trp_list *to, uint32_t first, uint32_t last)
{
    for (uint32_t i = first; i <= last; i++)
        CHECK_OK(trp_list_push_back(to, link_of(i)));
}

static void read_list(const trp_list *from)
{
    size_t n = 0;
    for (trp_link *at = trp_list_first(from); at; at = trp_list_next(from, at)) {
        CHECK(n < 8);
        CHECK(trp_link_is_linked(at));
        n++;
        stage_log(TRP_ITEM(card, link, at)->number);
    }
    CHECK_EQ(from->count, n);
}

#define CHECK_LIST(which, ...) (read_list(which), CHECK_LOG(__VA_ARGS__))

SITUATION("an all-zero list is empty, an all-zero link in no list")
{
    shuffle();
    CHECK_LIST(&list, );
    CHECK(trp_list_first(&list) == NULL);
    CHECK(!trp_link_is_linked(link_of(0)));
}

SITUATION("push_back appends, push_front prepends")
{
    shuffle();
    CHECK_OK(trp_list_push_back(&list, link_of(1)));
    CHECK_OK(trp_list_push_back(&list, link_of(2)));
    CHECK_OK(trp_list_push_front(&list, link_of(0)));
    CHECK_LIST(&list, 0, 1, 2);
    CHECK(trp_list_first(&list) == link_of(0));
}

SITUATION("push_front into an empty list")
{
    shuffle();
    CHECK_OK(trp_list_push_front(&list, link_of(5)));
    CHECK_LIST(&list, 5);
    CHECK(trp_list_next(&list, link_of(5)) == NULL);
}

SITUATION("insert_before, in the middle and at the front")
{
    shuffle();
    fill(&list, 0, 1);
    CHECK_OK(trp_list_insert_before(&list, link_of(0), link_of(4)));
    CHECK_OK(trp_list_insert_before(&list, link_of(1), link_of(5)));
    CHECK_LIST(&list, 4, 0, 5, 1);
}

SITUATION("a removed link is in no list and can be linked again")
{
    shuffle();
    fill(&list, 0, 4);
    CHECK_OK(trp_list_remove(&list, link_of(2)));
    CHECK(!trp_link_is_linked(link_of(2)));
    CHECK_LIST(&list, 0, 1, 3, 4);
    CHECK_OK(trp_list_remove(&list, link_of(0)));
    CHECK_OK(trp_list_remove(&list, link_of(4)));
    CHECK_LIST(&list, 1, 3);
    CHECK_OK(trp_list_remove(&list, link_of(1)));
    CHECK_OK(trp_list_remove(&list, link_of(3)));
    CHECK_LIST(&list, );
    CHECK_OK(trp_list_push_front(&list, link_of(2)));
    CHECK_LIST(&list, 2);
}

SITUATION("a walk can step off a link that it has removed")
{
    shuffle();
    fill(&list, 0, 5);
    CHECK_OK(trp_list_remove(&list, link_of(2)));
    CHECK(trp_list_next(&list, link_of(2)) == link_of(3));
    for (trp_link *at = trp_list_first(&list); at; at = trp_list_next(&list, at))
        if (TRP_ITEM(card, link, at)->number != 4)
            CHECK_OK(trp_list_remove(&list, at));
    CHECK_LIST(&list, 4);
}

SITUATION("after the removed last link there is nothing")
{
    shuffle();
    fill(&list, 0, 1);
    CHECK_OK(trp_list_remove(&list, link_of(1)));
    CHECK(trp_list_next(&list, link_of(1)) == NULL);
    CHECK_OK(trp_list_remove(&list, link_of(0)));
    CHECK_LIST(&list, );
}

SITUATION("linking a linked link is refused")
{
    shuffle();
    fill(&list, 0, 2);
    for (uint32_t i = 0; i < 3; i++) {
        CHECK_RESULT(trp_list_push_front(&list, link_of(i)), TRP_ERR_LINKED);
        CHECK_RESULT(trp_list_push_back(&list, link_of(i)), TRP_ERR_LINKED);
        CHECK_RESULT(trp_list_push_back(&other, link_of(i)), TRP_ERR_LINKED);
        CHECK_RESULT(trp_list_insert_before(&list, link_of(2), link_of(i)), TRP_ERR_LINKED);
    }
    CHECK_LIST(&list, 0, 1, 2);
    CHECK_LIST(&other, );
}

SITUATION("a list's only link is linked too")
{
    shuffle();
    fill(&list, 0, 0);
    CHECK(trp_link_is_linked(link_of(0)));
    CHECK_RESULT(trp_list_push_back(&list, link_of(0)), TRP_ERR_LINKED);
    CHECK_LIST(&list, 0);
}

SITUATION("removing an unlinked link is refused")
{
    shuffle();
    fill(&list, 0, 2);
    CHECK_RESULT(trp_list_remove(&list, link_of(3)), TRP_ERR_UNLINKED);
    CHECK_OK(trp_list_remove(&list, link_of(1)));
    CHECK_RESULT(trp_list_remove(&list, link_of(1)), TRP_ERR_UNLINKED);
    CHECK_LIST(&list, 0, 2);
}

SITUATION("inserting at an unlinked link is refused")
{
    shuffle();
    fill(&list, 0, 1);
    CHECK_RESULT(trp_list_insert_before(&list, link_of(3), link_of(4)), TRP_ERR_UNLINKED);
    CHECK(!trp_link_is_linked(link_of(4)));
    CHECK(!trp_link_is_linked(link_of(3)));
    CHECK_LIST(&list, 0, 1);
}

SITUATION("NULL is refused everywhere")
{
    shuffle();
    fill(&list, 0, 0);
    CHECK_RESULT(trp_list_push_front(NULL, link_of(1)), TRP_ERR_NULL);
    CHECK_RESULT(trp_list_push_front(&list, NULL), TRP_ERR_NULL);
    CHECK_RESULT(trp_list_push_back(NULL, link_of(1)), TRP_ERR_NULL);
    CHECK_RESULT(trp_list_push_back(&list, NULL), TRP_ERR_NULL);
    CHECK_RESULT(trp_list_insert_before(NULL, link_of(0), link_of(1)), TRP_ERR_NULL);
    CHECK_RESULT(trp_list_insert_before(&list, NULL, link_of(1)), TRP_ERR_NULL);
    CHECK_RESULT(trp_list_insert_before(&list, link_of(0), NULL), TRP_ERR_NULL);
    CHECK_RESULT(trp_list_remove(NULL, link_of(0)), TRP_ERR_NULL);
    CHECK_RESULT(trp_list_remove(&list, NULL), TRP_ERR_NULL);
    CHECK_LIST(&list, 0);
    CHECK(!trp_link_is_linked(link_of(1)));
}

/* the model is an array of numbers in order */
static uint32_t model[8], model_count;

static void model_insert(uint32_t at, uint32_t number)
{
    for (uint32_t i = model_count++; i > at; i--)
        model[i] = model[i - 1];
    model[at] = number;
}

static void model_remove(uint32_t at)
{
    for (model_count--; at < model_count; at++)
        model[at] = model[at + 1];
}

static void random_step(uint32_t *seed)
{
    uint32_t number = stage_random(seed, 8), at = 0;
    while (at < model_count && model[at] != number)
        at++;
    if (at < model_count) {
        CHECK_RESULT(trp_list_push_back(&list, link_of(number)), TRP_ERR_LINKED);
        CHECK_OK(trp_list_remove(&list, link_of(number)));
        model_remove(at);
        return;
    }
    CHECK_RESULT(trp_list_remove(&list, link_of(number)), TRP_ERR_UNLINKED);
    at = stage_random(seed, model_count + 1);
    if (at == model_count)
        CHECK_OK(trp_list_push_back(&list, link_of(number)));
    else if (at == 0)
        CHECK_OK(trp_list_push_front(&list, link_of(number)));
    else
        CHECK_OK(trp_list_insert_before(&list, link_of(model[at]), link_of(number)));
    model_insert(at, number);
}

SITUATION("a long random run agrees with an array")
{
    uint32_t seed = 4711;
    shuffle();
    model_count = 0;
    for (int i = 0; i < 5000; i++) {
        random_step(&seed);
        trp_link *at = trp_list_first(&list);
        for (uint32_t n = 0; n < model_count; n++, at = trp_list_next(&list, at))
            CHECK(at == link_of(model[n]));
        CHECK(at == NULL);
    }
}

/* the body of a walk removes any links: none of them is visited afterwards, all others are */
SITUATION("a walk passes over links that its body removes")
{
    enum { LINKS = 5 };
    for (unsigned visited = 0; visited < LINKS; visited++) /* in the visit of this one ... */
        for (unsigned removed = 1; removed < 1u << LINKS; removed++) /* ... these are removed ... */
            for (int backwards = 0; backwards < 2; backwards++)      /* ... in this order */
            {
                trp_list all = {0};
                trp_link links[LINKS] = {{0}};
                unsigned seen = 0, gone = 0;
                for (unsigned i = 0; i < LINKS; i++)
                    CHECK_OK(trp_list_push_back(&all, &links[i]));
                for (trp_link *at = trp_list_first(&all); at; at = trp_list_next(&all, at)) {
                    const unsigned number = (unsigned)(at - links);
                    CHECK((gone & 1u << number) == 0);
                    CHECK((seen & 1u << number) == 0);
                    seen |= 1u << number;
                    for (unsigned i = 0; number == visited && i < LINKS; i++) {
                        const unsigned which = backwards ? LINKS - 1 - i : i;
                        if ((removed & 1u << which) != 0)
                            CHECK_OK(trp_list_remove(&all, &links[which]));
                    }
                    if (number == visited)
                        gone = removed;
                }
                CHECK_EQ(seen | gone, (1u << LINKS) - 1);
            }
}
