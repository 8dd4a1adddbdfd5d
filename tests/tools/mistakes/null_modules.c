/* The same for the modules, and for NULL instead of a space, a queue or a table of timers.
 */
#include "troupe/parallel.h"
#include "troupe/queue.h"
#include "troupe/save.h"
#include "troupe/troupe.h"

int main(void)
{
    /* parallel.h */
    trp_pool_set_parallel_for(NULL, NULL, NULL);

    /* queue.h */
    trp_queue_create(NULL, NULL);
    trp_queue_post(NULL, NULL);
    trp_queue_flush(NULL);
    trp_queue_forget(NULL);

    /* save.h */
    trp_save(NULL, NULL, NULL, NULL);
    trp_load(NULL, NULL, 1, NULL);

    /* snapshot.h */
    trp_region_add(NULL, NULL);
    trp_region_remove(NULL, NULL);
    trp_snapshot_save(NULL, NULL, 1, NULL);
    trp_snapshot_restore(NULL, NULL, 1);

    /* space_ask.h */
    trp_space_query(NULL, &(trp_query){.area = trp_circle(0, 0, 1), .mask = 1}, NULL, NULL);
    trp_space_find(NULL, NULL, NULL, 1);
    trp_space_nearest(NULL, 1, 1, 1, 1);
    trp_space_stop(NULL);
    trp_space_draw(NULL, trp_circle(0, 0, 1), NULL, 1);

    /* space_life.h */
    trp_space_create(NULL, NULL);
    trp_space_add_pool(NULL, NULL, NULL);
    trp_space_remove_pool(NULL, NULL);
    trp_space_add(NULL, NULL);
    trp_space_remove(NULL, NULL);
    trp_space_set_bits(NULL, NULL, 1, 1);
    trp_space_moved(NULL, NULL);
    trp_space_moved_all(NULL, NULL);
    trp_space_teleported(NULL, NULL);
    trp_space_shift(NULL, 1, 1);

    /* space_pairs.h */
    trp_space_pairs(NULL, NULL, NULL, NULL);
    trp_contacts_create(NULL, NULL);
    trp_contacts_run(NULL);

    /* span.h */
    trp_pool_recycle_if(NULL, NULL, NULL, NULL);

    /* timer.h */
    trp_timers_create(NULL, NULL);
    trp_timer_start(NULL, NULL, trp_seconds(1));
    trp_timer_repeat(NULL, NULL, trp_seconds(1));
    trp_timer_again(NULL, NULL, trp_seconds(1));
    trp_timer_sleep(NULL, NULL, trp_seconds(1));
    trp_timer_stop(NULL, NULL);
    return 0;
}
