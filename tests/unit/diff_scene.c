#include "diff_scene.h"

diff_heard diff_reports[DIFF_HEARD_MOST];
unsigned diff_report_count;

static size_t saved_bytes[3];
static char failure[400];

static void hear(const trp_difference *difference, void *user)
{
    diff_heard *heard = &diff_reports[diff_report_count];
    CHECK(user == diff_reports);
    CHECK(diff_report_count < DIFF_HEARD_MOST);
    heard->of = *difference;
    situation_text_copy(heard->text, sizeof heard->text, difference->text);
    diff_report_count++;
}

void diff_save(const trp_world *world, unsigned number)
{
    saved_bytes[number] = snapshot_save_to(world, number);
}

uint32_t diff_between(const trp_world *world, unsigned a, unsigned b)
{
    diff_report_count = 0;
    const uint32_t count =
        trp_snapshot_diff(world, snapshot_memory[a], saved_bytes[a], snapshot_memory[b],
                          saved_bytes[b], UINT32_MAX, hear, diff_reports);
    CHECK_EQ(count, diff_report_count);
    return count;
}

uint32_t diff_since(const trp_world *world)
{
    diff_save(world, 1);
    return diff_between(world, 0, 1);
}

static bool is_text(const char *got, const char *expected)
{
#if defined(TRP_NO_MESSAGES)
    if (*got == '\0')
        return true;
#endif
    return situation_text_equal(got, expected);
}

void diff_check_lines(const char *file, int line, const diff_line *lines, unsigned count)
{
    situation_check_equal(file, line, "number of differences", diff_report_count, count);
    for (unsigned i = 0; i < count; i++) {
        situation_text_copy(failure, sizeof failure, "expected: ");
        situation_text_add(failure, sizeof failure, lines[i].text);
        situation_text_add(failure, sizeof failure, "; heard: ");
        situation_text_add(failure, sizeof failure, diff_reports[i].text);
        if (diff_reports[i].of.kind != lines[i].kind ||
            !is_text(diff_reports[i].text, lines[i].text))
            situation_failed(file, line, failure);
    }
}

void diff_check_place(const char *file, int line, unsigned number, diff_heard expected)
{
    const trp_difference *a = &diff_reports[number].of;
    const trp_difference *b = &expected.of;
    if (number >= diff_report_count || a->pool != b->pool || a->region != b->region)
        situation_failed(file, line, "the pool or region of a difference");
    situation_check_equal(file, line, "slot", a->slot, b->slot);
    situation_check_equal(file, line, "generation in a", a->generation_a, b->generation_a);
    situation_check_equal(file, line, "generation in b", a->generation_b, b->generation_b);
    if (a->field != b->field)
        situation_failed(file, line, "the field of a difference");
    situation_check_equal(file, line, "element", a->element, b->element);
    situation_check_equal(file, line, "offset", a->offset, b->offset);
}
