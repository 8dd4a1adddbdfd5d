/*
 * Declarations that the files of the XML reader share.
 */
#ifndef GAME_XML_PARTS_H
#define GAME_XML_PARTS_H

#include "xml.h"

/* Stops with an error at `at`, or at the present position. Only the first call counts. */
void xml__fail_at(xml_reader *r, const char *at, const char *wrong);
void xml__fail(xml_reader *r, const char *wrong);

bool xml__is_blank(char c);
/* True for characters that text must not contain: those below the space except blanks. */
bool xml__is_control(char c);
bool xml__begins_with(const xml_reader *r, const char *what);
/* Skips blanks. True if there were any. */
bool xml__skip_blanks(xml_reader *r);
/* Reads a name. Length 0: there is none. */
xml_span xml__read_name(xml_reader *r);
/* Skips to after `what`, which ends the token in progress. False: it is missing, or a control
 * character comes before it. */
bool xml__skip_until(xml_reader *r, const char *what);

/* The reader is at "&". Writes the characters of the reference and skips it. Returns the end of the
 * written text. */
char *xml__read_reference(xml_reader *r, char *to);
/* Copies a name and a terminating zero. Returns the position after them. */
char *xml__copy_name(xml_span name, char *to);

/* The reader is at "<" and a name, or at "</". */
void xml__read_start(xml_reader *r);
void xml__read_end(xml_reader *r);

#endif
