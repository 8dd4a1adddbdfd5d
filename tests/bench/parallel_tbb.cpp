// A dense array whose movers are updated by tbb::parallel_for. Ends are recorded per thread, as TBB
// offers it. Then all ends are sorted by position, which makes their order independent of threads.
#include "parallel.h"

#include <algorithm>
#include <new>
#include <vector>

#if __has_include(<tbb/parallel_for.h>)
#include <tbb/blocked_range.h>
#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

namespace {
struct dense {
    std::vector<mover> movers;
    tbb::enumerable_thread_specific<std::vector<uint32_t>> ends;
    tbb::task_arena arena;
    explicit dense(int threads) : arena(threads)
    {
    }
};

void update(dense *d)
{
    tbb::parallel_for(tbb::blocked_range<uint32_t>(0, static_cast<uint32_t>(d->movers.size()), 512),
                      [d](const tbb::blocked_range<uint32_t> &range) {
                          std::vector<uint32_t> &ends = d->ends.local();
                          for (uint32_t i = range.begin(); i != range.end(); i++)
                              if (mover_update(&d->movers[i]) == 0)
                                  ends.push_back(i);
                      });
}

// Without the sort the order of the array would depend on which thread had which range.
void replace(dense *d)
{
    std::vector<uint32_t> all;
    for (auto &ends : d->ends) {
        all.insert(all.end(), ends.begin(), ends.end());
        ends.clear();
    }
    std::sort(all.begin(), all.end());
    for (uint32_t place : all)
        d->movers[place] = mover_next(&d->movers[place]);
}
} // namespace

void *tbb_start(uint32_t n, unsigned threads)
{
    dense *d = new dense(static_cast<int>(threads));
    for (uint32_t i = 0; i < n; i++)
        d->movers.push_back(mover{0, 0, 1, 2, i});
    return d;
}

void tbb_tick(void *subject)
{
    dense *d = static_cast<dense *>(subject);
    d->arena.execute([d] { update(d); });
    replace(d);
}

uint64_t tbb_sum(const void *subject)
{
    uint64_t sum = 0;
    for (const mover &it : static_cast<const dense *>(subject)->movers)
        sum = sum * 31 + it.state;
    return sum;
}

void tbb_end(void *subject)
{
    delete static_cast<dense *>(subject);
}
#else
void *tbb_start(uint32_t, unsigned)
{
    return nullptr;
}
void tbb_tick(void *)
{
}
uint64_t tbb_sum(const void *)
{
    return 0;
}
void tbb_end(void *)
{
}
#endif
