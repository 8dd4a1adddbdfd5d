/* Recordings, patterns and short messages. The page writes and reads them at web_bytes(). */
#include "web.h"

#include "bulletml/pattern.h"

static uint32_t words[2][BML_WORDS]; /* of the pattern in use, and of the next one */
static uint32_t current;

static session *the_session(void)
{
    return show_session(web_show());
}

/** Shows the text at web_bytes() for a while. */
EXPORT(web_note) void web_note(void)
{
    stage_note(show_stage(web_show()), (const char *)web_bytes());
}

/** Copies the last recording to web_bytes(). Returns its size; 0: there is none. */
EXPORT(web_recording) uint32_t web_recording(void)
{
    size_t size;
    const unsigned char *from = session_recording(the_session(), &size);
    unsigned char *to = web_bytes();
    for (size_t i = 0; i < size; ++i)
        to[i] = from[i];
    return (uint32_t)size;
}

/** Replays the recording at web_bytes(). Returns NULL, or a sentence that describes the error. */
EXPORT(web_replay) const char *web_replay(uint32_t size)
{
    return session_replay(the_session(), web_bytes(), size);
}

/** Begins a new game. 0, or the address of a sentence that says why not. */
EXPORT(web_restart) const char *web_restart(void)
{
    return session_restart(the_session());
}

/** Whether there is a hit to show. */
EXPORT(web_has_hit) uint32_t web_has_hit(void)
{
    return session_has_hit(the_session());
}

/** Shows the last hit again. 0, or the address of a sentence that says why not. */
EXPORT(web_show_hit) const char *web_show_hit(void)
{
    return session_show_hit(the_session());
}

EXPORT(web_is_hit) uint32_t web_is_hit(void)
{
    return session_is_hit(the_session());
}

/** Moves to a position of the replay, 0 to 1. */
EXPORT(web_seek) void web_seek(float part)
{
    session_seek(the_session(), part);
}

/** Saves the game in progress to web_bytes(). Returns the number of bytes; 0: there is no game. */
EXPORT(web_save) uint32_t web_save(void)
{
    return (uint32_t)session_save(the_session(), web_bytes(), web_room());
}

/** Loads the game that is saved at web_bytes(). Returns NULL, or a sentence that describes the
 * error. */
EXPORT(web_load) const char *web_load(uint32_t size)
{
    return session_load(the_session(), web_bytes(), size);
}

/** Makes the picture of the save at web_bytes() that menus show. Size 0: there is no save. */
EXPORT(web_set_save) void web_set_save(uint32_t size)
{
    show_set_save(web_show(), size > 0 ? web_bytes() : NULL, size);
}

/** Whether a point of the field is on the picture of the save, and the save loads. */
EXPORT(web_is_save) uint32_t web_is_save(float x, float y)
{
    return show_is_save(web_show(), x, y);
}

/** The verdict on the last replay; NULL: none has ended. */
EXPORT(web_verdict) const char *web_verdict(void)
{
    return session_verdict(the_session());
}

/** Plays the pattern whose table is at web_bytes(), or none if `size` is 0. `starts`: at once.
 * Returns NULL, or a sentence that describes the error. */
EXPORT(web_pattern) const char *web_pattern(uint32_t size, uint32_t starts)
{
    bml_pattern checked;
    const uint32_t next = 1 - current;
    if (size == 0)
    {
        session_set_pattern(the_session(), NULL, 0, starts != 0);
        return NULL;
    }
    const bml_result result = bml_load(&checked, web_bytes(), size, words[next], BML_WORDS);
    if (result != BML_OK)
        return bml_reason(result);
    current = next;
    session_set_pattern(the_session(), words[current], size / 4, starts != 0);
    return NULL;
}
