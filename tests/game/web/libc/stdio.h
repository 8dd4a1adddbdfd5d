/**
 * @file stdio.h
 * See string.h. Supports the conversions d, u, s, c, x and %, a width, leading zeros, and a
 * precision for strings.
 */
#ifndef WEB_STDIO_H
#define WEB_STDIO_H

#include <stdarg.h>
#include <stddef.h>

int snprintf(char *text, size_t size, const char *format, ...);
int vsnprintf(char *text, size_t size, const char *format, va_list arguments);

#endif
