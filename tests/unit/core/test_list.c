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
