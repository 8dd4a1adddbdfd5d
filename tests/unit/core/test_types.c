/*
 * Type checks of debug builds: trp_as(), trp_each() and trp_create() call these with the named
 * type.
 */
#include "../stage.h"

SITUATIONS(types);

static trp_world *world;
static trp_pool *pool;
static const size_t node = offsetof(thing, actor);
#if defined(TRP__NODE_IS_ALIGNED)
static const bool has_sanitizer = true;
#else
static const bool has_sanitizer = false;
#endif

/* the world of an actor is known only on known systems: otherwise trp_as() reports nothing */
static void check_as(const trp_actor *actor, size_t size, size_t offset, const char *name,
                     bool is_wrong)
{
    stage_forget();
    trp__check_as(actor, &(trp__named_type){size, offset, name, "game.c", 42});
    CHECK_EQ(told.count, is_wrong && TRP__SYSTEM);
    if (told.count == 0)
        return;
    CHECK_EQ(told.result, TRP_ERR_TYPE);
    CHECK(told.actor == actor);
    CHECK(situation_text_has(told.message, "TRP_TYPE") ||
          situation_text_has(told.message, "different options"));
    CHECK_SAYS("game.c:42");
}

static void check_walk(size_t size, size_t offset, const char *name, bool is_wrong)
{
    stage_forget();
    CHECK(trp__check_walk(pool, &(trp__named_type){size, offset, name, NULL, 0}) == pool);
    CHECK_EQ(told.count, is_wrong);
}

static void begin(trp_pool_desc desc)
{
    world = stage_world_as((trp_world_desc){.id = 7});
    pool = stage_pool_as(world, desc);
}

SITUATION("an actor is of its pool's type, or of what that begins with")
{
    trp_actor *actor;

    begin(stage_desc(4, TRP_ORDER_MEMORY));
    actor = &stage_thing(pool, 1)->actor;
    check_as(actor, sizeof(thing), node, "thing", false);
    check_as(actor, sizeof(thing) - 4, node, "what_things_begin_with", false);
    check_as(actor, sizeof(thing) + 4, node, "thing", true);
    check_as(actor, sizeof(thing) + 1, node, "thing", true);
    check_as(actor, sizeof(thing), node + 4, "thing", true);
    CHECK_MISUSE(world, trp_activate(world, actor), TRP_ERR_ACTIVE);
    CHECK(told.message[0] == '\0' || !situation_text_has(told.message, "game.c"));
    check_as(actor, sizeof(thing), node, "other", true);
    CHECK(!TRP__SYSTEM || situation_text_has(told.message, "'thing', not 'other'. Name"));
    check_as(actor, sizeof(thing), node, NULL, false);
    check_as(actor, sizeof(thing) + 4, node, NULL, true);
    CHECK(!TRP__SYSTEM || situation_text_has(told.message, "'thing', not 'another type'"));
    CHECK_VALID(world);
}

/* two files have structs of one name: the message shows how they differ */
SITUATION("another type has the name of the pool's")
{
    begin(stage_desc(4, TRP_ORDER_MEMORY));
    check_as(&stage_thing(pool, 1)->actor, sizeof(thing) + 8, node + 4, "struct thing", true);
    CHECK(!TRP__SYSTEM || situation_text_has(told.message, "'thing' ("));
    CHECK(!TRP__SYSTEM || situation_text_has(told.message, "), not 'struct thing' ("));
    CHECK(!TRP__SYSTEM || situation_text_has(told.message, "). Two structs"));
    CHECK(!TRP__SYSTEM || situation_text_has(told.message, "bytes"));
    CHECK(!TRP__SYSTEM || situation_text_has(told.message, "Two structs have this name"));
}

SITUATION("a type's name may have a tag and namespaces")
{
    static const char *const same[] = {"thing", "struct thing", "game::thing",
                                       "struct game::parts::thing", "game:::thing"};
    static const char *const others[] = {"things",  "thin",        "", "st", "structthing",
                                         "a:thing", "Struct thing"};

    begin(stage_desc(4, TRP_ORDER_MEMORY));
    for (unsigned i = 0; i < sizeof same / sizeof same[0]; i++)
        check_walk(sizeof(thing), node, same[i], false);
    for (unsigned i = 0; i < sizeof others / sizeof others[0]; i++)
        check_walk(sizeof(thing), node, others[i], true);
    /* the walk itself finds these */
    check_walk(sizeof(thing) + 4, node, "other", false);
    check_walk(sizeof(thing), node + 4, "other", false);
    CHECK(trp__check_walk(NULL, &(trp__named_type){sizeof(thing), node, "thing", NULL, 0}) == NULL);
}

/* it has no name: any type of its size matches */
SITUATION("a type without a name is any of its size")
{
    trp_pool_desc desc = stage_desc(4, TRP_ORDER_MEMORY);
    trp_actor *actor;

    desc.type.name = NULL;
    desc.name = "things of all kinds";
    begin(desc);
    actor = &stage_thing(pool, 1)->actor;
    check_as(actor, sizeof(thing), node, "other", false);
    check_as(actor, sizeof(thing) + 4, node, "other", true);
    CHECK(!TRP__SYSTEM || situation_text_has(told.message, "'things of all kinds', not 'other'"));
}

/* it is unknown, so nothing is reported */
SITUATION("of what is no actor of a world no type is known")
{
    begin(stage_desc(4, TRP_ORDER_MEMORY));
    check_as(NULL, 1, 1, "other", false);
    trp_actor copy = stage_thing(pool, 1)->actor;
    check_as(&copy, 1, 1, "other", false);
    copy.index = (copy.index & ~0xFFFFFFu) | 0xFFFFFFu; /* no pool has that slot */
    check_as(&copy, 1, 1, "other", false);
    copy.index ^= 1u << 31; /* no world has that id */
    check_as(&copy, 1, 1, "other", false);
}

typedef struct larger {
    thing base;
    double more[4];
} larger;

/* their memory is the game's, and so is their size; only the node's offset is the pool's */
SITUATION("external actors have any size")
{
    static larger mine;
    trp_pool_desc desc = stage_desc(4, TRP_ORDER_OLDEST);

    desc.external = TRP_EXTERNAL;
    begin(desc);
    mine = (larger){.base.id = 1};
    CHECK(trp_adopt(pool, &mine.base.actor) != NULL);
    check_as(&mine.base.actor, sizeof mine, offsetof(larger, base.actor), "larger", false);
    check_as(&mine.base.actor, sizeof mine, offsetof(larger, base.actor) + 4, "larger", true);
}

SITUATION("a struct to copy has the size of the pool's")
{
    begin(stage_desc(4, TRP_ORDER_MEMORY));
    CHECK(trp__check_init(NULL, NULL, 99, "it"));
    CHECK(trp__check_init(pool, NULL, 1, "it")); /* unknown */
    CHECK(trp__check_init(pool, NULL, sizeof(thing), "&it"));
    CHECK_EQ(told.count, 0);
    CHECK(!trp__check_init(pool, NULL, sizeof(thing) + 4, "&(thing){0}"));
    CHECK_EQ(trp_last_result(world), TRP_ERR_TYPE);
    CHECK_TOLD(1, TRP_ERR_TYPE);
}

/* a compound literal is written with its type */
SITUATION("a literal to copy is of the pool's type")
{
    static const char *const same[] = {"&(thing){.id = 1}",
                                       "&(struct thing){0}",
                                       "& (thing) {0}",
                                       "(&(thing){0})",
                                       "it",
                                       "&it",
                                       "(other *)it",
                                       "&(other)",
                                       ""};
    static const char *const others[] = {"&(other){0}", "&(struct other){.a = f(1)}",
                                         "&(other) {0}"};

    begin(stage_desc(4, TRP_ORDER_MEMORY));
    for (unsigned i = 0; i < sizeof same / sizeof same[0]; i++)
        CHECK(trp__check_init(pool, NULL, sizeof(thing), same[i]));
    CHECK_EQ(told.count, 0);
    for (unsigned i = 0; i < sizeof others / sizeof others[0]; i++) {
        CHECK(trp__check_init(pool, NULL, sizeof(thing), others[i]));
        CHECK_TOLD(i + 1, TRP_ERR_TYPE);
        CHECK_SAYS("'thing', not '");
    }
    CHECK(
        trp__check_init(pool, NULL, sizeof(thing),
                        "&(a_name_that_is_longer_than_what_is_kept_of_it_in_the_check_of_the_type_"
                        "of_a_literal){0}"));
    CHECK_EQ(told.count, 3);
}

typedef struct mortal {
    trp_actor actor;
    trp_time until;
} mortal;

SITUATION("a struct to copy has a life that is not over")
{
    const size_t size = sizeof(mortal);

    begin((trp_pool_desc){.type = TRP_TYPE(mortal, actor),
                          .capacity = 1,
                          .lifetime = TRP_LIFETIME_BY(mortal, until, TRP_CLOCK_TICKS)});
    for (unsigned i = 0; i < 5; i++)
        CHECK_OK(trp_update_all(world, 1));
    CHECK(trp__check_init(pool, NULL, size, "it"));
    CHECK(trp__check_init(pool, &(mortal){0}, size, "it")); /* has no end */
    CHECK(trp__check_init(pool, &(mortal){.until = trp_time_in(pool, trp_ticks(9))}, size, "it"));
    CHECK_EQ(told.count, 0);
    CHECK(trp__check_init(pool, &(mortal){.until = {2}}, size, "it"));
    CHECK_TOLD(1, TRP_ERR_VALUE);
    CHECK_SAYS("the life is over already");
}

/* the program is compiled for AddressSanitizer */
SITUATION("the library is without the program's sanitizer")
{
    begin(stage_desc(4, TRP_ORDER_MEMORY));
    trp__check_watched(NULL, "trp_world_create");
    CHECK_EQ(told.count, 0);
    trp__check_watched(world, "trp_world_create");
    CHECK_EQ(told.count, has_sanitizer ? 0 : 1);
    CHECK(told.count == 0 || situation_text_has(told.message, "`make debug`"));
    CHECK(told.count == 0 || told.result == TRP_ERR_VERSION);
}
