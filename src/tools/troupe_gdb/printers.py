"""How handles, actors, pools, worlds, groups and families print."""

import gdb
import gdb.printing

from .memory import MOST_POOLS, MOST_SLOTS, Trouble, plural, state_of, state_text
from .pool import Pool
from .world import World
from .find import find_actor, handle_text, known_worlds


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
        """A node that belongs to no known actor: its own content."""
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


class GroupPrinter(Printer):
    def summary(self, value):
        if int(value['world']) == 0:
            return 'no group'
        size, room = int(value['size']), int(value['room'])
        if size > room:
            raise Trouble('overwritten: %d of %d entries' % (size, room))
        return 'group of %d (those dead but not pruned yet, too), room for %d' % (size, room)


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
                          ('world', WorldPrinter), ('group', GroupPrinter), ('family', FamilyPrinter)):
        found.add_printer('trp_' + name, '^trp_%s$' % name, printer)
    return found
