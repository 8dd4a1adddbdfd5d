/* Objects that were never created: each call of the core that is given NULL instead of a world or
 * pool reports it.
 */
#include "troupe/inspect.h"
#include "troupe/interval.h"
#include "troupe/shrink.h"
#include "troupe/system.h"
#include "troupe/troupe.h"

int main(void)
{
    /* actor.h */
    trp_create(NULL, NULL);
    trp_create(NULL, NULL);
    trp_prototype(NULL, NULL, 1);
    trp_recycle(NULL, NULL);
    trp_expire(NULL, NULL);
    trp_recycle_with(NULL, NULL, &(trp_ending){.reason = TRP_REASON_RECYCLED});
    trp_recycle_with(NULL, NULL, &(trp_ending){.reason = TRP_REASON_RECYCLED, .later = true});
    trp_activate(NULL, NULL);
    trp_deactivate(NULL, NULL);
    trp_get(NULL, (trp_handle){0, 0});

    /* inspect.h */
    trp_print_why(NULL, (trp_handle){0, 0}, NULL, NULL);
    trp_print_world(NULL, (trp_detail)0, NULL, NULL);

    /* interval.h */
    trp_pool_set_interval(NULL, 1, TRP_INTERVAL_TOGETHER);

    /* layer.h */
    trp_layer_set_enabled(NULL, 1, true);
    trp_layer_set_visible(NULL, 1, true);
    trp_layer_set_time_scale(NULL, 1, 1);
    trp_layer_set_place(NULL, 1, 1);
    trp_pool_set_layer(NULL, 1);
    trp_layer_for_each(NULL, 1, NULL, NULL);
    trp_layer_clear(NULL, 1, NULL);
    trp_layer_clear(NULL, 1, &(trp_ending){.later = true});

    /* lifetime.h */
    trp_time_in(NULL, trp_seconds(1));
    trp_expire_in(NULL, NULL, trp_seconds(1));

    /* pool.h */
    trp_pool_create(NULL, NULL);
    trp_pool_clear(NULL, NULL);
    trp_pool_forget_all(NULL);
    trp_pool_count(NULL);
    trp_pool_set_time_scale(NULL, 1);

    /* shrink.h */
    trp_pool_trim(NULL);

    /* system.h */
    trp_system_add(NULL, NULL);
    trp_system_remove(NULL, NULL);
    trp_system_for_each(NULL, NULL, NULL);

    /* walk.h */
    trp_for_each(NULL, NULL, NULL);
    trp_next(NULL, NULL);

    /* watch.h */
    trp_watch(NULL, NULL);
    trp_unwatch(NULL, NULL);
    trp_mark_changed(NULL, NULL);

    /* world.h */
    trp_update_all(NULL, 1);
    trp_draw_all(NULL, NULL, 1);
    trp_world_set_time_scale(NULL, 1);
    trp_world_validate(NULL);
    return 0;
}
