/*
 * Declarations shared by the files of the XML reader.
 */
#ifndef GAME_XML_PARTS_H
#define GAME_XML_PARTS_H

#include "xml.h"

/* Ends the reading: there is an error at `at`, or at the present place. The first call counts. */
void xml__fail_at(xml_reader *r, const char *at, const char *wrong);
void xml__fail(xml_reader *r, const char *wrong);

bool xml__is_blank(char c);
/* Characters that no text may contain: below the space, and no blank. */
bool xml__is_control(char c);
bool xml__begins_with(const xml_reader *r, const char *what);
/* Whether there were any. */
bool xml__skip_blanks(xml_reader *r);
/* Of length 0: there is none. */
xml_span xml__read_name(xml_reader *r);
/* Steps over what ends the token in progress. False: it does not come, or a control character does. */
bool xml__skip_until(xml_reader *r, const char *what);

/* At "&": writes what the reference means, and steps over it. Returns the end of what it wrote. */
char *xml__read_reference(xml_reader *r, char *to);
/* With a zero after it. Returns what is after that. */
char *xml__copy_name(xml_span name, char *to);

/* At "<" and a name; at "</". */
void xml__read_start(xml_reader *r);
void xml__read_end(xml_reader *r);

#endif
