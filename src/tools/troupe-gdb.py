"""troupe in gdb: what its structs mean, and commands that walk a world, in a stopped game or a core dump.

    (gdb) source /usr/local/share/troupe/troupe-gdb.py      or put this line into ~/.gdbinit
    (gdb) help troupe

The library must have been compiled with -g; it may be optimized. Nothing here calls into the program or changes it. What is
shown is what the library's own memory says, the ledger. A node that does not agree with it is marked by !!, and so is
whatever is overwritten or out of reach. No chain is followed for ever.
"""

import re
import struct
from array import array

import gdb
import gdb.printing
import gdb.types

# As in src/core/stamp.h, src/core/types.h and src/base/bitmap.h; tests/tools/gdb/corners.gdb compares them.
NUMBERS = {'LISTED_BIT': 0x80000000, 'ALIVE_BIT': 0x40000000, 'STAMP_ACTIVE': 0xC0000000, 'STAMP_EXPIRED': 0x80000000,
           'STAMP_ASLEEP': 0x40000000, 'STAMP_LEAVING': 0x08000000, 'STAMP_FREE': 0x10000000,
           'STAMP_QUARANTINED': 0x20000000, 'STAMP_RETIRED': 0x30000000, 'LAST': 1 << 24, 'CHAIN': (1 << 25) - 1,
           'WOKEN': 0x80000000, 'NONE': 0xFFFFFFFF, 'FREE': 0, 'ACTIVE': 1}
ACTIVE_BITS = NUMBERS['STAMP_ACTIVE']
ALIVE_BIT = NUMBERS['ALIVE_BIT']
LAST = NUMBERS['LAST']
NONE = NUMBERS['NONE']
STATE_TEXT = {'ACTIVE': 'active', 'ASLEEP': 'asleep', 'EXPIRED': 'expired',
              'LEAVING': 'leaving (its end is being notified)', 'FREE': 'free', 'RETIRED': 'free for ever',
              'QUARANTINED': 'free, in quarantine'}
LISTED = ('ACTIVE', 'EXPIRED')
WITHOUT_LIFE = ('FREE', 'QUARANTINED', 'RETIRED')
MADE_UP = 'the handle is made up'
UNREADABLE = 'its node cannot be read'
ORDERS = ['memory order', 'newest first', 'oldest first']
MOST_POOLS = 4095
MOST_LAYERS = 65535
MOST_SLOTS = 1 << 24
MOST_CHUNKS = 32
MOST_LEVELS = 5
TOGETHER = 1 << 18  # bytes that are read at once
LIMIT = 10


class Trouble(Exception):
    """Why something cannot be shown."""


class Troubles(list):
    """What is wrong, as far as it is worth reading."""

    def __init__(self):
        super().__init__()
        self.more = 0

    def is_full(self):
        return len(self) >= LIMIT

    def append(self, trouble):
        if self.is_full():
            self.more += 1
        else:
            super().append(trouble)


def type_of(name):
    for spelled in ('struct ' + name, name):
        try:
            found = gdb.lookup_type(spelled).strip_typedefs()
        except gdb.error:
            continue
        if found.code == gdb.TYPE_CODE_STRUCT and found.fields():
            return found
    raise Trouble('%s is unknown: the library was compiled without -g, or is not loaded' % name)


def offset_of(of, name):
    return next(field for field in of.fields() if field.name == name).bitpos // 8


def struct_at(name, address):
    return gdb.Value(address).cast(type_of(name).pointer()).dereference()


def read(address, size):
    return bytes(gdb.selected_inferior().read_memory(address, size))


def text(pointer, otherwise='?'):
    try:
        return pointer.string(errors='replace', length=-1)[:60] if int(pointer) != 0 else otherwise
    except gdb.error:
        return '<unreadable name>'


def plural(count, noun):
    return '%d %s%s' % (count, noun, '' if count == 1 else 's')


def state_of(stamp):
    if stamp >> 30:
        return ('ASLEEP', 'EXPIRED', 'ACTIVE')[(stamp >> 30) - 1]
    if stamp in (NUMBERS['STAMP_LEAVING'], NUMBERS['STAMP_RETIRED']):
        return 'LEAVING' if stamp == NUMBERS['STAMP_LEAVING'] else 'RETIRED'
    kind = {1: 'FREE', 2: 'QUARANTINED'}.get(stamp >> 28)
    return kind if kind is not None and stamp & 0xFFFFFFF <= LAST else 'NONSENSE'


def state_text(stamp):
    return STATE_TEXT.get(state_of(stamp), 'nothing that a slot can be (0x%x)' % stamp)


class Layout:
    """Where the parts of the small structs lie, for reading many of them quickly."""

    def __init__(self):
        node, cell, entry = type_of('trp_actor'), type_of('trp__cell'), type_of('trp__entry')
        self.order = '>' if 'big endian' in gdb.execute('show endian', to_string=True) else '<'
        self.swapped = struct.unpack(self.order + 'H', b'\x01\x00')[0] != struct.unpack('=H', b'\x01\x00')[0]
        self.word = gdb.lookup_type('void').pointer().sizeof
        self.bytes = node.sizeof
        self.next, self.prev, self.index, self.stamp = (
            offset_of(node, name) // 4 for name in ('next', 'prev', 'index', 'stamp'))
        self.cell_bytes = cell.sizeof
        self.generation, self.cell_stamp = (offset_of(cell, name) // 4 for name in ('generation', 'stamp'))
        self.entry_bytes = entry.sizeof
        self.entry_slot, self.entry_stamp = (offset_of(entry, name) // 4 for name in ('slot', 'stamp'))

    def numbers(self, address, count, size=4):
        """`count` numbers of 4 or 8 bytes. Raises gdb.MemoryError where they cannot be read."""
        found = array({4: 'I', 8: 'Q'}[size])
        if count > 0:
            found.frombytes(read(address, count * size))
        if self.swapped:
            found.byteswap()
        return found


class Node:
    """A trp_actor as it lies in memory. Raises gdb.MemoryError where that cannot be read."""

    def __init__(self, layout, address, words=None):
        if words is None:
            words = layout.numbers(address, layout.bytes // 4)
        self.address = address
        self.next = words[layout.next]
        self.prev = words[layout.prev]
        self.index = words[layout.index]
        self.stamp = words[layout.stamp]
        self.is_zero = not any(words)

    def says(self, world, index, stamp):
        """How it disagrees with what is true; None: it does not."""
        if self.is_zero:
            return 'its node is all zeros'
        said = []
        if self.stamp != stamp:
            same = state_of(self.stamp) == state_of(stamp)
            said.append('its stamp is 0x%x, not 0x%x' % (self.stamp, stamp) if same
                        else 'its node says: ' + state_text(self.stamp))
        if self.index != index:
            said.append('its node names %s' % world.named(self.index))
        return ', '.join(said) or None


class Pool:
    def __init__(self, world, address):
        self.world = world
        self.address = address
        self.at = struct_at('trp_pool', address)
        try:
            self.number = int(self.at['number'])
        except gdb.MemoryError:
            raise Trouble('a pool at 0x%x cannot be read' % address)
        self.state = self.at['state']
        self.base = int(self.at['base'])
        self.stride = int(self.at['stride'])
        self.node = int(self.at['node'])
        self.capacity = int(self.state['capacity'])
        self.max_capacity = max(self.capacity, int(self.at['max_capacity']))
        self.cell_count = int(self.at['cell_count'])
        self.live = int(self.state['live'])
        self.listed = self.live - int(self.state['sleepers']) - int(self.state['leaving'])
        self.is_external = int(self.at['actors']) != 0
        self.in_memory_order = int(self.at['desc']['order']) == 0
        self.segment = int(self.at['segment'])
        self.name = text(self.at['desc']['name'])
        if int(self.at['world']) != world.address:
            raise Trouble('the pool at 0x%x does not name this world: it was overwritten, or is none' % address)
        if (self.max_capacity > MOST_SLOTS or self.base > MOST_SLOTS or self.stride < world.layout.bytes or
                self.stride % 4 != 0 or self.number > MOST_POOLS):
            raise Trouble("pool '%s' is overwritten: %d slots of %d bytes" % (self.name, self.capacity, self.stride))
        self.chunks = self.find_chunks()

    def find_chunks(self):
        """(number of the first slot, count, address of the cells, address of the first node) of what lies together."""
        found = [(0, self.cell_count, int(self.at['cells']), int(self.at['nodes']))]
        end = self.cell_count
        grown = int(self.state['grown'])
        if grown > MOST_CHUNKS:
            raise Trouble("pool '%s' is overwritten: %d chunks" % (self.name, grown))
        for i in range(grown):
            chunk = self.at['chunks'][i]
            first, count = int(chunk['first']), int(chunk['count'])
            if first != end:
                break
            end += count
            if int(chunk['memory']) != 0:
                found.append((first, count, int(chunk['cells']), int(chunk['slots']) + self.node))
        if end != self.capacity:
            raise Trouble("pool '%s' is overwritten: its chunks have %d slots, not %d" % (self.name, end, self.capacity))
        return found

    def slot_of(self, address):
        """The slot of the node at this address, or None. Reads nothing of the node."""
        if self.is_external:
            return self.external_slot(address)
        for first, count, _, nodes in self.chunks:
            slot, rest = divmod(address - nodes, self.stride)
            if rest == 0 and 0 <= slot < count:
                return first + slot
        return None

    def external_slot(self, address, tables=None):
        """As the library finds it: through the hash table."""
        actors, buckets = tables or (self.at['actors'], self.at['buckets'])
        count = int(self.at['bucket_count'])
        bucket = external_home(address, count)
        for _ in range(min(count, 2 * MOST_SLOTS)):
            slot = int(buckets[bucket])
            if slot >= self.capacity:
                return None
            if int(actors[slot]) == address:
                return slot
            bucket = (bucket + 1) % count
        return None

    def node_address(self, slot):
        """None: its chunk is not there."""
        if self.is_external:
            return int(self.at['actors'][slot])
        for first, count, _, nodes in self.chunks:
            if first <= slot < first + count:
                return nodes + (slot - first) * self.stride
        return None

    def node_of(self, slot):
        return Node(self.world.layout, self.node_address(slot))

    def cell(self, slot):
        """(generation, stamp) of a slot; None: its chunk is not there."""
        layout = self.world.layout
        for first, count, cells, _ in self.chunks:
            if first <= slot < first + count:
                try:
                    words = layout.numbers(cells + (slot - first) * layout.cell_bytes, layout.cell_bytes // 4)
                except (gdb.MemoryError, OverflowError) as why:
                    raise Trouble("the ledger of '%s' cannot be read: %s" % (self.name, why))
                return words[layout.generation], words[layout.cell_stamp]
        return None

    def index(self, slot):
        """As nodes have it."""
        return self.world.id << 24 | self.base + slot

    def absent_generation(self, slot):
        """With which a slot will begin whose chunk is not there. Each chunk is as large as all before it."""
        chunk = 0
        while chunk < MOST_CHUNKS and slot >= self.cell_count << (chunk + 1):
            chunk += 1
        return int(self.at['chunks'][chunk]['generation'])

    def disagrees(self, slot, stamp):
        """How a slot's node disagrees with the ledger; None: it does not."""
        try:
            return self.node_of(slot).says(self.world, self.index(slot), stamp)
        except (gdb.MemoryError, OverflowError):
            return UNREADABLE

    def order(self):
        order = int(self.at['desc']['order'])
        return ORDERS[order] if order < len(ORDERS) else 'order %d, which is none' % order

    def heading(self):
        share = ' (%d%%)' % (100 * self.live // self.capacity) if self.capacity else ''
        kind = 'external, ' if self.is_external else ''
        joins = ''
        if self.segment != self.address:
            joins = ", joins '%s'" % text(struct_at('trp_pool', self.segment)['desc']['name'])
        return "pool %d '%s': %d of %d slots taken%s, %s%s%s" % (
            self.number, self.name, self.live, self.capacity, share, kind, self.order(), joins)

    def counts(self):
        state = self.state
        expired = int(state['expired'])
        parts = ['%d active' % (self.listed - expired)]
        for name, label in (('sleepers', 'asleep'), ('expired', 'expired'), ('leaving', 'leaving')):
            if int(state[name]):
                parts.append('%d %s' % (int(state[name]), label))
        line = ', '.join(parts) + '; peak %d, created %d' % (int(state['peak']), int(state['created']))
        for value, label in ((state['refused'], 'refused'), (state['stolen'], 'stolen'), (state['retired'], 'retired'),
                             (state['missing'], 'given back'), (self.at['misuse'], 'misuse')):
            if int(value):
                line += ', %s %d' % (label, int(value))
        if int(self.at['quarantine_slots']):
            line += ', %d of %d in quarantine' % (int(state['quarantined']), int(self.at['quarantine_slots']))
        return line


def external_home(address, buckets):
    """As trp__external_home() in src/core/external.c."""
    key = address // 4
    hashed = ((key ^ key >> 32) & 0xFFFFFFFF) * 2654435769 & 0xFFFFFFFF
    hashed = (hashed ^ hashed >> 15) * 2246822507 & 0xFFFFFFFF
    return hashed * buckets >> 32


class Ledger:
    """What a pool's own memory says of all its slots, and what there is wrong. Raises Trouble where it cannot be read."""

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
        """The listed slots in the order of the list, with the stamps that they entered it with."""
        slots = [(self.stamps[slot] | ALIVE_BIT, slot) for slot in self.slots(*LISTED)]
        return slots if self.pool.in_memory_order else sorted(slots, reverse=int(self.pool.at['desc']['order']) == 2)

    def check(self):
        """Everything but the links."""
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
        for slot in self.slots(*LISTED):
            if self.stamps[slot] | ACTIVE_BITS < newest:
                self.complain('its ledger is overwritten: slot %d has the stamp 0x%x, which was never given out' % (
                    slot, self.stamps[slot]))

    def check_places(self):
        """How slots are found: by an index, and in an external pool by an address."""
        world = self.pool.world.at
        bits = int(world['page_bits'])
        for page in range(self.pool.base >> bits, (self.pool.base + self.pool.max_capacity - 1 >> bits) + 1):
            owner = int(world['directory'][page]) if page < int(world['pages_used']) else NONE
            if owner != self.pool.number:
                self.complain("its handles lead to %s" % ('pool %d' % owner if owner != NONE else 'no pool'))
                break
        if not self.pool.is_external:
            return
        count = int(self.pool.at['bucket_count'])
        if count > 2 * MOST_SLOTS:
            self.complain('its hash table is overwritten: %d buckets' % count)
            return
        actors = self.layout.numbers(int(self.pool.at['actors']), self.pool.capacity, self.layout.word)
        tables = actors, self.layout.numbers(int(self.pool.at['buckets']), count)
        for slot in self.slots('ACTIVE', 'ASLEEP', 'EXPIRED', 'LEAVING'):
            if self.pool.external_slot(actors[slot], tables) != slot:
                self.complain('the actor in slot %d is not found by its address' % slot)

    def check_free(self):
        state = self.pool.state
        if not self.pool.in_memory_order:
            self.check_chain('freelist', int(state['spare']), 'FREE')
        last = self.check_chain('quarantine', int(state['freed_first']), 'QUARANTINED')
        if last is not None and last != int(state['freed_last']):
            self.complain('its quarantine ends at slot %d, not at %d' % (last, int(state['freed_last'])))

    def check_chain(self, what, slot, kind):
        """Follows a chain of slots through their stamps. Returns the last slot; None: it leads astray."""
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
        if any(both[NUMBERS['FREE']:2 * int(self.pool.state['first_free']):2]):
            self.complain('a free slot lies below those that it looks for')
        listed = self.slots(*LISTED)
        if listed and listed[-1] >= int(self.pool.state['top']):
            self.complain('slot %d is in the list, and above its end' % listed[-1])
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
        """Each bit of a level says whether a word of the level below has any."""
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
        state = self.pool.state
        begin, end, room = int(state['order_begin']), int(state['order_end']), int(self.pool.at['order_room'])
        if not begin <= end <= room or room > 2 * MOST_SLOTS:
            self.complain('its order is overwritten: entries %d to %d of %d' % (begin, end, room))
            return
        width = self.layout.entry_bytes // 4
        words = self.layout.numbers(int(self.pool.at['order']) + begin * width * 4, (end - begin) * width)
        slots, stamps = words[self.layout.entry_slot::width], words[self.layout.entry_stamp::width]
        missing = set(self.slots(*LISTED))
        for i, (slot, stamp) in enumerate(zip(slots, stamps)):
            slot &= ~NUMBERS['WOKEN']
            holds = slot < self.pool.capacity and self.stamps[slot] | ALIVE_BIT == stamp
            if holds:
                missing.discard(slot)
            elif slot >= self.pool.capacity or i in (0, len(slots) - 1):
                self.complain('its order is overwritten: entry %d names slot %d' % (begin + i, slot))
            if i > 0 and stamps[i - 1] <= stamp:
                self.complain('its order is overwritten: entry %d is out of order' % (begin + i))
        for slot in sorted(missing):
            self.complain('slot %d is in the list, and not in its order' % slot)

    def check_nodes(self):
        """The copies in the nodes. Those of retired slots and of actors that are leaving may say anything."""
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
        """Slots of an external pool whose actors' nodes are not as they should be. What is free may have lost its memory."""
        for slot in self.slots('ACTIVE', 'ASLEEP', 'EXPIRED'):
            if self.pool.disagrees(slot, self.stamps[slot]) is not None:
                yield slot

    def suspects(self):
        """Slots whose nodes are not as they should be, found by reading many together."""
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


class World:
    known = []  # addresses of those that were shown

    def __init__(self, address):
        self.layout = Layout()
        self.address = address
        self.at = struct_at('trp_world', address)
        try:
            own = int(self.at['self'])
        except gdb.MemoryError:
            raise Trouble('0x%x cannot be read: it is no world, or its memory was given back' % address)
        if own != address:
            raise Trouble('at 0x%x is no world, or it was overwritten: its `self` is 0x%x' % (address, own))
        self.id = int(self.at['id'])
        self.pool_count = int(self.at['pool_count'])
        self.layer_count = int(self.at['layer_count'])
        if (self.pool_count > min(int(self.at['max_pools']), MOST_POOLS) or self.layer_count > MOST_LAYERS or
                self.id > 255):
            raise Trouble('the world at 0x%x is overwritten: id %d, %d pools, %d layers' % (
                address, self.id, self.pool_count, self.layer_count))
        self.troubles = Troubles()
        self.pools = {}
        self.unsound = {}
        self.ledgers = {}
        for i in range(self.pool_count):
            try:
                pool = Pool(self, int(self.at['pools'][i]))
                if pool.number != i:
                    raise Trouble("pool '%s' is overwritten: it says that it is pool %d" % (pool.name, pool.number))
                self.pools[i] = pool
            except (Trouble, gdb.error, OverflowError) as why:
                self.troubles.append('pool %d: %s' % (i, why))
                self.unsound[i] = str(why)
        if address not in World.known:
            World.known.append(address)

    def find(self, address):
        """(pool, slot, address of the node) of the node at this address, or else of the actor's struct that begins there."""
        for is_struct in (False, True):
            for pool in self.pools.values():
                at = address + pool.node if is_struct else address
                try:
                    slot = pool.slot_of(at)
                except (gdb.error, OverflowError):
                    continue
                if slot is not None:
                    return pool, slot, at
        return None

    def pool_of_index(self, index):
        for pool in self.pools.values():
            if 0 <= index - pool.base < pool.max_capacity:
                return pool
        return None

    def named(self, index):
        """What an index with a world's id names."""
        if index >> 24 != self.id:
            return 'index %d of world %d' % (index & (MOST_SLOTS - 1), index >> 24)
        return self.linked(index & (MOST_SLOTS - 1))

    def linked(self, link):
        """What a link names."""
        if link == NONE:
            return 'none'
        pool = self.pool_of_index(link)
        return "slot %d of '%s'" % (link - pool.base, pool.name) if pool else 'index %d, which is no slot' % link

    def ledger(self, pool):
        """Checked, and read once."""
        if pool.number not in self.ledgers:
            self.ledgers[pool.number] = Ledger(pool).check()
        return self.ledgers[pool.number]

    def actors(self, segment):
        """([(pool, slot)] of a segment in the order of the list, what is wrong with its pools)."""
        troubles = Troubles()
        found = []
        for pool in self.joined(segment, troubles):
            try:
                ledger = self.ledger(pool)
            except Trouble as why:
                troubles.append(str(why))
                continue
            found += [(stamp, pool, slot) for stamp, slot in ledger.in_list()]
            for trouble in ledger.troubles:
                troubles.append(trouble)
            troubles.more += ledger.troubles.more
        if not segment.in_memory_order:
            found.sort(key=lambda one: one[0], reverse=int(segment.at['desc']['order']) == 2)
        found = [(pool, slot) for _, pool, slot in found]
        self.check_links(found, troubles)
        return found, troubles

    def check_links(self, found, troubles):
        """The links of the nodes, which repeat the order. What a node says that was overwritten is no matter."""
        links = [NONE] + [pool.base + slot for pool, slot in found] + [NONE]
        for i, (pool, slot) in enumerate(found):
            if slot in self.ledgers[pool.number].disagreeing:
                continue
            try:
                node = self.node_of(pool, slot)
            except (gdb.MemoryError, OverflowError):
                continue
            for name, link, true in (('prev', node.prev, links[i]), ('next', node.next, links[i + 2])):
                if link != true and troubles.is_full():
                    troubles.more += 1
                elif link != true:
                    troubles.append("slot %d of '%s': its node's `%s` is %s, and should be %s" % (
                        slot, pool.name, name, self.linked(link), self.linked(true)))

    def node_of(self, pool, slot):
        """Of slots that are asked for in their order many are read together."""
        if pool.is_external or not pool.in_memory_order:
            return pool.node_of(slot)
        address, size = pool.node_address(slot), self.layout.bytes
        begin, raw = getattr(pool, 'together', (0, b''))
        if not begin <= address <= begin + len(raw) - size:
            raw = b''
            for much in (TOGETHER, size):
                try:
                    begin, raw = address, self.layout.numbers(address, much // 4).tobytes()
                    break
                except gdb.MemoryError:
                    if much == size:
                        raise
            pool.together = begin, raw
        words = array('I', raw[address - begin:address - begin + size])
        return Node(self.layout, address, words)

    def joined(self, segment, troubles):
        """The pools of a segment."""
        by_address = {pool.address: pool for pool in self.pools.values()}
        found, address = [segment], int(segment.at['joined'])
        while address != 0:
            pool = by_address.get(address)
            if pool is None or pool in found:
                troubles.append('a chain of joined pools leads to 0x%x' % address)
                break
            found.append(pool)
            address = int(pool.at['joined'])
        return found

    def segments(self, layer, troubles):
        found, number = [], int(layer['state']['first'])
        while number != NONE:
            pool = self.pools.get(number)
            if pool is None or pool in found:
                troubles.append("a layer's chain of pools leads to pool %d, %s" % (
                    number, 'and round in a circle' if pool else 'which is none that can be read'))
                break
            found.append(pool)
            number = int(pool.state['next'])
        return found


# Showing

def complain(troubles, indent):
    for trouble in troubles:
        print(indent + '!! ' + trouble)
    if getattr(troubles, 'more', 0):
        print('%s!! ... and %d more' % (indent, troubles.more))


def show_actor(pool, slot, indent, user):
    cell, address = pool.cell(slot), pool.node_address(slot) - pool.node
    print(indent + 'slot %d, generation %d, %s, at 0x%x' % (slot, cell[0], state_text(cell[1]), address))
    if user is not None:
        value = gdb.Value(address).cast(user.pointer()).dereference()
        for part in value.format_string(max_elements=8).splitlines():
            print(indent + '  ' + part)


def show_actors(found, indent, limit, user=None):
    for pool, slot in found[:limit]:
        try:
            show_actor(pool, slot, indent, user)
        except (Trouble, gdb.error, OverflowError) as why:
            complain(["slot %d of '%s': %s" % (slot, pool.name, why)], indent)
    if len(found) > limit:
        print('%s... and %d more' % (indent, len(found) - limit))


def outside(world, pool):
    """Taken slots that are not in the list: those that sleep, then those that are leaving."""
    ledger = world.ledgers.get(pool.number)
    return [(pool, slot) for state in ('ASLEEP', 'LEAVING') for slot in ledger.slots(state)] if ledger else []


def show_world(world, limit):
    at = world.at
    live = sum(pool.live for pool in world.pools.values())
    print('world %d at 0x%x: %s, %s, %s, tick %d, %s' % (
        world.id, world.address, plural(world.layer_count, 'layer'), plural(world.pool_count, 'pool'),
        plural(live, 'actor'), int(at['state']['ticks']), plural(int(at['misuse']), 'misuse')))
    for field, label in (('ticking', 'in a tick'), ('drawing', 'being drawn'), ('ending', 'ending')):
        if int(at[field]):
            print('  ' + label)
    complain(world.troubles, '  ')
    shown = set()
    for place in range(world.layer_count):
        number = int(at['layers'][place]['state']['at'])
        if number >= world.layer_count:
            complain(['the layer at place %d is number %d, which is none' % (place, number)], '  ')
            continue
        show_layer(world, number, limit, shown)
    for pool in world.pools.values():
        if pool.number not in shown:
            complain(["pool %d '%s' is in no layer" % (pool.number, pool.name)], '  ')


def show_layer(world, number, limit, shown):
    layer = world.at['layers'][number]
    state = layer['state']
    troubles = Troubles()
    line = '  layer %d' % number
    if int(layer['name']) != 0:
        line += " '%s'" % text(layer['name'])
    for field, label in (('enabled', 'not updated'), ('visible', 'not drawn')):
        if not int(state[field]):
            line += ', ' + label
    if float(state['scale']) != 1:
        line += ', time times %g' % float(state['scale'])
    print(line)
    for segment in world.segments(layer, troubles):
        found, wrong = world.actors(segment)
        for pool in world.joined(segment, []):
            print('    ' + pool.heading())
            print('      ' + pool.counts())
            show_actors([one for one in found if one[0] is pool], '      ', limit)
            show_actors(outside(world, pool), '      ', limit)
            shown.add(pool.number)
        complain(wrong, '      ')
    complain(troubles, '    ')


def show_pool(world, pool, limit, user):
    print(pool.heading())
    print('  ' + pool.counts())
    if user is not None and user.sizeof != pool.stride:
        complain(['%s has %d bytes, a slot of this pool %d' % (user, user.sizeof, pool.stride)], '  ')
    segment = next((other for other in world.pools.values() if other.address == pool.segment), None)
    if segment is None:
        raise Trouble("pool '%s' names no segment of its world: it was overwritten" % pool.name)
    found, troubles = world.actors(segment)
    own = [one for one in found if one[0] is pool] + outside(world, pool)
    show_actors(own, '  ', limit, user)
    complain(world.troubles, '  ')
    complain(troubles, '  ')


def show_node(pool, slot):
    print("pool %d '%s'" % (pool.number, pool.name))
    show_actor(pool, slot, '  ', None)
    stamp = pool.cell(slot)[1]
    said = pool.disagrees(slot, stamp) if state_of(stamp) not in ('RETIRED', 'LEAVING') else None
    if said is not None:
        complain([said], '  ')


# Finding the world of something

def known_worlds():
    for address in list(World.known):
        try:
            yield World(address)
        except (Trouble, gdb.error):
            World.known.remove(address)


def find_actor(address, worlds):
    """(pool, slot, address of the node) of what begins at this address: a node, or an actor's whole struct."""
    for world in worlds:
        found = world.find(address)
        if found is not None:
            return found
    return None


def address_in(expression, name):
    """The address of what an expression means: a pointer, or the struct itself."""
    value = gdb.parse_and_eval(expression)
    kind = gdb.types.get_basic_type(value.type)
    if kind.code == gdb.TYPE_CODE_PTR or kind.code == gdb.TYPE_CODE_INT:
        address = int(value) % (1 << 8 * gdb.lookup_type('void').pointer().sizeof)
    elif value.address is not None:
        address = int(value.address)
    else:
        raise Trouble('%s is neither a %s nor a pointer to one' % (expression, name))
    if address == 0:
        raise Trouble('%s is NULL' % expression)
    return address


def handle_text(handle, world=None):
    """What a handle names, in this world, or in the one that is known with its id."""
    index, generation = int(handle['index']), int(handle['generation'])
    if generation == 0:
        return 'null'
    line = 'index %d of world %d' % (index & (MOST_SLOTS - 1), index >> 24)
    if world is not None and world.id != index >> 24:
        return line + ', and this is world %d' % world.id
    line += ', generation %d' % generation
    worlds = [world] if world is not None else [one for one in known_worlds() if one.id == index >> 24]
    if len(worlds) > 1:
        return line + ': %d worlds with this id are known, say which (troupe handle H in W)' % len(worlds)
    if not worlds:
        return line
    line += ': ' + whose(worlds[0], index & (MOST_SLOTS - 1), generation)
    return line + ', or of another world with this id' if world is None and line.endswith(MADE_UP) else line


def whose(world, index, generation):
    pool = world.pool_of_index(index)
    if pool is not None:
        return "slot %d of '%s', %s" % (index - pool.base, pool.name, fate(pool, index - pool.base, generation))
    if world.troubles:
        return 'no slot of a pool that can be read'
    return 'no slot of any pool: ' + MADE_UP


def fate(pool, slot, generation):
    """As trp_why_gone() has it. A slot without a life in it has the generation of its next one; 0: there is none."""
    cell = pool.cell(slot)
    if cell is None:
        newest, state = pool.absent_generation(slot), 'RETIRED'
    else:
        newest, state = cell[0], state_of(cell[1])
    if state == 'NONSENSE':
        return '!! whose ledger is overwritten: it is ' + state_text(cell[1])
    if state in ('ACTIVE', 'ASLEEP') and generation == newest:
        said = pool.disagrees(slot, cell[1])
        return 'alive' + (', !! but ' + said if said else '')
    if newest != 0 and generation >= newest:
        return 'which has never had this generation: ' + MADE_UP
    return 'whose life is over' + (', and its chunk was given back' if cell is None else '')


# Printers

class Printer:
    def __init__(self, value):
        self.value = value

    def to_string(self):
        try:
            return self.summary(self.value)
        except (Trouble, gdb.error, StopIteration, OverflowError) as why:
            return '<%s>' % why


class ActorPrinter(Printer):
    def summary(self, value):
        found = find_actor(int(value.address), known_worlds()) if value.address is not None else None
        if found is None or found[2] != int(value.address):
            return self.unknown(int(value['index']), int(value['stamp']))
        pool, slot, _ = found
        generation, stamp = pool.cell(slot)
        line = "%s, generation %d, slot %d of '%s'" % (state_text(stamp), generation, slot, pool.name)
        said = pool.disagrees(slot, stamp) if state_of(stamp) not in ('RETIRED', 'LEAVING') else None
        return line + (', !! but ' + said if said else '')

    def unknown(self, index, stamp):
        """The node of no actor that is known: what it says itself."""
        if index == 0 and stamp == 0:
            return 'no actor: zeros'
        return 'says: %s, index %d of world %d' % (state_text(stamp), index & (MOST_SLOTS - 1), index >> 24)


class HandlePrinter(Printer):
    def summary(self, value):
        return handle_text(value)


class PoolPrinter(Printer):
    def summary(self, value):
        pool = Pool(World(int(value['world'])), int(value.address))
        return pool.heading() + '; ' + pool.counts()


class WorldPrinter(Printer):
    def summary(self, value):
        world = World(int(value.address))
        return 'world %d: %s, %s, tick %d' % (
            world.id, plural(world.pool_count, 'pool'),
            plural(sum(pool.live for pool in world.pools.values()), 'actor'), int(value['state']['ticks']))


class RosterPrinter(Printer):
    def summary(self, value):
        if int(value['world']) == 0:
            return 'no roster'
        used, gap, room = int(value['used']), int(value['gap']), int(value['room'])
        if used > room or gap > used:
            raise Trouble('overwritten: %d of %d entries, %d void' % (used, room, gap))
        return 'roster of %d (those dead but not pruned yet, too), room for %d' % (used - gap, room)


class FamilyPrinter(Printer):
    def summary(self, value):
        if int(value['world']) == 0:
            return 'no family'
        count, home = 0, value['pools']
        while int(home) != 0 and count <= MOST_POOLS:
            home = home['next']
            count += 1
        return 'family with %s' % plural(count, 'pool')


def printers():
    found = gdb.printing.RegexpCollectionPrettyPrinter('troupe')
    for name, printer in (('actor', ActorPrinter), ('handle', HandlePrinter), ('pool', PoolPrinter),
                          ('world', WorldPrinter), ('roster', RosterPrinter), ('family', FamilyPrinter)):
        found.add_printer('trp_' + name, '^trp_%s$' % name, printer)
    return found


# Commands

def options(argument, names):
    """Takes `name value` pairs off an argument's end."""
    given = {}
    while True:
        match = re.search(r'^(.+?)\s+(%s)\s+(\S+|struct\s+\S+)$' % '|'.join(names), argument.strip())
        if match is None:
            return argument.strip(), given
        argument, given[match.group(2)] = match.group(1), match.group(3)


class Troupe(gdb.Command):
    """Shows worlds, pools, actors and handles of troupe.

troupe world W [limit N]            layers, pools, counts, and the first N actors of each pool
troupe pool P [as TYPE] [limit N]   each actor in list order, sleepers last; TYPE: with its struct
troupe actor A [in W]               what is at the address of an actor or of its struct, whatever its node says
troupe handle H [in W]              whose life it names, and whether that goes on

W, P, A and H are expressions: pointers or structs. Without W an actor is looked for in the worlds that were shown, and so is
a handle. Shown is what the library's own memory says; what disagrees, or is overwritten, is marked by !!."""

    def __init__(self):
        super().__init__('troupe', gdb.COMMAND_DATA, prefix=True)


def limit_in(given, otherwise):
    try:
        limit = int(given.get('limit', otherwise))
    except ValueError:
        limit = -1
    if limit < 0:
        raise Trouble('limit %s is no number from 0 up' % given['limit'])
    return limit


class Sub(gdb.Command):
    name = ''

    def __init__(self):
        usage = next(line for line in Troupe.__doc__.splitlines() if 'troupe ' + self.name + ' ' in line)
        self.__doc__ = re.sub(' {2,}', ': ', usage)
        super().__init__('troupe ' + self.name, gdb.COMMAND_DATA, gdb.COMPLETE_EXPRESSION)

    def invoke(self, argument, from_tty):
        try:
            if not argument.strip():
                raise Trouble('say what: ' + self.__doc__)
            self.show(argument)
        except Trouble as why:
            raise gdb.GdbError('troupe: %s' % why)
        except (gdb.MemoryError, OverflowError, StopIteration) as why:
            raise gdb.GdbError('troupe: what is there is no part of a world: %s' % why)
        except gdb.error as why:
            raise gdb.GdbError('troupe: %s' % ' '.join(str(why).split()))


class WorldCommand(Sub):
    name = 'world'

    def show(self, argument):
        expression, given = options(argument, ['limit'])
        show_world(World(address_in(expression, 'trp_world')), limit_in(given, LIMIT))


class PoolCommand(Sub):
    name = 'pool'

    def show(self, argument):
        expression, given = options(argument, ['as', 'limit'])
        address = address_in(expression, 'trp_pool')
        user = None
        if 'as' in given:
            try:
                user = gdb.lookup_type(given['as'])
            except gdb.error:
                user = gdb.lookup_type('struct ' + given['as'])
        try:
            world = World(int(struct_at('trp_pool', address)['world']))
        except (Trouble, gdb.error):
            raise Trouble('at 0x%x is no pool, or it was overwritten' % address)
        pool = next((pool for pool in world.pools.values() if pool.address == address), None)
        for number, why in world.unsound.items():
            if pool is None and int(world.at['pools'][number]) == address:
                raise Trouble(why)
        if pool is None:
            raise Trouble('at 0x%x is no pool, or its world does not know it' % address)
        show_pool(world, pool, limit_in(given, 100 * LIMIT), user)


class ActorCommand(Sub):
    name = 'actor'

    def show(self, argument):
        expression, given = options(argument, ['in'])
        worlds = [World(address_in(given['in'], 'trp_world'))] if 'in' in given else list(known_worlds())
        address = address_in(expression, 'trp_actor')
        found = find_actor(address, worlds)
        if found is None and 'in' in given:
            raise Trouble('at 0x%x is no actor of this world' % address)
        if found is None:
            raise Trouble('at 0x%x is no actor of a world that was shown: say which (troupe actor A in W)' % address)
        show_node(*found[:2])


class HandleCommand(Sub):
    name = 'handle'

    def show(self, argument):
        expression, given = options(argument, ['in'])
        world = World(address_in(given['in'], 'trp_world')) if 'in' in given else None
        value = gdb.parse_and_eval(expression)
        kind = gdb.types.get_basic_type(value.type)
        is_pointer = kind.code == gdb.TYPE_CODE_PTR
        if is_pointer:
            kind = gdb.types.get_basic_type(kind.target())
        if kind.code != gdb.TYPE_CODE_STRUCT or not gdb.types.has_field(kind, 'generation'):
            raise Trouble('%s is neither a trp_handle nor a pointer to one' % expression)
        print(handle_text(value.dereference() if is_pointer else value, world))


gdb.printing.register_pretty_printer(None, printers(), replace=True)
Troupe()
for command in (WorldCommand, PoolCommand, ActorCommand, HandleCommand):
    command()
