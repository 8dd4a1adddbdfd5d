/* `quadtree`: a loose quadtree. A box is in the smallest node that is not smaller than it and
 * contains its centre; nodes count the boxes in and below them. A moved box is linked again only
 * when its centre leaves its node. Nodes are in arrays, one per level, so parents and neighbours
 * need no pointers; unused memory costs nothing. */
#include "space_subjects.h"

#include "space_scan.h"

#define LEVELS_MAX 13

/* Boxes and nodes link to boxes by number + 1; 0: none. */
typedef struct element {
    edge4 edge;
    uint32_t next, previous;
    uint32_t node;
    uint32_t level;
} element;

typedef struct node {
    uint32_t first; /* thing */
    uint32_t count; /* in and below */
} node;

/* Level 0 has the smallest nodes. */
typedef struct level {
    node *nodes;
    float size;
    uint32_t across;
    uint32_t count;
    float reach; /* the most that a box here reaches out from its centre */
    float below; /* the same for this level and those below */
} level;

typedef struct quadtree {
    scene *s;
    element *elements;
    level levels[LEVELS_MAX];
    uint32_t top; /* the level of the root */
} quadtree;

static uint32_t clamped(const level *l, float at)
{
    float cell = at / l->size;
    return cell < 0 ? 0 : cell >= (float)l->across ? l->across - 1 : (uint32_t)cell;
}

static uint32_t node_of(const level *l, const edge4 *e)
{
    return clamped(l, (e->top + e->bottom) / 2) * l->across + clamped(l, (e->left + e->right) / 2);
}

/* Adds 1 or -1, from the node up to the root. */
static void count_up(quadtree *t, uint32_t at, uint32_t number, uint32_t by)
{
    for (; at <= t->top; at++) {
        level *l = &t->levels[at];
        uint32_t x = number % l->across, y = number / l->across;
        l->nodes[number].count += by;
        number = y / 2 * (l->across / 2) + x / 2;
    }
}

static void link_in(quadtree *t, uint32_t i, uint32_t number)
{
    element *e = &t->elements[i];
    node *n = &t->levels[e->level].nodes[number];
    e->node = number;
    e->previous = 0;
    e->next = n->first;
    if (n->first != 0)
        t->elements[n->first].previous = i;
    n->first = i;
    count_up(t, e->level, number, 1);
}

static void link_out(quadtree *t, uint32_t i)
{
    element *e = &t->elements[i];
    if (e->previous != 0)
        t->elements[e->previous].next = e->next;
    else
        t->levels[e->level].nodes[e->node].first = e->next;
    if (e->next != 0)
        t->elements[e->next].previous = e->previous;
    count_up(t, e->level, e->node, (uint32_t)-1);
}

static void add(quadtree *t, uint32_t number)
{
    const thing *b = &t->s->boxes[number];
    element *e = &t->elements[number + 1];
    float most = b->w > b->h ? b->w : b->h;
    while (e->level < t->top && t->levels[e->level].size < most)
        e->level++;
    level *l = &t->levels[e->level];
    l->count++;
    l->reach = most / 2 > l->reach ? most / 2 : l->reach;
    e->edge = edge4_of(b->x, b->y, b->w, b->h);
    link_in(t, number + 1, node_of(l, &e->edge));
}

static void *quadtree_open(scene *s, double setting)
{
    quadtree *t = space_room(1, sizeof *t);
    float size = s->typical * (float)setting;
    uint32_t across = 1;
    t->s = s;
    t->elements = space_room(s->n + 1, sizeof *t->elements);
    while (size * (float)(1 << (LEVELS_MAX - 1)) < s->side)
        size *= 2;
    while (size * (float)across < s->side) {
        across *= 2;
        t->top++;
    }
    for (uint32_t k = 0; k <= t->top; k++, across /= 2, size *= 2) {
        node *nodes = calloc((size_t)across * across, sizeof *nodes);
        space_check(nodes != NULL, "out of memory");
        t->levels[k] = (level){nodes, size, across, 0, 0, 0};
    }
    for (uint32_t i = 0; i < s->n; i++)
        add(t, i);
    for (uint32_t k = 0; k <= t->top; k++) {
        float below = k > 0 ? t->levels[k - 1].below : 0;
        t->levels[k].below = t->levels[k].reach > below ? t->levels[k].reach : below;
    }
    return t;
}

static void quadtree_close(void *state)
{
    quadtree *t = state;
    for (uint32_t k = 0; k <= t->top; k++)
        free(t->levels[k].nodes);
    free(t->elements);
    free(t);
}

static void moved(quadtree *t)
{
    for (uint32_t i = 1; i <= t->s->n; i++) {
        element *e = &t->elements[i];
        const thing *b = &t->s->boxes[i - 1];
        e->edge = edge4_of(b->x, b->y, b->w, b->h);
        uint32_t number = node_of(&t->levels[e->level], &e->edge);
        if (number == e->node)
            continue;
        link_out(t, i);
        link_in(t, i, number);
    }
}

static inline bool touch(const edge4 *a, const edge4 *b)
{
    return (a->left <= b->right) & (b->left <= a->right) & (a->top <= b->bottom) &
           (b->top <= a->bottom);
}

/* One box against a list. */
static inline void against(const quadtree *t, uint32_t i, uint32_t at)
{
    edge4 mine = t->elements[i].edge;
    for (; at != 0; at = t->elements[at].next)
        if (touch(&mine, &t->elements[at].edge))
            t->s->pair(t->s, i - 1, at - 1);
}

/* One box against the nodes right of its own and below it, as far as boxes in them can touch it. */
static void against_neighbours(const quadtree *t, uint32_t i, const level *l, uint32_t x,
                               uint32_t y)
{
    edge4 mine = t->elements[i].edge;
    const node *own = &l->nodes[y * l->across + x];
    bool right = x + 1 < l->across && mine.right + l->reach >= (float)(x + 1) * l->size;
    bool left = x > 0 && mine.left - l->reach <= (float)x * l->size;
    if (right)
        against(t, i, own[1].first);
    if (y + 1 >= l->across || mine.bottom + l->reach < (float)(y + 1) * l->size)
        return;
    if (left)
        against(t, i, own[l->across - 1].first);
    against(t, i, own[l->across].first);
    if (right)
        against(t, i, own[l->across + 1].first);
}

/* One box against those in larger nodes. */
static void against_larger(const quadtree *t, uint32_t i, uint32_t from)
{
    edge4 mine = t->elements[i].edge;
    for (uint32_t k = from; k <= t->top; k++) {
        const level *l = &t->levels[k];
        if (l->count == 0)
            continue;
        uint32_t x0 = clamped(l, mine.left - l->reach), x1 = clamped(l, mine.right + l->reach);
        uint32_t y0 = clamped(l, mine.top - l->reach), y1 = clamped(l, mine.bottom + l->reach);
        for (uint32_t y = y0; y <= y1; y++)
            for (uint32_t x = x0; x <= x1; x++)
                against(t, i, l->nodes[y * l->across + x].first);
    }
}

static void pairs_below(const quadtree *t, uint32_t k, uint32_t x, uint32_t y)
{
    const level *l = &t->levels[k];
    const node *n = &l->nodes[y * l->across + x];
    if (n->count == 0)
        return;
    for (uint32_t i = n->first; i != 0; i = t->elements[i].next) {
        against(t, i, t->elements[i].next);
        against_neighbours(t, i, l, x, y);
        against_larger(t, i, k + 1);
    }
    for (uint32_t child = 0; k > 0 && child < 4; child++)
        pairs_below(t, k - 1, 2 * x + child % 2, 2 * y + child / 2);
}

static void quadtree_pairs(void *state)
{
    quadtree *t = state;
    moved(t);
    pairs_below(t, t->top, 0, 0);
}

/* The hits of query q in and below a node; inside: all of them are hits. */
static void hits_below(const quadtree *t, uint32_t q, const edge4 *mine, bool inside, uint32_t k,
                       uint32_t x, uint32_t y)
{
    const level *l = &t->levels[k];
    const node *n = &l->nodes[y * l->across + x];
    if (n->count == 0)
        return;
    if (!inside) {
        float left = (float)x * l->size, top = (float)y * l->size;
        edge4 most = {left - l->below, left + l->size + l->below, top - l->below,
                      top + l->size + l->below};
        if (!touch(&most, mine))
            return;
        inside = mine->left <= most.left && mine->right >= most.right && mine->top <= most.top &&
                 mine->bottom >= most.bottom;
    }
    for (uint32_t i = n->first; i != 0; i = t->elements[i].next)
        if (inside || touch(&t->elements[i].edge, mine))
            t->s->hit(t->s, q, i - 1);
    for (uint32_t child = 0; k > 0 && child < 4; child++)
        hits_below(t, q, mine, inside, k - 1, 2 * x + child % 2, 2 * y + child / 2);
}

static void quadtree_queries(void *state)
{
    quadtree *t = state;
    moved(t);
    for (uint32_t q = 0; q < SPACE_QUERIES; q++) {
        const rectangle *r = &t->s->queries[q];
        edge4 mine = edge4_of(r->x, r->y, r->w, r->h);
        hits_below(t, q, &mine, false, t->top, 0, 0);
    }
}

/* Sides of the smallest nodes. */
static const double settings[] = {13, 9, 6, 4, 2.5, 1.8, 1.4, 1, 0.5, 0.25, 0};

const space_subject space_subject_quadtree = {
    .name = "quadtree",
    .settings = settings,
    .open = quadtree_open,
    .close = quadtree_close,
    .pairs = quadtree_pairs,
    .queries = quadtree_queries,
};
