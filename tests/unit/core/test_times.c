#include "../../../src/base/four.h" /* edges of boxes, for all machines */
#include "../../../src/base/text.h" /* numbers as text */
#include "../stage.h"

SITUATIONS(times);

static float number_of(uint32_t bits)
{
    float number;

    memcpy(&number, &bits, sizeof number);
    return number;
}

static void check_number(uint64_t number, const char *expected)
{
    char buffer[24];
    trp__text text = trp__text_in(buffer, sizeof buffer);

    trp__put_number(&text, number);
    CHECK(situation_text_equal(buffer, expected));
}

/* its four parts are 0 alone and together */
SITUATION("numbers as text")
{
    char buffer[24];
    trp__text text = trp__text_in(buffer, sizeof buffer);

    check_number(0, "0");
    check_number((uint64_t)10 << 48 | 3, "2814749767106563");
    check_number((uint64_t)10 << 32 | 3, "42949672963");
    check_number((uint64_t)10 << 16 | 3, "655363");
    check_number(13, "13");
    check_number(UINT64_MAX, "18446744073709551615");
    trp__say(&text, "%zu", (size_t)1234567);
    CHECK(situation_text_equal(buffer, "1,234,567"));
    text = trp__text_in(buffer, sizeof buffer);
    trp__say(&text, "%zu", (size_t)1002034);
    CHECK(situation_text_equal(buffer, "1,002,034"));
}

/* each number has an odd mantissa, and each sum is exact */
SITUATION("edges of boxes")
{
    static const float boxes[][4] = {{1, 2, 3, 4},
                                     {-1, -2, 0, 0},
                                     {0, 0, 0, 0},
                                     {8388609, -8388609, 3, 5},
                                     {0, 0, 1.00000012f, 1.00000012f}};
    const uint32_t infinite = 0x7F800000;
    float box[4] = {1, 2, 3, 4};
    float edges[4] = {0};

    for (unsigned i = 0; i < sizeof boxes / sizeof boxes[0]; i++) {
        CHECK_EQ(trp__edges_of_four(boxes[i], edges), 1);
        CHECK(edges[0] == boxes[i][0] && edges[1] == boxes[i][1]);
        CHECK(edges[2] == -(boxes[i][0] + boxes[i][2]));
        CHECK(edges[3] == -(boxes[i][1] + boxes[i][3]));
    }
    for (unsigned k = 2; k < 4; k++) {
        const float before = box[k];
        box[k] = -1;
        CHECK_EQ(trp__edges_of_four(box, edges), 0);
        box[k] = number_of(infinite);
        CHECK_EQ(trp__edges_of_four(box, edges), 0);
        box[k] = before;
    }
}

/* the tests that the core uses instead of float compares */
SITUATION("a time is 0 or more, and finite")
{
    CHECK_OK(trp_world_set_time_scale(stage_world(), 0.0f));
    CHECK_OK(trp_world_set_time_scale(stage_world(), -0.0f));
    CHECK_OK(trp_world_set_time_scale(stage_world(), 3.4e38f));
    CHECK_OK(trp_world_set_time_scale(stage_world(), number_of(1)));
    CHECK_OK(trp_world_set_time_scale(stage_world(), number_of(0x7F7FFFFF)));
    CHECK_RESULT(trp_world_set_time_scale(stage_world(), number_of(0x7F800000)), TRP_ERR_VALUE);
    CHECK_RESULT(trp_world_set_time_scale(stage_world(), number_of(0x7FC00000)), TRP_ERR_VALUE);
    CHECK_RESULT(trp_world_set_time_scale(stage_world(), number_of(0xFFC00000)), TRP_ERR_VALUE);
    CHECK_RESULT(trp_world_set_time_scale(stage_world(), number_of(0x80000001)), TRP_ERR_VALUE);
    CHECK_RESULT(trp_world_set_time_scale(stage_world(), -1.0f), TRP_ERR_VALUE);
}
