/**
 * @file stdio.h
 * See string.h. Conversions: d, u, s, c, x and percent; a width, zeros before a number, and a precision of texts.
 */
#ifndef WEB_STDIO_H
#define WEB_STDIO_H

#include <stdarg.h>
#include <stddef.h>

int snprintf(char *text, size_t size, const char *format, ...);
int vsnprintf(char *text, size_t size, const char *format, va_list arguments);

#endif
