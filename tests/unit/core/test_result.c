#include "../../../src/core/core.h" /* the texts of results */
#include "../stage.h"

SITUATIONS(result);

#if !defined(TRP_NO_MESSAGES)
SITUATION("names and texts are those of the table")
{
#define CHECK_NAME(name, text)                                                                     \
    CHECK(situation_text_equal(trp_result_name(name), #name));                                     \
    CHECK(situation_text_equal(trp__result_text(name), text));
    TRP_RESULTS(CHECK_NAME)
#undef CHECK_NAME
}

SITUATION("TRP_OK is 0")
{
    CHECK_EQ(TRP_OK, 0);
    CHECK(situation_text_equal(trp_result_name((trp_result)0), "TRP_OK"));
}

SITUATION("no two results have the same name or text")
{
    for (unsigned a = 0; a < TRP_RESULT_COUNT; a++)
        for (unsigned b = 0; b < a; b++) {
            CHECK(!situation_text_equal(trp_result_name((trp_result)a),
                                        trp_result_name((trp_result)b)));
            CHECK(!situation_text_equal(trp__result_text((trp_result)a),
                                        trp__result_text((trp_result)b)));
        }
}

SITUATION("a number that is no result has a name and an empty text")
{
    static const unsigned numbers[] = {TRP_RESULT_COUNT, TRP_RESULT_COUNT + 1, 1000,
                                       0x7fffffff,       0x80000000u,          0xffffffffu};
    for (unsigned i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        volatile unsigned number = numbers[i];
        CHECK(situation_text_equal(trp_result_name((trp_result)number), "TRP_?"));
        CHECK(situation_text_equal(trp__result_text((trp_result)number), ""));
    }
}

SITUATION("a mistake's text says what happened, then what to do")
{
    for (unsigned i = TRP_ERR_FULL; i < TRP_RESULT_COUNT - 1u; i++)
        CHECK(situation_text_has(trp__result_text((trp_result)i), ". "));
}

#else
SITUATION("without words names and texts are empty")
{
    for (unsigned i = 0; i <= TRP_RESULT_COUNT; i++) {
        CHECK(situation_text_equal(trp_result_name((trp_result)i), ""));
        CHECK(situation_text_equal(trp__result_text((trp_result)i), ""));
    }
}
#endif
