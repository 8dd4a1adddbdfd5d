/*
 * The words of reports. With TRP_NO_MESSAGES there are none, and this file is empty.
 */
#include "../base/text.h"
#include "core.h"

#if !defined(TRP_NO_MESSAGES)

const char *trp__bytes_text(char text[TRP__BYTES_TEXT], size_t needed, size_t left)
{
    trp__text out = trp__text_in(text, TRP__BYTES_TEXT);

    trp__put(&out, "needs ");
    trp__put_bytes(&out, (needed + TRP_ALIGNMENT - 1) / TRP_ALIGNMENT * TRP_ALIGNMENT);
    trp__put(&out, " bytes");
    if (left != SIZE_MAX) {
        trp__put(&out, ", ");
        trp__put_bytes(&out, left);
        trp__put(&out, " are left");
    }
    return text;
}

const char *trp__named_text(char text[TRP__BYTES_TEXT], const char *before, const char *name,
                            const char *after)
{
    trp__text out = trp__text_in(text, TRP__BYTES_TEXT);

    trp__put(&out, before);
    trp__put(&out, " '");
    trp__put(&out, name != NULL ? name : "?");
    trp__put(&out, "' ");
    trp__put(&out, after);
    return text;
}

/* Whether a detail already says what to do, in a second sentence. */
static bool misuse_has_cure(const char *detail)
{
    for (; *detail != '\0'; detail++)
        if (detail[0] == '.' && detail[1] == ' ')
            return true;
    return false;
}

/* Whether the text of the result follows a detail. */
static bool misuse_needs_text(trp_result result, const char *detail)
{
    if (misuse_has_cure(detail))
        return false;
    switch (result) {
    case TRP_ERR_VALUE:
    case TRP_ERR_DESC:
    case TRP_ERR_TYPE:
    case TRP_ERR_NULL:
        return false;
    default:
        return true;
    }
}

/* " (game.c:80, in the callback of enemy slot 3)", as far as this is known */
static void misuse_put_where(trp__text *out, const trp_misuse *misuse, bool is_within)
{
    if (misuse->file == NULL && misuse->in_pool == NULL)
        return;
    trp__put(out, misuse->file != NULL && is_within ? " (within " : " (");
    if (misuse->file != NULL) {
        trp__put(out, trp__file_name(misuse->file));
        trp__put(out, ":");
        trp__put_number(out, misuse->line);
        trp__put(out, misuse->in_pool != NULL ? ", " : "");
    }
    if (misuse->in_pool != NULL) {
        const uint32_t slot =
            misuse->in_actor != NULL ? trp__slot_of(misuse->in_pool, misuse->in_actor) : TRP__NONE;
        trp__put(out, "in the callback of ");
        trp__put(out, misuse->in_pool->desc.name);
        if (slot != TRP__NONE)
            trp__put(out, " slot ");
        if (slot != TRP__NONE)
            trp__put_number(out, slot);
    }
    trp__put(out, ")");
}

/* "trp_recycle (game.c:80): pool 'bullet', slot 12: what happened. What to do." `name` is that of
 * the module, or NULL. */
static void misuse_compose(trp__text *out, const trp_world *world, const trp_misuse *misuse,
                           const char *noun, const char *name, const char *detail)
{
    trp__put(out, misuse->call);
    misuse_put_where(out, misuse, world != NULL && world->place.depth != trp__depth(world));
    if (name != NULL) {
        trp__put(out, ": ");
        trp__put(out, noun);
        trp__put(out, " '");
        trp__put(out, name);
        trp__put(out, "'");
    }
    if (misuse->pool != NULL && misuse->actor != NULL) {
        const uint32_t slot = trp__slot_of(misuse->pool, misuse->actor);
        if (slot != TRP__NONE) {
            trp__put(out, ", slot ");
            trp__put_number(out, slot);
        }
    }
    trp__put(out, ": ");
    if (detail != NULL)
        trp__put(out, detail);
    if (detail != NULL && misuse_needs_text(misuse->result, detail))
        trp__put(out, ": ");
    if (detail == NULL || misuse_needs_text(misuse->result, detail))
        trp__put(out, trp__result_text(misuse->result));
    trp__put(out, ".");
}

const char *trp__misuse_words(char message[TRP__MISUSE_BYTES], const trp_world *world,
                              const trp_misuse *misuse, const char *noun, const char *name,
                              const char *detail)
{
    trp__text out = trp__text_in(message, TRP__MISUSE_BYTES);

    misuse_compose(&out, world, misuse, noun, name, detail);
    return message;
}

#endif
