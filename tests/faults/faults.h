/**
 * @file faults.h
 * Known faults: situations that ought to be so, and are not yet. Each names the issue whose work
 * makes it true. main.c expects each to fail; one that succeeds moves to the tests of its module.
 */
#ifndef TROUPE_TESTS_FAULTS_H
#define TROUPE_TESTS_FAULTS_H

#include "../unit/situation.h"

typedef struct fault {
    const char *issue; /**< the subject of the issue that removes it */
    const char *name;  /**< what ought to be so, as a sentence */
    void (*run)(void);
} fault;

/** The end of each table. */
#define FAULT_END                                                                                  \
    {                                                                                              \
        0, 0, 0                                                                                    \
    }

extern const fault group_faults[], save_faults[], state_faults[], time_faults[];

#endif
