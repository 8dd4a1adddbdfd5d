/*
 * Questions about an area: who is there, who is nearest, who is first.
 */
#include "space_search.h"

trp_result trp__space_find(trp_space *space, trp_area area, uint32_t mask, const char *call,
                           uint32_t *count)
{
    trp__question question;
    trp__search search;

    if (!trp__space_ask(area, mask, &question))
        return trp__space_misuse(space, NULL, NULL, call, TRP_ERR_VALUE,
                                 TRP__TEXT("the area is not a number, has a negative size, or is "
                                           "infinite where it must not be"));
    trp__search_begin(&search, space, &question, trp__take_to_list);
    search.list = space->stack + space->stack_top;
    search.room = space->stack_size - space->stack_top;
    trp__search_run(&search);
    if (search.is_over)
        return trp__space_misuse(
            space, NULL, NULL, call, TRP_ERR_FULL,
            TRP__TEXT("desc.hits has no room for the answers, beside those of passes in progress"));
    *count = search.count;
    space->hits += search.count;
    return TRP_OK;
}

uint32_t trp_space_query(trp_space *space, trp_area area, uint32_t mask, trp_visit_fn *visit,
                         void *user)
{
    uint32_t count;
    uint32_t visited = 0;
    trp__pass pass;

    if (space == NULL ||
        trp__space_find(space, area, mask, TRP__TEXT("trp_space_query"), &count) != TRP_OK)
        return 0;
    if (visit == NULL || count == 0)
        return count;
    trp__order_numbers(space, space->stack + space->stack_top, count);
    trp__pass_begin(&pass, space);
    space->stack_top += count;
    for (uint32_t i = 0; i < count; i++)
    {
        const uint32_t member = space->stack[pass.stack_top + i];
        if (i + TRP__AHEAD < count)
            trp__fetch(space, space->stack[pass.stack_top + i + TRP__AHEAD]);
        if (!trp__pass_has(&pass, member))
            continue;
        visited++;
        pass.a.current = space->actor[member];
        visit(pass.a.current, user);
    }
    trp__pass_end(&pass);
    return visited;
}

trp_actor *trp_space_first(trp_space *space, trp_area sweep, uint32_t mask, float *at)
{
    trp_actor *first = NULL;
    float earliest = 2;
    uint32_t count;

    if (at != NULL)
        *at = 1;
    if (space == NULL)
        return NULL;
    if (sweep.shape != TRP_SHAPE_SWEEP)
    {
        trp__space_misuse(space, NULL, NULL, TRP__TEXT("trp_space_first"), TRP_ERR_VALUE,
                          TRP__TEXT("the area must be a trp_sweep or trp_segment"));
        return NULL;
    }
    if (trp__space_find(space, sweep, mask, TRP__TEXT("trp_space_first"), &count) != TRP_OK)
        return NULL;
    trp__order_numbers(space, space->stack + space->stack_top, count);
    for (uint32_t i = 0; i < count; i++)
    {
        const uint32_t member = space->stack[space->stack_top + i];
        const float when = trp__sweep_at(&sweep, &space->edges[member]);
        if (when < earliest)
        {
            earliest = when;
            first = space->actor[member];
        }
    }
    if (at != NULL && first != NULL)
        *at = earliest;
    return first;
}

/* Leaves the nearest of `count` members in front, at most `most`, sorted. */
static uint32_t keep_nearest(const trp_space *space, const trp_box *from, uint32_t *members,
                             uint32_t count, uint32_t most)
{
    uint32_t kept = 0;

    for (uint32_t i = 0; i < count; i++)
    {
        const uint32_t member = members[i];
        const float distance = trp__distance(from->x, from->y, &space->edges[member]);
        uint32_t at = kept;
        /* of two at the same distance the first one found has the lower number */
        while (at > 0 && trp__distance(from->x, from->y, &space->edges[members[at - 1]]) > distance)
            at--;
        if (at == most)
            continue;
        if (kept < most)
            kept++;
        for (uint32_t k = kept - 1; k > at; k--)
            members[k] = members[k - 1];
        members[at] = member;
    }
    return kept;
}

/* Whether all that is kept is surely nearer than anything that was not asked for. */
static bool is_enough(const trp_space *space, const trp_box *from, const uint32_t *members,
                      uint32_t kept, uint32_t most, float asked)
{
    const float sure = asked * 0.99f;

    /* squares beyond that are infinite or nothing, and say no more who is nearer */
    return kept == most && sure > 1e-15f && sure < 1e18f &&
           trp__distance(from->x, from->y, &space->edges[members[kept - 1]]) <= sure * sure;
}

/* Where to begin: about a cell around. */
static float first_radius(trp_space *space, float radius)
{
    const trp__sheet *moving = &space->sheets[TRP__MOVING];
    const bool is_searched_whole = !trp__space_refresh(space, 1) || moving->level_count < 2;
    const float cell = is_searched_whole ? radius : 1 / moving->levels[0].inverses[0];

    return cell < radius ? cell : radius;
}

uint32_t trp_space_nearest(trp_space *space, float x, float y, float radius, uint32_t mask,
                           trp_actor **found, uint32_t most)
{
    const char *call = TRP__TEXT("trp_space_nearest");
    trp_area area = trp_circle(x, y, radius);
    uint32_t *members;
    uint32_t count;

    if (space == NULL || found == NULL || most == 0)
        return 0;
    if (radius >= 0)
        area.box.width = first_radius(space, radius);
    for (uint32_t step = 0;; step++)
    {
        if (trp__space_find(space, area, mask, call, &count) != TRP_OK)
            return 0;
        members = space->stack + space->stack_top;
        trp__order_numbers(space, members, count);
        count = keep_nearest(space, &area.box, members, count, most);
        if (area.box.width >= radius ||
            is_enough(space, &area.box, members, count, most, area.box.width))
            break;
        area.box.width = step < 16 && area.box.width < radius / 2 ? area.box.width * 2 : radius;
    }
    for (uint32_t i = 0; i < count; i++)
        found[i] = space->actor[members[i]];
    return count;
}
