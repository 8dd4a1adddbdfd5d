/* Tests the contract of the interpreter. test_bulletml_real.sh compares the behaviour of patterns
 * with the reference interpreter. */
#include "test_pattern.h"

#include "pattern_sums.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned passed;
static unsigned failed;

void test_is(bool good, const char *what, const char *file, int line)
{
    passed += good;
    failed += !good;
    if (!good)
    {
        printf("FAILED: %s:%d: %s\n", file, line, what);
    }
}

static void print(void *context, const char *message)
{
    (void)context;
    if (!strstr(message, "warning: "))
    {
        printf("%s\n", message);
    }
}

test_table *test_compile(const char *body)
{
    char text[8000];
    test_table *table = calloc(1, sizeof *table);
    bulletml_report report = {.file = body, .print = print};
    int length = snprintf(text, sizeof text, "<bulletml>%s</bulletml>", body);
    if (!table ||
        !bulletml_compile(text, (size_t)length, &report, table->words, &table->length, NULL))
    {
        exit(1);
    }
    IS(bml_open(&table->pattern, table->words, table->length) == BML_OK);
    return table;
}

void test_free(test_table *table)
{
    free(table);
}

static bool fire(void *context, const bml_shot *shot)
{
    test_host *host = context;
    host->shots++;
    host->last = *shot;
    return host->shots != host->gone_after;
}

void test_make_host(test_host *host)
{
    *host = (test_host){.host = {.context = host, .rank = 0.5, .fire = fire}};
}

/* Runs a pattern's first top action for some ticks; returns the last result. */
static uint32_t run(const test_table *table, bml_runner *runner, test_host *host, uint32_t ticks)
{
    bml_motion motion = {0};
    uint32_t result = 0;
    while (ticks-- > 0)
    {
        result = bml_run(runner, &table->pattern, &motion, &host->host);
    }
    return result;
}

static void nothing_is_survived(void)
{
    bml_pattern pattern = {0};
    bml_runner runner;
    bml_motion motion = {0};
    bml_host host = {0};
    bml_shot shot = {.action = 3};
    uint32_t words[8] = {0};
    IS(bml_open(NULL, words, 8) == BML_MISUSE);
    IS(bml_open(&pattern, NULL, 8) == BML_MISUSE);
    IS(bml_load(&pattern, NULL, 8, words, 8) == BML_MISUSE);
    IS(bml_check(NULL, 0) == BML_MISUSE);
    IS(bml_tops(NULL) == 0 && !bml_horizontal(NULL) && !bml_forgot(NULL));
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
    IS(bml_hash(NULL, 7) == 7);
    for (int i = BML_OK; i <= BML_MISUSE + 1; i++)
    {
        IS(bml_reason((bml_result)i)[0] != 0);
    }
}

static void a_host_may_have_no_functions(void)
{
    test_table *table = test_compile("<action label='top'><fire><direction>$rand*10</direction>"
                                     "<bullet/></fire></action>");
    bml_runner runner;
    bml_motion motion = {0};
    bml_host host = {0};
    bml_start_top(&runner, &table->pattern, 0);
    IS(bml_run(&runner, &table->pattern, &motion, &host) == BML_ENDED);
    test_free(table);
}

static void a_runner_of_another_pattern_is_not_run(void)
{
    test_table *one = test_compile("<action label='top'><wait>3</wait></action>");
    test_table *other = test_compile("<action label='top'><wait>4</wait></action>");
    test_host host;
    bml_runner runner;
    test_make_host(&host);
    bml_start_top(&runner, &one->pattern, 0);
    IS(run(other, &runner, &host, 1) == BML_ENDED);
    IS(run(one, &runner, &host, 1) == 0);
    bml_start_top(&runner, &one->pattern, 1);
    IS(run(one, &runner, &host, 1) == BML_ENDED);
    test_free(one);
    test_free(other);
}

static void a_wait_is_as_long_as_it_says(void)
{
    test_table *table = test_compile("<action label='top'><wait>3</wait><fire><bullet/></fire>"
                                     "<wait>2</wait></action>");
    test_host host;
    bml_runner runner;
    test_make_host(&host);
    bml_start_top(&runner, &table->pattern, 0);
    IS(run(table, &runner, &host, 3) == 0 && host.shots == 0);
    IS(run(table, &runner, &host, 1) == 0 && host.shots == 1);
    IS(run(table, &runner, &host, 1) == 0);
    IS(run(table, &runner, &host, 1) == BML_ENDED);
    IS(run(table, &runner, &host, 1) == BML_ENDED && host.shots == 1);
    test_free(table);
}

static void changes_go_on_when_the_action_has_ended(void)
{
    test_table *table = test_compile("<action label='top'><changeSpeed><speed>4</speed>"
                                     "<term>4</term></changeSpeed></action>");
    test_host host;
    bml_runner runner;
    bml_motion motion = {.speed = 2};
    test_make_host(&host);
    bml_start_top(&runner, &table->pattern, 0);
    IS(bml_run(&runner, &table->pattern, &motion, &host.host) == 0 && motion.speed == 2);
    IS(bml_run(&runner, &table->pattern, &motion, &host.host) == BML_MOVED && motion.speed == 2.5);
    IS(bml_run(&runner, &table->pattern, &motion, &host.host) == BML_MOVED && motion.speed == 3);
    IS(bml_run(&runner, &table->pattern, &motion, &host.host) == BML_MOVED && motion.speed == 3.5);
    IS(bml_run(&runner, &table->pattern, &motion, &host.host) == (BML_MOVED | BML_ENDED));
    IS(motion.speed == 4);
    test_free(table);
}

static void a_vanished_bullet_does_nothing_more(void)
{
    test_table *table =
        test_compile("<action label='top'><vanish/><fire><bullet/></fire></action>");
    test_host host;
    bml_runner runner;
    test_make_host(&host);
    bml_start_top(&runner, &table->pattern, 0);
    IS(run(table, &runner, &host, 1) == (BML_VANISHED | BML_ENDED));
    IS(run(table, &runner, &host, 1) == BML_ENDED && host.shots == 0);
    test_free(table);
}

static void who_is_gone_is_not_looked_at(void)
{
    test_table *table = test_compile("<action label='top'><repeat><times>9</times><action>"
                                     "<fire><bullet/></fire></action></repeat></action>");
    test_host host;
    bml_runner runner;
    test_make_host(&host);
    host.gone_after = 4;
    bml_start_top(&runner, &table->pattern, 0);
    IS(run(table, &runner, &host, 1) == (BML_GONE | BML_ENDED) && host.shots == 4);
    test_free(table);
}

static void what_never_waits_is_ended(void)
{
    test_table *table = test_compile(
        "<action label='top'><changeSpeed><speed>1</speed><term>3</term></changeSpeed>"
        "<repeat><times>999999</times><action><fire><bullet/></fire></action></repeat></action>");
    test_host host;
    bml_runner runner;
    test_make_host(&host);
    bml_start_top(&runner, &table->pattern, 0);
    IS(run(table, &runner, &host, 1) == BML_ENDLESS);
    IS(host.shots > BML_STEPS / 5 && host.shots < BML_STEPS);
    uint32_t shots = host.shots;
    IS(run(table, &runner, &host, 3) == (BML_MOVED | BML_ENDED) && host.shots == shots);
    test_free(table);
}

/* A routine that calls itself $1 times and stores its remaining commands in each round. */
static void references_are_remembered_up_to_a_limit(void)
{
    test_table *table = test_compile(
        "<action label='top1'><actionRef label='down'><param>3</param></actionRef></action>"
        "<action label='top2'><actionRef label='down'><param>40</param></actionRef></action>"
        "<action label='down'>"
        "<repeat><times>$1</times><actionRef label='once'><param>$1</param></actionRef></repeat>"
        "<fire><speed>$1</speed><bullet/></fire></action>"
        "<action label='once'><actionRef label='down'><param>$1-4</param></actionRef>"
        "<wait>1</wait></action>");
    test_host host;
    bml_runner runner;
    test_make_host(&host);
    bml_start_top(&runner, &table->pattern, 0);
    run(table, &runner, &host, 100);
    IS(host.shots == 4 && host.last.speed == 3 && !bml_forgot(&runner));
    test_make_host(&host);
    bml_start_top(&runner, &table->pattern, 1);
    IS(run(table, &runner, &host, 5000) & BML_ENDED && bml_forgot(&runner));
    test_free(table);
}

static void a_shot_has_its_parameters_with_it(void)
{
    test_table *table = test_compile(
        "<action label='top'><fire><bulletRef label='b'><param>2</param><param>$rank+3</param>"
        "</bulletRef></fire></action>"
        "<bullet label='b'><speed>$1</speed><action><wait>1</wait><fire><speed>$2</speed><bullet/>"
        "</fire><fire><speed>$3</speed><bullet/></fire></action></bullet>");
    test_host host;
    bml_runner runner;
    test_make_host(&host);
    bml_start_top(&runner, &table->pattern, 0);
    run(table, &runner, &host, 1);
    IS(host.last.action != 0 && host.last.param_count == 2 && host.last.speed == 2);
    bml_start(&runner, &table->pattern, &host.last);
    run(table, &runner, &host, 2);
    IS(host.shots == 3 && host.last.speed == 1 && host.last.action == 0);
    bml_shot other = {.action = 99};
    bml_start(&runner, &table->pattern, &other);
    IS(run(table, &runner, &host, 1) == BML_ENDED);
    test_free(table);
}

static void equal_runs_have_equal_hashes(void)
{
    test_table *table = test_compile(
        "<action label='top'><repeat><times>3</times><actionRef label='a'><param>7</param>"
        "</actionRef></repeat></action><action label='a'><changeDirection><direction>$1</direction>"
        "<term>9</term></changeDirection><wait>5</wait><fire><bullet/></fire></action>");
    test_host host;
    bml_runner one;
    bml_runner other;
    uint32_t before = 0;
    test_make_host(&host);
    bml_start_top(&one, &table->pattern, 0);
    memset(&other, 0xAA, sizeof other);
    bml_start_top(&other, &table->pattern, 0);
    for (uint32_t i = 0; i < 12; i++)
    {
        IS(bml_hash(&one, 1) == bml_hash(&other, 1));
        IS(bml_hash(&one, 1) != before);
        before = bml_hash(&one, 1);
        run(table, &one, &host, 1);
        run(table, &other, &host, 1);
    }
    /* A constant, so that the hash is checked on every machine. */
    IS(before == 0xC99937ACu);
    test_free(table);
}

static uint32_t fired;
static double directions[8];

static bool note_shot(void *context, const bml_shot *shot)
{
    (void)context;
    if (fired < 8)
    {
        directions[fired] = shot->direction;
    }
    fired++;
    return true;
}

/* The shots of the first tick. */
static void shoot(const char *text)
{
    test_table *table = test_compile(text);
    const bml_host host = {.fire = note_shot};
    bml_runner runner;
    bml_motion motion = {0};
    fired = 0;
    bml_start_top(&runner, &table->pattern, 0);
    bml_run(&runner, &table->pattern, &motion, &host);
    test_free(table);
}

/* Several children of a <repeat> are run in their order, each time. */
static void a_repeat_has_several_children(void)
{
    shoot("<action label='top'><repeat><times>2</times><actionRef label='a'><param>10</param>"
          "</actionRef><action><fire><direction type='absolute'>20</direction><bullet/></fire>"
          "</action><fire><direction type='absolute'>30</direction><bullet/></fire></repeat>"
          "</action><action label='a'><fire><direction type='absolute'>$1</direction><bullet/>"
          "</fire></action>");
    IS(fired == 6);
    for (uint32_t i = 0; i < 6; i++)
    {
        IS(directions[i] == 10.0 * (i % 3 + 1));
    }
}

/* A reference with 14 parameters within one with 10. */
static void references_have_many_parameters(void)
{
    shoot(
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
    IS(fired == 3);
    IS(directions[0] == 114 && directions[1] == 14 && directions[2] == 100);
}

static void nothing_infinite_leaves(void)
{
    test_table *table = test_compile(
        "<action label='top'><fire><direction>1000000000*$1*1000000000</direction>"
        "<speed>1000000000*$1*1000000000</speed><bullet/></fire>"
        "<fire><direction type='relative'>1/($rank-$rank)</direction><speed>0/($rank-$rank)</speed>"
        "<bullet/></fire><changeSpeed><speed type='sequence'>1000000000</speed>"
        "<term>1000000000</term></changeSpeed><changeDirection><direction type='sequence'>"
        "-1000000000</direction><term>1000000000</term></changeDirection></action>");
    test_host host;
    bml_runner runner;
    bml_motion motion = {.direction = (double)NAN, .speed = (double)INFINITY};
    test_make_host(&host);
    host.host.rank = (double)NAN;
    bml_start_top(&runner, &table->pattern, 0);
    bml_run(&runner, &table->pattern, &motion, &host.host);
    IS(host.shots == 2 && host.last.speed == 0);
    IS(host.last.direction >= 0 && host.last.direction <= 360);
    bml_run(&runner, &table->pattern, &motion, &host.host);
    IS(motion.speed >= -BML_LARGEST && motion.speed <= BML_LARGEST);
    IS(motion.direction >= -BML_LARGEST && motion.direction <= BML_LARGEST);
    test_free(table);
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
    for (uint32_t i = 0; i < 200000; i++)
    {
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

typedef void situation(void);

int main(void)
{
    static situation *const all[] = {nothing_is_survived,
                                     a_host_may_have_no_functions,
                                     a_runner_of_another_pattern_is_not_run,
                                     a_wait_is_as_long_as_it_says,
                                     changes_go_on_when_the_action_has_ended,
                                     a_vanished_bullet_does_nothing_more,
                                     who_is_gone_is_not_looked_at,
                                     what_never_waits_is_ended,
                                     references_are_remembered_up_to_a_limit,
                                     a_shot_has_its_parameters_with_it,
                                     equal_runs_have_equal_hashes,
                                     a_repeat_has_several_children,
                                     references_have_many_parameters,
                                     nothing_infinite_leaves,
                                     remainders_are_those_of_c,
                                     test_tables};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    {
        all[i]();
    }
    printf("%u passed, %u failed\n", passed, failed);
    return failed == 0 ? 0 : 1;
}
