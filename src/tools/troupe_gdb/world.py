"""A world: its layers, pools and actors."""

from array import array

import gdb

from .memory import Layout, MOST_LAYERS, MOST_POOLS, MOST_SLOTS, NONE, Node, TOGETHER, Trouble, Troubles, struct_at
from .pool import Pool
from .ledger import Ledger


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
        """(pool, slot, address of the node) of the node at this address, or of the actor's struct that begins there."""
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
        """What an index with a world's id refers to."""
        if index >> 24 != self.id:
            return 'index %d of world %d' % (index & (MOST_SLOTS - 1), index >> 24)
        return self.linked(index & (MOST_SLOTS - 1))

    def linked(self, link):
        """What a link refers to."""
        if link == NONE:
            return 'none'
        pool = self.pool_of_index(link)
        return "slot %d of '%s'" % (link - pool.base, pool.name) if pool else 'index %d, which is no slot' % link

    def ledger(self, pool):
        """The ledger of a pool, checked and read once."""
        if pool.number not in self.ledgers:
            self.ledgers[pool.number] = Ledger(pool).check()
        return self.ledgers[pool.number]

    def actors(self, segment):
        """([(pool, slot)] of a segment in list order, errors of its pools)."""
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
            found.sort(key=lambda one: one[0], reverse=segment.turn() == 1)
        found = [(pool, slot) for _, pool, slot in found]
        self.check_links(found, troubles)
        return found, troubles

    def check_links(self, found, troubles):
        """Checks the links of the nodes, which repeat the order. The content of overwritten nodes is ignored."""
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
        """Reads many at once if slots are requested in order."""
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
