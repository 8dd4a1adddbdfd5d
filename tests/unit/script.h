/**
 * @file script.h Situations as scripts: what happens, and what must be true. A script is played in
 * every order, and in each of them with and without callbacks of pools, with a rule that ends no
 * life, with a watcher, and with an allocator. After each statement the world is valid, every handle
 * leads to the thing with its id, unchanged, or to none, and measures are right, to the byte.
 *
 *     "at 1: sleep 3, new 9; new 1-3; go; tick; memory = 1 +9 2; newest = 3 2 1 +9"
 *
 * Statements are separated by `;`. A statement that begins with names of orders, or with `loud`
 * (pools have callbacks) is left out elsewhere. IDS are numbers, ranges (1-8), and in
 * reactions `me`, `me+10`. A POOL is the letter of a pool, a if there is none.
 *
 * Before the first call:
 *   try WORD...          at the beginning: it is played with each of them in place of every $
 *   in ORDER...          it is played only in memory, newest, oldest
 *   plain                ... and only with callbacks
 *   layers N             newborns same|this (the world's)      grows (only with an allocator)
 *   faults               only with an allocator: each of its calls fails, once, or until a call that
 *                        needs memory is refused. Births, attach, many, slice, pools, spaces and
 *                        so on are made again then, as if nothing had happened
 *   rate N               so many ticks a second (otherwise 1)
 *   pool PROPERTY...     the next pool: a, b and so on; without one, a has 8 slots (or: !DESC)
 *       N (slots)  memory|newest|oldest (if not the script's)  steal  grow MOST  same  this  next
 *       later (prunes at the next tick)  joins POOL  layer N  quarantine N  reserve N  ends
 *       bulk (TRP_UPDATE_EACH)  external  frees (external memory, at the end)  still (no update)  unseen (not drawn)
 *       like (a prototype)   mute (its callbacks log nothing)   mortal (whose actors are over when they are old)
 *       whole (updated as a pool, which logs 500)   around X Y W H (only what is there of the space)
 *   plant [orphans]      pools of three kinds without update, a family of them, and in it
 *                        1 with 2 3 4, 2 with 5 6, 6 with 8, 4 with 7, 7 with 9 10; watchers
 *                        that log nothing are notified before the family
 * Calls:
 *   new [POOL] IDS       optional [POOL] IDS (births that may be refused)
 *   churn [POOL] IDS     births, each of which ends the one before
 *   deal IDS             births, in turn in all pools       copy [POOL] ID ID (of its struct)
 *   crowd [POOL] IDS     births at once (a range)
 *   cull [POOL] [softly] IDS   ends those of the pool that match        culled N
 *   recycle IDS   expire IDS   sleep IDS   wake IDS   mark IDS
 *   end IDS (recycled for an own reason)              later IDS (the same, expired)
 *   ending ID [softly] [own] [by ID]                  old IDS (the mortal among them are over)
 *   clear [POOL]   fade [POOL] (cleared, later)   trim [POOL]   forget [POOL]   isolate [POOL] N (its quarantine)
 *   clearlayer N   fadelayer N   enable N   disable N   show N   hide N   place N PLACE
 *   move POOL N   scale POOL X   scalelayer N X   scaleworld X
 *   tick [DT]   for [POOL]   each [POOL]   joined [POOL]   layer N   draw   destroy
 *   leave                in a reaction: the trp_each is left after it
 *   abandon [POOL]       a walk begins, and never ends
 *   stamps first|half|quarter|floor N    that much and N of the numbers for births and walks are left;
 *                        renumbered N: whether they have been given again (1) or not (0)
 *   watch [N] [of POOL] [existing] [only EVENT...]     a watcher, 0 to 3, logs its events, which
 *                        are born, awake, asleep, expired, ended, refused, changed, updated,
 *                        trimmed, shutdown, restored
 *   unwatch [N]          listen [POOL]: a watcher of this pool that only reacts begins
 *   stagger [POOL] N     together [POOL] N (intervals)
 *   rule [POOL] BELOW AFTER KEEP_FREE (by which it shrinks; 0 0 0: none)
 *   wait N               as many ticks of a quarter of a second; pass N: of one, or of the rate
 *   almost N             all ticks of so many seconds but the last one
 *   family [orphans]     of all pools that there are     joinkin POOL   leavekin POOL   freekin
 *   house N              the family of all that follows, 0 or 1
 *   attach PARENT IDS    detach IDS      kin ID (visits it and its descendants)
 *   system N [only b|a|+|-|^|* (one role; its struct is overwritten at the end)] [updated] [existing] [deaf] [silent] [of POOL] [order N] [layer N]        unsystem N
 *   hush N               takes its functions away from a system, but `dispose`
 *   harm IDS KIND [ID]   overwrites nodes: zeros ones nolinks wild loop index stamp, or with (a copy
 *                        of) that of another actor: copy active; `any`: the script is played with
 *                        each of them. Until `repair`, which reads all nodes, the world may be invalid
 * Numbers may be such as #1F. A call succeeds, without a report. With !FULL at the end it is refused with TRP_ERR_FULL, and
 * reported; with ?FULL it is not reported; with ~FULL it succeeds, and this is reported (~CORRUPT: if
 * what was overwritten shows in single nodes); with ~ overwritten nodes may be.
 * Reactions, until `still`:
 *   at IDS: call, call   in updates and visits of these; `at *:` of all
 *   at uIDS:   at vIDS:  only in updates, only in visits
 *   at +IDS:   at -IDS:   at dIDS:     when they begin, end, are drawn
 *   at fIDS:   at f1&2:      when a cull, or a question, pairs or contacts that are `asked`, ask for them
 *   at s0b:    at s1+3:   in a role of a system        at w!3: when a watcher is notified
 * What must be true:
 *   = 1 +2 -3 -4e d5     the log: visits, births, ends (for reason e expired, s stolen, c cleared,
 *                        p parent, x shutdown, o own), drawings; of watchers w+ w- w> (awake)
 *                        w< (asleep) w! (expired) w? (refused) w* (updated) w^ (changed)
 *                        w# (the end) w= (restored); of watcher 1 w1+ and so on.
 *                        Of systems s0d (dispose) s0b (before) s0a (after) s0+3 s0-3e s0*3 s0^3.
 *                        It is empty then. 3-7 are 3 to 7. `log N` adds a number, `go` empties it
 *   live N [POOL]   and active, expired, peak, capacity, slots, retired, quarantined, created,
 *                   recycled, refused, stolen, interval, inlayer, isolates (its quarantine)
 *   children ID [IDS]    parent ID PARENT (0: none)
 *   is STATE IDS         active, asleep, expired, free, none
 *   list IDS             what the links of the list lead to, forwards and backwards
 *   neighbours ID A B    what is before and after it; 0: none
 *   slot ID N            ticks N
 *   dt X [UNSCALED]      of the last update, birth or tick of a system
 *   repeats N            whether the tick is one that a restore went back over (1) or not (0)
 *   heap noted|same|less what was taken from the allocator, beside what was noted
 *   heap has [N]         from now on it gives no more than N bytes; as much as there is
 *   because ID ID        the first one's end had this cause; 0: none
 *   valid                the world is, in a reaction as well
 *   says WORDS           the last report has these words; in braces if there is a comma
 */
#ifndef TROUPE_TESTS_SCRIPT_H
#define TROUPE_TESTS_SCRIPT_H

#ifndef TRP_NO_PLACES
#define TRP_NO_PLACES /* what scripts print has none, but those that they name */
#endif

#include "stage.h"

/*
 * Groups:
 *   group [unique] [max N] [room N] [array N: of the caller] [hooks: log g+3, g-3]
 *   use N (the group of all that follows, 0 to 3)      add IDS   drop IDS   prune   empty
 *   many IDS (added at once)   slice N AT COUNT (of group N, added)   grant N (reserves)
 *   walk (an inline walk)   members (by callback)      freegroup
 *   places IDS           the members (0: a dead one), and no others
 *   fitted N             of those that were added last      room N      available N
 * Spaces (in half of the manners brute ones, in half with little room for answers):
 *   space [room N] [most N (it grows)] [hits N] [classes N] [stays] [sweeps] [manual] [empty]     of all pools, unless it is empty
 *       [grid|brute, whatever the manner]
 *   admit IDS                newborns that found no memory in it
 *   enter POOL [byhand] [static] [middle (and half sizes)] [round] [mask N] [category N]     exit POOL     freespace
 *   put [POOL] ID X [Y [W [H]]]              a newborn with this box; others are 4 by 4 at 0, 0
 *   row [POOL] IDS X STEP W H [Y]              newborns in a row
 *   box ID X [Y [W [H]]]                     moves it; shape: the same without a call
 *   join IDS   part IDS   moved IDS   teleport IDS   reread [POOL]   bits ID CATEGORY MASK   stop
 *   query X Y W H   circle X Y RADIUS   segment X Y X Y   ray X Y DX DY   everything   everywhere
 *     log and react like visits; then [along DX DY] [mask N] [asker ID] [odd] (ids) [asked] [nearest]
 *     [first N]
 *   pairs [a N] [b N] [either] [swept] [even] (sums of ids) [asked] [none]       log 1&2; react by `at 1&2:`
 *   contacts [ROOM] [as pairs]               log and react: k1&2 (begin) y1&2 (stay) e1&0 (end)
 *   meetings [begin] [stay] [end]            contacts that ticks run; meets N
 *   drawspace X Y W H        shift DX DY (all boxes too)
 *   answers N (to the last question)         hit NUMBER AT NORMAL_X NORMAL_Y (of `first N`)
 *   touch ID ID DEPTH NORMAL_X NORMAL_Y [AT]       apart ID ID
 *   count N   spaceroom N   hidden N   missed N   inside IDS   outside IDS   boxis ID X Y W H
 * Time:
 *   pool ... lifetime CLOCK, stops (sleep stops time); a CLOCK is seconds, ticks or world
 *   timers N [POOL] CLOCK [call|expire|recycle|wake] [mute: without a call]     freetimers N
 *   start N ID TIME   repeat N ID TIME   again N ID TIME   nap N ID TIME   halt N ID
 *   life ID CLOCK TIME               IDs of timers may be ranges
 *   clock N                  the clock of pool a's lifetimes stands there      moment ID N (its end)
 *   advance N TICKS          the wheel of a table goes on by itself
 *   late SECONDS...          how late each was that fired since then
 *   queue N [cancels] [remember N] [nameless]   post NUMBER   flush   forgetqueue   freequeue   waiting N
 *   lane N (the queue of all that follows, 0 to 3)
 *   events log q5 when they are played, u5 when they are taken back
 *   due ones log t3; react by `at t3:`
 *   left N ID TIME   lifeleft ID TIME   running N IDS   idle N IDS
 * State (machines with too little memory leave these scripts out):
 *   pool ... transient, described (has fields: for saves)
 *   save [N]   restore [N]   check [N]       snapshots, 0 to 3. A restore brings back the hash, the
 *                            snapshot, and what the script knows of lives then
 *   file   load [as GAME]    a save, in the same way; a load that is refused reports nothing
 *   another                  this world ends, and another one is made, into which it is loaded
 *   formers THEN NOW...      names that were others    loaded N    problem WORDS
 *   drops TEXT               what the last load has dropped
 *   history [whole|keyframes|back]   keep   rewind TICK   closehistory      kept N
 *   hash N [POOL]            notes the hash of it or the world, 0 to 7: same N   differs N
 *   diff N N COUNT           so many differences between two snapshots; changes N COUNT: to now
 *   between N N TEXT         these differences, each with its kind; since N TEXT: to now
 *   mirror [POOL]   sync   syncquietly   forgetmirror   freemirror     log m3 (shown) v3 (vanished)
 *   region [guests] [described]    (unregion: that of numbers)    of numbers: set 0 5   number 0 5        ... of external actors
 *   ids   takeid   giveid ID   taken ID      a region of ids from 0 to 7
 *   called NAME              at the end of pool, group, space, timers, queue, region, ids
 *                            LONGEST has 255 letters, TOOLONG one more
 *   title N [NAME]           names a layer
 *   last ID                  makes the life of the actor the last one of its slot
 *   timeline N
 * Parts (in memory order; in half of the manners the last one first):
 *   pool ... parts [BYTES]   updated in parts of 64 slots, each with so many bytes per slot for commands
 *   at pIDS: call, call      in the part of these; nothing is logged. These record commands:
 *   partend ID [softly] [own] [by ID]     partnew [POOL|nowhere] ID
 *   partcall NUMBER [BYTES|without (data)]   partcall nothing     calls log q5 when they are made
 *   parts N   commands N   uncommanded N   partbytes N   mostbytes N
 *   blames CALL              the last report is about this call, and the pool of the last part
 * Black boxes (a TEXT is what is printed, in braces, to the letter; a library without messages
 * prints as many lines):
 *   record N [reasons (the own one is `drowned`)] [births] [leaks]     starts a box of N records; leaks: with a report at the world's end
 *   unrecord   tag [WORDS]   line [N FILE]   tagged [WORDS] (what acts now has this name)
 *   records N TEXT   why LIFE TEXT   leaks TEXT   world [actors] TEXT   page TEXT (printed since)
 *   age IDS N        age IDS unknown
 *   beside noted|same        the bytes that the world has beside its pools
 *   fate LIFE null|alive|over|forgotten|unknown|foreign|madeup|undone [POOL]       a LIFE is an id, or
 *                    an index in the world and a generation, such as 3.1
 */

/** Plays a script in all its cases. */
void script_play(const char *script);

#endif
