/*
 * The choice of levels.
 *
 * An additional level costs each box of the others a look into its cells. A level less puts small
 * boxes into large cells, with many other boxes. So sizes share a level as long as a box has few
 * others in its cell. This number is counted on a sample of all cells, since positions are more
 * reliable than sizes and counts. The same count says how much larger than its boxes a cell may be
 * if boxes are scattered: there are fewer large cells to search.
 *
 * Boxes that are much wider than high, or higher than wide, get their own levels, with cells of
 * their form.
 */
#include "space_cells.h"

#define PLAN_REPEATS 64   /* sorts between two plans */
#define PLAN_CROWD 5.0f   /* others in a cell that cost as much as another level */
#define PLAN_LONELY 0.9f  /* others in a cell below which it may be larger than its boxes */
#define PLAN_SAMPLE 2048u /* boxes that are counted, about */
#define PLAN_PILE 16u     /* up to this number they are compared one by one */
#define PLAN_MARGIN 1.015625f

/* A planned level. */
typedef struct plan_draft
{
    uint32_t form;
    uint32_t low; /* the lowest class */
    uint32_t end; /* the class after the highest */
    uint32_t boxes;
    float width; /* of a cell */
    float height;
} plan_draft;

typedef struct space_plan_planning
{
    trp_space *space;
    trp__plan *plan;
    const trp__edges *boxes;
    uint32_t count;
    uint32_t skips;  /* cells with one of these bits in their hash are not sampled */
    uint32_t *cells; /* room for counts */
    uint32_t bits;   /* log2 of their number */
    float width;     /* width of the area of corners */
    float height;
    float finest; /* the smallest side of cells for which most corners have different cells */
    uint32_t piled;
    uint32_t draft_count;
    plan_draft drafts[TRP__SPACE_LEVELS]; /* by form, the coarsest first */
} space_plan_planning;

/* Whether a box is on the level that the desc requires. */
static bool plan_is_fine(const trp__plan *plan, const trp__edges *box)
{
    return -box->right - box->left <= plan->fine_width &&
           -box->bottom - box->top <= plan->fine_height;
}

static void plan_count_sizes(const space_plan_planning *at)
{
    memset(at->space->sizes, 0, sizeof at->space->sizes);
    for (uint32_t i = 0; i < at->count; i++)
    {
        const trp__size size = trp__size_of(&at->boxes[i]);
        at->space->sizes[size.form][size.number] += !plan_is_fine(at->plan, &at->boxes[i]);
    }
}

static bool plan_has(const space_plan_planning *at, const plan_draft *draft, const trp__edges *box)
{
    const trp__size size = trp__size_of(box);

    return size.form == draft->form && size.number >= draft->low && size.number < draft->end &&
           !plan_is_fine(at->plan, box);
}

/* The square root, about. */
static float plan_root(float square)
{
    float root = 1;
    float power = 1; /* its square */

    for (; root < 1e18f && power < square; power *= 16)
        root *= 4;
    for (int step = 0; step < 8; step++)
    {
        const float other = square / root;
        root += other;
        root /= 2;
    }
    return root;
}

/* The least size of a cell: a little above the largest box; points have none. */
static float plan_side(float largest, float finest)
{
    const float side = largest * PLAN_MARGIN;

    return side > finest ? side : finest;
}

/* Cells are numbered from zero up to a limit. Boxes beyond it share the last cells: that is meant
 * for few strays. So cells are as large as most boxes need, by the exponents of their corners. */
static float plan_finest(const space_plan_planning *at)
{
    uint32_t *reaches = at->space->sizes[0]; /* borrowed: counts of exponents */
    uint32_t exponent = 255;
    uint32_t beyond = 0;
    float finest;

    memset(reaches, 0, 256 * sizeof *reaches);
    for (uint32_t i = 0; i < at->count; i++)
    {
        uint32_t across;
        uint32_t down;
        memcpy(&across, &at->boxes[i].left, sizeof across);
        memcpy(&down, &at->boxes[i].top, sizeof down);
        across = across >> 23 & 255;
        down = down >> 23 & 255;
        reaches[across > down ? across : down]++;
    }
    for (; exponent > 1; exponent--)
    {
        beyond += reaches[exponent];
        if (beyond > PLAN_PILE + at->count / 256)
            break;
    }
    exponent = exponent < 254 ? exponent + 1 : 254;
    exponent =
        exponent > 29 ? exponent - 28 : 1; /* a power of two, divided by half of TRP__CELLS_MOST */
    exponent <<= 23;
    memcpy(&finest, &exponent, sizeof finest);
    return finest > 1e-30f ? finest : 1e-30f;
}

/* The largest sides. */
static void plan_measure(const space_plan_planning *at, plan_draft *draft)
{
    draft->width = 0;
    draft->height = 0;
    for (uint32_t i = 0; i < at->count; i++)
    {
        const float width = -at->boxes[i].right - at->boxes[i].left;
        const float height = -at->boxes[i].bottom - at->boxes[i].top;
        if (!plan_has(at, draft, &at->boxes[i]))
            continue;
        draft->width = width > draft->width ? width : draft->width;
        draft->height = height > draft->height ? height : draft->height;
    }
    draft->width = plan_side(draft->width, at->finest);
    draft->height = plan_side(draft->height, at->finest);
    if (draft->form == TRP__SQUARE)
    {
        draft->width = draft->width < draft->height ? draft->height : draft->width;
        draft->height = draft->width;
    }
}

/* Counts the boxes of a draft by cell, except cells with one of these bits in their hash; `met` is
 * the sum over boxes of the number of others in their cells. */
static uint32_t plan_count_cells(const space_plan_planning *at, const plan_draft *draft,
                                 uint32_t skips, uint64_t *met)
{
    const float across = 1 / draft->width;
    const float down = 1 / draft->height;
    uint32_t boxes = 0;

    *met = 0;
    memset(at->cells, 0, sizeof *at->cells << at->bits);
    for (uint32_t i = 0; i < at->count; i++)
    {
        const trp__edges *box = &at->boxes[i];
        uint32_t cell;
        if (!plan_has(at, draft, box))
            continue;
        cell = (uint32_t)trp__cell_at(box->left, across) * 2654435761u +
               (uint32_t)trp__cell_at(box->top, down);
        cell = (cell ^ cell >> 15) * 2246822519u;
        cell ^= cell >> 13;
        if ((cell & skips) != 0)
            continue;
        *met += 2 * (uint64_t)at->cells[cell >> (32 - at->bits)]++;
        boxes++;
    }
    return boxes;
}

/* The number of others in a box's cell, without those that only share a count. If few of the boxes
 * are in the sample, they crowd in cells outside the sample. */
static float plan_crowd(const space_plan_planning *at, const plan_draft *draft)
{
    uint64_t met;
    uint32_t boxes = plan_count_cells(at, draft, at->skips, &met);
    float crowd;
    float shared;

    if (boxes * ((uint64_t)at->skips + 1) < draft->boxes / 2)
        boxes = plan_count_cells(at, draft, 0, &met);
    crowd = (float)met / (float)(boxes + (boxes == 0));
    shared = (float)boxes / (float)(1u << at->bits);
    return crowd - shared;
}

/* The area for half a box, if boxes were spread evenly. */
static float plan_share(const space_plan_planning *at, const plan_draft *draft)
{
    const float boxes = (float)draft->boxes;
    const float parts = 1.5f * boxes;
    float share = at->width / parts;

    share *= at->height;
    return share <= TRP__FINITE_MOST ? share : TRP__FINITE_MOST;
}

/* Makes the short side of cells longer: up to a square, unless boxes are scattered less. */
static void plan_thicken(const space_plan_planning *at, plan_draft *draft)
{
    float *side = draft->form == TRP__WIDE ? &draft->height : &draft->width;
    const float length = draft->form == TRP__WIDE ? draft->width : draft->height;
    const float least = *side;
    const float share = plan_share(at, draft) / length;

    *side = share < length ? share : length;
    while (*side > least && plan_crowd(at, draft) > PLAN_LONELY)
        *side /= 2;
    *side = *side > least ? *side : least;
}

/* Makes cells larger, to about half a box in each if these were spread evenly; less if they are
 * not. */
static void plan_widen(const space_plan_planning *at, plan_draft *draft)
{
    float factor;

    if (draft->form != TRP__SQUARE)
        plan_thicken(at, draft);
    factor = plan_share(at, draft) / draft->width;
    factor /= draft->height;
    factor = plan_root(factor);
    while (factor > 1)
    {
        plan_draft wider = *draft;
        wider.width *= factor;
        wider.height *= factor;
        if (plan_crowd(at, &wider) <= PLAN_LONELY)
        {
            *draft = wider;
            return;
        }
        factor /= factor > 64 ? 4 : 2;
    }
}

/* The next class with boxes below this one, and the one after it; 0: none. */
static uint32_t plan_next_class(const space_plan_planning *at, uint32_t form, uint32_t end)
{
    while (end > 0 && at->space->sizes[form][end - 1] == 0)
        end--;
    return end;
}

/* A level for the classes below `end`, from the largest on. Returns the start of the next level. */
static uint32_t plan_level(space_plan_planning *at, uint32_t form, uint32_t end, bool takes_all)
{
    plan_draft draft = {form, end - 1, end, at->space->sizes[form][end - 1], 0, 0};
    uint32_t next = plan_next_class(at, form, end - 1);

    plan_measure(at, &draft);
    plan_widen(at, &draft);
    for (; next > 0; next = plan_next_class(at, form, next - 1))
    {
        plan_draft more = draft;
        more.low = next - 1;
        more.boxes += at->space->sizes[form][next - 1];
        if (!takes_all && plan_crowd(at, &more) > PLAN_CROWD)
            break;
        draft = more;
    }
    if (draft.boxes + at->piled <= PLAN_PILE)
        at->piled += draft.boxes;
    else
        at->drafts[at->draft_count++] = draft;
    return next;
}

/* Reserves this many levels for other forms. */
static void plan_form(space_plan_planning *at, uint32_t form, uint32_t others)
{
    const uint32_t most = TRP__SPACE_LEVELS - others;
    uint32_t end = plan_next_class(at, form, TRP__SIZES);

    while (end > 0)
        end = plan_level(at, form, end, at->draft_count + 1 >= most);
}

/* The level of sizes without a draft: the next coarser level of their form, or the pile. */
static void plan_write_table(trp__plan *plan, const plan_draft *draft, uint32_t level)
{
    for (uint32_t size = draft->end; size-- > 0;)
        plan->level_of[draft->form][size] = (uint8_t)level;
}

/* Reversed: for each form the finest level comes first. */
static void plan_write(const space_plan_planning *at)
{
    trp__plan *plan = at->plan;
    uint32_t count = plan->level_count; /* the one that the desc requires */

    memset(plan->level_of, TRP__SPACE_LEVELS, sizeof plan->level_of);
    for (uint32_t i = 0; i < at->draft_count; i++)
    {
        const plan_draft *draft = &at->drafts[i];
        const bool is_coarsest = i == 0 || at->drafts[i - 1].form != draft->form;
        const uint32_t level = count + i;
        plan->widths[level] = draft->width;
        plan->heights[level] = draft->height;
        plan->expected[level] = draft->boxes;
        plan->next[level] = is_coarsest ? TRP__SPACE_LEVELS : (uint8_t)(level - 1);
        plan_write_table(plan, draft, level);
        if (draft->form == TRP__SQUARE && count != 0)
            plan->next[0] = (uint8_t)level; /* the finest of these is written last */
    }
    plan->level_count = count + at->draft_count;
}

/* The level that the desc requires. */
static void plan_fine(const space_plan_planning *at)
{
    const trp_space_desc *desc = &at->space->desc;
    const bool has_height = desc->kind == TRP_SPACE_GRID && desc->cell_height != 0;
    trp__plan *plan = at->plan;

    plan->fine_width = -1;
    plan->fine_height = -1;
    plan->level_count = 0;
    if (desc->cell == 0 || desc->kind == TRP_SPACE_BRUTE)
        return;
    plan->fine_width = desc->cell;
    plan->fine_height = has_height ? desc->cell_height : desc->cell;
    plan->widths[0] = plan->fine_width;
    plan->heights[0] = plan->fine_height;
    plan->expected[0] = 0;
    plan->next[0] = TRP__SPACE_LEVELS;
    plan->level_count = 1;
    for (uint32_t i = 0; i < at->count; i++)
        plan->expected[0] += plan_is_fine(plan, &at->boxes[i]);
}

static bool plan_is_due(const trp__sheet *sheet, uint32_t count)
{
    const trp__plan *plan = &sheet->plan;
    const trp__level *pile = &sheet->levels[plan->level_count];

    return plan->age == 0 || plan->age >= PLAN_REPEATS || count > 2 * plan->boxes ||
           count < plan->boxes / 4 ||
           (plan->age >= 4 && pile->end - pile->first > PLAN_PILE + count / 32);
}

void trp__space_plan(trp_space *space, trp__sheet *sheet, uint32_t count, const trp__edges *least,
                     const trp__edges *most)
{
    const uint32_t room = trp__space_cell_room(space->capacity) - sheet->cells;
    space_plan_planning at = {0};

    if (!plan_is_due(sheet, count))
    {
        sheet->plan.age++;
        return;
    }
    at.space = space;
    at.plan = &sheet->plan;
    at.boxes = space->found;
    at.count = count;
    while (count / (at.skips + 1) > PLAN_SAMPLE)
        at.skips = 2 * at.skips + 1;
    at.cells = space->starts + sheet->cells;
    at.bits = 4;
    while (at.bits < 15 && (2u << at.bits) <= room)
        at.bits++;
    at.finest = plan_finest(&at);
    at.width = most->left - least->left;
    at.height = most->top - least->top;
    plan_fine(&at);
    if (space->desc.kind != TRP_SPACE_BRUTE && count > PLAN_PILE)
    {
        plan_count_sizes(&at);
        plan_form(&at, TRP__SQUARE, at.plan->level_count + 2);
        plan_form(&at, TRP__WIDE, at.plan->level_count + 1);
        plan_form(&at, TRP__TALL, at.plan->level_count);
    }
    plan_write(&at);
    sheet->plan.age = 1;
    sheet->plan.boxes = count;
}
