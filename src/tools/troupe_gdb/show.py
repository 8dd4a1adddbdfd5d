"""Worlds, pools and actors as text."""

import gdb

from .memory import Trouble, Troubles, plural, state_of, state_text, text


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
    """Taken slots that are not in the list: sleeping ones, then leaving ones."""
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
