/* Facts for the page as text: the marked actor, the player's killer, the library's reports of
 * mistakes. Each text is lines of the form "name: value". */
#include "web.h"

enum
{
    TEXTS = 4000
};

static char text[TEXTS];
static uint32_t text_length;

static game *the_game(void)
{
    return session_game(show_session(web_show()));
}

static void put(const char *more)
{
    while (more && *more && text_length + 1 < TEXTS)
        text[text_length++] = *more++;
    text[text_length] = 0;
}

static void put_number(uint64_t number)
{
    char digits[24];
    char *at = digits + sizeof digits - 1;
    *at = 0;
    do
    {
        *--at = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    put(at);
}

static void put_line(const char *name, const char *value)
{
    put(name);
    put(": ");
    put(value);
    put("\n");
}

static void put_count(const char *name, uint64_t number)
{
    put(name);
    put(": ");
    put_number(number);
    put("\n");
}

static void put_place(const char *name, game_place place)
{
    if (!place.file)
        return;
    put(name);
    put(": ");
    put(place.file);
    put(":");
    put_number(place.line);
    put("\n");
}

static void begin_text(void)
{
    text_length = 0;
    text[0] = 0;
}

static void put_facts(const game_facts *f)
{
    put_line("pool", f->pool);
    put_count("slot", f->slot);
    put_count("generation", f->actor.generation);
    put_count("index", f->actor.index);
    put_count("lives", f->lives);
    if (f->age != GAME_NO_AGE)
        put_count("age", f->age);
    if (f->maker)
        put_line("maker", f->maker);
    put_place("born", f->born_at);
    if (f->reason)
        put_line("reason", f->reason);
    if (f->ender)
        put_line("ender", f->ender);
    put_place("ended", f->ended_at);
}

static void put_why(void *context, const char *line)
{
    (void)context;
    put_line("why", line);
}

/** Marks the actor at a point of the field. 0: there is none. */
EXPORT(web_pick) uint32_t web_pick(float x, float y)
{
    return show_pick(web_show(), x, y);
}

/** Lines about the marked actor; "" if there is none. */
EXPORT(web_marked) const char *web_marked(void)
{
    game_facts facts;
    begin_text();
    if (!show_get_marked(web_show(), &facts))
        return text;
    put_facts(&facts);
    if (facts.pool[0] != 's' || facts.pool[1] != 't' || facts.pool[2] != 'o') /* not the storm */
        game_print_why(the_game(), facts.actor, put_why, NULL);
    return text;
}

/** Lines about the player's last killer; "" if there is none. */
EXPORT(web_kill) const char *web_kill(void)
{
    game_kill kill;
    begin_text();
    if (!game_get_kill(the_game(), &kill))
        return text;
    put_count("tick", kill.tick);
    put_facts(&kill.killer);
    game_print_why(the_game(), kill.killer.actor, put_why, NULL);
    return text;
}

/** Makes a mistake. Returns lines about the library's report. */
EXPORT(web_err) const char *web_err(uint32_t mistake)
{
    storm_verdict it;
    show_err(web_show(), (storm_mistake)mistake, &it);
    begin_text();
    put_line("what", it.what);
    put_line("result", it.result);
    put_line("message", it.message);
    put_count("before", it.before);
    put_count("after", it.after);
    put_count("sound", it.is_sound);
    return text;
}
