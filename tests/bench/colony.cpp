// `colony`: plf::colony (Debian: libplf-colony-dev), a bucket array that never moves its elements.
// Without its header this is a program without subjects.
#include "cell.h"

#if __has_include(<plf_colony.h>)
#include <plf_colony.h>

#include <cstdint>
#include <vector>

namespace {

// No node: a colony needs none. Constructed in place, so that nothing is copied.
struct element {
    body b;
    element(work &w, bool first)
    {
        if (first)
            work_first_birth(&w, &b);
        else
            work_birth(&w, &b);
    }
};

struct state {
    work &w;
    plf::colony<element> all;
    std::vector<plf::colony<element>::iterator> live; // pair and burst: for choosing at random
};

void *colony_open(work *w)
{
    state *s = new state{*w, {}, {}};
    bool exchanges = w->kind == WORKLOAD_PAIR || w->kind == WORKLOAD_BURST;
    s->all.reserve(w->capacity);
    for (std::uint32_t i = 0; i < w->capacity; i++) {
        auto it = s->all.emplace(*w, true);
        if (exchanges)
            s->live.push_back(it);
    }
    return s;
}

void colony_frame(void *opaque)
{
    state *s = static_cast<state *>(opaque);
    std::uint32_t destroyed = 0;
    // An iterator that erase() is assigned to lives in memory, and stepping it there takes twice as
    // long (3.1 ns against 1.5): so step a copy of it from one death to the next.
    for (auto at = s->all.begin(); at != s->all.end(); destroyed++) {
        auto it = at, end = s->all.end();
        while (it != end && body_step(&it->b, BENCH_DT))
            ++it;
        if (it == end)
            break;
        at = s->all.erase(it);
    }
    for (std::uint32_t births = work_births(&s->w, destroyed); births > 0; births--)
        s->all.emplace(s->w, false);
}

void colony_exchange(void *opaque, std::uint32_t times, std::uint32_t batch)
{
    state *s = static_cast<state *>(opaque);
    for (; times > 0; times--) {
        for (std::uint32_t i = 0; i < batch; i++) {
            std::uint32_t at = work_pick(&s->w, static_cast<std::uint32_t>(s->live.size()));
            auto victim = s->live[at];
            s->live[at] = s->live.back();
            s->live.pop_back();
            s->all.erase(victim);
        }
        for (std::uint32_t i = 0; i < batch; i++)
            s->live.push_back(s->all.emplace(s->w, false));
        s->w.destroyed += batch;
    }
}

tally colony_count(void *opaque)
{
    state *s = static_cast<state *>(opaque);
    tally t = {0, 0};
    for (const element &it : s->all)
        tally_add(&t, &it.b);
    return t;
}

const subject colony = {"colony", colony_open, colony_frame, colony_exchange, colony_count};

} // namespace

const subject *const bench_subjects[] = {&colony, nullptr};
#else
const subject *const bench_subjects[] = {nullptr};
#endif

const subject *const bench_kinds_subjects[] = {nullptr};
const subject *const bench_spans_subjects[] = {nullptr};
const subject *const bench_layers_subjects[] = {nullptr};
