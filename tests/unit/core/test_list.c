#include "../script.h"
#include "../stage.h"

SITUATIONS(list);

static trp_link links[8];
static trp_list list, other;

static trp_link *link_of(char number)
{
    return number == '-' ? NULL : &links[number - '0'];
}

static void read_list(const trp_list *from, const char *numbers)
{
    trp_link *at = trp_list_first(from);
    unsigned n = 0;

    for (; *numbers >= '0'; at = trp_list_next(from, at), numbers++, n++) {
        CHECK(at == link_of(*numbers));
        CHECK(trp_link_is_linked(at));
    }
    CHECK(at == NULL);
    CHECK_EQ(from->count, n);
}

static trp_result do_edit(const char *edit)
{
    trp_link *link = link_of(edit[1]);

    switch (edit[0]) {
    case 'f':
        return trp_list_push_front(&list, link);
    case 'b':
        return trp_list_push_back(&list, link);
    case 'o':
        return trp_list_push_back(&other, link);
    case 'r':
        return trp_list_remove(&list, link);
    default:
        return trp_list_insert_before(&list, link, link_of(edit[2]));
    }
}

/*
 * Edits of a list: f, b: to the front, to the back (o: of another list), i: before a link, r:
 * removes. What is refused ends with ! and the letter of its result. =: the list, ?: the links in
 * none, >: which link is next.
 */
static void edit(const char *edits)
{
    list = other = (trp_list){0};
    for (unsigned i = 0; i < 8; i++)
        links[i] = (trp_link){0};
    for (const char *at = edits; *at != '\0'; at += *at == ' ') {
        const char *end = at;
        while (*end != '\0' && *end != ' ')
            end++;
        if (*at == '=')
            read_list(&list, at + 1);
        else if (*at == '>')
            CHECK(trp_list_next(&list, link_of(at[1])) == link_of(at[2]));
        else if (*at == '?')
            for (const char *number = at + 1; number < end; number++)
                CHECK(!trp_link_is_linked(link_of(*number)));
        else
            CHECK_RESULT(do_edit(at), end[-1] == 'L'   ? TRP_ERR_LINKED
                                      : end[-1] == 'U' ? TRP_ERR_UNLINKED
                                      : end[-1] == 'N' ? TRP_ERR_NULL
                                                       : TRP_OK);
        at = end;
    }
}

#define EDITS(sentence, edits)                                                                     \
    SITUATION(sentence)                                                                            \
    {                                                                                              \
        edit(edits);                                                                               \
    }

EDITS("an all-zero list is empty, an all-zero link in no list", "= ?01234567")
EDITS("push_back appends, push_front prepends", "b1 b2 f0 =012")
EDITS("push_front into an empty list", "f5 =5 >5-")
EDITS("insert_before, in the middle and at the front", "b0 b1 i04 i15 =4051")
EDITS("a removed link is in no list and can be linked again",
      "b0 b1 b2 b3 b4 r2 ?2 =0134 r0 r4 =13 r1 r3 = f2 =2")
EDITS("a walk can step off a link that it has removed",
      "b0 b1 b2 b3 b4 b5 r2 >23 r0 >01 r1 >13 r3 >34 >45 r5 >5- =4")
EDITS("after the removed last link there is nothing", "b0 b1 r1 >1- r0 =")
EDITS("linking a linked link is refused",
      "b0 b1 b2 f0!L f1!L f2!L b0!L b1!L b2!L o0!L o1!L o2!L i20!L i21!L i22!L =012 r0 r1 r2 =")
EDITS("a list's only link is linked too", "b0 b0!L =0")
EDITS("removing an unlinked link is refused", "b0 b1 b2 r3!U r1 r1!U =02")
EDITS("inserting at an unlinked link is refused", "b0 b1 i34!U ?34 =01")

SITUATION("NULL is refused everywhere")
{
    edit("b0 f-!N b-!N i-1!N i0-!N r-!N =0 ?1");
    CHECK_RESULT(trp_list_push_front(NULL, &links[1]), TRP_ERR_NULL);
    CHECK_RESULT(trp_list_push_back(NULL, &links[1]), TRP_ERR_NULL);
    CHECK_RESULT(trp_list_insert_before(NULL, &links[0], &links[1]), TRP_ERR_NULL);
    CHECK_RESULT(trp_list_remove(NULL, &links[0]), TRP_ERR_NULL);
    read_list(&list, "0");
    CHECK(!trp_link_is_linked(&links[1]));
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
        CHECK_RESULT(trp_list_push_back(&list, &links[number]), TRP_ERR_LINKED);
        CHECK_OK(trp_list_remove(&list, &links[number]));
        model_remove(at);
        return;
    }
    CHECK_RESULT(trp_list_remove(&list, &links[number]), TRP_ERR_UNLINKED);
    at = stage_random(seed, model_count + 1);
    if (at == model_count)
        CHECK_OK(trp_list_push_back(&list, &links[number]));
    else if (at == 0)
        CHECK_OK(trp_list_push_front(&list, &links[number]));
    else
        CHECK_OK(trp_list_insert_before(&list, &links[model[at]], &links[number]));
    model_insert(at, number);
}

SITUATION("a long random run agrees with an array")
{
    uint32_t seed = 4711;
    edit("");
    model_count = 0;
    for (int i = 0; i < 5000; i++) {
        random_step(&seed);
        trp_link *at = trp_list_first(&list);
        for (uint32_t n = 0; n < model_count; n++, at = trp_list_next(&list, at))
            CHECK(at == &links[model[n]]);
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
                trp_link own[LINKS] = {{0}};
                unsigned seen = 0, gone = 0;
                for (unsigned i = 0; i < LINKS; i++)
                    CHECK_OK(trp_list_push_back(&all, &own[i]));
                for (trp_link *at = trp_list_first(&all); at; at = trp_list_next(&all, at)) {
                    const unsigned number = (unsigned)(at - own);
                    CHECK((gone & 1u << number) == 0);
                    CHECK((seen & 1u << number) == 0);
                    seen |= 1u << number;
                    for (unsigned i = 0; number == visited && i < LINKS; i++) {
                        const unsigned which = backwards ? LINKS - 1 - i : i;
                        if ((removed & 1u << which) != 0)
                            CHECK_OK(trp_list_remove(&all, &own[which]));
                    }
                    if (number == visited)
                        gone = removed;
                }
                CHECK_EQ(seen | gone, (1u << LINKS) - 1);
            }
}

SITUATION("at any address")
{
    static _Alignas(16) unsigned char memory[20000];
    static trp_handle handles[2][50];
    for (size_t run = 0; run < 2; run++) {
        stage_world();
        trp_world *world =
            trp_world_init(memory + 8 * run, sizeof memory - 8 * run, &(trp_world_desc){.id = 3});
        trp_pool *pool = stage_pool(world, 60, TRP_ORDER_NEWEST);
        for (uint32_t i = 0; i < 50; i++) {
            handles[run][i] = trp_handle_of(world, &stage_thing(pool, i)->actor);
            if (i % 3 == 0)
                CHECK_OK(trp_recycle(world, trp_first(world)));
        }
    }
    for (int i = 0; i < 50; i++)
        CHECK(trp_handle_equal(handles[0][i], handles[1][i]));
}

/* a pool's own actors, beside others of its segment; the asleep, expired and free are passed over */
SITUATION_IN_EACH_ORDER("from one actor of a pool to the next, without a walk")
{
    for (int joined = 0; joined < 1 + (order != IN_MEMORY_ORDER); joined++) {
        trp_world *world = stage_world();
        trp_pool *pool = stage_pool(world, 8, stage_orders[order]);
        trp_pool_desc desc = stage_desc(8, stage_orders[order]);
        desc.joins = joined != 0 ? pool : NULL;
        trp_pool *behind = stage_pool_as(world, desc);
        CHECK(trp_pool_first(pool) == NULL && trp_pool_last(pool) == NULL);
        for (uint32_t i = 0; i < 6; i++) {
            stage_thing(pool, i);
            stage_thing(behind, 10 + i);
        }
        CHECK_OK(trp_deactivate(world, &stage_find(pool, 0)->actor));
        CHECK_OK(trp_expire(world, &stage_find(pool, 3)->actor));
        CHECK_OK(trp_recycle(world, &stage_find(pool, 5)->actor));
        uint32_t forth = 0, back = 0;
        for (trp_actor *at = trp_pool_first(pool); at; at = trp_pool_next(pool, at))
            forth = 10 * forth + trp_as(thing, at)->id;
        for (trp_actor *at = trp_pool_last(pool); at; at = trp_pool_prev(pool, at))
            back = 10 * back + trp_as(thing, at)->id;
        CHECK_EQ(forth, order == NEWEST_FIRST ? 421 : 124);
        CHECK_EQ(back, order == NEWEST_FIRST ? 124 : 421);
        CHECK(trp_pool_next(pool, trp_pool_first(behind)) == NULL);
        CHECK(trp_pool_next(pool, NULL) == NULL);
        CHECK(trp_pool_next(pool, &stage_find(pool, 0)->actor) == NULL); /* asleep */
        CHECK(trp_pool_next(pool, &(trp_actor){0}) == NULL);
        CHECK_VALID(world);
    }
}

SCRIPT("memory order is slot order, holes are filled first",
       "in memory; pool 6; new 0-5; recycle 4 1; new 10; go; tick; = 0 10 2 3 5;"
       "list 0 10 2 3 5; new 11; list 0 10 2 3 11 5");
SCRIPT("newest first and oldest first",
       "pool 6 newest; pool 6 oldest; new 1-4; new b 11-14; recycle 2 12; new 5;"
       "new b 15; go; tick; = 5 4 3 1 11 13 14 15; list 5 4 3 1 11 13 14 15");
SCRIPT("layer by layer, pool by pool, joined ones mixed",
       "layers 4; pool memory layer 2; pool oldest; pool newest layer 1;"
       "pool oldest layer 2; pool memory; pool oldest joins d; new 0; new b 10;"
       "new c 20; new d 30; new e 40; new f 50; new 1; new b 11; new c 21; new d 31;"
       "new e 41; new f 51; go; tick; = 10 11 40 41 21 20 0 1 30 50 31 51;"
       "list 10 11 40 41 21 20 0 1 30 50 31 51");
SCRIPT("the links skip what is not active",
       "layers 4; pool memory layer 2; pool oldest; pool newest layer 1;"
       "pool oldest layer 2; pool memory; pool oldest joins d; new 0; new b 10 11;"
       "new c 20 21; new d 30; new e 40; new f 50 51; expire 10 51; sleep 21;"
       "clear e; list 11 20 0 30 50");
SCRIPT("what is not in the list has no neighbours",
       "pool 4; new 1-3; recycle 1; sleep 2; list 3; neighbours 1 0 0;"
       "neighbours 2 0 0");
