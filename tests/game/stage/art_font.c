#include "art_font.h"

#define THICK 0.46f /* half a stroke's width */

/* Characters from the space to the underscore. A character is strokes; a stroke is points; a point
 * is two digits, x and y. */
static const char *const strokes[64] = {
    "",                                      /*   */
    "0004 0606",                             /* ! */
    "0001 2021",                             /* " */
    "1016 3036 0242 0444",                   /* # */
    "413010010213334445361605 2026",         /* $ */
    "0640 0010110100 3444453534",            /* % */
    "4613302111204436160513",                /* & */
    "0001",                                  /* ' */
    "10010516",                              /* ( */
    "00111506",                              /* ) */
    "2125 0244 0442",                        /* star */
    "0343 2125",                             /* + */
    "1607",                                  /* , */
    "0333",                                  /* - */
    "0606",                                  /* . */
    "0640",                                  /* / */
    "103041453616050110",                    /* 0 */
    "112026 1636",                           /* 1 */
    "01103041420646",                        /* 2 */
    "011030414233 1333 33444536 361605",     /* 3 */
    "36300444",                              /* 4 */
    "400002324345361605",                    /* 5 */
    "4130100105163645443303",                /* 6 */
    "00404126",                              /* 7 */
    "103041423313020110 130405163645443313", /* 8 */
    "4313020110304145361605",                /* 9 */
    "0202 0505",                             /* : */
    "1212 1607",                             /* ; */
    "300336",                                /* < */
    "0242 0444",                             /* = */
    "003306",                                /* > */
    "01103041422324 2626",                   /* ? */
    "33232434 41301001051636 4144",          /* @ */
    "060110304146 0444",                     /* A */
    "06003041423303 3334453606",             /* B */
    "4130100105163645",                      /* C */
    "06003041453606",                        /* D */
    "40000646 0333",                         /* E */
    "400006 0333",                           /* F */
    "413010010516364543 4323",               /* G */
    "0006 4046 0343",                        /* H */
    "0006",                                  /* I */
    "4045361605",                            /* J */
    "0006 401303 1346",                      /* K */
    "000646",                                /* L */
    "0600234046",                            /* M */
    "06004640",                              /* N */
    "103041453616050110",                    /* O */
    "06003041423303",                        /* P */
    "103041453616050110 3446",               /* Q */
    "06003041423303 2346",                   /* R */
    "413010010213334445361605",              /* S */
    "0040 2026",                             /* T */
    "000516364540",                          /* U */
    "0002264240",                            /* V */
    "0006234640",                            /* W */
    "0046 4006",                             /* X */
    "002340 2326",                           /* Y */
    "00400646",                              /* Z */
    "10000616",                              /* [ */
    "0046",                                  /* backslash */
    "00101606",                              /* ] */
    "022042",                                /* ^ */
    "0646",                                  /* _ */
};

static const char *strokes_of(char letter)
{
    if (letter >= 'a' && letter <= 'z')
        letter = (char)(letter - 'a' + 'A');
    return letter >= ' ' && letter <= '_' ? strokes[letter - ' '] : "";
}

static shade_point point_at(const char *text)
{
    return (shade_point){(float)(text[0] - '0'), (float)(text[1] - '0')};
}

static float distance_to(const char *at, shade_point p)
{
    float nearest = 1e6f; /* squared distance */
    while (*at)
    {
        for (; at[2] && at[2] != ' '; at += 2)
            nearest = shade_least(nearest, shade_line_square(p, point_at(at), point_at(at + 2)));
        at += at[2] ? 3 : 2;
    }
    return shade_root(nearest) - THICK;
}

float art_font_width(char letter)
{
    const char *at = strokes_of(letter);
    char most = '0';
    if (!*at)
        return 2.4f;
    for (; *at; at += at[2] == ' ' ? 3 : 2)
        most = *at > most ? *at : most;
    return (float)(most - '0');
}

void art_font_paint(char letter, shade_point p, float pixel, shade_ink *ink)
{
    const shade_rgb white = {1, 1, 1};
    const shade_rgb night = {0.01f, 0.01f, 0.04f};
    const float d = distance_to(strokes_of(letter), p);
    shade_over(ink, night, 0.62f * shade_step(0.85f, 0.15f, d));
    shade_over(ink, white, shade_cover(d, pixel));
}
