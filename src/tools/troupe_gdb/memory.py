"""Reading memory: constants of the library, small structs, and the meaning of stamps."""

import struct
from array import array

import gdb

# As in src/core/stamp.h, src/core/ages.h and src/base/bitmap.h; tests/tools/gdb/corners.gdb compares them.
NUMBERS = {'LISTED_BIT': 0x80000000, 'ALIVE_BIT': 0x40000000, 'STAMP_ACTIVE': 0xC0000000, 'STAMP_EXPIRED': 0x80000000,
           'STAMP_ASLEEP': 0x40000000, 'STAMP_LEAVING': 0x08000000, 'STAMP_FREE': 0x10000000,
           'STAMP_QUARANTINED': 0x20000000, 'STAMP_RETIRED': 0x30000000, 'LAST': 1 << 24, 'CHAIN': (1 << 25) - 1,
           'ENTRY_HOLE': 0x80000000, 'ENTRY_INDEX': (1 << 24) - 1, 'HOLE_LENGTH': (1 << 30) - 1, 'NONE': 0xFFFFFFFF, 'FREE': 0, 'ACTIVE': 1}
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
ORDERS = {0: 'memory order', -1: 'newest first', 1: 'oldest first'}
MOST_POOLS = 4095
MOST_LAYERS = 65535
MOST_SLOTS = 1 << 24
MOST_CHUNKS = 32
MOST_LEVELS = 5
TOGETHER = 1 << 18  # bytes that are read at once
LIMIT = 10


class Trouble(Exception):
    """The reason why something cannot be shown."""


class Troubles(list):
    """A list of errors, of limited length."""

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
    """Offsets of the fields of small structs, to read many of them quickly."""

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
        self.entry_index, self.entry_stamp = (offset_of(entry, name) // 4 for name in ('index', 'stamp'))

    def numbers(self, address, count, size=4):
        """`count` numbers of 4 or 8 bytes. Raises gdb.MemoryError if they cannot be read."""
        found = array({4: 'I', 8: 'Q'}[size])
        if count > 0:
            found.frombytes(read(address, count * size))
        if self.swapped:
            found.byteswap()
        return found


class Node:
    """A trp_actor in memory. Raises gdb.MemoryError if it cannot be read."""

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
        """How it disagrees with the ledger; None: it agrees."""
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
