"""Finding the world of an actor or a handle."""

import gdb
import gdb.types

from .memory import MADE_UP, MOST_SLOTS, Trouble, state_of, state_text
from .world import World


def known_worlds():
    for address in list(World.known):
        try:
            yield World(address)
        except (Trouble, gdb.error):
            World.known.remove(address)


def find_actor(address, worlds):
    """(pool, slot, address of the node) of the node, or of the actor's struct, that begins at this address."""
    for world in worlds:
        found = world.find(address)
        if found is not None:
            return found
    return None


def address_in(expression, name):
    """The address that an expression refers to: a pointer, or the struct itself."""
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
    """What a handle refers to, in this world, or in the known world with its id."""
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
    """The same as in trp_why_gone(). A slot without a life has the generation of its next life; 0: there is none."""
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
