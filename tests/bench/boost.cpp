// `boost`: boost.intrusive's list over boost.pool's fast_pool_allocator (Debian: libboost-dev).
// Without their headers this is a program without subjects.
#include "cell.h"

#if __has_include(<boost/intrusive/list.hpp>) && __has_include(<boost/pool/pool_alloc.hpp>)
#include <boost/intrusive/list.hpp>
#include <boost/pool/pool_alloc.hpp>

#include <cstdint>
#include <new>
#include <vector>

namespace {

namespace bi = boost::intrusive;

struct element : bi::list_base_hook<bi::link_mode<bi::normal_link>> {
    body b;
};

using list = bi::list<element, bi::constant_time_size<false>>;
// not object_pool, which frees in O(n); one thread, so no mutex
using allocator = boost::fast_pool_allocator<element, boost::default_user_allocator_new_delete,
                                             boost::details::pool::null_mutex>;

struct state {
    work &w;
    list all;
    allocator pool;
    std::vector<element *> live; // pair and burst: for choosing at random

    element *take()
    {
        element *e = new (pool.allocate(1)) element;
        all.push_back(*e);
        return e;
    }
};

void *boost_open(work *w)
{
    state *s = new state{*w, {}, {}, {}};
    bool exchanges = w->kind == WORKLOAD_PAIR || w->kind == WORKLOAD_BURST;
    for (std::uint32_t i = 0; i < w->capacity; i++) {
        element *e = s->take();
        work_first_birth(w, &e->b);
        if (exchanges)
            s->live.push_back(e);
    }
    return s;
}

void boost_frame(void *opaque)
{
    state *s = static_cast<state *>(opaque);
    std::uint32_t destroyed = 0;
    for (auto it = s->all.begin(); it != s->all.end();) {
        element *e = &*it;
        if (body_step(&e->b, BENCH_DT)) {
            ++it;
            continue;
        }
        it = s->all.erase(it);
        s->pool.deallocate(e, 1);
        destroyed++;
    }
    for (std::uint32_t births = work_births(&s->w, destroyed); births > 0; births--)
        work_birth(&s->w, &s->take()->b);
}

void boost_exchange(void *opaque, std::uint32_t times, std::uint32_t batch)
{
    state *s = static_cast<state *>(opaque);
    for (; times > 0; times--) {
        for (std::uint32_t i = 0; i < batch; i++) {
            std::uint32_t at = work_pick(&s->w, static_cast<std::uint32_t>(s->live.size()));
            element *victim = s->live[at];
            s->live[at] = s->live.back();
            s->live.pop_back();
            s->all.erase(s->all.iterator_to(*victim));
            s->pool.deallocate(victim, 1);
        }
        for (std::uint32_t i = 0; i < batch; i++) {
            element *e = s->take();
            work_birth(&s->w, &e->b);
            s->live.push_back(e);
        }
        s->w.destroyed += batch;
    }
}

tally boost_count(void *opaque)
{
    state *s = static_cast<state *>(opaque);
    tally t = {0, 0};
    for (const element &it : s->all)
        tally_add(&t, &it.b);
    return t;
}

const subject boost_list = {"boost", boost_open, boost_frame, boost_exchange, boost_count};

} // namespace

const subject *const bench_subjects[] = {&boost_list, nullptr};
#else
const subject *const bench_subjects[] = {nullptr};
#endif

const subject *const bench_kinds_subjects[] = {nullptr};
const subject *const bench_spans_subjects[] = {nullptr};
const subject *const bench_layers_subjects[] = {nullptr};
