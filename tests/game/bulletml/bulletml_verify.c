/* Checks that elements are complete, and resolves references. */
#include "bulletml.h"

#include <stdlib.h>
#include <string.h>

/* A labelled element, as it is sorted. */
typedef struct labelled
{
    const char *label;
    uint32_t element;
    bulletml_name name;
} labelled;

typedef struct labels
{
    labelled *all;
    size_t count;
} labels;

/* By name and label, later ones in the file first. */
static int compare(const void *a, const void *b)
{
    const labelled *left = a;
    const labelled *right = b;
    if (left->name != right->name)
    {
        return left->name < right->name ? -1 : 1;
    }
    int order = strcmp(left->label, right->label);
    return order != 0 ? order : left->element > right->element ? -1 : 1;
}

static uint32_t find(const labels *all, bulletml_name name, const char *label)
{
    size_t low = 0;
    size_t high = all->count;
    while (low < high)
    {
        size_t middle = low + (high - low) / 2;
        const labelled *there = &all->all[middle];
        bool before = there->name != name ? there->name < name : strcmp(there->label, label) < 0;
        low = before ? middle + 1 : low;
        high = before ? high : middle;
    }
    bool is_it =
        low < all->count && all->all[low].name == name && strcmp(all->all[low].label, label) == 0;
    return is_it ? all->all[low].element : 0;
}

static void collect(bulletml_file *file, labels *all)
{
    for (uint32_t i = 1; i < file->count; i++)
    {
        const bulletml_element *element = &file->elements[i];
        if (element->label != 0 && !bulletml_is_ref(element->name))
        {
            all->all[all->count++] = (labelled){
                .label = file->texts + element->label, .element = i, .name = element->name};
        }
    }
    qsort(all->all, all->count, sizeof *all->all, compare);
    for (size_t i = 1; i < all->count; i++)
    {
        const labelled *later = &all->all[i - 1];
        const labelled *earlier = &all->all[i];
        if (later->name == earlier->name && strcmp(later->label, earlier->label) == 0)
        {
            bulletml_warn(file->report, file->elements[later->element].line,
                          "<%s label=\"%.50s\"> is defined a second time: references use this one, "
                          "not that of line %u",
                          bulletml_shapes[later->name].name, later->label,
                          (unsigned)file->elements[earlier->element].line);
        }
    }
}

static bulletml_name referred(bulletml_name reference)
{
    switch (reference)
    {
    case BULLETML_BULLET_REF:
        return BULLETML_BULLET;
    case BULLETML_ACTION_REF:
        return BULLETML_ACTION;
    default:
        return BULLETML_FIRE;
    }
}

static void unknown_label(bulletml_file *file, const labels *all, const bulletml_element *ref)
{
    const char *label = bulletml_text(file, ref->label);
    const char *name = bulletml_shapes[referred(ref->name)].name;
    static const bulletml_name others[] = {BULLETML_BULLET, BULLETML_ACTION, BULLETML_FIRE};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    {
        if (find(all, others[i], label) != 0)
        {
            bulletml_error(file->report, ref->line,
                           "<%s label=\"%.50s\">: there is no such <%s>, the label is that of <%s>",
                           bulletml_shapes[ref->name].name, label, name,
                           bulletml_shapes[others[i]].name);
            return;
        }
    }
    bulletml_error(file->report, ref->line, "<%s label=\"%.50s\">: there is no such <%s>",
                   bulletml_shapes[ref->name].name, label, name);
}

static void resolve(bulletml_file *file, const labels *all)
{
    for (uint32_t i = 1; i < file->count; i++)
    {
        bulletml_element *ref = &file->elements[i];
        if (!bulletml_is_ref(ref->name))
        {
            continue;
        }
        if (ref->label == 0)
        {
            bulletml_error(file->report, ref->line, "<%s> needs a label",
                           bulletml_shapes[ref->name].name);
            continue;
        }
        ref->target = find(all, referred(ref->name), file->texts + ref->label);
        if (ref->target == 0)
        {
            unknown_label(file, all, ref);
        }
    }
}

/* Children. */

static uint32_t count_of(const bulletml_file *file, uint32_t parent, uint32_t names)
{
    uint32_t count = 0;
    for (uint32_t i = file->elements[parent].first; i != 0; i = file->elements[i].next)
    {
        count += names >> file->elements[i].name & 1u;
    }
    return count;
}

static void need_one_of(bulletml_file *file, uint32_t number, bulletml_name one,
                        bulletml_name other)
{
    const bulletml_element *element = &file->elements[number];
    uint32_t count = count_of(file, number, 1u << one | 1u << other);
    if (count != 1)
    {
        bulletml_error(file->report, element->line, "<%s> needs %sone <%s> or <%s>",
                       bulletml_shapes[element->name].name, count > 1 ? "only " : "",
                       bulletml_shapes[one].name, bulletml_shapes[other].name);
    }
}

/* Each time its commands are run in their order, as those of an <action> are. */
static void need_command(bulletml_file *file, uint32_t number)
{
    const bulletml_element *element = &file->elements[number];
    if (count_of(file, number, ~(1u << BULLETML_TIMES)) == 0)
    {
        bulletml_error(file->report, element->line,
                       "<repeat> needs an <action>, or other commands, to repeat");
    }
}

static void check_children(bulletml_file *file, uint32_t number)
{
    const bulletml_element *element = &file->elements[number];
    const bulletml_shape *shape = &bulletml_shapes[element->name];
    for (uint32_t name = 0; name < BULLETML_NAMES; name++)
    {
        uint32_t bit = 1u << name;
        if (!((shape->once | shape->needs) & bit))
        {
            continue;
        }
        uint32_t count = count_of(file, number, bit);
        if (count == 0 && shape->needs & bit)
        {
            bulletml_error(file->report, element->line, "<%s> needs a <%s>", shape->name,
                           bulletml_shapes[name].name);
        }
        if (count > 1 && shape->once & bit)
        {
            bulletml_error(file->report, element->line, "<%s> must have only one <%s>", shape->name,
                           bulletml_shapes[name].name);
        }
    }
}

static void check_element(bulletml_file *file, uint32_t number)
{
    const bulletml_element *element = &file->elements[number];
    check_children(file, number);
    if (element->name == BULLETML_FIRE)
    {
        need_one_of(file, number, BULLETML_BULLET, BULLETML_BULLET_REF);
    }
    if (element->name == BULLETML_REPEAT)
    {
        need_command(file, number);
    }
    if (bulletml_is_ref(element->name))
    {
        uint32_t count = count_of(file, number, 1u << BULLETML_PARAM);
        if (count > BML_PARAMS)
        {
            bulletml_error(file->report, element->line, "<%s> has %u parameters: the limit is %d",
                           bulletml_shapes[element->name].name, (unsigned)count, BML_PARAMS);
        }
    }
}

/* Checks all expressions, including those of elements without references to them. */
static void check_expressions(bulletml_file *file)
{
    bulletml_table *scratch = malloc(sizeof *scratch);
    if (!scratch)
    {
        bulletml_error(file->report, 1, "there is not enough memory");
        return;
    }
    scratch->full = false;
    for (uint32_t i = 1; i < file->count; i++)
    {
        bulletml_adjust adjust = file->horizontal ? BULLETML_TURNED : BULLETML_AS_IT_IS;
        scratch->length = 0;
        if (bulletml_shapes[file->elements[i].name].has_text)
        {
            bulletml_expression(file, scratch, i, adjust);
        }
    }
    free(scratch);
}

void bulletml_verify(bulletml_file *file)
{
    labels all = {.all = calloc(file->count, sizeof(labelled))};
    if (!all.all)
    {
        bulletml_error(file->report, 1, "there is not enough memory");
        return;
    }
    for (uint32_t i = 1; i < file->count; i++)
    {
        check_element(file, i);
    }
    check_expressions(file);
    collect(file, &all);
    resolve(file, &all);
    free(all.all);
}
