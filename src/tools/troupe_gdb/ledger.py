"""The ledger of a pool: the state of all its slots."""

from array import array
from collections import Counter

import gdb

from .memory import (ACTIVE_BITS, ALIVE_BIT, LAST, LISTED, MOST_LEVELS, MOST_SLOTS, NONE, NUMBERS, STATE_TEXT,
                     TOGETHER, Trouble, Troubles, UNREADABLE, WITHOUT_LIFE, plural, state_of, state_text)


class Ledger:
    """The state of all slots according to the pool's own memory, and its errors. Raises Trouble if it cannot be read."""

    def __init__(self, pool):
        self.pool = pool
        self.layout = pool.world.layout
        self.troubles = Troubles()
        self.stamps = array('I', [NUMBERS['STAMP_RETIRED']]) * pool.capacity
        self.generations = array('I', [0]) * pool.capacity
        width = self.layout.cell_bytes // 4
        for first, count, cells, _ in pool.chunks:
            try:
                words = self.layout.numbers(cells, count * width)
            except (gdb.MemoryError, OverflowError) as why:
                raise Trouble("the ledger of '%s' cannot be read: %s" % (pool.name, why))
            self.stamps[first:first + count] = words[self.layout.cell_stamp::width]
            self.generations[first:first + count] = words[self.layout.generation::width]
        self.entry_of = self.stamps[:]
        pool.stamps_of(self.stamps)
        self.by_state = {}
        for slot, stamp in enumerate(self.stamps):
            if stamp != NUMBERS['STAMP_FREE']:
                self.by_state.setdefault(state_of(stamp), []).append(slot)
        self.plain_free = self.stamps.count(NUMBERS['STAMP_FREE'])
        self.disagreeing = set()

    def complain(self, what):
        self.troubles.append("pool '%s': %s" % (self.pool.name, what))

    def slots(self, *states):
        return sorted(slot for state in states for slot in self.by_state.get(state, []))

    def in_list(self):
        """The listed slots in list order, with their stamps when they entered the list."""
        slots = [(self.stamps[slot] | ALIVE_BIT, slot) for slot in self.slots(*LISTED)]
        return slots if self.pool.in_memory_order else sorted(slots, reverse=self.pool.turn() == 1)

    def check(self):
        """All checks except those of the links."""
        for part, what in ((self.check_counts, 'counts'), (self.check_cells, 'cells'), (self.check_places, 'places'),
                           (self.check_free, 'free slots'),
                           (self.check_bitmaps if self.pool.in_memory_order else self.check_order, 'order'),
                           (self.check_nodes, 'nodes')):
            try:
                part()
            except (gdb.error, OverflowError) as why:
                self.complain('its %s cannot be read: %s' % (what, why))
        return self

    def check_counts(self):
        state, name = self.pool.state, self.pool.name
        listed = len(self.slots(*LISTED))
        if listed != self.pool.listed:
            self.troubles.append("pool '%s' has counted %s in the list, where there %s %d" % (
                name, plural(self.pool.listed, 'actor'), 'is' if listed == 1 else 'are', listed))
        for field, kind in (('sleepers', 'ASLEEP'), ('expired', 'EXPIRED'), ('leaving', 'LEAVING'),
                            ('quarantined', 'QUARANTINED')):
            counted, found = int(state[field]), len(self.slots(kind))
            if counted != found:
                self.troubles.append("pool '%s' has counted %d %s, where there %s %d" % (
                    name, counted, 'in quarantine' if kind == 'QUARANTINED' else STATE_TEXT[kind].split()[0],
                    'is' if found == 1 else 'are', found))

    def check_cells(self):
        newest = int(self.pool.world.at['state']['newest'])
        for slot in self.slots('NONSENSE'):
            self.complain('its ledger is overwritten: slot %d is %s' % (slot, state_text(self.stamps[slot])))
        for slot in self.slots('ACTIVE', 'ASLEEP'):
            if self.generations[slot] == 0:
                self.complain('its ledger is overwritten: slot %d has generation 0' % slot)
        # in memory order an expired one has no stamp of its own any more
        for slot in self.slots(*(('ACTIVE',) if self.pool.in_memory_order else LISTED)):
            if self.stamps[slot] | ACTIVE_BITS < newest:
                self.complain('its ledger is overwritten: slot %d has the stamp 0x%x, which was never given out' % (
                    slot, self.stamps[slot]))

    def check_places(self):
        """Checks how slots are found: by an index, and in an external pool by an address."""
        world = self.pool.world.at
        bits = int(world['page_bits'])
        for page in range(self.pool.base >> bits, (self.pool.base + self.pool.max_capacity - 1 >> bits) + 1):
            owner = int(world['directory'][page]) if page < int(world['pages_used']) else NONE
            if owner != self.pool.number:
                self.complain("its handles lead to %s" % ('pool %d' % owner if owner != NONE else 'no pool'))
                break
        if not self.pool.is_external:
            return
        actors = self.layout.numbers(int(self.pool.at['actors']), self.pool.capacity, self.layout.word)
        taken = self.slots('ACTIVE', 'ASLEEP', 'EXPIRED', 'LEAVING')
        times = Counter(actors[slot] for slot in taken)
        for slot in taken:
            if times[actors[slot]] != 1:
                self.complain('the actor in slot %d has another slot too' % slot)

    def check_free(self):
        state = self.pool.state
        if not self.pool.in_memory_order:
            self.check_chain('freelist', int(state['spare']), 'FREE')
        last = self.check_chain('quarantine', int(state['freed_first']), 'QUARANTINED')
        if last is not None and last != int(state['freed_last']):
            self.complain('its quarantine ends at slot %d, not at %d' % (last, int(state['freed_last'])))

    def check_chain(self, what, slot, kind):
        """Follows a chain of slots through their stamps. Returns the last slot; None: the chain is damaged."""
        count, last = 0, LAST
        there = len(self.slots(kind)) + (self.plain_free if kind == 'FREE' else 0)
        while slot != LAST:
            if slot >= self.pool.capacity or state_of(self.stamps[slot]) != kind:
                self.complain('its %s leads to slot %d, which is %s' % (
                    what, slot, 'none' if slot >= self.pool.capacity else state_text(self.stamps[slot])))
                return None
            if count == there:
                self.complain('its %s goes round in a circle' % what)
                return None
            count, last, slot = count + 1, slot, self.stamps[slot] & NUMBERS['CHAIN']
        if count != there:
            self.complain('its %s has %s, where there %s %d' % (
                what, plural(count, 'slot'), 'is' if there == 1 else 'are', there))
        return last

    def check_bitmaps(self):
        words = self.pool.at['map']['levels'][0].dereference().type.sizeof
        bits = 8 * words
        count = -(-self.pool.max_capacity // bits)
        both = self.layout.numbers(int(self.pool.at['map']['levels'][0]), 2 * count, words)
        active = array(both.typecode, [0]) * count
        free = array(both.typecode, [(1 << bits) - 1]) * (self.pool.capacity // bits)
        free.append((1 << self.pool.capacity % bits) - 1)
        free.extend([0] * (count - len(free)))
        for slot in self.slots(*LISTED):
            active[slot // bits] |= 1 << slot % bits
        for state, slots in self.by_state.items():
            for slot in slots if state != 'FREE' else ():
                free[slot // bits] &= ~(1 << slot % bits)
        del free[count:]
        self.compare_bits('listed', both[NUMBERS['ACTIVE']::2], active, bits)
        self.compare_bits('free', both[NUMBERS['FREE']::2], free, bits)
        self.check_summaries(both, words)

    def compare_bits(self, what, found, expected, bits):
        if found == expected:
            return
        wrong = [(i, a ^ b) for i, (a, b) in enumerate(zip(found, expected)) if a != b]
        number, word = wrong[0]
        slot = number * bits + (word & -word).bit_length() - 1
        more = sum(bin(word).count('1') for _, word in wrong) - 1
        self.complain("its bitmap of the %s is overwritten at slot %d%s" % (
            what, slot, ', and at %d more' % more if more else ''))

    def check_summaries(self, below, words):
        """Checks that each bit of a level shows whether a word of the level below is nonzero."""
        levels = self.pool.at['map']
        if int(levels['depth']) > MOST_LEVELS:
            self.complain('its bitmaps are overwritten: %d levels' % int(levels['depth']))
            return
        for level in range(1, int(levels['depth'])):
            count = -(-(len(below) // 2) // (8 * words))
            found = self.layout.numbers(int(levels['levels'][level]), 2 * count, words)
            expected = array(found.typecode, [0]) * (2 * count)
            for i, word in enumerate(below):
                if word:
                    expected[2 * (i // 2 // (8 * words)) + i % 2] |= 1 << i // 2 % (8 * words)
            if found != expected:
                self.complain('its bitmaps are overwritten: level %d disagrees with the one below' % level)
            below = found

    def check_order(self):
        """Checks the entries of its segment, as far as they name its slots."""
        try:
            begin, indices, stamps = self.pool.entries()
        except Trouble as why:
            self.complain(str(why))
            return
        missing = set(self.slots(*LISTED))
        at = 0
        while at < len(indices):
            slot = (indices[at] & NUMBERS['ENTRY_INDEX']) - self.pool.base
            if at > 0 and stamps[at - 1] <= stamps[at]:
                self.complain('its order is overwritten: entry %d is out of order' % (begin + at))
            if indices[at] & NUMBERS['ENTRY_HOLE']:
                at += max(1, indices[at] & NUMBERS['HOLE_LENGTH'])
                continue
            if slot in missing and self.entry_of[slot] & ~ACTIVE_BITS == begin + at:
                missing.discard(slot)
            elif 0 <= slot < self.pool.max_capacity:
                self.complain('its order is overwritten: entry %d names slot %d' % (begin + at, slot))
            at += 1
        for slot in sorted(missing):
            self.complain('slot %d is in the list, and not in its order' % slot)

    def check_nodes(self):
        """Checks the copies in the nodes. Nodes of retired slots and of leaving actors may contain anything."""
        unreadable = []
        for slot in self.suspects_outside() if self.pool.is_external else self.suspects():
            self.disagreeing.add(slot)
            if self.troubles.is_full():
                self.troubles.more += 1
                continue
            stamp = self.stamps[slot]
            said = self.pool.disagrees(slot, stamp)
            if said == UNREADABLE:
                unreadable.append(slot)
                continue
            wrote = ', and was written to' if state_of(stamp) in WITHOUT_LIFE else ''
            self.troubles.append("slot %d of '%s' is %s%s: %s" % (slot, self.pool.name, state_text(stamp), wrote, said))
        if unreadable:
            self.complain('%s cannot be read, the first is that of slot %d' % (
                plural(len(unreadable), 'node'), unreadable[0]))

    def is_checked(self, slot):
        return state_of(self.stamps[slot]) in ('ACTIVE', 'ASLEEP', 'EXPIRED', 'FREE', 'QUARANTINED')

    def suspects_outside(self):
        """Slots of an external pool whose actors' nodes are damaged. The memory of free slots may no longer exist."""
        for slot in self.slots('ACTIVE', 'ASLEEP', 'EXPIRED'):
            if self.pool.disagrees(slot, self.stamps[slot]) is not None:
                yield slot

    def suspects(self):
        """Slots whose nodes are damaged, found by reading many at once."""
        pool, layout = self.pool, self.layout
        step = pool.stride // 4
        most = max(1, TOGETHER // pool.stride)
        for first, count, _, nodes in pool.chunks:
            for begin in range(0, count, most):
                here = min(most, count - begin)
                slot = first + begin
                try:
                    words = layout.numbers(nodes + begin * pool.stride, ((here - 1) * pool.stride + layout.bytes) // 4)
                except (gdb.MemoryError, OverflowError):
                    yield from (at for at in range(slot, slot + here)
                                if self.is_checked(at) and pool.disagrees(at, self.stamps[at]) is not None)
                    continue
                stamps, indices = words[layout.stamp::step], words[layout.index::step]
                expected = array('I', range(pool.index(slot), pool.index(slot) + here))
                if stamps != self.stamps[slot:slot + here] or indices != expected:
                    yield from (slot + i for i in range(here) if self.is_checked(slot + i) and (
                        stamps[i] != self.stamps[slot + i] or indices[i] != expected[i]))
