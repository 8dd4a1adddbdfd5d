/*
 * Type checks of programs compiled with TRP_DEBUG. Linked only there, and in debug builds.
 */
#include "type_check.h"
#include "../../include/troupe/fields.h"
#include "../core/visit.h"

bool trp__is_twin(const trp_type *type, const trp__named_type *named)
{
    return named->size == type->size && named->offset == type->offset &&
           !trp__is_same_type_name(type->name, named->name);
}

const char *trp__type_words(char text[TRP__TYPE_TEXT], const char *noun, const trp_type *type,
                            const char *own, const trp__named_type *named)
{
    const char *name = named->name != NULL ? named->name : TRP__NAME("another type");

    if (trp__is_same_type_name(own, name))
        return TRP__WORDS(text, TRP__TYPE_TEXT,
                          "its %s are '%s' (%u bytes, node at %u), not '%s' (%u bytes, node at "
                          "%u). Two structs have this name, or their files were compiled with "
                          "different options",
                          noun, own, (uint32_t)type->size, (uint32_t)type->offset, name,
                          (uint32_t)named->size, (uint32_t)named->offset);
    return TRP__WORDS(text, TRP__TYPE_TEXT,
                      "its %s are '%s', not '%s'. Name the type that TRP_TYPE named in the desc",
                      noun, own, name);
}

trp_place trp__place_type(trp_world *world, const trp__named_type *named)
{
    const trp_place before = world->place;

    if (named->file == NULL)
        return before;
    world->place.file = named->file;
    world->place.line = named->line;
    world->place.depth = trp__depth(world) + 1;
    return before;
}

static void type_check_report(const trp_pool *pool, const trp_actor *actor, const char *call,
                              const trp__named_type *named)
{
    const char *own = pool->desc.type.name != NULL ? pool->desc.type.name : pool->desc.name;
    trp_world *world = pool->world;
    char text[TRP__TYPE_TEXT];
    trp_place before;

    if (world->in_parts)
        return;
    before = trp__place_type(world, named);
    trp__misuse(world, pool, actor, call, TRP_ERR_TYPE,
                trp__type_words(text, TRP__NAME("actors"), &pool->desc.type, own, named));
    world->place = before;
}

/* Reports another type of the same size. */
static void type_check_twin(const trp_pool *pool, const char *call, const trp__named_type *named)
{
    if (trp__is_twin(&pool->desc.type, named))
        type_check_report(pool, NULL, call, named);
}

/* The pool of an actor of any world. */
static const trp_pool *type_check_pool_of(const trp_actor *actor)
{
    const trp_world *world = trp__world_with_id(actor->index >> 24);
    trp__place place;

    if (world == NULL || !trp__find_index(world, actor->index & (TRP_MAX_SLOTS - 1), &place) ||
        trp__node_at(place.pool, place.slot) != actor)
        return NULL;
    return place.pool;
}

/* (A pool's structs may begin with a smaller one; those of external actors have any size.) */
void trp__check_as(const trp_actor *actor, const trp__named_type *named)
{
    const trp_pool *pool = actor != NULL ? type_check_pool_of(actor) : NULL;
    const trp_type *type;

    if (pool == NULL)
        return;
    type = &pool->desc.type;
    if (named->offset != type->offset ||
        (pool->desc.external == NULL && (named->size > type->size || trp__is_twin(type, named))))
        type_check_report(pool, actor, TRP__TEXT("trp_as"), named);
}

/* (The walk itself reports a different size, or another place of the node.) */
const trp_pool *trp__check_walk(const trp_pool *pool, const trp__named_type *named)
{
    if (pool != NULL)
        type_check_twin(pool, TRP__TEXT("trp_each"), named);
    return pool;
}

#if TRP__DEBUGS
void trp__check_names(const trp_pool *pool)
{
    const trp_fields *fields = pool->desc.fields;
    const trp_lifetime *lifetime = &pool->desc.lifetime;
    trp__named_type named = {lifetime->size, pool->desc.type.offset, lifetime->type, NULL, 0};

    type_check_twin(pool, TRP__TEXT("trp_pool_create"), &named);
    if (fields == NULL)
        return;
    named.size = fields->size;
    named.name = fields->name;
    type_check_twin(pool, TRP__TEXT("trp_pool_create"), &named);
}
#endif

/* The type of a compound literal that is written as "&(type){...}", in `name`; false: it is
 * none. */
static bool type_check_name_of(const char *text, char *name, size_t size)
{
    trp__text out = trp__text_in(name, size);
    char piece[2] = {0, 0};

    while (*text == ' ' || *text == '&' || *text == '(')
        text++;
    for (; *text != '\0' && *text != ')'; text++) {
        piece[0] = *text;
        trp__put(&out, piece);
    }
    while (*text == ')' || *text == ' ')
        text++;
    return *text == '{' && !out.is_cut;
}

/* Whether the life of a newborn with these members would be over already. */
static bool type_check_is_over(trp_pool *pool, const void *init)
{
    trp_time until;

    if (pool->desc.lifetime.use == NULL || init == NULL)
        return false;
    memcpy(&until, (const unsigned char *)init + pool->desc.lifetime.offset, sizeof until);
    return trp__time_has_come(until.moment, trp__life_now(pool));
}

bool trp__check_init(trp_pool *pool, const void *init, size_t size, const char *text)
{
    char name[80];
    trp__named_type named = {size, 0, name, NULL, 0};

    if (pool == NULL || size == 1)
        return true;
    if (size == pool->desc.type.size) {
        named.offset = pool->desc.type.offset; /* not named in the text */
        if (type_check_name_of(text, name, sizeof name))
            type_check_twin(pool, TRP__TEXT("trp_create"), &named);
        if (type_check_is_over(pool, init))
            trp__misuse(pool->world, pool, NULL, TRP__TEXT("trp_create"), TRP_ERR_VALUE,
                        TRP__TEXT("the life is over already: the moment of its end is past. Set "
                                  "it by trp_time_in(pool, trp_seconds(s)), not to a number"));
        return true;
    }
    trp__misuse(
        pool->world, pool, NULL, TRP__TEXT("trp_create"), TRP_ERR_TYPE,
        TRP__TEXT("the struct that is given has another size than the pool's type. Pass one "
                  "of the type that TRP_TYPE named in the desc"));
    trp__note_result(pool->world, TRP_ERR_TYPE);
    return false;
}

void trp__check_watched(trp_world *world, const char *call)
{
    if (!TRP__ASAN && world != NULL)
        trp__misuse(
            world, NULL, NULL, call, TRP_ERR_VERSION,
            TRP__TEXT("the program is compiled for AddressSanitizer, the library is not, so "
                      "uses of recycled actors are not found. Link build/debug/libtroupe.a, "
                      "which `make debug` builds"));
}
