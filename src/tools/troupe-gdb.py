"""troupe in gdb: what its structs mean, and commands that walk a world, in a stopped game or a core dump.

    (gdb) source /usr/local/share/troupe/troupe-gdb.py      or put this line into ~/.gdbinit
    (gdb) help troupe

The library must have been compiled with -g; it may be optimized. Nothing here calls into the program, changes it, or
trusts it: what is overwritten or out of reach is said, and no walk goes round for ever.
"""

import re
import struct

import gdb
import gdb.printing
import gdb.types

# As in src/structs.h.
POOL_BITS = 12
POOL_MASK = (1 << POOL_BITS) - 1
ZEROED = 0xFFFFF
SERIAL_MAX = 0xFFFEF
STATES = ['ASLEEP', 'EXPIRED', 'LEAVING', 'VACANT', 'RETIRED', 'QUARANTINED', 'SENTINEL']
SERIAL_OF = {name: 0xFFFF0 + i for i, name in enumerate(STATES)}
STATE_TEXT = {'ASLEEP': 'asleep', 'EXPIRED': 'expired', 'LEAVING': 'leaving (its end is being told)', 'VACANT': 'free',
              'RETIRED': 'free for ever', 'QUARANTINED': 'free, in quarantine', 'SENTINEL': 'the end of a list',
              'ZEROED': 'overwritten with zeros', 'NONSENSE': 'overwritten'}
MADE_UP = 'the handle is made up'
LISTED = ('ACTIVE', 'EXPIRED')
ORDERS = ['memory order', 'newest first', 'oldest first']
MOST_POOLS = 4095
MOST_LAYERS = 65535
MOST_SLOTS = 1 << 24
MOST_CHUNKS = 32
TOGETHER = 1 << 18  # bytes that are read at once
LIMIT = 10


class Trouble(Exception):
    """Why something cannot be shown."""


def type_of(name):
    for spelled in ('struct ' + name, name):
        try:
            found = gdb.lookup_type(spelled).strip_typedefs()
        except gdb.error:
            continue
        if found.code == gdb.TYPE_CODE_STRUCT and found.fields():
            return found
    raise Trouble('%s is unknown: the library was compiled without -g, or is not loaded' % name)


def offset_of(of, *path):
    offset = 0
    for name in path:
        field = next(field for field in of.strip_typedefs().fields() if field.name == name)
        offset += field.bitpos // 8
        of = field.type
    return offset


def struct_at(name, address):
    return gdb.Value(address).cast(type_of(name).pointer()).dereference()


def text(pointer, otherwise='?'):
    try:
        return pointer.string(errors='replace', length=-1)[:60] if int(pointer) != 0 else otherwise
    except gdb.error:
        return '<unreadable name>'


def plural(count, noun):
    return '%d %s%s' % (count, noun, '' if count == 1 else 's')


def state_of(serial):
    if 0 < serial <= SERIAL_MAX:
        return 'ACTIVE'
    if serial == ZEROED:
        return 'ZEROED'
    return STATES[serial - 0xFFFF0] if serial - 0xFFFF0 in range(len(STATES)) else 'NONSENSE'


def pieces(address, count, stride, size):
    """(number of the first, bytes, how many) of what lies side by side; of each, `size` bytes are read for certain."""
    most = max(1, TOGETHER // stride)
    for begin in range(0, count, most):
        here = min(most, count - begin)
        raw = gdb.selected_inferior().read_memory(address + begin * stride, (here - 1) * stride + size)
        yield begin, bytes(raw), here


class Layout:
    """Where the parts of a trp_actor lie, for reading many of them quickly."""

    def __init__(self):
        node = type_of('trp_actor')
        self.bytes = node.sizeof
        self.word = gdb.lookup_type('void').pointer().sizeof
        big = 'big endian' in gdb.execute('show endian', to_string=True)
        self.order = '>' if big else '<'
        self.pointer = self.order + ('Q' if self.word == 8 else 'I')
        self.next = offset_of(node, 'hook', 'link', 'next')
        self.prev = offset_of(node, 'hook', 'link', 'prev')
        self.life = offset_of(node, 'life')
        self.stamp = offset_of(node, 'stamp')


class Node:
    """A trp_actor as it lies in memory. Raises gdb.MemoryError where that cannot be read."""

    def __init__(self, layout, address, raw=None):
        if raw is None:
            raw = bytes(gdb.selected_inferior().read_memory(address, layout.bytes))
        self.address = address
        self.next = struct.unpack_from(layout.pointer, raw, layout.next)[0]
        self.prev = struct.unpack_from(layout.pointer, raw, layout.prev)[0]
        self.life = struct.unpack_from(layout.order + 'I', raw, layout.life)[0]
        self.stamp = struct.unpack_from(layout.order + 'I', raw, layout.stamp)[0]
        self.serial = ZEROED - (self.stamp >> POOL_BITS)
        self.pool = self.stamp & POOL_MASK
        self.state = state_of(self.serial)

    def says(self):
        return 'active since serial %d' % self.serial if self.state == 'ACTIVE' else STATE_TEXT[self.state]


class Pool:
    def __init__(self, world, address):
        self.world = world
        self.address = address
        self.at = struct_at('trp_pool', address)
        try:
            self.number = int(self.at['number'])
        except gdb.MemoryError:
            raise Trouble('a pool at 0x%x cannot be read' % address)
        self.stride = int(self.at['stride'])
        self.node = int(self.at['node'])
        self.capacity = int(self.at['capacity'])
        self.max_capacity = max(self.capacity, int(self.at['max_capacity']))
        self.first_count = int(self.at['first_count'])
        self.live = int(self.at['live'])
        self.listed = self.live - int(self.at['sleepers']) - int(self.at['leaving'])
        self.is_external = int(self.at['entries']) != 0
        self.segment = int(self.at['segment'])
        kind = type_of('trp_pool')
        self.head = address + offset_of(kind, 'head')
        self.tail = address + offset_of(kind, 'tail')
        self.name = text(self.at['desc']['name'])
        if int(self.at['world']) != world.address:
            raise Trouble('the pool at 0x%x does not name this world: it was overwritten, or is none' % address)
        if self.capacity > MOST_SLOTS or self.stride < world.layout.bytes or self.number > MOST_POOLS:
            raise Trouble("pool '%s' is overwritten: %d slots of %d bytes" % (self.name, self.capacity, self.stride))
        self.chunks = self.find_chunks()

    def find_chunks(self):
        """(address of the first node, number of the first slot, count) of what lies together."""
        if self.is_external:
            return []
        found = [(int(self.at['nodes']), 0, self.first_count)]
        for i in range(min(int(self.at['grown_count']), MOST_CHUNKS)):
            chunk = self.at['grown'][i]
            if int(chunk['memory']) != 0:
                found.append((int(chunk['slots']) + self.node, int(chunk['first']), int(chunk['count'])))
        return found

    def slot_of(self, node):
        """The slot of the node at this address, or None."""
        if self.is_external:
            if node.life < self.capacity and int(self.at['entries'][node.life]['actor']) == node.address:
                return node.life
            return None
        for first, number, count in self.chunks:
            slot, rest = divmod(node.address - first, self.stride)
            if rest == 0 and 0 <= slot < count:
                return number + slot
        return None

    def find(self, address):
        """The slot of the node that is, or should be, at this address; or None."""
        if self.is_external:
            for slot, actor in self.entries():
                if actor == address:
                    return slot
        return self.slot_of(Node(self.world.layout, address))

    def generation(self, node, slot):
        return int(self.at['entries'][slot]['generation']) if self.is_external else node.life

    def node_of(self, slot):
        """The node of a slot; None: its chunk is not there."""
        for first, number, count in self.chunks:
            if number <= slot < number + count:
                return Node(self.world.layout, first + (slot - number) * self.stride)
        return None

    def absent_generation(self, slot):
        """With which a slot will begin whose chunk is not there. Each chunk is as large as all before it."""
        chunk = 0
        while chunk < MOST_CHUNKS and slot >= self.first_count << (chunk + 1):
            chunk += 1
        return int(self.at['grown'][chunk]['generation'])

    def entries(self):
        """(slot, address of the node) of the entries that are taken."""
        kind = self.at['entries'].type.target()
        actor, taken = offset_of(kind, 'actor'), offset_of(kind, 'taken')
        layout = self.world.layout
        for begin, raw, count in pieces(int(self.at['entries']), self.capacity, kind.sizeof, kind.sizeof):
            for i in range(count):
                if struct.unpack_from(layout.order + 'I', raw, i * kind.sizeof + taken)[0] != 0:
                    yield begin + i, struct.unpack_from(layout.pointer, raw, i * kind.sizeof + actor)[0]

    def nodes(self, states):
        """(slot, node) of all slots, or entries that are taken, in one of these states."""
        layout = self.world.layout
        if self.is_external:
            for slot, address in self.entries():
                node = Node(layout, address)
                if node.state in states:
                    yield slot, node
            return
        stamp_of = struct.Struct(layout.order + 'I').unpack_from
        for first, number, chunk in self.chunks:
            for begin, raw, count in pieces(first, chunk, self.stride, layout.bytes):
                for i in range(count):
                    at = i * self.stride
                    if state_of(ZEROED - (stamp_of(raw, at + layout.stamp)[0] >> POOL_BITS)) in states:
                        address = first + (begin + i) * self.stride
                        yield number + begin + i, Node(layout, address, raw[at:at + layout.bytes])

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
        at = self.at
        expired = int(at['expired'])
        parts = ['%d active' % (self.listed - expired)]
        for name, label in (('sleepers', 'asleep'), ('expired', 'expired'), ('leaving', 'leaving')):
            if int(at[name]):
                parts.append('%d %s' % (int(at[name]), label))
        line = ', '.join(parts) + '; peak %d, created %d' % (int(at['peak']), int(at['created']))
        for name, label in (('refused', 'refused'), ('stolen', 'stolen'), ('retired', 'retired'),
                            ('missing', 'given back'), ('misuse', 'wrong calls')):
            if int(at[name]):
                line += ', %s %d' % (label, int(at[name]))
        if int(at['quarantine_slots']):
            line += ', %d of %d in quarantine' % (int(at['quarantined']), int(at['quarantine_slots']))
        return line


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
        self.pool_count = int(self.at['pool_count'])
        self.layer_count = int(self.at['layer_count'])
        if self.pool_count > min(int(self.at['max_pools']), MOST_POOLS) or self.layer_count > MOST_LAYERS:
            raise Trouble('the world at 0x%x is overwritten: %d pools, %d layers' % (
                address, self.pool_count, self.layer_count))
        kind = type_of('trp_world')
        self.head = address + offset_of(kind, 'head')
        self.tail = address + offset_of(kind, 'tail')
        self.troubles = []
        self.pools = {}
        for i in range(self.pool_count):
            try:
                self.pools[i] = Pool(self, int(self.at['pools'][i]))
            except (Trouble, gdb.error) as why:
                self.troubles.append('pool %d: %s' % (i, why))
        if address not in World.known:
            World.known.append(address)

    def place_of(self, node):
        """(pool, slot) of a node, by its address."""
        hint = self.pools.get(node.pool)
        for pool in ([hint] if hint else []) + list(self.pools.values()):
            slot = pool.slot_of(node)
            if slot is not None:
                return pool, slot
        return None, None

    def find(self, address):
        """(pool, slot, node) of the node at this address, or else of the actor's struct that begins there; or None."""
        for is_struct in (False, True):
            for pool in self.pools.values():
                at = address + pool.node if is_struct else address
                try:
                    slot = pool.find(at)
                except (gdb.MemoryError, OverflowError):
                    continue
                if slot is not None:
                    return pool, slot, Node(self.layout, at)
        return None

    def describe(self, node):
        pool, slot = self.place_of(node)
        if pool is None:
            return '0x%x, which is in no slot' % node.address
        return "slot %d of '%s'" % (slot, pool.name)

    def walk(self, segment, troubles):
        """The nodes of a segment in list order; what is wrong with it is added to `troubles`."""
        most = sum(pool.capacity for pool in self.pools.values()) + 1
        seen = set()
        at = Node(self.layout, segment.head)
        while at.address != segment.tail:
            behind = 'behind %s' % ('the head' if at.address == segment.head else self.describe(at))
            try:
                following = Node(self.layout, at.next)
            except gdb.MemoryError:
                troubles.append('the list breaks off %s: 0x%x is no node' % (behind, at.next))
                return
            if following.prev != at.address:
                troubles.append('the list breaks off %s: the next node does not link back' % behind)
                return
            if following.address in seen or len(seen) > most:
                troubles.append('the list goes round in a circle %s' % behind)
                return
            seen.add(following.address)
            if following.address != segment.tail:
                pool, slot = self.place_of(following)
                if pool is None or pool.segment != segment.address:
                    troubles.append('the list breaks off %s: it leads to %s' % (behind, self.describe(following)))
                    return
                yield pool, slot, following
            at = following

    def actors(self, segment):
        """([(pool, slot, node)] of a segment in list order, then what the list has lost, [what is wrong])."""
        troubles = []
        found = list(self.walk(segment, troubles))
        for _, _, node in found:
            if node.state not in LISTED:
                troubles.append('%s is in the list, but its node says: %s' % (self.describe(node), node.says()))
        for pool in self.joined(segment, troubles):
            count = sum(1 for of, _, _ in found if of is pool)
            if count == pool.listed:
                continue
            troubles.append("pool '%s' has counted %s in the list, where there %s %d" % (
                pool.name, plural(pool.listed, 'actor'), 'is' if count == 1 else 'are', count))
            if count < pool.listed:
                found += self.lost(pool, {node.address for _, _, node in found}, troubles)
        for pool, _, node in found:
            if node.pool != pool.number:
                troubles.append('%s: its node names pool %d' % (self.describe(node), node.pool))
        return found, troubles

    def lost(self, pool, seen, troubles):
        rest = []
        try:
            for slot, node in pool.nodes(LISTED + ('ZEROED', 'NONSENSE')):
                if node.state not in LISTED:
                    troubles.append("slot %d of '%s': its node is %s" % (slot, pool.name, node.says()))
                elif node.address not in seen:
                    rest.append((pool, slot, node))
        except gdb.MemoryError as why:
            troubles.append("the slots of '%s' cannot be read: %s" % (pool.name, why))
        if rest:
            troubles.append("%s of '%s' found by going through its slots, shown last" % (
                plural(len(rest), 'actor'), pool.name))
        return rest

    def joined(self, segment, troubles):
        """The pools of a segment."""
        return self.chain(segment.address, 'joined', troubles)

    def segments(self, layer, troubles):
        return self.chain(int(layer['first']), 'behind', troubles)

    def chain(self, address, link, troubles):
        by_address = {pool.address: pool for pool in self.pools.values()}
        found = []
        while address != 0:
            pool = by_address.get(address)
            if pool is None or pool in found:
                troubles.append('a chain of pools leads to 0x%x' % address)
                break
            found.append(pool)
            address = int(pool.at[link])
        return found


# Showing

def complain(troubles, indent):
    for trouble in troubles:
        print(indent + '!! ' + trouble)


def show_actor(pool, slot, node, indent, user):
    line = 'slot %d, generation %d, %s, at 0x%x' % (
        slot, pool.generation(node, slot), node.says(), node.address - pool.node)
    print(indent + line)
    if user is not None:
        value = gdb.Value(node.address - pool.node).cast(user.pointer()).dereference()
        for part in value.format_string(max_elements=8).splitlines():
            print(indent + '  ' + part)


def show_actors(found, indent, limit, user=None):
    for pool, slot, node in found[:limit]:
        try:
            show_actor(pool, slot, node, indent, user)
        except gdb.error as why:
            complain(["slot %d of '%s': %s" % (slot, pool.name, why)], indent)
    if len(found) > limit:
        print('%s... and %d more' % (indent, len(found) - limit))


def sleepers(pool, troubles):
    counted = int(pool.at['sleepers'])
    if counted == 0:
        return []
    found = []
    try:
        for slot, node in pool.nodes(('ASLEEP',)):
            found.append((pool, slot, node))
    except gdb.MemoryError as why:
        troubles.append("the slots of '%s' cannot be read: %s" % (pool.name, why))
        return found
    if len(found) != counted:
        troubles.append("pool '%s' has counted %d asleep, where there %s %d" % (
            pool.name, counted, 'is' if len(found) == 1 else 'are', len(found)))
    return found


def show_world(world, limit):
    at = world.at
    live = sum(pool.live for pool in world.pools.values())
    print('world %d at 0x%x: %s, %s, %s, tick %d, %s' % (
        int(at['id']), world.address, plural(world.layer_count, 'layer'), plural(world.pool_count, 'pool'),
        plural(live, 'actor'), int(at['ticks']), plural(int(at['misuse']), 'wrong call')))
    for field, label in (('ticking', 'in a tick'), ('drawing', 'being drawn'), ('ending', 'ending')):
        if int(at[field]):
            print('  ' + label)
    complain(world.troubles, '  ')
    for place in range(world.layer_count):
        number = int(at['layers'][place]['at'])
        if number >= world.layer_count:
            complain(['the layer at place %d is number %d, which is none' % (place, number)], '  ')
            continue
        show_layer(world, number, limit)


def show_layer(world, number, limit):
    layer = world.at['layers'][number]
    troubles = []
    line = '  layer %d' % number
    if int(layer['name']) != 0:
        line += " '%s'" % text(layer['name'])
    for field, label in (('enabled', 'not updated'), ('visible', 'not drawn')):
        if not int(layer[field]):
            line += ', ' + label
    if float(layer['scale']) != 1:
        line += ', time times %g' % float(layer['scale'])
    print(line)
    for segment in world.segments(layer, troubles):
        found, wrong = world.actors(segment)
        for pool in world.joined(segment, []):
            print('    ' + pool.heading())
            print('      ' + pool.counts())
            asleep = sleepers(pool, wrong)
            show_actors([one for one in found if one[0] is pool], '      ', limit)
            show_actors(asleep, '      ', limit)
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
    troubles = world.troubles + troubles
    own = [one for one in found if one[0] is pool] + sleepers(pool, troubles)
    show_actors(own, '  ', limit, user)
    complain(troubles, '  ')


def show_node(pool, slot, node):
    print("pool %d '%s'" % (pool.number, pool.name))
    show_actor(pool, slot, node, '  ', None)
    if node.pool != pool.number:
        complain(['its node names pool %d: it was overwritten' % node.pool], '  ')


# Finding the world of something

def known_worlds():
    for address in list(World.known):
        try:
            yield World(address)
        except (Trouble, gdb.error):
            World.known.remove(address)


def world_of_node(node, most=4096):
    """Follows the list to the world's head, or asks the worlds that are known."""
    for world in known_worlds():
        if world.place_of(node)[0] is not None:
            return world
    layout = Layout()
    offset = offset_of(type_of('trp_world'), 'head')
    try:
        for _ in range(most):
            if node.prev == 0:
                break
            node = Node(layout, node.prev)
        return World(node.address - offset)
    except (Trouble, gdb.error):
        return None


def find_actor(address):
    """(pool, slot, node) of what begins at this address: a node, or an actor's whole struct."""
    for world in known_worlds():
        found = world.find(address)
        if found is not None:
            return found
    world = world_of_node(Node(Layout(), address))
    found = world.find(address) if world is not None else None
    if found is None:
        raise Trouble('at 0x%x is no actor of a world that is known: show its world first (troupe world W)' % address)
    return found


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
    if world is not None and int(world.at['id']) != index >> 24:
        return line + ', and this is world %d' % int(world.at['id'])
    line += ', generation %d' % generation
    worlds = [world] if world is not None else [one for one in known_worlds() if int(one.at['id']) == index >> 24]
    if len(worlds) > 1:
        return line + ': %d worlds with this id are known, say which (troupe handle H in W)' % len(worlds)
    if not worlds:
        return line
    line += ': ' + whose(worlds[0], index & (MOST_SLOTS - 1), generation)
    return line + ', or of another world with this id' if world is None and line.endswith(MADE_UP) else line


def whose(world, index, generation):
    for pool in world.pools.values():
        slot = index - int(pool.at['base'])
        if 0 <= slot < pool.max_capacity:
            return "slot %d of '%s', %s" % (slot, pool.name, fate(pool, slot, generation))
    if world.troubles:
        return 'no slot of a pool that can be read'
    return 'no slot of any pool: ' + MADE_UP


def fate(pool, slot, generation):
    """As trp_why_gone() has it. A slot without a life in it has the generation of its next one; 0: there is none."""
    over = 'whose life is over'
    if pool.is_external:
        newest = int(pool.at['entries'][slot]['generation'])
        lives = int(pool.at['entries'][slot]['taken']) != 0
    else:
        node = pool.node_of(slot)
        if node is None:
            newest, lives = pool.absent_generation(slot), False
            over += ', and its chunk was given back'
        elif node.state in ('ZEROED', 'NONSENSE'):
            return 'whose node is ' + node.says()
        else:
            newest, lives = node.life, node.state in ('ACTIVE', 'ASLEEP')
    if lives and generation == newest:
        return 'alive'
    if newest != 0 and generation >= newest:
        return 'which has never had this generation: ' + MADE_UP
    return over


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
        if value.address is None:
            return 'stamp 0x%x' % int(value['stamp'])
        node = Node(Layout(), int(value.address))
        if node.state == 'SENTINEL' or node.state == 'ZEROED':
            return node.says()
        world = world_of_node(node)
        pool, slot = world.place_of(node) if world else (None, None)
        if pool is None:
            return '%s, generation %d, pool %d' % (node.says(), node.life, node.pool)
        return "%s, generation %d, slot %d of '%s'" % (node.says(), pool.generation(node, slot), slot, pool.name)


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
            int(value['id']), plural(world.pool_count, 'pool'),
            plural(sum(pool.live for pool in world.pools.values()), 'actor'), int(value['ticks']))


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
troupe actor A                      what is at the address of an actor or of its struct, whatever its node says
troupe handle H [in W]              whose life it names, and whether that goes on

W, P, A and H are expressions: pointers or structs. What is overwritten is marked by !!."""

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
        if pool is None:
            raise Trouble('at 0x%x is no pool, or its world does not know it' % address)
        show_pool(world, pool, limit_in(given, 100 * LIMIT), user)


class ActorCommand(Sub):
    name = 'actor'

    def show(self, argument):
        show_node(*find_actor(address_in(argument, 'trp_actor')))


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
