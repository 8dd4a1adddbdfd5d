#include "../../../src/core/core.h" /* the texts of results */
#include "../stage.h"

SITUATIONS(version);

SITUATION("number and text are made of major, minor and patch")
{
    char text[40] = "";
    situation_text_number(text, sizeof text, TRP_VERSION_MAJOR);
    situation_text_add(text, sizeof text, ".");
    situation_text_number(text, sizeof text, TRP_VERSION_MINOR);
    situation_text_add(text, sizeof text, ".");
    situation_text_number(text, sizeof text, TRP_VERSION_PATCH);
    CHECK(situation_text_equal(TRP_VERSION_STRING, text));
    CHECK_EQ(trp_version(), TRP_VERSION);
    CHECK_EQ(TRP_VERSION,
             TRP_VERSION_MAJOR * 1000000u + TRP_VERSION_MINOR * 1000u + TRP_VERSION_PATCH);
}

SITUATION("a later version's number is higher, in #if too")
{
#if TRP_VERSION < TRP_VERSION_OF(0, 9, 0) || TRP_VERSION_OF(1, 0, 0) <= TRP_VERSION_OF(0, 999, 999)
    CHECK(false);
#endif
    CHECK(TRP_VERSION_OF(1, 2, 3) > TRP_VERSION_OF(1, 2, 2));
    CHECK(TRP_VERSION_OF(1, 3, 0) > TRP_VERSION_OF(1, 2, 999));
    CHECK_EQ(TRP_VERSION_OF(12, 34, 56), 12034056);
}

static const trp_world_desc telling = {.on_misuse = stage_on_misuse};

static bool is_right(uint32_t version, uint32_t layout, const char *call)
{
    return trp__is_same_version(version, layout, call, trp__tell_mismatch, &telling);
}

SITUATION("the library's own headers are right")
{
    stage_forget();
    CHECK(is_right(TRP_VERSION, trp__layout(), "trp_world_init"));
    CHECK_EQ(told.count, 0);
}

SITUATION("headers of another version are refused and reported")
{
    static const uint32_t versions[] = {0,
                                        TRP_VERSION - 1,
                                        TRP_VERSION + 1,
                                        TRP_VERSION_OF(TRP_VERSION_MAJOR + 1, 0, 0),
                                        TRP_VERSION_OF(TRP_VERSION_MAJOR, 999, 0),
                                        UINT32_MAX};
    for (unsigned i = 0; i < sizeof versions / sizeof versions[0]; i++) {
        stage_forget();
        CHECK(!is_right(versions[i], trp__layout(), "trp_world_init"));
        CHECK_EQ(told.count, 1);
        CHECK_RESULT(told.result, TRP_ERR_VERSION);
        CHECK(told.world == NULL);
        CHECK(situation_text_has(told.call, "trp_world_init"));
    }
}

SITUATION("the message names both versions and the cure")
{
    stage_forget();
    CHECK(!is_right(TRP_VERSION_OF(12, 345, 60), trp__layout(), "trp_world_create"));
    CHECK_SAYS("trp_world_create: ");
    CHECK_SAYS("headers of version 12.345.60,");
    CHECK_SAYS("the library is version " TRP_VERSION_STRING);
    stage_forget();
    CHECK(!is_right(TRP_VERSION_OF(9, 10, 99), trp__layout(), "trp_world_create"));
    CHECK_SAYS("headers of version 9.10.99,");
    CHECK_SAYS(trp__result_text(TRP_ERR_VERSION));
}

SITUATION("headers whose structs have other sizes are refused and reported")
{
    for (uint32_t bit = 1; bit != 0; bit <<= 1) {
        stage_forget();
        CHECK(!is_right(TRP_VERSION, trp__layout() ^ bit, "trp_world_init"));
        CHECK_RESULT(told.result, TRP_ERR_VERSION);
        CHECK_SAYS("structs differ in size");
    }
    CHECK_SAYS(trp__result_text(TRP_ERR_VERSION));
}

SITUATION("a mismatch without a hook is refused, too")
{
    const trp_world_desc silent = {0};

    CHECK(!trp__is_same_version(0, 0, "trp_world_init", trp__tell_mismatch, &silent));
    CHECK(!trp__is_same_version(UINT32_MAX, 0, "trp_world_init", trp__tell_mismatch, NULL));
}

SITUATION("a world can be made without comparing versions")
{
    stage_forget();
    trp_world *world = trp__world_init(stage_memory(), STAGE_BYTES, NULL);
    CHECK_OK(trp_world_destroy(world));
    CHECK(trp__world_init(NULL, 0, &(trp_world_desc){.on_misuse = stage_on_misuse}) == NULL);
    CHECK_RESULT(told.result, TRP_ERR_NULL);
}
