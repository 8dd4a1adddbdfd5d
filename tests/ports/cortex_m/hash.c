/*
 * The hash of a long random run (tests/ports/hash.h), on a board.
 */
#include "hash.h"
#include "board.h"

int main(void)
{
    char digits[17];

    hash_digits(hash_run(OPERATIONS), digits);
    if (hash_trouble() != NULL) {
        board_say("FAILED: ");
        board_say(hash_trouble());
        board_say("\n");
        return 1;
    }
    board_say_number(OPERATIONS);
    board_say(" ");
    board_say(digits);
    board_say("\n");
    return 0;
}
