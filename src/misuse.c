#include "internal.h"

/* What the hook itself does wrong is not told. */
static void call_hook(trp_on_misuse_fn *hook, trp_world *world, const trp_misuse *misuse)
{
    if (world != NULL)
        world->reporting = true;
    hook(world, misuse);
    if (world != NULL)
        world->reporting = false;
}

#if !defined(TRP_NO_MESSAGES)

#define MESSAGE_BYTES 320

/* A line that is written piece by piece and cut where the buffer ends. */
typedef struct line
{
    char text[MESSAGE_BYTES];
    size_t length;
} line;

static void put(line *out, const char *text)
{
    while (*text != '\0' && out->length < MESSAGE_BYTES - 1)
        out->text[out->length++] = *text++;
    out->text[out->length] = '\0';
}

static void put_number(line *out, uint32_t number)
{
    char digits[11];
    size_t at = sizeof digits - 1;

    digits[at] = '\0';
    do
    {
        digits[--at] = (char)('0' + number % 10);
        number /= 10;
    } while (number != 0);
    put(out, digits + at);
}

/* With a comma between thousands. */
static void put_bytes(line *out, size_t bytes)
{
    size_t unit = 1;

    while (bytes / unit >= 1000)
        unit *= 1000;
    put_number(out, (uint32_t)(bytes / unit));
    while ((unit /= 1000) != 0)
    {
        const uint32_t digits = (uint32_t)(bytes / unit % 1000);
        put(out, digits < 10 ? ",00" : digits < 100 ? ",0" : ",");
        put_number(out, digits);
    }
}

const char *trp__bytes_text(char text[TRP__BYTES_TEXT], size_t needed, size_t left)
{
    line out;

    out.length = 0;
    put(&out, "needs ");
    put_bytes(&out, (needed + TRP_ALIGNMENT - 1) / TRP_ALIGNMENT * TRP_ALIGNMENT);
    put(&out, " bytes");
    if (left != SIZE_MAX)
    {
        put(&out, ", ");
        put_bytes(&out, left);
        put(&out, " are left");
    }
    memcpy(text, out.text, out.length + 1);
    return text;
}

/* Whether a detail does not say it all. */
static bool needs_text(trp_result result)
{
    switch (result)
    {
    case TRP_ERR_VALUE:
    case TRP_ERR_DESC:
    case TRP_ERR_TYPE:
    case TRP_ERR_NULL:
        return false;
    default:
        return true;
    }
}

/* "trp_recycle: pool 'bullet', slot 12: what happened. What to do." `name` is that of the noun, or NULL. */
static void compose(line *out, const trp_misuse *misuse, const char *noun, const char *name,
                    const char *detail)
{
    out->length = 0;
    put(out, misuse->call);
    if (name != NULL)
    {
        put(out, ": ");
        put(out, noun);
        put(out, " '");
        put(out, name);
        put(out, "'");
    }
    if (misuse->pool != NULL && misuse->actor != NULL)
    {
        const uint32_t slot = trp__slot_of(misuse->pool, misuse->actor);
        if (slot != TRP__NONE)
        {
            put(out, ", slot ");
            put_number(out, slot);
        }
    }
    put(out, ": ");
    if (detail != NULL)
        put(out, detail);
    if (detail != NULL && needs_text(misuse->result))
        put(out, ": ");
    if (detail == NULL || needs_text(misuse->result))
        put(out, trp_result_text(misuse->result));
    put(out, ".");
}

static void tell(trp_on_misuse_fn *hook, trp_world *world, trp_misuse *misuse, const char *noun,
                 const char *name, const char *detail)
{
    line message;

    if (hook == NULL || (world != NULL && world->reporting))
        return;
    compose(&message, misuse, noun, name, detail);
    misuse->message = message.text;
    call_hook(hook, world, misuse);
}

trp_result trp__misuse(const trp_world *world, trp_pool *pool, const trp_actor *actor,
                       const char *call, trp_result result, const char *detail)
{
    trp_world *self = world->self;
    trp_misuse misuse = {result, call, pool, actor, NULL};

    self->misuse++;
    if (pool != NULL)
        pool->misuse++;
    self->calls++;
    tell(self->on_misuse, self, &misuse, "pool", pool != NULL ? pool->desc.name : NULL, detail);
    self->calls--;
    return result;
}

trp_result trp__misuse_named(trp_world *world, const char *noun, const char *name, const char *call,
                             trp_result result, const char *detail)
{
    trp_misuse misuse = {result, call, NULL, NULL, NULL};

    world->misuse++;
    world->calls++;
    tell(world->on_misuse, world, &misuse, noun, name, detail);
    world->calls--;
    return result;
}

trp_result trp__misuse_early(trp_on_misuse_fn *hook, const char *call, trp_result result,
                             const char *detail)
{
    trp_misuse misuse = {result, call, NULL, NULL, NULL};

    tell(hook, NULL, &misuse, NULL, NULL, detail);
    return result;
}

#else

trp_result trp__misuse_silent(const trp_world *world, trp_pool *pool, const trp_actor *actor,
                              trp_result result)
{
    trp_world *self = world->self;
    const trp_misuse misuse = {result, "", pool, actor, ""};

    self->misuse++;
    if (pool != NULL)
        pool->misuse++;
    self->calls++;
    if (self->on_misuse != NULL && !self->reporting)
        call_hook(self->on_misuse, self, &misuse);
    self->calls--;
    return result;
}

trp_result trp__misuse_early_silent(trp_on_misuse_fn *hook, trp_result result)
{
    const trp_misuse misuse = {result, "", NULL, NULL, ""};

    if (hook != NULL)
        call_hook(hook, NULL, &misuse);
    return result;
}

#endif
