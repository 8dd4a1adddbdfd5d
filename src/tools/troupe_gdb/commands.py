"""The commands."""

import re

import gdb
import gdb.printing
import gdb.types

from .memory import LIMIT, Trouble, struct_at
from .world import World
from .show import show_node, show_pool, show_world
from .find import address_in, find_actor, handle_text, known_worlds
from .printers import printers


def options(argument, names):
    """Removes `name value` pairs from the end of an argument."""
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
troupe actor A [in W]               the actor at this address, or whose struct begins there, whatever its node contains
troupe handle H [in W]              the life to which it refers, and whether that has ended

W, P, A and H are expressions: pointers or structs. Without W, actors and handles are searched for in the worlds
that were shown before. The commands show the library's own memory. Disagreements and overwritten memory are marked by !!."""

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


def register():
    gdb.printing.register_pretty_printer(None, printers(), replace=True)
    Troupe()
    for command in (WorldCommand, PoolCommand, ActorCommand, HandleCommand):
        command()
