/*
 * Pairs and contacts with further settings: sides, one way, a filter, categories, stopped passes;
 * how boxes and circles touch. Each situation is played with every kind of space.
 */
#include "../script.h"

SITUATIONS(space_pairs);

SCRIPT("a filter is asked about pairs",
       "space; row 1-4 1 1 8 8; go; pairs even; = 1&3 2&4; answers 2");
/* More columns than cells, which have numbers by a hash: the last one lies beside the first. */
SCRIPT("a row that goes on from the last cell to the first",
       "in memory; pool 64 still; row 1-60 400 5 6 6; put 61 0 0 6 6; put 62 6000 0 6 6; "
       "space room 64; go; pairs; = 1&2 2&3 3&4 4&5 5&6 6&7 7&8 8&9 9&10 10&11 11&12 12&13 13&14 "
       "14&15 15&16 16&17 17&18 18&19 19&20 20&21 21&22 22&23 23&24 24&25 25&26 26&27 27&28 28&29 "
       "29&30 30&31 31&32 32&33 33&34 34&35 35&36 36&37 37&38 38&39 39&40 40&41 41&42 42&43 43&44 "
       "44&45 45&46 46&47 47&48 48&49 49&50 50&51 51&52 52&53 53&54 54&55 55&56 56&57 57&58 58&59 "
       "59&60");

/* Many combinations are tried in test_space_many.c and, at random, in test_space_storm.c. */
SCRIPT("bits of static actors and of others",
       "pool; pool; space empty; enter a; enter b static; row 1-3 0 1 8 8; row b 11-13 0 1 8 8;"
       "pairs; answers 12; bits 1 4 2; bits 11 2 4; go; pairs; = 11&1 2&3 2&12 2&13 3&12 3&13;"
       "bits 2 4 2; bits 3 4 4; bits 12 2 4; bits 13 8 8; pairs; = 11&1 12&1 11&2 12&2");

SCRIPT("a mask of all other categories",
       "space empty; enter a mask 4294967294; row 1-3 1 1 8 8; pairs; answers 0;"
       "everything mask 4294967294; answers 0; everything mask 1; answers 3");
SCRIPT("contacts of some pairs, with their categories",
       "space; put 1 0 0 8; put 2 1 0 8; put 3 2 0 8; bits 1 1 0; bits 2 2 0; go; contacts even;"
       "= k1&3; contacts a 2 b 1; = e1&3 k2&1 k2&3; bits 2 4 0; contacts a 2 b 1; = e2&1 e2&3");
SCRIPT("circles touch by distance",
       "space empty; enter a round; put 1 0 0 10; put 2 8 8 10; pairs; answers 0; apart 1 2;"
       "query 1 1 0 0; answers 0; query 5 0 0 0; answers 1; box 2 6 8 10; pairs; answers 1;"
       "touch 1 2 0 0.6 0.8 1; box 2 3 4 10; touch 1 2 5 0.6 0.8; apart 1 1; sleep 2; apart 1 2");
SCRIPT("how deep boxes touch",
       "space; put 1 0 0 10; put 2 7 1 10; touch 1 2 3 1 0; touch 2 1 3 -1 0; box 2 1 -8 10;"
       "touch 1 2 2 0 -1; box 2 11 0 10; apart 1 2");
SCRIPT("pairs of a few: in any order, one leaves, within a pass",
       "space; row 1-3 1 1 8 8; go; pairs; = 1&2 1&3 2&3; at 1&2: still, recycle 3; pairs;"
       "= 1&2 -3; put 3 100 0 8; put 4 100 0 8; bits 3 2 2; bits 4 2 2; go;"
       "at 1&2: still, pairs a 2 b 2; pairs; = 1&2 3&4 3&4; bits 1 4 7; bits 2 2 7;"
       "pairs a 4 b 2; = 1&2; pairs a 6 b 2; = 1&2 3&4; pairs; = 2&1 3&4");
SCRIPT("other passes within a swept one",
       "space sweeps manual; put 1 0 0 8; put 2 4 0 8; reread; go;"
       "at 1&2: still, pairs, pairs swept; pairs swept; = 1&2 1&2 1&2");
SCRIPT("a box that only grows has touched what it touches now",
       "space sweeps manual; put 1 0 0 8; put 2 4 0 8; reread; pairs swept; box 1 20 0 2; reread;"
       "pairs swept; answers 1; reread; pairs swept; answers 0; put 3 50 0 8; box 1 20 0 40 2;"
       "reread; go; pairs swept; = 1&3");
SCRIPT("pairs that are stopped, with room for all and for one",
       "put 1 1 0 8; put 2 2 0 8; put 3 3 0 8; put 4 4 0 8; space; go; at 1&3: stop;"
       "pairs; = 1&2 1&3; still; pairs; = 1&2 1&3 1&4 2&3 2&4 3&4");
SCRIPT("... and with room for one",
       "put 1 1 0 8; put 2 2 0 8; put 3 3 0 8; put 4 4 0 8; space hits 2; go;"
       "at 1&3: stop; pairs; = 1&2 1&3; still; pairs; = 1&2 1&3 1&4 2&3 2&4 3&4");
SCRIPT("categories of one side, where all have the bits by default",
       "put 1 1 0 8; put 2 2 0 8; put 3 3 0 8; space; go; pairs a 1; = 1&2 1&3 2&3;"
       "pairs b 1; = 1&2 1&3 2&3; pairs a 2; =; pairs b 2; =");
SCRIPT("pairs of one side with the other",
       "put 1 2 0 30; put 2 4 0 30; put 3 6 0 30; put 7 14 0 30; put 8 16 0 30;"
       "space; bits 1 1 0; bits 2 1 0; bits 3 1 0; bits 7 2 0; bits 8 2 0; go;"
       "pairs a 2 b 1; = 7&1 8&1 7&2 8&2 7&3 8&3; pairs a 2 b 2; = 7&8; pairs a 4;"
       "=; pairs a 4 b 1; =");
SCRIPT("the lower category comes first, whether many ask a few or a few ask many",
       "pool 40; space empty room 64; enter a category 2; put 30 84 4 8; row 1-20 0 20 8 8; "
       "put 21 4 4 8; bits 30 1 0; bits 21 1 0; go; pairs; = 30&5 21&1");
SCRIPT("the one that cares for the other comes first",
       "put 1 0 0 8; put 2 4 0 8; space; bits 1 1 4; bits 2 2 1; go; pairs; =;"
       "pairs either; = 2&1; bits 1 1 2; pairs either; = 1&2");
