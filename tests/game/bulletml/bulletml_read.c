/* Reads a file: the elements of BulletML 0.21, messages, the elements of an XML file; then
 * checks that they are complete, and resolves references. */
#include "bulletml.h"
#include "xml.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BIT(name) (1u << (BULLETML_##name))
#define TYPE(name) (1u << (BML_TYPE_##name))

#define NUMBER .has_text = true
#define COMMANDS                                                                                   \
    (BIT(REPEAT) | BIT(FIRE) | BIT(FIRE_REF) | BIT(CHANGE_SPEED) | BIT(CHANGE_DIRECTION) |         \
     BIT(ACCEL) | BIT(WAIT) | BIT(VANISH) | BIT(ACTION) | BIT(ACTION_REF))
#define SPEED_TYPES (TYPE(ABSOLUTE) | TYPE(RELATIVE) | TYPE(SEQUENCE))

const bulletml_shape bulletml_shapes[BULLETML_NAMES] = {
    [BULLETML_BULLETML] = {.name = "bulletml", .children = BIT(BULLET) | BIT(ACTION) | BIT(FIRE)},
    [BULLETML_BULLET] = {.name = "bullet",
                         .children = BIT(DIRECTION) | BIT(SPEED) | BIT(ACTION) | BIT(ACTION_REF),
                         .once = BIT(DIRECTION) | BIT(SPEED),
                         .has_label = true},
    [BULLETML_ACTION] = {.name = "action", .children = COMMANDS, .has_label = true},
    [BULLETML_FIRE] = {.name = "fire",
                       .children = BIT(DIRECTION) | BIT(SPEED) | BIT(BULLET) | BIT(BULLET_REF),
                       .once = BIT(DIRECTION) | BIT(SPEED),
                       .has_label = true},
    [BULLETML_CHANGE_DIRECTION] = {.name = "changeDirection",
                                   .children = BIT(DIRECTION) | BIT(TERM),
                                   .once = BIT(DIRECTION) | BIT(TERM),
                                   .needs = BIT(DIRECTION) | BIT(TERM)},
    [BULLETML_CHANGE_SPEED] = {.name = "changeSpeed",
                               .children = BIT(SPEED) | BIT(TERM),
                               .once = BIT(SPEED) | BIT(TERM),
                               .needs = BIT(SPEED) | BIT(TERM)},
    [BULLETML_ACCEL] = {.name = "accel",
                        .children = BIT(HORIZONTAL) | BIT(VERTICAL) | BIT(TERM),
                        .once = BIT(HORIZONTAL) | BIT(VERTICAL) | BIT(TERM),
                        .needs = BIT(TERM)},
    [BULLETML_WAIT] = {.name = "wait", NUMBER},
    [BULLETML_VANISH] = {.name = "vanish"},
    [BULLETML_REPEAT] = {.name = "repeat",
                         .children = BIT(TIMES) | COMMANDS,
                         .once = BIT(TIMES),
                         .needs = BIT(TIMES)},
    [BULLETML_DIRECTION] = {.name = "direction", .types = TYPE(AIM) | SPEED_TYPES, NUMBER},
    [BULLETML_SPEED] = {.name = "speed", .types = SPEED_TYPES, NUMBER},
    [BULLETML_HORIZONTAL] = {.name = "horizontal", .types = SPEED_TYPES, NUMBER},
    [BULLETML_VERTICAL] = {.name = "vertical", .types = SPEED_TYPES, NUMBER},
    [BULLETML_TERM] = {.name = "term", NUMBER},
    [BULLETML_TIMES] = {.name = "times", NUMBER},
    [BULLETML_BULLET_REF] = {.name = "bulletRef", .children = BIT(PARAM), .has_label = true},
    [BULLETML_ACTION_REF] = {.name = "actionRef", .children = BIT(PARAM), .has_label = true},
    [BULLETML_FIRE_REF] = {.name = "fireRef", .children = BIT(PARAM), .has_label = true},
    [BULLETML_PARAM] = {.name = "param", NUMBER},
};

uint32_t bulletml_child(const bulletml_file *file, uint32_t parent, bulletml_name name)
{
    uint32_t child = file->elements[parent].first;
    while (child != 0 && file->elements[child].name != name)
        child = file->elements[child].next;
    return child;
}

static void say(bulletml_report *report, uint32_t line, const char *what, const char *format,
                va_list arguments)
{
    char text[400];
    char message[900];
    vsnprintf(text, sizeof text, format, arguments);
    if (report->print) {
        snprintf(message, sizeof message, "%.400s:%u: %s%s", report->file, (unsigned)line, what,
                 text);
        report->print(report->context, message);
    }
}

void bulletml_error(bulletml_report *report, uint32_t line, const char *format, ...)
{
    va_list arguments;
    report->errors++;
    va_start(arguments, format);
    if (report->errors <= BULLETML_MESSAGES)
        say(report, line, "", format, arguments);
    va_end(arguments);
}

void bulletml_warn(bulletml_report *report, uint32_t line, const char *format, ...)
{
    va_list arguments;
    report->warnings++;
    va_start(arguments, format);
    if (report->warnings <= BULLETML_MESSAGES)
        say(report, line, "warning: ", format, arguments);
    va_end(arguments);
}

/* -- reading -- */

typedef struct reading {
    bulletml_file *file;
    xml_reader xml;
    uint32_t open;  /* the innermost open element; 0: none */
    uint32_t depth; /* number of open elements */
    uint32_t skip;  /* number of open elements within an unknown one, including it */
    bool stopped;
} reading;

static uint32_t line_of(reading *r)
{
    return xml_line(&r->xml);
}

/* Stops reading. */
static void stop(reading *r)
{
    r->stopped = true;
    xml_stop(&r->xml);
}

/* Appends to the texts. */
static bool append(bulletml_file *file, const char *text, size_t length)
{
    size_t need = file->text_length + length + 1;
    if (need > file->text_room) {
        size_t room = need * 2 + 1000;
        char *texts = realloc(file->texts, room);
        if (!texts)
            return false;
        file->texts = texts;
        file->text_room = (uint32_t)room;
    }
    memcpy(file->texts + file->text_length, text, length);
    file->text_length += (uint32_t)length;
    file->texts[file->text_length] = 0;
    return true;
}

static uint32_t add_text(reading *r, const char *text, size_t length)
{
    /* The texts begin with an unused byte, so that offset 0 means none. Each text ends with a zero.
     * */
    if (!append(r->file, "", 1)) {
        bulletml_error(r->file->report, line_of(r), "there is not enough memory");
        stop(r);
        return 0;
    }
    uint32_t begin = r->file->text_length;
    return append(r->file, text, length) ? begin : 0;
}

/* The name without its prefix and colon. */
static const char *local(const char *name)
{
    const char *colon = strrchr(name, ':');
    return colon ? colon + 1 : name;
}

static bulletml_name find_name(const char *text)
{
    uint32_t name = 0;
    while (name < BULLETML_NAMES && strcmp(bulletml_shapes[name].name, text) != 0)
        name++;
    return (bulletml_name)name;
}

static bool may_stand(reading *r, bulletml_name name)
{
    bulletml_report *report = r->file->report;
    const char *text = bulletml_shapes[name].name;
    if (r->open == 0) {
        if (name != BULLETML_BULLETML)
            bulletml_error(report, line_of(r), "<%s> is outside of <bulletml>", text);
        return name == BULLETML_BULLETML;
    }
    bulletml_name parent = r->file->elements[r->open].name;
    if (!(bulletml_shapes[parent].children & 1u << name)) {
        bulletml_error(report, line_of(r), "<%s> is not allowed in <%s>", text,
                       bulletml_shapes[parent].name);
        return false;
    }
    return true;
}

/* Attributes. */

static bml_type find_type(const char *text)
{
    static const char *const names[BML_TYPES] = {"", "aim", "absolute", "relative", "sequence"};
    uint32_t type = BML_TYPE_AIM;
    while (type < BML_TYPES && strcmp(names[type], text) != 0)
        type++;
    return (bml_type)type;
}

static void read_body_type(reading *r, const char *value)
{
    if (strcmp(value, "horizontal") == 0) {
        r->file->horizontal = true;
    } else if (strcmp(value, "vertical") != 0 && strcmp(value, "none") != 0) {
        bulletml_error(r->file->report, line_of(r),
                       "type \"%.50s\" of <bulletml>: it must be vertical, horizontal or none",
                       value);
    }
}

static void read_type(reading *r, bulletml_element *element, const char *value)
{
    const bulletml_shape *shape = &bulletml_shapes[element->name];
    bml_type type = find_type(value);
    if (type < BML_TYPES && shape->types & 1u << type) {
        element->type = type;
        return;
    }
    bulletml_error(r->file->report, line_of(r),
                   "type \"%.50s\" of <%s>: it must be %sabsolute, "
                   "relative or sequence",
                   value, shape->name, element->name == BULLETML_DIRECTION ? "aim, " : "");
}

static void read_label(reading *r, bulletml_element *element, const char *value)
{
    size_t length = strlen(value);
    if (length > BULLETML_TEXT) {
        bulletml_error(r->file->report, line_of(r), "a label of more than %d characters",
                       BULLETML_TEXT);
        return;
    }
    if (length == 0 && !bulletml_is_ref(element->name))
        return;
    if (length == 0) {
        bulletml_error(r->file->report, line_of(r), "the label of <%s> is empty",
                       bulletml_shapes[element->name].name);
        return;
    }
    element->label = add_text(r, value, length);
}

static void read_attributes(reading *r, bulletml_element *element, const char *const *attributes)
{
    const bulletml_shape *shape = &bulletml_shapes[element->name];
    for (; attributes[0]; attributes += 2) {
        const char *name = attributes[0];
        if (element->name == BULLETML_BULLETML && strcmp(name, "type") == 0) {
            read_body_type(r, attributes[1]);
        } else if (shape->types != 0 && strcmp(name, "type") == 0) {
            read_type(r, element, attributes[1]);
        } else if (shape->has_label && strcmp(name, "label") == 0) {
            read_label(r, element, attributes[1]);
        } else if (!strchr(name, ':') && strcmp(name, "xmlns") != 0) {
            bulletml_warn(r->file->report, line_of(r), "attribute \"%.50s\" of <%s> is ignored",
                          name, shape->name);
        }
    }
}

/* Events of the XML reader. */

static void add_element(reading *r, bulletml_name name, const char *const *attributes)
{
    bulletml_file *file = r->file;
    uint32_t number = file->count++;
    bulletml_element *element = &file->elements[number];
    *element = (bulletml_element){.name = name, .line = line_of(r), .parent = r->open};
    bulletml_element *parent = &file->elements[r->open];
    if (r->open != 0 && parent->last != 0)
        file->elements[parent->last].next = number;
    else
        parent->first = number;
    parent->last = number;
    read_attributes(r, element, attributes);
    r->open = number;
}

static void begins(void *context, const char *text, const char *const *attributes)
{
    reading *r = context;
    if (r->stopped)
        return;
    r->depth++;
    if (r->depth > BULLETML_DEPTH || r->file->count > BULLETML_ELEMENTS) {
        bool deep = r->depth > BULLETML_DEPTH;
        bulletml_error(r->file->report, line_of(r),
                       deep ? "elements are nested more than %d deep" : "more than %d elements",
                       deep ? (int)BULLETML_DEPTH : (int)BULLETML_ELEMENTS);
        stop(r);
        return;
    }
    if (r->skip > 0) {
        r->skip++;
        return;
    }
    bulletml_name name = find_name(local(text));
    if (name == BULLETML_NAMES)
        bulletml_error(r->file->report, line_of(r), "unknown element <%.50s>", text);
    if (name == BULLETML_NAMES || !may_stand(r, name)) {
        r->skip = 1;
        return;
    }
    add_element(r, name, attributes);
}

static void ends(void *context)
{
    reading *r = context;
    if (r->stopped)
        return;
    r->depth--;
    if (r->skip > 0) {
        r->skip--;
        return;
    }
    r->open = r->file->elements[r->open].parent;
}

/* Appends to the text of an element that may have text. */
static void add_characters(reading *r, const char *text, size_t length)
{
    bulletml_file *file = r->file;
    bulletml_element *element = &file->elements[r->open];
    if (element->text == 0) {
        element->text_line = line_of(r);
        element->text = add_text(r, text, length);
    } else if (!append(file, text, length)) {
        element->text = 0;
    }
    if (element->text != 0 && file->text_length - element->text > BULLETML_TEXT) {
        bulletml_error(file->report, element->line, "more than %d characters in <%s>",
                       BULLETML_TEXT, bulletml_shapes[element->name].name);
        stop(r);
    }
}

static void characters(void *context, const char *text, size_t length)
{
    reading *r = context;
    if (r->stopped || r->skip > 0 || r->open == 0)
        return;
    bulletml_name name = r->file->elements[r->open].name;
    if (bulletml_shapes[name].has_text) {
        add_characters(r, text, length);
        return;
    }
    for (size_t i = 0; i < length; i++) {
        if (!bulletml_is_blank(text[i])) {
            int rest = length - i < 20 ? (int)(length - i) : 20;
            bulletml_error(r->file->report, line_of(r), "text in <%s>: \"%.*s\"",
                           bulletml_shapes[name].name, rest, text + i);
            return;
        }
    }
}

static void declares(void *context, const char *name)
{
    reading *r = context;
    bulletml_error(
        r->file->report, line_of(r),
        "entity \"%.50s\" is declared: BulletML has no entities, and declarations are ignored",
        name);
    stop(r);
}

static void undefined(void *context, const char *name)
{
    reading *r = context;
    bulletml_error(r->file->report, line_of(r), "unknown entity &%.50s;", name);
}

static void not_xml(reading *r, const char *what)
{
    const bulletml_element *open = &r->file->elements[r->open];
    if (r->open == 0) {
        bulletml_error(r->file->report, line_of(r), "not XML: %s", what);
        return;
    }
    bulletml_error(r->file->report, line_of(r), "not XML: %s; <%s> of line %u is open", what,
                   bulletml_shapes[open->name].name, (unsigned)open->line);
}

void bulletml_read(bulletml_file *file, const char *bytes, size_t size)
{
    file->count = 1;
    if (size > BULLETML_BYTES) {
        bulletml_error(file->report, 1, "more than %d bytes", BULLETML_BYTES);
        return;
    }
    reading *r = calloc(1, sizeof *r);
    char *scratch = malloc(size + 2);
    if (r && scratch) {
        const xml_events events = {.context = r,
                                   .begins = begins,
                                   .ends = ends,
                                   .text = characters,
                                   .declares = declares,
                                   .undefined = undefined};
        r->file = file;
        const char *wrong = xml_read(&r->xml, bytes, size, scratch, &events);
        if (wrong)
            not_xml(r, wrong);
    } else {
        bulletml_error(file->report, 1, "there is not enough memory");
    }
    free(scratch);
    free(r);
}

/* -- checks, and references -- */

/* A labelled element, as it is sorted. */
typedef struct labelled {
    const char *label;
    uint32_t element;
    bulletml_name name;
} labelled;

typedef struct labels {
    labelled *all;
    size_t count;
} labels;

/* By name and label, later ones in the file first. */
static int compare(const void *a, const void *b)
{
    const labelled *left = a;
    const labelled *right = b;
    if (left->name != right->name)
        return left->name < right->name ? -1 : 1;
    int order = strcmp(left->label, right->label);
    return order != 0 ? order : left->element > right->element ? -1 : 1;
}

static uint32_t find(const labels *all, bulletml_name name, const char *label)
{
    size_t low = 0;
    size_t high = all->count;
    while (low < high) {
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
    for (uint32_t i = 1; i < file->count; i++) {
        const bulletml_element *element = &file->elements[i];
        if (element->label != 0 && !bulletml_is_ref(element->name)) {
            all->all[all->count++] = (labelled){
                .label = file->texts + element->label, .element = i, .name = element->name};
        }
    }
    qsort(all->all, all->count, sizeof *all->all, compare);
    for (size_t i = 1; i < all->count; i++) {
        const labelled *later = &all->all[i - 1];
        const labelled *earlier = &all->all[i];
        if (later->name == earlier->name && strcmp(later->label, earlier->label) == 0) {
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
    switch (reference) {
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
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        if (find(all, others[i], label) != 0) {
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
    for (uint32_t i = 1; i < file->count; i++) {
        bulletml_element *ref = &file->elements[i];
        if (!bulletml_is_ref(ref->name))
            continue;
        if (ref->label == 0) {
            bulletml_error(file->report, ref->line, "<%s> needs a label",
                           bulletml_shapes[ref->name].name);
            continue;
        }
        ref->target = find(all, referred(ref->name), file->texts + ref->label);
        if (ref->target == 0)
            unknown_label(file, all, ref);
    }
}

/* Children. */

static uint32_t count_of(const bulletml_file *file, uint32_t parent, uint32_t names)
{
    uint32_t count = 0;
    for (uint32_t i = file->elements[parent].first; i != 0; i = file->elements[i].next)
        count += names >> file->elements[i].name & 1u;
    return count;
}

static void need_one_of(bulletml_file *file, uint32_t number, bulletml_name one,
                        bulletml_name other)
{
    const bulletml_element *element = &file->elements[number];
    uint32_t count = count_of(file, number, 1u << one | 1u << other);
    if (count != 1) {
        bulletml_error(file->report, element->line, "<%s> needs %sone <%s> or <%s>",
                       bulletml_shapes[element->name].name, count > 1 ? "only " : "",
                       bulletml_shapes[one].name, bulletml_shapes[other].name);
    }
}

/* Each time its commands are run in their order, as those of an <action> are. */
static void need_command(bulletml_file *file, uint32_t number)
{
    const bulletml_element *element = &file->elements[number];
    if (count_of(file, number, ~(1u << BULLETML_TIMES)) == 0) {
        bulletml_error(file->report, element->line,
                       "<repeat> needs an <action>, or other commands, to repeat");
    }
}

static void check_children(bulletml_file *file, uint32_t number)
{
    const bulletml_element *element = &file->elements[number];
    const bulletml_shape *shape = &bulletml_shapes[element->name];
    for (uint32_t name = 0; name < BULLETML_NAMES; name++) {
        uint32_t bit = 1u << name;
        if (!((shape->once | shape->needs) & bit))
            continue;
        uint32_t count = count_of(file, number, bit);
        if (count == 0 && shape->needs & bit) {
            bulletml_error(file->report, element->line, "<%s> needs a <%s>", shape->name,
                           bulletml_shapes[name].name);
        }
        if (count > 1 && shape->once & bit) {
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
        need_one_of(file, number, BULLETML_BULLET, BULLETML_BULLET_REF);
    if (element->name == BULLETML_REPEAT)
        need_command(file, number);
    if (bulletml_is_ref(element->name)) {
        uint32_t count = count_of(file, number, 1u << BULLETML_PARAM);
        if (count > BML_PARAMS) {
            bulletml_error(file->report, element->line, "<%s> has %u parameters: the limit is %d",
                           bulletml_shapes[element->name].name, (unsigned)count, BML_PARAMS);
        }
    }
}

/* Checks all expressions, including those of elements without references to them. */
static void check_expressions(bulletml_file *file)
{
    bulletml_table *scratch = malloc(sizeof *scratch);
    if (!scratch) {
        bulletml_error(file->report, 1, "there is not enough memory");
        return;
    }
    scratch->full = false;
    for (uint32_t i = 1; i < file->count; i++) {
        bulletml_adjust adjust = file->horizontal ? BULLETML_TURNED : BULLETML_AS_IT_IS;
        scratch->length = 0;
        if (bulletml_shapes[file->elements[i].name].has_text)
            bulletml_expression(file, scratch, i, adjust);
    }
    free(scratch);
}

void bulletml_verify(bulletml_file *file)
{
    labels all = {.all = calloc(file->count, sizeof(labelled))};
    if (!all.all) {
        bulletml_error(file->report, 1, "there is not enough memory");
        return;
    }
    for (uint32_t i = 1; i < file->count; i++)
        check_element(file, i);
    check_expressions(file);
    collect(file, &all);
    resolve(file, &all);
    free(all.all);
}
