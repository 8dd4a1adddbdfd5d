// `box2d`: the broad phase of Box2D 2.4 (Debian: libbox2d-dev). Without its headers this is a
// program without subjects. It is used as in Box2D's world. There is one proxy per box; its box in
// the tree is enlarged, so that most moves do not change the tree. UpdatePairs reports new pairs.
// The user keeps the contacts and checks in each frame whether they still touch.
#include "space_cell.h"

#if __has_include(<box2d/b2_broad_phase.h>)
#include <box2d/b2_broad_phase.h>

#include <cstdint>
#include <vector>

namespace {

// A contact of two boxes whose boxes in the tree touch. Each box has a list of its contacts;
// `next[0]` is the next one of `a`, `next[1]` of `b`.
struct contact {
    std::uint32_t a, b;
};

struct state {
    scene *s;
    float scale; // Box2D counts metres, and enlarges boxes by a tenth of a metre
    b2BroadPhase broad;
    b2DynamicTree tree; // `queries`: a tree without pairs
    std::vector<std::int32_t> proxies;
    std::vector<contact> contacts;
    std::vector<std::vector<std::uint32_t>> others; // of each box: the boxes whose contact it keeps
    std::uint32_t query;
    b2AABB asked;

    b2AABB exact(float x, float y, float w, float h) const
    {
        b2AABB e;
        e.lowerBound.Set(x * scale, y * scale);
        e.upperBound.Set((x + w) * scale, (y + h) * scale);
        return e;
    }

    b2AABB exact(std::uint32_t i) const
    {
        const thing &b = s->boxes[i];
        return exact(b.x, b.y, b.w, b.h);
    }

    // Called by UpdatePairs. Adds the contact unless it exists, as Box2D's world does.
    void AddPair(void *first, void *second)
    {
        std::uint32_t a = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(first));
        std::uint32_t b = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(second));
        if (a > b)
            std::swap(a, b);
        for (std::uint32_t other : others[a])
            if (other == b)
                return;
        others[a].push_back(b);
        contacts.push_back({a, b});
    }

    // Called by Query.
    bool QueryCallback(std::int32_t proxy)
    {
        std::uint32_t i =
            static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(tree.GetUserData(proxy)));
        if (b2TestOverlap(asked, exact(i)))
            s->hit(s, query, i);
        return true;
    }

    void move()
    {
        for (std::uint32_t i = 0; i < s->n; i++) {
            const thing &b = s->boxes[i];
            broad.MoveProxy(proxies[i], exact(i), b2Vec2(b.vx * scale, b.vy * scale));
        }
    }

    void end(std::size_t at)
    {
        contact c = contacts[at];
        std::vector<std::uint32_t> &mine = others[c.a];
        for (std::uint32_t &other : mine) {
            if (other != c.b)
                continue;
            other = mine.back();
            mine.pop_back();
            break;
        }
        contacts[at] = contacts.back();
        contacts.pop_back();
    }
};

// The setting is the size of a box in metres.
void *box2d_open(scene *s, double setting)
{
    state *p = new state{s, 1, {}, {}, {}, {}, {}, 0, {}};
    for (double side = s->typical; side > setting; side /= 2)
        p->scale /= 2;
    p->others.resize(s->n);
    for (std::uint32_t i = 0; i < s->n; i++) {
        void *number = reinterpret_cast<void *>(std::uintptr_t{i});
        p->proxies.push_back(s->kind == SPACE_RECTANGLES
                                 ? p->tree.CreateProxy(p->exact(i), number)
                                 : p->broad.CreateProxy(p->exact(i), number));
    }
    return p;
}

void box2d_close(void *opaque)
{
    delete static_cast<state *>(opaque);
}

void box2d_pairs(void *opaque)
{
    state *p = static_cast<state *>(opaque);
    p->move();
    p->broad.UpdatePairs(p);
    for (std::size_t i = 0; i < p->contacts.size();) {
        contact c = p->contacts[i];
        if (!p->broad.TestOverlap(p->proxies[c.a], p->proxies[c.b])) {
            p->end(i);
            continue;
        }
        if (b2TestOverlap(p->exact(c.a), p->exact(c.b)))
            p->s->pair(p->s, c.a, c.b);
        i++;
    }
}

void box2d_queries(void *opaque)
{
    state *p = static_cast<state *>(opaque);
    for (std::uint32_t i = 0; i < p->s->n; i++) {
        const thing &b = p->s->boxes[i];
        p->tree.MoveProxy(p->proxies[i], p->exact(i), b2Vec2(b.vx * p->scale, b.vy * p->scale));
    }
    for (p->query = 0; p->query < SPACE_QUERIES; p->query++) {
        const rectangle &r = p->s->queries[p->query];
        p->asked = p->exact(r.x, r.y, r.w, r.h);
        p->tree.Query(p, p->asked);
    }
}

const double settings[] = {0.25, 0.5, 0};

const space_subject box2d = {"box2d",     settings, false,       true,         box2d_open,
                             box2d_close, nullptr,  box2d_pairs, box2d_queries};

} // namespace

const space_subject *const space_subjects[] = {&box2d, nullptr};
#else
const space_subject *const space_subjects[] = {nullptr};
#endif
