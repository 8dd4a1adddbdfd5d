/**
 * @file font.h
 * A font of 5 by 7 dots: capitals, digits, signs.
 */
#ifndef FONT_H
#define FONT_H

#include <stdint.h>

/** The five columns of a letter, the lowest bit at the top. Small letters are capitals, unknown ones blank. */
const uint8_t *font_letter(char letter);

#endif
