/**
 * @file troupe.hpp
 * The core for C++17 and later, without casts: a pool that knows its type, callbacks that get it,
 * handles that name it, and `for (bullet &b : bullets)`.
 *
 *     struct bullet
 *     {
 *         trp_actor actor;
 *         float x, speed;
 *     };
 *     static void fly(bullet &b, const trp_tick &tick) { b.x += b.speed * tick.dt; }
 *     ...
 *     troupe::pool_desc<bullet> desc("bullet", 4096);
 *     troupe::pool<bullet> bullets(world, desc.set_update<fly>());
 *     bullet *b = bullets.create();
 *     for (bullet &each : bullets)
 *         if (each.x > 320)
 *             trp_recycle(world, &each.actor);
 *
 * It is a thin view of the C headers, which it includes: whatever has no cast in it is called as in
 * C, with the same promises, errors and costs. Nothing is allocated, there are no exceptions and no
 * RTTI. Not included by troupe.h.
 *
 * Types are standard-layout and trivially copyable, as the pools copy and zero their bytes and call
 * no constructor or destructor; that is checked when the program is compiled. The node is the public
 * member `actor`, or another that is named: `troupe::pool<crate, &crate::node>`.
 *
 * **Base structs** are first members, not classes to inherit from:
 * `struct missile { body base; float fuel; };`. `troupe::as<body>(actor)` is the base of any actor
 * whose struct begins with one. A pool of missiles is created as in C, with TRP_TYPE(missile,
 * base.actor), because a pointer to member cannot name a path: see tests/examples/bases_cpp.cpp.
 *
 * With TRP_PLACES (place.h) it notes no line for what it calls itself, since that would be one of this
 * file; calls of the C functions note yours as ever.
 *
 * A callback that throws ends the program (std::terminate): nothing can pass through the library.
 */
#ifndef TROUPE_TROUPE_HPP
#define TROUPE_TROUPE_HPP

#if __cplusplus < 201703L && !(defined(_MSVC_LANG) && _MSVC_LANG >= 201703L)
#error "troupe.hpp is for C++17 and later: compile with -std=c++17 (MSVC: /std:c++17)"
#else

#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wold-style-cast" // C has no others
#include "troupe.h"
#pragma GCC diagnostic pop
#else
#include "troupe.h"
#endif

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace troupe
{

template <class Type, trp_actor Type::*Node> class pool;

/** private */
namespace detail
{

/** private: the member `actor`, which is the type's own */
template <class Type> constexpr trp_actor Type::*node_of() noexcept
{
    constexpr bool is_own = std::is_same_v<decltype(&Type::actor), trp_actor Type::*>;
    static_assert(is_own,
                  "the type's member `actor` must be a trp_actor of its own. Do not inherit "
                  "from a struct with a node: make it the first member, and name the node's "
                  "path in C (TRP_TYPE(missile, base.actor))");
    if constexpr (is_own)
        return &Type::actor;
    else
        return nullptr;
}

/** private: where a member is, in bytes; a constant to any optimiser */
template <class Type, class Member, Member Type::*Which> std::size_t offset_of() noexcept
{
    alignas(Type) unsigned char memory[sizeof(Type)];
    const Type *object = reinterpret_cast<const Type *>(memory);
    const Member *member = &(object->*Which);
    return static_cast<std::size_t>(reinterpret_cast<const unsigned char *>(member) - memory);
}

/** private: what is known of a type when the program is compiled */
template <class Type, trp_actor Type::*Node> struct type_of
{
    static_assert(
        std::is_standard_layout_v<Type>,
        "an actor's type must be standard-layout: no virtual functions, all members in one "
        "class and equally public or private");
    static_assert(std::is_trivially_copyable_v<Type>,
                  "an actor's type must be trivially copyable: pools copy bytes, and call neither "
                  "constructors nor destructors");

    /** private: of the node, in bytes; a constant to any optimiser */
    static std::size_t offset() noexcept
    {
        return offset_of<Type, trp_actor, Node>();
    }

    /** private: what TRP_TYPE says in C */
    static trp_type type(const char *name) noexcept
    {
        (void)name;
        return {sizeof(Type), alignof(Type), offset(), nullptr}; // C++ does not know its name
    }

    /** private: from the node to the struct; NULL stays NULL */
    static Type *object(trp_actor *node) noexcept
    {
        return static_cast<Type *>(trp__around(node, offset()));
    }

    /** private: the same for a const node */
    static const Type *object(const trp_actor *node) noexcept
    {
        return static_cast<const Type *>(trp__around_const(node, offset()));
    }
};

/** private: calls a function, function object or member function on an object */
template <auto Function, class Type, class... Rest>
decltype(auto) call(Type &self, Rest... rest) noexcept
{
    if constexpr (std::is_member_function_pointer_v<decltype(Function)>)
        return (self.*Function)(rest...);
    else
        return Function(self, rest...);
}

} // namespace detail

/** The struct around a node, as other callbacks of the C headers get it (watchers, systems, spaces);
 * nullptr stays nullptr. trp_as() without the cast. */
template <class Type, trp_actor Type::*Node = detail::node_of<Type>()>
Type *as(trp_actor *node) noexcept
{
    return detail::type_of<Type, Node>::object(node);
}

/** The same for a const node. */
template <class Type, trp_actor Type::*Node = detail::node_of<Type>()>
const Type *as(const trp_actor *node) noexcept
{
    return detail::type_of<Type, Node>::object(node);
}

/** A trp_handle that says of which type. Zero, `{}`, is null; without that a local one is
 * uninitialised, so that structs with handles in them can be actors. */
template <class Type> struct handle
{
    trp_handle raw; /**< public: the handle as C has it */

    /** Whether it is not the null handle; the life that it names may be over. */
    explicit operator bool() const noexcept
    {
        return !trp_handle_is_null(raw);
    }

    /** Whether both name the same life. */
    friend bool operator==(handle a, handle b) noexcept
    {
        return trp_handle_equal(a.raw, b.raw);
    }

    /** Whether they do not. */
    friend bool operator!=(handle a, handle b) noexcept
    {
        return !trp_handle_equal(a.raw, b.raw);
    }
};

/** trp_get(): the actor, or nullptr if that life is over. */
template <class Type, trp_actor Type::*Node = detail::node_of<Type>()>
Type *get(const trp_world *world, handle<Type> of) noexcept
{
    return detail::type_of<Type, Node>::object(trp_get(world, of.raw));
}

/**
 * A trp_pool_desc of that type, with callbacks that get the type; all other fields are set as in C.
 * A callback is a function whose first parameter is the actor, or a member function of it, named as
 * the template's argument; in C++20 also a lambda that captures nothing.
 */
template <class Type, trp_actor Type::*Node = detail::node_of<Type>()>
struct pool_desc : trp_pool_desc
{
    /** A pool of so many slots; the name is for messages, and kept as a pointer. */
    pool_desc(const char *pool_name, std::uint32_t slots) noexcept : trp_pool_desc()
    {
        name = pool_name;
        type = detail::type_of<Type, Node>::type(pool_name);
        capacity = slots;
    }

    /** Updates an actor: `void (Type &, const trp_tick &)`, or a member `void (const trp_tick &)`. */
    template <auto Function> pool_desc &set_update() noexcept
    {
        static_assert(std::is_invocable_v<decltype(Function), Type &, const trp_tick &>,
                      "update: void (Type &, const trp_tick &)");
        update = [](trp_actor *self, const trp_tick *tick) noexcept {
            detail::call<Function, Type, const trp_tick &>(*as<Type, Node>(self), *tick);
        };
        return *this;
    }

    /**
     * Updates each actor by the same kinds of function as set_update(), but inline, in one walk over
     * the pool: TRP_UPDATE_EACH() of walk.h has what differs. Instead of set_update() and
     * set_update_pool().
     */
    template <auto Function> pool_desc &set_update_each() noexcept
    {
        static_assert(std::is_invocable_v<decltype(Function), Type &, const trp_tick &>,
                      "update: void (Type &, const trp_tick &)");
        update_pool = [](trp_pool *raw, const trp_tick *tick) noexcept {
            trp_walk walk =
                trp__update_begin(raw, sizeof(Type), detail::type_of<Type, Node>::offset());
            for (; walk.count != 0; walk = trp__update_step(walk))
            {
                Type *const end = static_cast<Type *>(walk.first) + walk.count;
                for (Type *it = static_cast<Type *>(walk.first); it != end; ++it)
                    if ((it->*Node).stamp >= walk.limit)
                        detail::call<Function, Type, const trp_tick &>(*it, *tick);
            }
        };
        return *this;
    }

    /** Updates the whole pool: `void (troupe::pool<Type>, const trp_tick &)`. */
    template <auto Function> pool_desc &set_update_pool() noexcept
    {
        using owner = pool<Type, Node>;
        static_assert(std::is_invocable_v<decltype(Function), owner, const trp_tick &>,
                      "update_pool: void (troupe::pool<Type>, const trp_tick &)");
        update_pool = [](trp_pool *raw, const trp_tick *tick) noexcept {
            Function(owner(raw), *tick);
        };
        return *this;
    }

    /** Draws an actor: `void (const Type &, const trp_view &)`, or a const member. */
    template <auto Function> pool_desc &set_draw() noexcept
    {
        static_assert(std::is_invocable_v<decltype(Function), const Type &, const trp_view &>,
                      "draw: void (const Type &, const trp_view &)");
        draw = [](const trp_actor *self, const trp_view *view) noexcept {
            detail::call<Function, const Type, const trp_view &>(*as<Type, Node>(self), *view);
        };
        return *this;
    }

    /** Whether an actor's life is over: `bool (const Type &)`, or a const member. */
    template <auto Function> pool_desc &set_is_expired() noexcept
    {
        static_assert(std::is_invocable_r_v<bool, decltype(Function), const Type &>,
                      "is_expired: bool (const Type &)");
        is_expired = [](const trp_actor *self) noexcept -> bool {
            return detail::call<Function, const Type>(*as<Type, Node>(self));
        };
        return *this;
    }

    /** Told of a newborn: `void (Type &, trp_world *)`, or a member `void (trp_world *)`. */
    template <auto Function> pool_desc &set_on_create() noexcept
    {
        static_assert(std::is_invocable_v<decltype(Function), Type &, trp_world *>,
                      "on_create: void (Type &, trp_world *)");
        on_create = [](trp_world *world, trp_actor *self) noexcept {
            detail::call<Function, Type, trp_world *>(*as<Type, Node>(self), world);
        };
        return *this;
    }

    /** Told that a life is over: `void (Type &, trp_world *, trp_reason)`, or a member
     * `void (trp_world *, trp_reason)`. */
    template <auto Function> pool_desc &set_on_recycle() noexcept
    {
        static_assert(std::is_invocable_v<decltype(Function), Type &, trp_world *, trp_reason>,
                      "on_recycle: void (Type &, trp_world *, trp_reason)");
        on_recycle = [](trp_world *world, trp_actor *self, trp_reason reason) noexcept {
            detail::call<Function, Type, trp_world *, trp_reason>(*as<Type, Node>(self), world,
                                                                  reason);
        };
        return *this;
    }

    /** Lives end at the moment that a member says (lifetime.h): `set_lifetime<&bullet::until>()`. */
    template <trp_time Type::*Until>
    pool_desc &set_lifetime(trp_clock clock = TRP_CLOCK_SECONDS) noexcept
    {
        lifetime.offset = detail::offset_of<Type, trp_time, Until>();
        lifetime.clock = clock;
        lifetime.use = trp__use_lifetime;
        return *this;
    }

    /** What create() starts from, instead of zeros: copied when the pool is made. */
    pool_desc &set_prototype(const Type &model) noexcept
    {
        prototype = &model;
        return *this;
    }
};

/** private */
namespace detail
{

/** private: where a range-for stands: a trp_each() as an object. It looks for the next actor where the
 * loop asks for its end, and always inline: so compilers keep all of it in registers. */
template <class Type, trp_actor Type::*Node> class walk
{
  public:
    /** private: the end of any */
    struct end
    {
    };

    /** private: begins */
    [[gnu::always_inline]] explicit walk(const trp_pool *of) noexcept
    {
        take(trp__walk(of, sizeof(Type), type_of<Type, Node>::offset()));
    }

    walk(const walk &) = delete;
    walk &operator=(const walk &) = delete;

    /** private: reports a `break`, a `return` and the like, which trp_each() cannot */
    [[gnu::always_inline]] ~walk()
    {
        if (pool != nullptr)
            trp__walk_end(pool);
    }

    /** private: whether there is a further actor; moves there */
    [[gnu::always_inline]] bool operator!=(end) noexcept
    {
        for (;;)
        {
            for (; TRP__LIKELY(at != last); ++at)
                if (TRP__LIKELY((at->*Node).stamp >= limit))
                    return true;
            if (pool != nullptr)
                take(trp__walk_on(given(), trp__next_run));
            if (pool == nullptr)
                return false;
        }
    }

    /** private: the actor */
    [[gnu::always_inline]] Type &operator*() const noexcept
    {
        return *at;
    }

    /** private: steps off it */
    [[gnu::always_inline]] walk &operator++() noexcept
    {
        ++at;
        return *this;
    }

  private:
    // A trp_walk is taken apart: of an object whose address is passed, clang keeps no member in a register.
    [[gnu::always_inline]] void take(const trp_walk &state) noexcept
    {
        pool = state.count != 0 ? state.pool : nullptr;
        at = static_cast<Type *>(state.first);
        last = at + state.count;
        limit = state.limit;
        next = state.next;
        index = state.index;
        turn = state.turn;
    }

    [[gnu::always_inline]] trp_walk given() const noexcept
    {
        trp_walk state = trp_walk();
        state.pool = pool;
        state.first = last - 1;
        state.count = 1;
        state.limit = limit;
        state.next = next;
        state.index = index;
        state.turn = turn;
        return state;
    }

    const trp_pool *pool; // NULL: it is over
    Type *at;
    Type *last; // after the slots of the run
    uint32_t limit;
    uint32_t next;
    uint32_t index;
    uint32_t turn;
};

} // namespace detail

/**
 * A pool of actors of one type: a pointer to a trp_pool, to be passed by value. Like that it neither
 * owns nor ends the pool, which lives as long as its world. A pool made by `{}` or that could not be
 * made is null; every call survives that.
 *
 * `for (bullet &b : bullets)` is trp_each(): it visits exactly the actors that are active when it
 * begins and still are when their turn comes. Any removal in it is fine, as are `break`, `continue`
 * and `return`; creating or waking in the same age-ordered pool is not (use for_each() for that). It
 * is compiled to the same loop, a few instructions a visit.
 */
template <class Type, trp_actor Type::*Node = detail::node_of<Type>()> class pool
{
  public:
    /** The desc of such a pool. */
    using desc = pool_desc<Type, Node>;

    /** No pool. */
    pool() noexcept = default;

    /** trp_pool_create(). If it fails the pool is null, and trp_last_result() says why. */
    pool(trp_world *world, const desc &of) noexcept : it(trp_pool_create(world, &of))
    {
    }

    /** A pool that was made in C, of this type. */
    explicit pool(trp_pool *made) noexcept : it(made)
    {
    }

    /** Whether there is a pool. */
    explicit operator bool() const noexcept
    {
        return it != nullptr;
    }

    /** The pool, for all that is called as in C. */
    trp_pool *raw() const noexcept
    {
        return it;
    }

    /** trp_create(): all zero, or the prototype. The newborn, or nullptr. */
    Type *create() const noexcept
    {
        static_assert(std::is_trivially_default_constructible_v<Type>,
                      "a new actor is all zero: its members' initialisers would not be seen. Say "
                      "create({})");
        return as<Type, Node>((trp_create)(it));
    }

    /** trp_create_from(): with the members of `init`, all but the node. */
    Type *create(const Type &init) const noexcept
    {
        return as<Type, Node>((trp_create_from)(it, &init));
    }

    /** trp_create_optional(): for what the game can do without. */
    Type *create_optional() const noexcept
    {
        static_assert(std::is_trivially_default_constructible_v<Type>,
                      "a new actor is all zero: its members' initialisers would not be seen");
        return as<Type, Node>((trp_create_optional)(it));
    }

    /** trp_create_optional_from(): the same with the members of `init`, all but the node. */
    Type *create_optional(const Type &init) const noexcept
    {
        return as<Type, Node>((trp_create_optional_from)(it, &init));
    }

    /** trp_prototype(): what create() starts from, to be completed and given to create(init). Zeros
     * if there is no pool. */
    Type prototype() const noexcept
    {
        static_assert(
            std::is_trivially_default_constructible_v<Type>,
            "a prototype is all zero, or set_prototype()'s: members' initialisers would not "
            "be seen. Begin with {}");
        Type start = {};
        (trp_prototype)(it, &start, sizeof start);
        return start;
    }

    /** trp_create_many(): `init(Type &)` for each. How many. */
    template <class Init> std::uint32_t create_many(std::uint32_t n, Init init) const noexcept
    {
        return (trp_create_many)(it, n, visit_with<Init>, &init);
    }

    /** trp_adopt(), for external pools: the actor, or nullptr. */
    Type *adopt(Type &actor) const noexcept
    {
        return as<Type, Node>((trp_adopt)(it, &(actor.*Node)));
    }

    /** trp_handle_of(): null for one that is expired, free or of another world. */
    handle<Type> handle_of(const Type &actor) const noexcept
    {
        return {trp_handle_of(trp_pool_world(it), &(actor.*Node))};
    }

    /** trp_get_in(): the actor, or nullptr if that life is over or another pool's. */
    Type *get(handle<Type> of) const noexcept
    {
        return as<Type, Node>(trp_get_in(it, of.raw));
    }

    /** trp_pool_at(): the actor in a slot, or nullptr. */
    Type *at(std::uint32_t slot) const noexcept
    {
        return as<Type, Node>(trp_pool_at(it, slot));
    }

    /** trp_pool_count(): active, asleep and expired ones. */
    std::uint32_t count() const noexcept
    {
        return trp_pool_count(it);
    }

    /** trp_time_in(): a moment for the member of set_lifetime(). */
    trp_time time_in(float seconds) const noexcept
    {
        return trp_time_in(it, seconds);
    }

    /** trp_time_in_ticks(): the same by a clock of ticks. */
    trp_time time_in_ticks(std::uint32_t ticks) const noexcept
    {
        return trp_time_in_ticks(it, ticks);
    }

    /** trp_for_each(): `visit(Type &)`, which may do anything. */
    template <class Visit> trp_result for_each(Visit visit) const noexcept
    {
        return trp_for_each(it, visit_with<Visit>, &visit);
    }

    /** trp_recycle_if() for actors for which `match(const Type &)` is true. Returns how many. */
    template <class Match> std::uint32_t recycle_if(Match match) const noexcept
    {
        return (trp_recycle_if)(it, match_with<Match>, &match);
    }

    /** trp_expire_if(): the same, softly. */
    template <class Match> std::uint32_t expire_if(Match match) const noexcept
    {
        return (trp_expire_if)(it, match_with<Match>, &match);
    }

    /** private: for range-for */
    detail::walk<Type, Node> begin() const noexcept
    {
        return detail::walk<Type, Node>(it);
    }

    /** private: for range-for */
    typename detail::walk<Type, Node>::end end() const noexcept
    {
        return {};
    }

  private:
    trp_pool *it = nullptr;

    template <class Visit> static void visit_with(trp_actor *self, void *visit) noexcept
    {
        (*static_cast<Visit *>(visit))(*as<Type, Node>(self));
    }

    template <class Match> static bool match_with(const trp_actor *self, void *match) noexcept
    {
        return (*static_cast<Match *>(match))(*as<Type, Node>(self));
    }
};

/**
 * A trp_timers_desc for a pool of that type, with an on_due that gets the type; all other fields are
 * set as in C.
 */
template <class Type, trp_actor Type::*Node = detail::node_of<Type>()>
struct timers_desc : trp_timers_desc
{
    /** Timers of the pool's actors, by a clock. */
    explicit timers_desc(troupe::pool<Type, Node> of, trp_clock by = TRP_CLOCK_SECONDS) noexcept
        : trp_timers_desc()
    {
        pool = of.raw();
        clock = by;
    }

    /** Called when a timer is due: `void (Type &, const trp_tick *)`, or a member
     * `void (const trp_tick *)`. */
    template <auto Function> timers_desc &set_on_due() noexcept
    {
        static_assert(std::is_invocable_v<decltype(Function), Type &, const trp_tick *>,
                      "on_due: void (Type &, const trp_tick *)");
        on_due = [](trp_timers *, trp_actor *self, const trp_tick *tick) noexcept {
            detail::call<Function, Type, const trp_tick *>(*as<Type, Node>(self), tick);
        };
        return *this;
    }
};

/** A trp_timers of a pool of that type: a pointer, to be copied. The functions are those of timer.h,
 * with the same results. */
template <class Type, trp_actor Type::*Node = detail::node_of<Type>()> class timers
{
  public:
    /** The desc of such timers. */
    using desc = timers_desc<Type, Node>;

    /** None. */
    timers() noexcept = default;

    /** trp_timers_create(). If it fails the timers are null, and trp_last_result() says why. */
    timers(trp_world *world, const desc &of) noexcept : it(trp_timers_create(world, &of))
    {
    }

    /** Whether there are any. */
    explicit operator bool() const noexcept
    {
        return it != nullptr;
    }

    /** The timers, for all that is called as in C. */
    trp_timers *raw() const noexcept
    {
        return it;
    }

    /** trp_timer_start(): once, in so many seconds. */
    trp_result start(Type &actor, float seconds) const noexcept
    {
        return trp_timer_start(it, &(actor.*Node), seconds);
    }

    /** trp_timer_start_ticks() */
    trp_result start_ticks(Type &actor, std::uint32_t ticks) const noexcept
    {
        return trp_timer_start_ticks(it, &(actor.*Node), ticks);
    }

    /** trp_timer_repeat(): again and again. */
    trp_result repeat(Type &actor, float seconds) const noexcept
    {
        return trp_timer_repeat(it, &(actor.*Node), seconds);
    }

    /** trp_timer_repeat_ticks() */
    trp_result repeat_ticks(Type &actor, std::uint32_t ticks) const noexcept
    {
        return trp_timer_repeat_ticks(it, &(actor.*Node), ticks);
    }

    /** trp_timer_sleep(): with `due = TRP_DUE_WAKE`. */
    trp_result sleep(Type &actor, float seconds) const noexcept
    {
        return trp_timer_sleep(it, &(actor.*Node), seconds);
    }

    /** trp_timer_sleep_ticks() */
    trp_result sleep_ticks(Type &actor, std::uint32_t ticks) const noexcept
    {
        return trp_timer_sleep_ticks(it, &(actor.*Node), ticks);
    }

    /** trp_timer_stop() */
    trp_result stop(Type &actor) const noexcept
    {
        return trp_timer_stop(it, &(actor.*Node));
    }

    /** trp_timer_is_running() */
    bool is_running(const Type &actor) const noexcept
    {
        return trp_timer_is_running(it, &(actor.*Node));
    }

    /** trp_timer_left(): a cooldown is ready when it is 0. */
    float left(const Type &actor) const noexcept
    {
        return trp_timer_left(it, &(actor.*Node));
    }

    /** trp_timer_left_ticks() */
    std::uint32_t left_ticks(const Type &actor) const noexcept
    {
        return trp_timer_left_ticks(it, &(actor.*Node));
    }

  private:
    trp_timers *it = nullptr;
};

} // namespace troupe

#endif

#endif
