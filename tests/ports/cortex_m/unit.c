/*
 * Runs the situations of one module on a board. not_run.txt lists those without room there, each
 * with its reason; for these only the reason is printed.
 */
#include "../../unit/situation.h"
#include "board.h"

#define JOIN(a, b) JOIN_(a, b)
#define JOIN_(a, b) a##b
#define TEXT(name) TEXT_(name)
#define TEXT_(name) #name

extern const situation *const JOIN(NOUN, _situations)[];

typedef struct left_out {
    const char *name;
    const char *reason;
} left_out;

static const left_out not_run[] = {
#include "not_run.inc"
    {NULL, NULL}};

static uint32_t mark[10];
static unsigned passed, failed, skipped;

void situation_failed(const char *file, int line, const char *text)
{
    board_say(file);
    board_say(":");
    board_say_number((uint64_t)line);
    board_say(": ");
    board_say(text);
    board_say("\n");
    board_return(mark);
}

static bool has_no_room;

void situation_has_no_room(void)
{
    has_no_room = true;
    board_return(mark);
}

void situation_cases(const char *what, unsigned long cases)
{
    (void)what;
    (void)cases;
}

/* NULL: there are no more */
static const situation *situation_at(unsigned number)
{
    const situation *it = JOIN(NOUN, _situations)[number];
    return it->name != NULL ? it : NULL;
}

static const char *reason_against(const char *name)
{
    const left_out *it = not_run;

    while (it->name != NULL && !situation_text_equal(it->name, name))
        it++;
    return it->reason;
}

static void say_not_run(const situation *it, const char *reason)
{
    board_say("not run: " TEXT(NOUN) ": ");
    board_say(it->name);
    board_say(": ");
    board_say(reason);
    board_say("\n");
    skipped++;
}

static void run(const situation *it, bool silently)
{
    const char *reason = reason_against(it->name);

    if (reason != NULL) {
        say_not_run(it, reason);
        return;
    }
    has_no_room = false;
    situation_begin(silently);
    if (board_mark(mark) == 0) {
#if PLAYS_SCRIPTS
        situation_play(it);
#else
        it->run();
#endif
        passed++;
        return;
    }
    if (has_no_room) {
        say_not_run(it, "it needs a larger heap");
        return;
    }
    board_say("FAILED: " TEXT(NOUN) ": ");
    board_say(it->name);
    board_say("\n");
    failed++;
}

/* A reason without a situation of that name is an error: the situation may have been renamed. */
static void check_names(void)
{
    for (const left_out *out = not_run; out->name != NULL; out++) {
        unsigned i = 0;
        while (situation_at(i) != NULL && !situation_text_equal(out->name, situation_at(i)->name))
            i++;
        if (situation_at(i) == NULL) {
            board_say("FAILED: " TEXT(NOUN) ": not_run.txt has an unknown situation:  ");
            board_say(out->name);
            board_say("\n");
            failed++;
        }
    }
}

int main(void)
{
    check_names();
    for (int silently = 0; silently <= RUNS_SILENTLY; silently++)
        for (unsigned i = 0; situation_at(i) != NULL; i++)
            run(situation_at(i), silently);
    board_say(TEXT(NOUN) ": ");
    board_say_number(passed);
    board_say(" passed, ");
    board_say_number(failed);
    board_say(" failed, ");
    board_say_number(skipped);
    board_say(" not run; RAM ");
    board_say_number(board_ram());
    board_say(", stack ");
    board_say_number(board_stack_used());
    board_say(" of ");
    board_say_number(board_stack_size());
    board_say("\n");
    return failed != 0;
}
