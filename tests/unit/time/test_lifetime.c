#include "../script.h"

SITUATIONS(lifetime);

typedef struct parcel {
    trp_actor actor;
    trp_time until;
} parcel;

/* n ticks of a float that is slightly below 1 / n s reach a second in the n-th. */
SCRIPT("a second is as many ticks as it should be, and no drift in ten minutes",
       "try 1 2 24 25 30 50 60 75 100 120 144 240 1000; in memory; plain; rate $; pool lifetime "
       "seconds still; new 1; life 1 seconds 1; almost 1; live 1; tick; live 0; pass 7; new 2 3; "
       "life 2 seconds 1; life 3 seconds 600; almost 1; live 2; tick; live 1; almost 599; live 1; "
       "tick; live 0");

SCRIPT("a pause and a change of scale count as they should",
       "pool lifetime seconds still; pool lifetime ticks still; pool lifetime world still; new a "
       "1; new b 2; new c 3; life 1 seconds 4; life 2 ticks 4; life 3 world 4; tick; disable 0; "
       "pass 2; live 1 c; tick; live 0 c; live 1 b; live 1 a; enable 0; scalelayer 0 0.5; scale a "
       "0.5; scale b 0.5; pass 2; live 1 b; live 1 a; tick; live 0 b; live 1 a; scaleworld 2; pass "
       "4; live 1 a; tick; live 0 a");

SCRIPT("the clock wraps around",
       "pool lifetime ticks still; clock 4294967294; new 1-6; life 1 ticks 1; life 2 ticks 2; life "
       "3 ticks 3; life 4 ticks 4; life 6 ticks 2147483647; lifeleft 6 ticks 2147483647; tick; "
       "live 5; pass 2; live 3; tick; live 2; lifeleft 5 ticks 0; lifeleft 6 ticks 2147483643");

/* Also of the longest life, and after the longest tick, which counts for 2^18 seconds. */
SCRIPT("what is left of a life",
       "pool lifetime seconds still; pool; new 1-3; new b 4; life 1 seconds 2; lifeleft 1 seconds "
       "2; tick 0.5; lifeleft 1 seconds 1.5; sleep 1; tick 1.25; lifeleft 1 seconds 0.25; tick "
       "0.25; lifeleft 1 seconds 0; tick 50; lifeleft 1 seconds 0; lifeleft 2 seconds 0; lifeleft "
       "0 seconds 0; lifeleft 4 ticks 0; life 3 seconds 524287; lifeleft 3 seconds 524287; tick "
       "4000000000; lifeleft 3 seconds 262143; sleep 3; tick 262144; lifeleft 3 seconds 0; expire "
       "2; lifeleft 2 seconds 0");

/* Of 1 / 4096 s. */
SCRIPT("a moment is the nearest unit",
       "pool lifetime seconds; new 1; life 1 seconds 0.0008544921875; lifeleft 1 seconds "
       "0.0009765625; life 1 seconds 0.0008392333984375; lifeleft 1 seconds 0.000732421875");

SCRIPT("many at once, and holes",
       "pool 99 lifetime ticks; new 1-90; life 1-30 ticks 1; life 31-60 ticks 2; life 61-90 ticks "
       "3; tick; live 60; tick; live 30; new 91; tick; live 1");
SCRIPT("mistakes change nothing",
       "pool lifetime seconds; pool lifetime ticks; pool; new 1; new b 2; new c 3; life 1 seconds "
       "-1 !VALUE; life 1 seconds nan !VALUE; life 1 seconds 524287; life 1 seconds 524287.0625 "
       "!VALUE; says seconds must be 0 to TRP_MAX_LIFE_SECONDS; life 1 ticks 1 !DESC; says "
       "lifetime is in seconds: pass trp_seconds(s); life 1 ticks 2147483648 !DESC; lifeleft 1 "
       "seconds 524287; life 2 ticks 2147483647; life 2 ticks 2147483648 !VALUE; says ticks must "
       "be 0 to TRP_MAX_LIFE_TICKS; life 2 seconds -1 !DESC; says lifetime is in ticks: pass "
       "trp_ticks(n); lifeleft 2 ticks 2147483647; life 3 seconds 1 !DESC; life 3 ticks 1 !DESC; "
       "says the pool has no lifetime: give its desc .lifetime; life 0 seconds 1 ?GONE; expire 1; "
       "life 1 seconds 1 !EXPIRED");

/* Descs are refused by core. */
SITUATION("moments that cannot be are refused")
{
    trp_world *const world = stage_world();
    const trp_pool *const pool =
        stage_pool_as(world, (trp_pool_desc){.type = TRP_TYPE(parcel, actor),
                                             .capacity = 1,
                                             .lifetime = TRP_LIFETIME(parcel, until)});

    CHECK_EQ(trp_time_in(pool, trp_seconds(-1)).moment, 0);
    CHECK_TOLD(1, TRP_ERR_VALUE);
    CHECK_EQ(trp_time_in(pool, trp_ticks(1)).moment, 0);
    CHECK_TOLD(2, TRP_ERR_DESC);
    CHECK_QUIET(world, trp_expire_in(NULL, NULL, trp_ticks(1)), TRP_ERR_NULL);
    CHECK_EQ(trp_time_in(NULL, trp_seconds(1)).moment + trp_time_in(NULL, trp_ticks(1)).moment, 0);
    CHECK(trp_time_left(NULL, NULL).seconds == 0);
}

/* ... by clocks that stand still there, though an expired actor beside it is pruned. */
#define BESIDE                                                                                     \
    "pool lifetime $; newest oldest pool lifetime $ joins a; new 1; memory new 2; newest oldest "  \
    "new b 2; life 1 $ 1; sleep 1; tick 2; disable 0; wake 1; expire 2; tick; is free 2; "
SCRIPT("in a disabled layer lives go on", "try seconds ticks; " BESIDE "is active 1");
SCRIPT("in a disabled layer lives end by the world's ticks", "try world; " BESIDE "is free 1");

SCRIPT("an interval that is set by an end",
       "pool lifetime world; new 1-4; life 1-4 world 1; at -*: together 3; tick; live 0; interval "
       "3; together 1; tick; new 5-8; life 5-8 world 1; disable 0; tick; live 0; interval 3");
SCRIPT("in a pool with turns lives end in theirs",
       "pool lifetime ticks; pool lifetime ticks still; stagger a 4; stagger b 4; new 1-4; new b "
       "11-14; life 1-4 ticks 1; life 11-14 ticks 1; tick; live 3 a; live 3 b; tick; live 2 a; "
       "live 2 b; tick; live 1 a; live 1 b; tick; live 0 a; live 0 b");
SCRIPT("n ticks to live are n - 1 updates",
       "in memory; pool lifetime ticks; new 1-3; life 1 ticks 2; life 2 ticks 0; go; tick; = 1 -2e "
       "3; tick; = -1e 3; tick; tick; = 3 3");
SCRIPT("in every kind of pool",
       "pool lifetime ticks; new 1-3; life 2 ticks 3; go; tick; tick; live 3; go; tick; memory "
       "oldest = 1 -2e 3; newest = 3 -2e 1");
SCRIPT("in a pool without update, in one that is updated as a pool, and in an external one",
       "in oldest; pool lifetime ticks still; pool lifetime ticks whole; pool lifetime ticks "
       "external; new a 1 2; new b 3 4; new c 5 6; life 2 ticks 3; life 4 ticks 3; life 6 ticks 3; "
       "go; tick; tick; go; tick; = -2e -4e 500 3 5 -6e");
SCRIPT("a sleeper is not looked at",
       "pool lifetime ticks; new 1; life 1 ticks 2; sleep 1; tick; tick; tick; tick; live 1; wake "
       "1; go; tick; = -1e");
SCRIPT("set in a tick, it is over in the next at the earliest",
       "in memory; pool lifetime ticks; new 1-3; go; at 1: life 2 ticks 0; at 3: life 2 ticks 0; "
       "tick; = 1 2 3; still; tick; = 1 -2e 3");
SCRIPT("a tick inside a walk does not prune the walk's current actor",
       "in memory; pool lifetime ticks; new 1 2; life 1 ticks 1; life 2 ticks 1; go; at v1: tick; "
       "for; = 1 -2e; tick; = -1e");
