/*
 * Saves of a world of one shape are loaded into another one: with other pools, modules and limits.
 */
#include "../heap.h"
#include "../save_small.h"

#include <string.h>

SITUATIONS(save_shapes);

static small_world now;
static small_shape shape; /* the present one */
static save_file file;

/* Saves a world of the usual shape; the caller then changes the present shape. */
static void begin(void)
{
    shape = small_usual();
    small_save(&shape, &file);
}

static void refuses(trp_result result, const char *words)
{
    small_begin(&now, &shape);
    uint64_t hash = trp_hash_world(now.world);
    CHECK_RESULT(small_load(&now, &file), result);
    CHECK(situation_text_has(save_problem, words));
    CHECK_EQ(trp_hash_world(now.world), hash);
    small_end(&now);
    shape = small_usual();
}

SCRIPT("no actor of a save moves to a retired slot",
       "pool described; new 1-3; last 2; recycle 2; file; another; pool described 2; load ?FULL; "
       "live 0; another; pool described 3; load; live 2; retired 1");
SCRIPT("memory of a chunk that is not there in a save is given back",
       "grows; pool 2 grow 16 described; new 1-8; recycle 3 4; trim; file; new 9 10; load; live 6; "
       "load; new 11 12; live 8; file; clear; load; live 8");
/* Slots 2 and 3 are those of a returned chunk. */
SCRIPT("actors of a save move past slots that are not there",
       "grows; pool 2 grow 16 described; new 1-8; recycle 1 2 3 4 7 8; trim; file; another; pool 2 "
       "described; load; live 2;  is active 5; is active 6");
SCRIPT(
    "the life of the last sleeper is loaded where time goes on for sleepers",
    "pool described stops lifetime ticks; new 1 2; life 2 ticks 5; sleep 2; tick; file; another; "
    "pool described lifetime ticks; load; lifeleft 2 ticks 5; another; pool described; load; is "
    "asleep 2");

/* The pool of the young has a retired slot. */
SCRIPT("a save is loaded where pools are others",
       "pool described 8 called young; pool described called others; new a 1-3; last 3; recycle 3; "
       "new b 11-13; file; another; pool described called young; pool described called others; "
       "load; live 2 a; retired 1 a; live 3 b; new a 4; tick; load; another; pool transient called "
       "young; pool described called others; load; live 0 a; live 3 b; another; pool described 5 "
       "called young; pool described called others; load; live 2 a; another; pool described called "
       "others; load; live 3; another; pool described called young; pool described called guests; "
       "load; live 2 a; live 0 b; another; pool described 2 called young; pool described called "
       "others; load; live 2 a; another; pool described 1 called young; load ?FULL; problem pool "
       "young: the pool has room for fewer actors; live 0");

SCRIPT(
    "a save is loaded where orders are others",
    "in oldest; pool 3 described quarantine 2 called elders; pool 3 described joins a called "
    "heirs; pool memory 4 described quarantine 1 called guards; new a 1; new b 2; new a 3; new c "
    "4-6; recycle 3 5; file; another; pool memory 4 described called elders; pool memory 3 "
    "described called heirs; pool newest 4 described called guards; load; live 1 a; live 1 b; live "
    "2 c; tick; new a 7; load; another; pool newest 4 described quarantine 1 called elders; pool "
    "oldest 3 described called heirs; pool oldest 4 described quarantine 1 called guards; load; "
    "live 1 a; live 1 b; live 2 c; tick; new c 8; load; another; pool oldest 3 described called "
    "elders; pool oldest 3 described called heirs; load; file; another; pool oldest 3 described "
    "called elders; pool oldest 3 described joins a called heirs; load; live 1 a; live 1 b");

/* A small pool, and a large one that shares its order: they take turns in it. */
SCRIPT("an order of a save crosses pools",
       "in oldest; grows; pool described 2; pool described 50 joins a; new b 1; new a 2; new b 3; "
       "new a 4; file; load; list 1 2 3 4; another; pool described 2; pool described 50 joins a; "
       "load; list 1 2 3 4");

SCRIPT("a save is loaded where memory is divided otherwise",
       "grows; pool 2 grow 12 described; new 1-8; recycle 3 4; trim; capacity 6; file; another; "
       "grows; pool 12 described; load; live 6; capacity 12; tick; load; another; grows; pool 4 "
       "grow 16 described; load; live 6; tick; new 9; load; another; grows; pool oldest 2 grow 16 "
       "described; load; live 6; new 9-12; load; live 6");

SCRIPT("a save is loaded where reasons and updates are others",
       "pool described ends called guards; pool described called elders; new a 1 2; new b 3; later "
       "1; expire 3; file; another; pool described called guards; pool described ends called "
       "elders; load; live 2 a; live 1 b; tick; live 1 a; live 0 b; load; another; pool described "
       "whole called guards; pool described whole called elders; load; tick; live 1 a; live 0 b");

/* The file has no reasons, and the slot had one in its former life. */
SCRIPT("reasons that are not in a save are unknown",
       "pool described; new 1; expire 1; file; another; pool described ends; new 11; later 11; "
       "load; go; tick; = -1e");

SCRIPT("a save is loaded where groups are others",
       "pool described; group called list; new 1 2; add 1 2; file; another; pool described; group "
       "array 8 called list; load; places 1 2; tick; load; another; pool described; group max 1 "
       "room 1 called list; load ?FULL; problem group list: it has room for fewer rows");

SCRIPT("removed entries of a unique group stay where they were in a save",
       "pool described; group unique called list; new 1-5; add 1-5; drop 1 3; file; save 0; add 1; "
       "load; places 0 2 0 4 5; since 0 {}");

/* Actors of another type, or with a node at another place, are no members. */
SITUATION_FOR("a save is loaded where groups have other types", unsigned, i, 0, 2)
{
    const trp_type types[] = {
        TRP_TYPE(small_actor, actor),
        {sizeof(small_actor), TRP_ALIGNMENT, offsetof(small_actor, actor) + TRP_ALIGNMENT, "it"},
        TRP_TYPE(thing, actor)};

    begin();
    shape.groups[1].type = types[i];
    small_begin(&now, &shape);
    CHECK_OK(small_load(&now, &file));
    CHECK_EQ(trp_group_measure(&now.groups[1]), i == 0 ? 2 : 0);
    small_end(&now);
}

/* A layer is known by its name, wherever it is; if none has it, by its number. */
SCRIPT("a save is loaded where layers are others",
       "layers 2; pool described layer 1; title 1 top; new 1; file; another; layers 2; pool "
       "described layer 1; title 1; title 0 top; load; inlayer 0; title 0 bottom; load; inlayer 1");

/* In the last slot, which the save has not used. */
SCRIPT("relations of the world end when a save is loaded",
       "pool described 3; family; new 1 2; file; another; pool described 3; family; new 11-13; "
       "attach 11 13; load; new 14; slot 14 2; parent 14 0; children 14; children 1; children 2");

SCRIPT("a save is loaded where families are others",
       "pool described called guards; pool described called elders; pool described called heirs; "
       "family; new a 1; new b 2; new c 3; attach 1 2; attach 2 3; file; another; pool described "
       "called guards; pool described called elders; family; pool described called heirs; load; "
       "parent 2 1; children 1 2; children 2; tick; load; another; pool described called watch; "
       "pool described called elders; pool described called heirs; family; load; live 0 a; parent "
       "3 2; parent 2 0");

SCRIPT("a save is loaded where spaces are others",
       "pool described called guards; pool described called elders; space called field; new a 1 2; "
       "new b 3 4; sleep 4; file; another; pool described called guards; pool described called "
       "elders; space called field; load; count 4; hidden 1; tick; load; another; pool described "
       "called guards; pool described called elders; space empty called field; enter b; load; "
       "count 2; hidden 1; another; pool described called guards; pool described called elders; "
       "space sweeps called field; load; count 4; another; pool described called guards; pool "
       "described called elders; space room 2 called field; load ?FULL; problem space field: it "
       "has room for fewer rows");
SCRIPT("a space that was empty in a save is empty",
       "pool described; space empty; new 1; file; another; pool described; space; new 1 2; count "
       "2; load; count 0; inside; outside 1");

SCRIPT("sleepers of a space that is loaded stay where they may",
       "pool described; space stays; new 1 2; sleep 1; file; load; inside 1 2; hidden 0");

/* The youngest one first. */
SCRIPT("members of a space that is loaded are in list order",
       "in newest; pool described; space; put 1 1; put 2 2; put 3 3; file; another; pool "
       "described; space; load; go; drawspace -9 -9 99 99; = d3 d2 d1");

SCRIPT(
    "timers that count ticks repeat after a load",
    "in memory; pool described; timers 0 ticks; new 1; start 0 1 5; new 2; repeat 0 2 3; file; "
    "another; pool "
    "described; timers 0 ticks; load; drops {}; left 0 1 5; left 0 2 3; tick; tick; tick; = 1 2 1 "
    "2 t2 1 2; left 0 2 3");
SCRIPT("ids that were taken since a save are free again, the first one, too",
       "pool described; ids; hash 0; file; takeid; takeid; load; same 0; takeid; hash 1; file; "
       "takeid; load; same 1");
SCRIPT("the longest period of a timer is loaded",
       "pool described; timers 0 seconds; new 1; repeat 0 1 1073741824; file; another; pool "
       "described; timers 0 seconds; load; left 0 1 1073741824");

SCRIPT("a save is loaded into a world with other timers",
       "pool described; timers 0 seconds called fuse; new 1 2; start 0 1 5; file; another; pool "
       "described; timers 0 ticks called fuse; load ?VALUE; problem counts ticks in the save and "
       "seconds in the game; live 0; another; pool described; timers 0 seconds called fuse; load; "
       "running 0 1; idle 0 2; tick; load; running 0 1; another; pool transient; load; live 0");

SITUATION("a save is loaded into a world with other regions")
{
    begin();
    shape.region_bytes = sizeof(small_state);
    refuses(TRP_ERR_FULL, "region game: it has room for fewer rows");
    shape.ids_first = 11;
    refuses(TRP_ERR_FULL, "ids ids: it has room for fewer rows");
    shape.ids = 4;
    refuses(TRP_ERR_FULL, "ids ids: it has room for fewer rows");
}

/* In a space of today there is room for the contacts of actors that are there, and for members that
 * a group takes. */
SCRIPT(
    "contacts of a save have room if those that are left have",
    "pool described 4 called a; pool described 4 called b; space; contacts 8; put a 1 0; put a 2 "
    "1; put b 3 1; contacts 8; file; another; pool described 4 called a; space; contacts 1; load; "
    "live 2; go; contacts 1; = y1&2; another; pool described 4 called a; pool described 4 called "
    "b; space; contacts 2; load ?FULL");
