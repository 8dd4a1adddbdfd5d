/*
 * Ready-made threads for parallel updates: the only file that needs threads of the system (POSIX,
 * Windows or C11). Without them, or compiled with TRP_NO_THREADS, there are none to start.
 */
#include "../../include/troupe/parallel.h"
#include "../base/compiler.h"

#if TRP__THREADS == TRP__THREADS_OF_WINDOWS
#include <windows.h>

typedef SRWLOCK threads_lock;
typedef CONDITION_VARIABLE threads_event;
typedef HANDLE threads_thread;
#define THREADS_MAIN DWORD WINAPI
#define THREADS_CREATE(thread, run, context)                                                       \
    ((*(thread) = CreateThread(NULL, 0, (run), (context), 0, NULL)) != NULL)
#define THREADS_JOIN(thread) (WaitForSingleObject(thread, INFINITE), CloseHandle(thread))
#define THREADS_INIT_LOCK(lock) InitializeSRWLock(lock)
#define THREADS_INIT_EVENT(event) InitializeConditionVariable(event)
#define THREADS_END_LOCK(lock) (void)(lock) /* there is nothing to destroy */
#define THREADS_END_EVENT(event) (void)(event)
#define THREADS_ENTER(lock) AcquireSRWLockExclusive(lock)
#define THREADS_LEAVE(lock) ReleaseSRWLockExclusive(lock)
#define THREADS_WAIT(event, lock) SleepConditionVariableSRW(event, lock, INFINITE, 0)
#define THREADS_WAKE(event) WakeAllConditionVariable(event)

#elif TRP__THREADS == TRP__THREADS_OF_POSIX
#include <pthread.h>

typedef pthread_mutex_t threads_lock;
typedef pthread_cond_t threads_event;
typedef pthread_t threads_thread;
#define THREADS_MAIN void *
#define THREADS_CREATE(thread, run, context) (pthread_create(thread, NULL, run, context) == 0)
#define THREADS_JOIN(thread) pthread_join(thread, NULL)
#define THREADS_INIT_LOCK(lock) pthread_mutex_init(lock, NULL)
#define THREADS_INIT_EVENT(event) pthread_cond_init(event, NULL)
#define THREADS_END_LOCK(lock) pthread_mutex_destroy(lock)
#define THREADS_END_EVENT(event) pthread_cond_destroy(event)
#define THREADS_ENTER(lock) pthread_mutex_lock(lock)
#define THREADS_LEAVE(lock) pthread_mutex_unlock(lock)
#define THREADS_WAIT(event, lock) pthread_cond_wait(event, lock)
#define THREADS_WAKE(event) pthread_cond_broadcast(event)

#elif TRP__THREADS == TRP__THREADS_OF_C
#include <threads.h>

typedef mtx_t threads_lock;
typedef cnd_t threads_event;
typedef thrd_t threads_thread;
#define THREADS_MAIN int
#define THREADS_CREATE(thread, run, context) (thrd_create(thread, run, context) == thrd_success)
#define THREADS_JOIN(thread) thrd_join(thread, NULL)
#define THREADS_INIT_LOCK(lock) mtx_init(lock, mtx_plain)
#define THREADS_INIT_EVENT(event) cnd_init(event)
#define THREADS_END_LOCK(lock) mtx_destroy(lock)
#define THREADS_END_EVENT(event) cnd_destroy(event)
#define THREADS_ENTER(lock) mtx_lock(lock)
#define THREADS_LEAVE(lock) mtx_unlock(lock)
#define THREADS_WAIT(event, lock) cnd_wait(event, lock)
#define THREADS_WAKE(event) cnd_broadcast(event)
#endif

#if TRP__THREADS != 0
#include <stdlib.h>

/* All fields but the last two are under the lock. */
struct trp_threads {
    threads_lock lock;
    threads_event has_work;
    threads_event is_done;
    trp_run_part_fn *run; /* the job; NULL: none */
    void *task;
    uint32_t next; /* the next part that no thread has taken */
    uint32_t parts;
    uint32_t working; /* threads that run a part */
    bool ends;
    uint32_t count;
    threads_thread threads[TRP_MAX_THREADS];
};

/* Runs parts of the job as long as there are any, under the lock, which is left meanwhile. */
static void threads_work(trp_threads *threads)
{
    threads->working++;
    while (threads->next < threads->parts) {
        trp_run_part_fn *run = threads->run;
        void *task = threads->task;
        const uint32_t number = threads->next++;
        THREADS_LEAVE(&threads->lock);
        run(number, task);
        THREADS_ENTER(&threads->lock);
    }
    threads->working--;
}

static THREADS_MAIN threads_main(void *arg)
{
    trp_threads *threads = (trp_threads *)arg;

    THREADS_ENTER(&threads->lock);
    while (!threads->ends) {
        threads_work(threads);
        if (threads->working == 0)
            THREADS_WAKE(&threads->is_done);
        THREADS_WAIT(&threads->has_work, &threads->lock);
    }
    THREADS_LEAVE(&threads->lock);
    return 0;
}

trp_threads *trp_threads_start(uint32_t count)
{
    trp_threads *threads;

    if (count > TRP_MAX_THREADS)
        return NULL;
    threads = (trp_threads *)malloc(sizeof *threads);
    if (threads == NULL)
        return NULL;
    memset(threads, 0, sizeof *threads);
    THREADS_INIT_LOCK(&threads->lock);
    THREADS_INIT_EVENT(&threads->has_work);
    THREADS_INIT_EVENT(&threads->is_done);
    while (threads->count < count) {
        if (!THREADS_CREATE(&threads->threads[threads->count], threads_main, threads)) {
            (void)trp_threads_stop(threads);
            return NULL;
        }
        threads->count++;
    }
    return threads;
}

trp_result trp_threads_stop(trp_threads *threads)
{
    if (threads == NULL)
        return TRP_GONE;
    THREADS_ENTER(&threads->lock);
    threads->ends = threads->run == NULL;
    THREADS_WAKE(&threads->has_work);
    THREADS_LEAVE(&threads->lock);
    if (!threads->ends)
        return TRP_BUSY;
    for (uint32_t i = 0; i < threads->count; i++)
        THREADS_JOIN(threads->threads[i]);
    THREADS_END_EVENT(&threads->is_done);
    THREADS_END_EVENT(&threads->has_work);
    THREADS_END_LOCK(&threads->lock);
    free(threads);
    return TRP_OK;
}

/* Runs all parts. False: the threads run others, so nothing was done. */
static bool threads_share(trp_threads *threads, uint32_t parts, trp_run_part_fn *run, void *task)
{
    bool is_free;

    THREADS_ENTER(&threads->lock);
    is_free = threads->run == NULL;
    if (is_free) {
        threads->run = run;
        threads->task = task;
        threads->next = 0;
        threads->parts = parts;
        THREADS_WAKE(&threads->has_work);
        threads_work(threads);
        while (threads->working != 0)
            THREADS_WAIT(&threads->is_done, &threads->lock);
        threads->run = NULL;
    }
    THREADS_LEAVE(&threads->lock);
    return is_free;
}

#else

trp_threads *trp_threads_start(uint32_t count)
{
    (void)count;
    return NULL;
}

trp_result trp_threads_stop(trp_threads *threads)
{
    (void)threads;
    return TRP_GONE;
}

#endif

void trp_threads_run(uint32_t parts, trp_run_part_fn *run, void *task, void *context)
{
#if TRP__THREADS != 0
    if (context != NULL && threads_share((trp_threads *)context, parts, run, task))
        return;
#else
    (void)context;
#endif
    for (uint32_t number = 0; number < parts; number++)
        run(number, task);
}
