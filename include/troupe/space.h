/**
 * @file space.h
 * Spaces: queries for what is near, what is on screen, what touches. A space holds a box for each
 * actor in it. A space is not a physics engine: boxes do not rotate, and nothing is pushed apart.
 *
 *     trp_space *space = trp_space_create(world, &(trp_space_desc){.capacity = 1000});
 *     trp_space_pool_desc boxes = {.box = TRP_BOX(rock, x, y, width, height)};
 *     trp_space_add_pool(space, rocks, &boxes);
 *     ...
 *     trp_update_all(world, dt);                                             // reads the boxes
 *     trp_space_pairs(space, NULL, collide, NULL);                           // what touches what
 *     trp_handle enemy = trp_space_nearest(space, x, y, 50, ENEMY);          // what is near
 *     trp_space_draw(space, trp_rectangle(x, y, 320, 200), screen, alpha);   // what is on screen
 *
 * **Boxes** (trp_box) may have zero or infinite size. The world has no edge: x and y may be any
 * number except NaN. If a box is refused (NaN or a negative size: TRP_ERR_VALUE), the actor keeps
 * its former box. The actors of a *round* pool are circles, as wide as their boxes.
 *
 * **A space reads boxes by itself**, once per tick: after the `after` of systems (system.h). So
 * updates find all actors where they were when the tick began, whichever pool is updated first, and
 * newborns where they were born. Ticks do not read static pools. A load (save.h) reads all boxes
 * after on_loaded, those of static pools too. A restore (snapshot.h) brings back those that the
 * space had. With desc.manual_moves neither ticks nor loads read. For what moves outside of ticks
 * call trp_space_moved() or trp_space_moved_all(). A recycled or expired actor leaves at once. A
 * sleeper is not found until it wakes, unless desc.sleepers is TRP_SLEEPERS_STAY; its box is then
 * read again.
 *
 * **Answers** come by pool, in the order in which pools were created, then by slot, unless a query
 * wants the nearest first. Pairs come in the order of the one that is first by pool and slot, then
 * of the other one. Drawing and updating follow list order. All these orders are the same on all
 * machines, and depend neither on earlier calls nor on a restore.
 *
 * **Passes** are calls that call back. During a pass the space stands still: an actor that enters,
 * wakes, moves, or gets another category or mask is found so by the next pass that begins when none
 * is in progress. An actor that leaves the space or the world, or falls asleep, is not visited any
 * more. Callbacks may create, recycle, expire, put to sleep, wake, move, add and remove any actor,
 * and may begin further passes in the same space, which see what this one sees. A tick within a
 * pass is refused (TRP_BUSY). While the world is drawn, calls that would change something are
 * refused (TRP_BUSY); queries are not.
 *
 * **Masks.** Each actor has a category (bits that the game defines) and a mask of the categories
 * that it accepts. Two touching actors are a pair if the mask of each contains a category of the
 * other (trp_pairing offers other rules). Zero is the default: category 1, and a mask of all
 * categories. Boxes whose masks exclude each other are not compared, as long as there are at most
 * desc.classes combinations of category and mask.
 *
 * **Boxes that do not move cost one read.** A tick reads each box to find out whether it has
 * changed, except in *static* pools. Static actors have cells of their own, which are not sorted
 * when others move. So one space can hold a map of 200,000 tiles and everything that moves on it.
 *
 * **Size and position create no worst case.** Each box lies in one cell of a grid whose cells have
 * about its size and shape, so large, small and thin boxes do not slow each other down. In a sparse
 * world cells share counters through a hash. In a crowd cells are as small as the boxes. So costs
 * follow the number of boxes and of answers, wherever the boxes are.
 *
 * **Memory** is taken when a space is created and when a pool is added, and again when a pool has
 * grown. Moves and queries take none. A space that may grow (desc.max_capacity) takes more from the
 * world's allocator when it is full.
 *
 * **Three headers** declare the calls; space.h includes them all. space_life.h has settings,
 * memory, actors and their boxes, and counts. space_ask.h has queries, drawing and updating.
 * space_pairs.h has pairs. Pairs that begin and end are in contacts.h.
 *
 * An actor can be in several spaces. A misuse changes nothing and counts as a misuse of the world.
 * A NULL space returns TRP_ERR_NULL, or 0 from calls that return a number. Unless stated otherwise,
 * all calls may be made in a tick, in walks and in callbacks.
 */
#ifndef TROUPE_SPACE_H
#define TROUPE_SPACE_H

#include "space_ask.h"
#include "space_life.h"
#include "space_pairs.h"

#endif
