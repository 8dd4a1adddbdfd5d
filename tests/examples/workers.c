/*
 * A job is a number of parts. Threads claim parts by incrementing `claimed`. Its upper half
 * contains the job's number, so that a thread with an older job claims no part of this one.
 */
#include "workers.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

enum
{
    SPINS = 20000
};

typedef struct job
{
    uint32_t number;
    uint32_t parts;
    trp_run_part_fn *run;
    void *task;
} job;

struct workers
{
    pthread_mutex_t lock;
    pthread_cond_t has_work;
    pthread_cond_t is_done;
    job job; /* under the lock */
    bool ends;
    _Atomic uint64_t claimed; /* job.number in the upper half, then claimed parts */
    _Atomic uint32_t left;    /* unfinished parts */
    unsigned count;
    pthread_t threads[64];
};

/* Claims a part. False: the job has no further part. */
static bool claim(workers *w, const job *j, uint32_t *part)
{
    uint64_t claimed = atomic_load(&w->claimed);

    do
    {
        *part = (uint32_t)claimed;
        if (claimed >> 32 != j->number || *part >= j->parts)
            return false;
    } while (!atomic_compare_exchange_weak(&w->claimed, &claimed, claimed + 1));
    return true;
}

static void work(workers *w, const job *j)
{
    uint32_t part;

    while (claim(w, j, &part))
    {
        j->run(part, j->task);
        if (atomic_fetch_sub(&w->left, 1) == 1)
        {
            /* without the lock, a thread could miss the signal between its check and its wait */
            pthread_mutex_lock(&w->lock);
            pthread_cond_signal(&w->is_done);
            pthread_mutex_unlock(&w->lock);
        }
    }
}

static void *run_worker(void *context)
{
    workers *w = context;
    job mine = {0};

    for (;;)
    {
        pthread_mutex_lock(&w->lock);
        while (!w->ends && w->job.number == mine.number)
            pthread_cond_wait(&w->has_work, &w->lock);
        mine = w->job;
        const bool ends = w->ends;
        pthread_mutex_unlock(&w->lock);
        if (ends)
            return NULL;
        work(w, &mine);
    }
}

void workers_for(uint32_t parts, trp_run_part_fn *run, void *task, void *context)
{
    workers *w = context;
    job mine;

    pthread_mutex_lock(&w->lock);
    w->job = (job){w->job.number + 1, parts, run, task};
    mine = w->job;
    atomic_store(&w->left, parts);
    atomic_store(&w->claimed, (uint64_t)mine.number << 32);
    pthread_mutex_unlock(&w->lock);
    pthread_cond_broadcast(&w->has_work);
    work(w, &mine);
    for (int i = 0; i < SPINS && atomic_load(&w->left) != 0; i++)
    {
    } /* spins, since the remaining parts take less time than a sleep */
    pthread_mutex_lock(&w->lock);
    while (atomic_load(&w->left) != 0)
        pthread_cond_wait(&w->is_done, &w->lock);
    pthread_mutex_unlock(&w->lock);
}

workers *workers_start(unsigned count)
{
    workers *w = calloc(1, sizeof *w);

    if (w == NULL)
        return NULL;
    pthread_mutex_init(&w->lock, NULL);
    pthread_cond_init(&w->has_work, NULL);
    pthread_cond_init(&w->is_done, NULL);
    while (w->count < count && w->count < 64)
    {
        if (pthread_create(&w->threads[w->count], NULL, run_worker, w) != 0)
        {
            workers_stop(w);
            return NULL;
        }
        w->count++;
    }
    return w;
}

void workers_stop(workers *w)
{
    pthread_mutex_lock(&w->lock);
    w->ends = true;
    pthread_cond_broadcast(&w->has_work);
    pthread_mutex_unlock(&w->lock);
    for (unsigned i = 0; i < w->count; i++)
        pthread_join(w->threads[i], NULL);
    pthread_cond_destroy(&w->is_done);
    pthread_cond_destroy(&w->has_work);
    pthread_mutex_destroy(&w->lock);
    free(w);
}
