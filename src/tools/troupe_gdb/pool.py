"""A pool, and the places of its slots."""

import gdb

from .memory import ACTIVE_BITS, MOST_CHUNKS, MOST_POOLS, MOST_SLOTS, NUMBERS, Node, ORDERS, Trouble, UNREADABLE, struct_at, text


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
        self.first_count = int(self.at['desc']['capacity'])
        self.live = int(self.state['live'])
        self.listed = self.live - int(self.state['sleepers']) - int(self.state['leaving'])
        self.is_external = int(self.at['actors']) != 0
        self.in_memory_order = int(self.at['order']) == 0
        self.segment = int(self.at['segment'])
        self.name = text(self.at['desc']['name'])
        if int(self.at['world']) != world.address:
            raise Trouble('the pool at 0x%x does not name this world: it was overwritten, or is none' % address)
        if (self.max_capacity > MOST_SLOTS or self.base > MOST_SLOTS or self.stride < world.layout.bytes or
                self.stride % 4 != 0 or self.number > MOST_POOLS):
            raise Trouble("pool '%s' is overwritten: %d slots of %d bytes" % (self.name, self.capacity, self.stride))
        self.chunks = self.find_chunks()

    def find_chunks(self):
        """(number of the first slot, count, address of the cells, address of the first node) of each contiguous part."""
        found = [(0, self.first_count, int(self.at['cells']), int(self.at['nodes']))]
        end = self.first_count
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

    def entries(self):
        """(number of the first, their indices with flags, their stamps) of the entries of its segment, the oldest first."""
        ages, layout = self.at['ages'].dereference(), self.world.layout
        begin, end, room = int(ages['begin']), int(ages['end']), int(ages['room'])
        if not 0 <= begin <= end <= room or room > 2 * MOST_SLOTS:
            raise Trouble('its order is overwritten: entries %d to %d of %d' % (begin, end, room))
        width = layout.entry_bytes // 4
        words = layout.numbers(int(ages['entries']) + begin * width * 4, (end - begin) * width)
        return begin, words[layout.entry_index::width], words[layout.entry_stamp::width]

    def stamps_of(self, cells):
        """The stamps of these cells: in an age order, a listed one has the number of its entry, which has the stamp."""
        if self.in_memory_order:
            return cells
        try:
            begin, _, stamps = self.entries()
        except (Trouble, gdb.MemoryError, OverflowError):
            begin, stamps = 0, []  # a check tells it
        for i, cell in enumerate(cells):
            if cell & NUMBERS['LISTED_BIT']:
                at = (cell & ~ACTIVE_BITS) - begin
                cells[i] = cell & ACTIVE_BITS | (stamps[at] & ~ACTIVE_BITS if 0 <= at < len(stamps) else 0)
        return cells

    def slot_of(self, address):
        """The slot of the node at this address, or None. Does not read the node."""
        if self.is_external:
            return self.external_slot(address)
        for first, count, _, nodes in self.chunks:
            slot, rest = divmod(address - nodes, self.stride)
            if rest == 0 and 0 <= slot < count:
                return first + slot
        return None

    def external_slot(self, address):
        actors = self.world.layout.numbers(int(self.at['actors']), self.capacity, self.world.layout.word)
        return actors.index(address) if address in actors else None

    def node_address(self, slot):
        """The address; None: its chunk does not exist."""
        if self.is_external:
            return int(self.at['actors'][slot])
        for first, count, _, nodes in self.chunks:
            if first <= slot < first + count:
                return nodes + (slot - first) * self.stride
        return None

    def node_of(self, slot):
        return Node(self.world.layout, self.node_address(slot))

    def cell(self, slot):
        """(generation, stamp) of a slot; None: its chunk does not exist."""
        layout = self.world.layout
        for first, count, cells, _ in self.chunks:
            if first <= slot < first + count:
                try:
                    words = layout.numbers(cells + (slot - first) * layout.cell_bytes, layout.cell_bytes // 4)
                except (gdb.MemoryError, OverflowError) as why:
                    raise Trouble("the ledger of '%s' cannot be read: %s" % (self.name, why))
                return words[layout.generation], self.stamps_of([words[layout.cell_stamp]])[0]
        return None

    def index(self, slot):
        """In the form that nodes store."""
        return self.world.id << 24 | self.base + slot

    def absent_generation(self, slot):
        """The first generation of a slot whose chunk does not exist. Each chunk is as large as all chunks before it."""
        chunk = 0
        while chunk < MOST_CHUNKS and slot >= self.first_count << (chunk + 1):
            chunk += 1
        return int(self.at['chunks'][chunk]['generation'])

    def disagrees(self, slot, stamp):
        """How a slot's node disagrees with the ledger; None: it agrees."""
        try:
            return self.node_of(slot).says(self.world, self.index(slot), stamp)
        except (gdb.MemoryError, OverflowError):
            return UNREADABLE

    def turn(self):
        """The direction of its list: 1 from old to young, -1 from young to old, 0 by memory."""
        return 0 if self.in_memory_order else int(self.at['ages'].dereference()['turn'])

    def order(self):
        return ORDERS.get(self.turn(), 'in no order')

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
        most = int(self.at['desc']['quarantine']['slots'])
        if most:
            line += ', %d of %d in quarantine' % (int(state['quarantined']), most)
        return line
