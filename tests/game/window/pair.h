/**
 * @file pair.h
 * The window's other player, over UDP by ENet (Debian: libenet-dev): one hosts, the other joins. A
 * window that was built without ENet says so.
 */
#ifndef PAIR_H
#define PAIR_H

#include "net/match.h"
#include "options.h"

/** Begins to wait for the other, if the options ask for it: the session meets it. False: what is
 * wrong has been said. */
bool pair_begin(const options *o, session *s);
/** Around each tick: takes what has come, and sends what there is. */
void pair_receive(void);
void pair_send(void);
/** Leaves, and prints what has been. */
void pair_end(session *s);

#endif
