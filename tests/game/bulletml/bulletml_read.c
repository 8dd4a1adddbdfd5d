/* Reads the elements of an XML file. */
#include "bulletml.h"
#include "xml.h"

#include <stdlib.h>
#include <string.h>

typedef struct reading
{
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
    if (need > file->text_room)
    {
        size_t room = need * 2 + 1000;
        char *texts = realloc(file->texts, room);
        if (!texts)
        {
            return false;
        }
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
    if (!append(r->file, "", 1))
    {
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
    {
        name++;
    }
    return (bulletml_name)name;
}

static bool may_stand(reading *r, bulletml_name name)
{
    bulletml_report *report = r->file->report;
    const char *text = bulletml_shapes[name].name;
    if (r->open == 0)
    {
        if (name != BULLETML_BULLETML)
        {
            bulletml_error(report, line_of(r), "<%s> is outside of <bulletml>", text);
        }
        return name == BULLETML_BULLETML;
    }
    bulletml_name parent = r->file->elements[r->open].name;
    if (!(bulletml_shapes[parent].children & 1u << name))
    {
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
    {
        type++;
    }
    return (bml_type)type;
}

static void read_body_type(reading *r, const char *value)
{
    if (strcmp(value, "horizontal") == 0)
    {
        r->file->horizontal = true;
    }
    else if (strcmp(value, "vertical") != 0 && strcmp(value, "none") != 0)
    {
        bulletml_error(r->file->report, line_of(r),
                       "type \"%.50s\" of <bulletml>: it must be vertical, horizontal or none",
                       value);
    }
}

static void read_type(reading *r, bulletml_element *element, const char *value)
{
    const bulletml_shape *shape = &bulletml_shapes[element->name];
    bml_type type = find_type(value);
    if (type < BML_TYPES && shape->types & 1u << type)
    {
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
    if (length > BULLETML_TEXT)
    {
        bulletml_error(r->file->report, line_of(r), "a label of more than %d characters",
                       BULLETML_TEXT);
        return;
    }
    if (length == 0 && !bulletml_is_ref(element->name))
    {
        return;
    }
    if (length == 0)
    {
        bulletml_error(r->file->report, line_of(r), "the label of <%s> is empty",
                       bulletml_shapes[element->name].name);
        return;
    }
    element->label = add_text(r, value, length);
}

static void read_attributes(reading *r, bulletml_element *element, const char *const *attributes)
{
    const bulletml_shape *shape = &bulletml_shapes[element->name];
    for (; attributes[0]; attributes += 2)
    {
        const char *name = attributes[0];
        if (element->name == BULLETML_BULLETML && strcmp(name, "type") == 0)
        {
            read_body_type(r, attributes[1]);
        }
        else if (shape->types != 0 && strcmp(name, "type") == 0)
        {
            read_type(r, element, attributes[1]);
        }
        else if (shape->has_label && strcmp(name, "label") == 0)
        {
            read_label(r, element, attributes[1]);
        }
        else if (!strchr(name, ':') && strcmp(name, "xmlns") != 0)
        {
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
    {
        file->elements[parent->last].next = number;
    }
    else
    {
        parent->first = number;
    }
    parent->last = number;
    read_attributes(r, element, attributes);
    r->open = number;
}

static void begins(void *context, const char *text, const char *const *attributes)
{
    reading *r = context;
    if (r->stopped)
    {
        return;
    }
    r->depth++;
    if (r->depth > BULLETML_DEPTH || r->file->count > BULLETML_ELEMENTS)
    {
        bool deep = r->depth > BULLETML_DEPTH;
        bulletml_error(r->file->report, line_of(r),
                       deep ? "elements are nested more than %d deep" : "more than %d elements",
                       deep ? (int)BULLETML_DEPTH : (int)BULLETML_ELEMENTS);
        stop(r);
        return;
    }
    if (r->skip > 0)
    {
        r->skip++;
        return;
    }
    bulletml_name name = find_name(local(text));
    if (name == BULLETML_NAMES)
    {
        bulletml_error(r->file->report, line_of(r), "unknown element <%.50s>", text);
    }
    if (name == BULLETML_NAMES || !may_stand(r, name))
    {
        r->skip = 1;
        return;
    }
    add_element(r, name, attributes);
}

static void ends(void *context)
{
    reading *r = context;
    if (r->stopped)
    {
        return;
    }
    r->depth--;
    if (r->skip > 0)
    {
        r->skip--;
        return;
    }
    r->open = r->file->elements[r->open].parent;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* Appends to the text of an element that may have text. */
static void add_characters(reading *r, const char *text, size_t length)
{
    bulletml_file *file = r->file;
    bulletml_element *element = &file->elements[r->open];
    if (element->text == 0)
    {
        element->text_line = line_of(r);
        element->text = add_text(r, text, length);
    }
    else if (!append(file, text, length))
    {
        element->text = 0;
    }
    if (element->text != 0 && file->text_length - element->text > BULLETML_TEXT)
    {
        bulletml_error(file->report, element->line, "more than %d characters in <%s>",
                       BULLETML_TEXT, bulletml_shapes[element->name].name);
        stop(r);
    }
}

static void characters(void *context, const char *text, size_t length)
{
    reading *r = context;
    if (r->stopped || r->skip > 0 || r->open == 0)
    {
        return;
    }
    bulletml_name name = r->file->elements[r->open].name;
    if (bulletml_shapes[name].has_text)
    {
        add_characters(r, text, length);
        return;
    }
    for (size_t i = 0; i < length; i++)
    {
        if (!is_blank(text[i]))
        {
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
    if (r->open == 0)
    {
        bulletml_error(r->file->report, line_of(r), "not XML: %s", what);
        return;
    }
    bulletml_error(r->file->report, line_of(r), "not XML: %s; <%s> of line %u is open", what,
                   bulletml_shapes[open->name].name, (unsigned)open->line);
}

void bulletml_read(bulletml_file *file, const char *bytes, size_t size)
{
    file->count = 1;
    if (size > BULLETML_BYTES)
    {
        bulletml_error(file->report, 1, "more than %d bytes", BULLETML_BYTES);
        return;
    }
    reading *r = calloc(1, sizeof *r);
    char *scratch = malloc(size + 2);
    if (r && scratch)
    {
        const xml_events events = {.context = r,
                                   .begins = begins,
                                   .ends = ends,
                                   .text = characters,
                                   .declares = declares,
                                   .undefined = undefined};
        r->file = file;
        const char *wrong = xml_read(&r->xml, bytes, size, scratch, &events);
        if (wrong)
        {
            not_xml(r, wrong);
        }
    }
    else
    {
        bulletml_error(file->report, 1, "there is not enough memory");
    }
    free(scratch);
    free(r);
}
