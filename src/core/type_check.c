/*
 * Type checks of programs compiled with TRP_DEBUG. Linked only there.
 */
#include "../base/text.h"
#include "core.h"

/* Skips "struct " and namespaces. */
static const char *type_check_plain_name(const char *name)
{
    static const char tag[] = "struct ";
    const char *plain = name;
    uint32_t i = 0;

    while (tag[i] != '\0' && name[i] == tag[i])
        i++;
    if (tag[i] == '\0')
        plain = name + i;
    for (name = plain; *name != '\0'; name++)
        if (name[0] == ':' && name[1] == ':')
            plain = name + 2;
    return plain;
}

static bool type_check_is_same_name(const char *a, const char *b)
{
    for (a = type_check_plain_name(a), b = type_check_plain_name(b); *a == *b; a++, b++)
        if (*a == '\0')
            return true;
    return false;
}

/* Whether it is another type of the same size. An unknown name matches any type. */
static bool type_check_is_twin(const trp_type *type, size_t size, const char *name)
{
    return size == type->size && type->name != NULL && name != NULL &&
           !type_check_is_same_name(type->name, name);
}

/* Whether the type is not one with which this pool's structs begin. (Structs of external actors
 * have any size.) */
static bool type_check_is_other(const trp_type *type, size_t size, const char *name)
{
    return size > type->size || type_check_is_twin(type, size, name);
}

static void type_check_report(const trp_pool *pool, const trp_actor *actor, const char *call,
                              const char *name)
{
    const char *own = pool->desc.type.name != NULL ? pool->desc.type.name : pool->desc.name;
    char detail[160];
    trp__text text = trp__text_in(detail, sizeof detail);

    trp__put(&text, TRP__NAME("its actors are '"));
    trp__put(&text, own);
    trp__put(&text, TRP__NAME("', not '"));
    trp__put(&text, name);
    trp__put(&text, TRP__NAME("'. Name the type that TRP_TYPE named in the desc"));
    trp__misuse(pool->world, pool->world->pools[pool->number], actor, call, TRP_ERR_TYPE, detail);
}

#if TRP__SYSTEM
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
#else
static const trp_pool *type_check_pool_of(const trp_actor *actor)
{
    (void)actor;
    return NULL;
}
#endif

void trp__check_as(const trp_actor *actor, size_t size, size_t offset, const char *name)
{
    const trp_pool *pool = actor != NULL ? type_check_pool_of(actor) : NULL;
    const trp_type *type;

    if (pool == NULL)
        return;
    type = &pool->desc.type;
    if (offset != type->offset || (!pool->desc.external && type_check_is_other(type, size, name)))
        type_check_report(pool, actor, "trp_as", name);
}

/* (The walk itself reports a different size.) */
const trp_pool *trp__check_walk(const trp_pool *pool, size_t size, const char *name)
{
    if (pool != NULL && type_check_is_twin(&pool->desc.type, size, name))
        type_check_report(pool, NULL, "trp_each", name);
    return pool;
}

/* The type of a compound literal that is written as "&(type){...}", in `name`; false: it is none. */
static bool type_check_name_of(const char *text, char *name, size_t size)
{
    trp__text out = trp__text_in(name, size);
    char piece[2] = {0, 0};

    while (*text == ' ' || *text == '&' || *text == '(')
        text++;
    for (; *text != '\0' && *text != ')'; text++)
    {
        piece[0] = *text;
        trp__put(&out, piece);
    }
    while (*text == ')' || *text == ' ')
        text++;
    return *text == '{' && !out.is_cut;
}

bool trp__check_init(trp_pool *pool, size_t size, const char *text)
{
    char name[80];

    if (pool == NULL || size == 1)
        return true;
    if (size == pool->desc.type.size)
    {
        if (type_check_name_of(text, name, sizeof name) &&
            type_check_is_twin(&pool->desc.type, size, name))
            type_check_report(pool, NULL, TRP__TEXT("trp_create_from"), name);
        return true;
    }
    trp__misuse(
        pool->world, pool, NULL, TRP__TEXT("trp_create_from"), TRP_ERR_TYPE,
        TRP__TEXT("the struct that is given has another size than the pool's type. Pass one "
                  "of the type that TRP_TYPE named in the desc"));
    trp__note_result(pool->world, TRP_ERR_TYPE);
    return false;
}
