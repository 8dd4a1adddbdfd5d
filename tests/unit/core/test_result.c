#include "../../../src/core/core.h" /* the texts of results */
#include "../stage.h"

#if !defined(TRP_NO_MESSAGES)
static void names_are_the_enumerators(void)
{
#define CHECK_NAME(name, text)                                                                     \
    CHECK(situation_text_equal(trp_result_name(name), #name));                                     \
    CHECK(situation_text_equal(trp__result_text(name), text));
    TRP_RESULTS(CHECK_NAME)
#undef CHECK_NAME
}

static void ok_is_zero(void)
{
    CHECK_EQ(TRP_OK, 0);
    CHECK(situation_text_equal(trp_result_name((trp_result)0), "TRP_OK"));
}

static void all_differ(void)
{
    for (unsigned a = 0; a < TRP_RESULT_COUNT; a++)
        for (unsigned b = 0; b < a; b++)
        {
            CHECK(!situation_text_equal(trp_result_name((trp_result)a),
                                        trp_result_name((trp_result)b)));
            CHECK(!situation_text_equal(trp__result_text((trp_result)a),
                                        trp__result_text((trp_result)b)));
        }
}

static void no_result(void)
{
    static const unsigned numbers[] = {TRP_RESULT_COUNT, TRP_RESULT_COUNT + 1, 1000,
                                       0x7fffffff,       0x80000000u,          0xffffffffu};
    for (unsigned i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
    {
        volatile unsigned number = numbers[i];
        CHECK(situation_text_equal(trp_result_name((trp_result)number), "TRP_?"));
        CHECK(situation_text_equal(trp__result_text((trp_result)number), ""));
    }
}

static void mistakes_name_a_cure(void)
{
    for (unsigned i = TRP_ERR_FULL; i < TRP_RESULT_COUNT - 1u; i++)
        CHECK(situation_text_has(trp__result_text((trp_result)i), ". "));
}

#else
static void all_are_empty(void)
{
    for (unsigned i = 0; i <= TRP_RESULT_COUNT; i++)
    {
        CHECK(situation_text_equal(trp_result_name((trp_result)i), ""));
        CHECK(situation_text_equal(trp__result_text((trp_result)i), ""));
    }
}
#endif

const situation result_situations[] = {
#if !defined(TRP_NO_MESSAGES)
    {"names and texts are those of the table", names_are_the_enumerators},
    {"TRP_OK is 0", ok_is_zero},
    {"no two results have the same name or text", all_differ},
    {"a number that is no result has a name and an empty text", no_result},
    {"a mistake's text says what happened, then what to do", mistakes_name_a_cure},
#else
    {"without words names and texts are empty", all_are_empty},
#endif
};
const unsigned result_situation_count = sizeof result_situations / sizeof result_situations[0];
