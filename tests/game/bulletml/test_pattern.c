/* Tests the contract of the interpreter. test_bulletml_real.sh compares the behaviour of patterns
 * with the reference interpreter. */
#include "bulletml.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned passed;
static unsigned failed;

/* Counts a check, and prints it if it failed. */
#define IS(what) test_is((what), #what, __FILE__, __LINE__)
static void test_is(bool good, const char *what, const char *file, int line)
{
    passed += good;
    failed += !good;
    if (!good)
        printf("FAILED: %s:%d: %s\n", file, line, what);
}

/* A pattern that is played, and what its first runner has done. */
typedef struct played {
    uint32_t words[BML_WORDS];
    uint32_t length;
    bml_pattern pattern;
    bml_host host;
    bml_runner runner;
    bml_motion motion;
    uint32_t shots;
    uint32_t gone_after; /* shots: then the firing actor is gone; 0: never */
    bml_shot last;
    double directions[8];
} played;

static played p, q;

static void print(void *context, const char *message)
{
    (void)context;
    if (!strstr(message, "warning: "))
        printf("%s\n", message);
}

static bool fire(void *context, const bml_shot *shot)
{
    played *by = context;
    by->directions[by->shots++ % 8] = shot->direction;
    by->last = *shot;
    return by->shots != by->gone_after;
}

/* Compiles the content of a <bulletml> element, and starts its first top action. */
static void begin(played *it, const char *body)
{
    char text[8000];
    bulletml_report report = {.file = body, .print = print};
    int length = snprintf(text, sizeof text, "<bulletml>%s</bulletml>", body);
    *it = (played){.host = {.context = it, .rank = 0.5, .fire = fire}};
    if (!bulletml_compile(text, (size_t)length, &report, it->words, &it->length))
        exit(1);
    IS(bml_open(&it->pattern, it->words, it->length));
    bml_start_top(&it->runner, &it->pattern, 0);
}

/* Runs for some ticks; returns the last result. */
static uint32_t run(played *it, uint32_t ticks)
{
    uint32_t result = 0;
    while (ticks-- > 0)
        result = bml_run(&it->runner, &it->pattern, &it->motion, &it->host);
    return result;
}

static void nothing_is_survived(void)
{
    bml_pattern pattern = {0};
    bml_runner runner;
    bml_motion motion = {0};
    bml_host host = {0};
    bml_shot shot = {.action = 3};
    IS(!bml_open(&pattern, NULL, 8) && bml_tops(&pattern) == 0 && bml_tops(NULL) == 0);
    bml_start_top(NULL, &pattern, 0);
    bml_start(NULL, &pattern, &shot);
    bml_start_top(&runner, NULL, 0);
    IS(bml_run(&runner, &pattern, &motion, &host) & BML_ENDED);
    bml_start(&runner, &pattern, &shot);
    IS(bml_run(&runner, &pattern, &motion, &host) & BML_ENDED);
    bml_start(&runner, &pattern, NULL);
    IS(bml_run(NULL, &pattern, &motion, &host) & BML_ENDED);
    IS(bml_run(&runner, NULL, &motion, &host) & BML_ENDED);
    IS(bml_run(&runner, &pattern, NULL, &host) & BML_ENDED);
    IS(bml_run(&runner, &pattern, &motion, NULL) & BML_ENDED);
}

/* Each bit alone, each length; and no other table is taken for it. */
static void a_changed_table_is_refused(void)
{
    bml_pattern pattern;
    begin(&p, "<action label='top'><wait>3+$rand</wait></action>");
    for (uint32_t bit = 0; bit < p.length * 32; bit++) {
        p.words[bit / 32] ^= 1u << bit % 32;
        IS(!bml_open(&pattern, p.words, p.length) && bml_tops(&pattern) == 0);
        p.words[bit / 32] ^= 1u << bit % 32;
    }
    for (uint32_t length = 0; length < p.length; length++)
        IS(!bml_open(&pattern, p.words, length));
    IS(bml_open(&pattern, p.words, p.length) && bml_tops(&pattern) == 1);
}

static void a_host_may_have_no_functions(void)
{
    begin(&p, "<action label='top'><fire><direction>$rand*10</direction><bullet/></fire></action>");
    p.host = (bml_host){0};
    IS(run(&p, 1) == BML_ENDED);
}

static void a_runner_of_another_pattern_is_not_run(void)
{
    begin(&p, "<action label='top'><wait>3</wait></action>");
    begin(&q, "<action label='top'><wait>4</wait></action>");
    IS(bml_run(&p.runner, &q.pattern, &p.motion, &p.host) == BML_ENDED);
    IS(run(&p, 1) == 0);
    bml_start_top(&p.runner, &p.pattern, 1);
    IS(run(&p, 1) == BML_ENDED);
}

static void a_wait_is_as_long_as_it_says(void)
{
    begin(&p, "<action label='top'><wait>3</wait><fire><bullet/></fire>"
              "<wait>2</wait></action>");
    IS(run(&p, 3) == 0 && p.shots == 0);
    IS(run(&p, 1) == 0 && p.shots == 1);
    IS(run(&p, 1) == 0);
    IS(run(&p, 1) == BML_ENDED);
    IS(run(&p, 1) == BML_ENDED && p.shots == 1);
}

static void changes_go_on_when_the_action_has_ended(void)
{
    begin(&p, "<action label='top'><changeSpeed><speed>4</speed>"
              "<term>4</term></changeSpeed></action>");
    p.motion.speed = 2;
    IS(bml_run(&p.runner, &p.pattern, &p.motion, &p.host) == 0 && p.motion.speed == 2);
    IS(bml_run(&p.runner, &p.pattern, &p.motion, &p.host) == BML_MOVED && p.motion.speed == 2.5);
    IS(bml_run(&p.runner, &p.pattern, &p.motion, &p.host) == BML_MOVED && p.motion.speed == 3);
    IS(bml_run(&p.runner, &p.pattern, &p.motion, &p.host) == BML_MOVED && p.motion.speed == 3.5);
    IS(bml_run(&p.runner, &p.pattern, &p.motion, &p.host) == (BML_MOVED | BML_ENDED));
    IS(p.motion.speed == 4);
}

static void a_vanished_bullet_does_nothing_more(void)
{
    begin(&p, "<action label='top'><vanish/><fire><bullet/></fire></action>");
    IS(run(&p, 1) == (BML_VANISHED | BML_ENDED));
    IS(run(&p, 1) == BML_ENDED && p.shots == 0);
}

static void who_is_gone_is_not_looked_at(void)
{
    begin(&p, "<action label='top'><repeat><times>9</times><action>"
              "<fire><bullet/></fire></action></repeat></action>");
    p.gone_after = 4;
    IS(run(&p, 1) == (BML_GONE | BML_ENDED) && p.shots == 4);
}

static void what_never_waits_is_ended(void)
{
    begin(&p,
          "<action label='top'><changeSpeed><speed>1</speed><term>3</term></changeSpeed>"
          "<repeat><times>999999</times><action><fire><bullet/></fire></action></repeat></action>");
    IS(run(&p, 1) == BML_ENDLESS);
    IS(p.shots > BML_STEPS / 5 && p.shots < BML_STEPS);
    uint32_t shots = p.shots;
    IS(run(&p, 3) == (BML_MOVED | BML_ENDED) && p.shots == shots);
}

/* A routine that calls itself $1 times and stores its remaining commands in each round. */
static void references_are_remembered_up_to_a_limit(void)
{
    begin(&p,
          "<action label='top1'><actionRef label='down'><param>3</param></actionRef></action>"
          "<action label='top2'><actionRef label='down'><param>40</param></actionRef></action>"
          "<action label='down'>"
          "<repeat><times>$1</times><actionRef label='once'><param>$1</param></actionRef></repeat>"
          "<fire><speed>$1</speed><bullet/></fire></action>"
          "<action label='once'><actionRef label='down'><param>$1-4</param></actionRef>"
          "<wait>1</wait></action>");
    run(&p, 100);
    IS(p.shots == 4 && p.last.speed == 3 && !p.runner.forgot);
    bml_start_top(&p.runner, &p.pattern, 1);
    IS(run(&p, 5000) & BML_ENDED && p.runner.forgot);
}

static void a_shot_has_its_parameters_with_it(void)
{
    begin(
        &p,
        "<action label='top'><fire><bulletRef label='b'><param>2</param><param>$rank+3</param>"
        "</bulletRef></fire></action>"
        "<bullet label='b'><speed>$1</speed><action><wait>1</wait><fire><speed>$2</speed><bullet/>"
        "</fire><fire><speed>$3</speed><bullet/></fire></action></bullet>");
    run(&p, 1);
    IS(p.last.action != 0 && p.last.param_count == 2 && p.last.speed == 2);
    bml_start(&p.runner, &p.pattern, &p.last);
    run(&p, 2);
    IS(p.shots == 3 && p.last.speed == 1 && p.last.action == 0);
    bml_shot other = {.action = 99};
    bml_start(&p.runner, &p.pattern, &other);
    IS(run(&p, 1) == BML_ENDED);
}

/* Several children of a <repeat> are run in their order, each time. */
static void a_repeat_has_several_children(void)
{
    begin(&p, "<action label='top'><repeat><times>2</times><actionRef label='a'><param>10</param>"
              "</actionRef><action><fire><direction type='absolute'>20</direction><bullet/></fire>"
              "</action><fire><direction type='absolute'>30</direction><bullet/></fire></repeat>"
              "</action><action label='a'><fire><direction type='absolute'>$1</direction><bullet/>"
              "</fire></action>");
    run(&p, 1);
    IS(p.shots == 6);
    for (uint32_t i = 0; i < 6; i++)
        IS(p.directions[i] == 10.0 * (i % 3 + 1));
}

/* A reference with 14 parameters within one with 10. */
static void references_have_many_parameters(void)
{
    begin(
        &p,
        "<action label='top'><actionRef label='a'><param>1</param><param>2</param><param>3</param>"
        "<param>4</param><param>5</param><param>6</param><param>7</param><param>8</param>"
        "<param>9</param><param>100</param></actionRef></action>"
        "<action label='a'><actionRef label='b'><param>1</param><param>2</param><param>3</param>"
        "<param>4</param><param>5</param><param>6</param><param>7</param><param>8</param>"
        "<param>9</param><param>10</param><param>11</param><param>12</param><param>13</param>"
        "<param>$10+14</param></actionRef>"
        "<fire><direction type='absolute'>$10</direction><bullet/></fire></action>"
        "<action label='b'><fire><direction type='absolute'>$14</direction><bullet/></fire>"
        "<fire><direction type='absolute'>$1+$13</direction><bullet/></fire></action>");
    run(&p, 1);
    IS(p.shots == 3);
    IS(p.directions[0] == 114 && p.directions[1] == 14 && p.directions[2] == 100);
}

static void nothing_infinite_leaves(void)
{
    begin(
        &p,
        "<action label='top'><fire><direction>1000000000*$1*1000000000</direction>"
        "<speed>1000000000*$1*1000000000</speed><bullet/></fire>"
        "<fire><direction type='relative'>1/($rank-$rank)</direction><speed>0/($rank-$rank)</speed>"
        "<bullet/></fire><changeSpeed><speed type='sequence'>1000000000</speed>"
        "<term>1000000000</term></changeSpeed><changeDirection><direction type='sequence'>"
        "-1000000000</direction><term>1000000000</term></changeDirection></action>");
    p.motion = (bml_motion){.direction = (double)NAN, .speed = (double)INFINITY};
    p.host.rank = (double)NAN;
    bml_run(&p.runner, &p.pattern, &p.motion, &p.host);
    IS(p.shots == 2 && p.last.speed == 0);
    IS(p.last.direction >= 0 && p.last.direction <= 360);
    bml_run(&p.runner, &p.pattern, &p.motion, &p.host);
    IS(p.motion.speed >= -BML_LARGEST && p.motion.speed <= BML_LARGEST);
    IS(p.motion.direction >= -BML_LARGEST && p.motion.direction <= BML_LARGEST);
}

static uint32_t seed = 1;

static double any_number(void)
{
    seed = seed * 1664525u + 1013904223u;
    double number = (double)(int32_t)seed / (double)(1u << (seed >> 4 & 15u));
    return seed & 1024u ? number : floor(number);
}

static void remainders_are_those_of_c(void)
{
    uint32_t wrong = 0;
    for (uint32_t i = 0; i < 200000; i++) {
        double a = any_number();
        double b = any_number();
        wrong += b != 0 && bml_remainder(a, b) != fmod(a, b);
        double turned = bml_turn_in(a);
        double expected = fmod(a, 360) + (a < 0 && fmod(a, 360) != 0 ? 360 : 0);
        wrong += turned != expected && !(turned == 360 && expected == 0);
    }
    IS(wrong == 0);
    IS(bml_remainder(7, 3) == 1 && bml_remainder(-7, 3) == -1 && bml_remainder(7, -3) == 1);
    IS(bml_remainder(5.5, 0.25) == 0 && bml_remainder(1, 0) == 0 && bml_remainder(1e300, 3) == 0);
    IS(bml_turn_in(360) == 360 && bml_turn_in(720) == 360 && bml_turn_in(-720) == 0);
    IS(bml_turn_between(350, 10) == 20 && bml_turn_between(10, 350) == -20);
    IS(bml_turn_between(1400, 90) == 130 && bml_turn_between(0, 180) == -180);
}

/* Of up to 15 digits: each is the nearest double. */
static void numbers_are_those_of_c(void)
{
    char digits[40], text[200];
    for (uint32_t i = 0; i < 2000; i++) {
        seed = seed * 1664525u + 1013904223u;
        const uint32_t whole = seed >> 28 & 3u, decimals = seed >> 20 & 7u;
        int at = snprintf(digits, sizeof digits, "%.*s", (int)whole + 1, "812345679");
        at +=
            snprintf(digits + at, sizeof digits - (size_t)at, ".%.*s", (int)decimals, "0319570246");
        snprintf(digits + at, sizeof digits - (size_t)at, "%u", (unsigned)(seed >> 8 & 63u));
        snprintf(text, sizeof text,
                 "<action label='top'><fire><speed>%s</speed><bullet/></fire></action>", digits);
        begin(&p, text);
        run(&p, 1);
        IS(p.last.speed == strtod(digits, NULL));
    }
}

typedef void situation(void);

int main(void)
{
    static situation *const all[] = {nothing_is_survived,
                                     a_changed_table_is_refused,
                                     a_host_may_have_no_functions,
                                     a_runner_of_another_pattern_is_not_run,
                                     a_wait_is_as_long_as_it_says,
                                     changes_go_on_when_the_action_has_ended,
                                     a_vanished_bullet_does_nothing_more,
                                     who_is_gone_is_not_looked_at,
                                     what_never_waits_is_ended,
                                     references_are_remembered_up_to_a_limit,
                                     a_shot_has_its_parameters_with_it,
                                     a_repeat_has_several_children,
                                     references_have_many_parameters,
                                     nothing_infinite_leaves,
                                     remainders_are_those_of_c,
                                     numbers_are_those_of_c};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        all[i]();
    printf("%u passed, %u failed\n", passed, failed);
    return failed == 0 ? 0 : 1;
}
