/**
 * @file troupe.hpp
 * The library for C++17 and later, without casts: typed pools, callbacks (functions, members,
 * lambdas without captures) with typed parameters, typed handles, timers, spaces, contacts, groups
 * and families, `for (bullet &b : bullets)`, and `trp_user<game>(in)`.
 *
 *     struct bullet
 *     {
 *         trp_actor actor;
 *         float x, speed;
 *     };
 *     static void fly(bullet &b, const trp_context &in) { b.x += b.speed * in.dt; }
 *     ...
 *     troupe::pool_desc<bullet> desc("bullet", 4096);
 *     troupe::pool<bullet> bullets(world, desc.set_update<fly>());
 *     bullet *b = bullets.create();
 *     for (bullet &each : bullets)
 *         if (each.x > 320)
 *             trp_recycle(world, &each.actor);
 *
 * It is a thin layer on the C headers, which it includes. Calls that need no cast are made as in C.
 * Promises, errors and costs are the same. It allocates nothing, and uses no exceptions and no
 * RTTI. troupe.h does not include it.
 *
 * Types must be standard-layout and trivially copyable, because pools copy and zero their bytes and
 * call no constructor or destructor. The compiler checks this. The node is the public member
 * `actor`, or another member that is named: `troupe::pool<crate, &crate::node>`.
 *
 * **Base structs** are first members, not classes to inherit from: `struct missile { body base;
 * float fuel; };`. `troupe::as<body>(actor)` is the base of any actor whose struct begins with one.
 * A pool of missiles is created as in C, with TRP_TYPE(missile, base.actor), because a pointer to
 * member cannot name a path: see tests/examples/bases_cpp.cpp.
 *
 * With TRP_PLACES (place.h) the calls that this file makes record no line, since it would be a line
 * of this file. Your calls of the C functions record their lines as usual.
 *
 * A callback that throws ends the program (std::terminate): an exception cannot pass through the
 * library.
 */
#ifndef TROUPE_TROUPE_HPP
#define TROUPE_TROUPE_HPP

#if __cplusplus < 201703L && !(defined(_MSVC_LANG) && _MSVC_LANG >= 201703L)
#error "troupe.hpp is for C++17 and later: compile with -std=c++17 (MSVC: /std:c++17)"
#else

#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wold-style-cast" // C has no other casts
#endif
#include "contacts.h"
#include "family.h"
#include "group.h"
#include "space.h"
#include "troupe.h"
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

namespace troupe {

template <class Type, trp_actor Type::*Node> class pool;

/** private */
namespace detail {

/** private: the member `actor`, which must belong to the type itself */
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

/** private: offset of a member, in bytes; optimisers make it a constant */
template <class Type, class Member, Member Type::*Which> std::size_t offset_of() noexcept
{
    alignas(Type) unsigned char memory[sizeof(Type)];
    const Type *object = reinterpret_cast<const Type *>(memory);
    const Member *member = &(object->*Which);
    return static_cast<std::size_t>(reinterpret_cast<const unsigned char *>(member) - memory);
}

#if (defined(__GNUC__) && __GNUC__ >= 9) || defined(__clang__)
/** private: the text of a function's name, which contains "Type = bullet" */
template <class Type> constexpr std::string_view text_of() noexcept
{
    constexpr std::string_view text = __PRETTY_FUNCTION__;
    const std::size_t begin = text.find("Type = ") + 7;
    return text.substr(begin, text.find_first_of(";]", begin) - begin);
}

/** private: that name of a type, ended by a zero */
template <class Type> struct name_of {
    char text[text_of<Type>().size() + 1] = {};

    constexpr name_of() noexcept
    {
        for (std::size_t i = 0; i + 1 < sizeof text; ++i)
            text[i] = text_of<Type>()[i];
    }
};
template <class Type> inline constexpr name_of<Type> type_name_text{};
template <class Type> constexpr const char *type_name() noexcept
{
    return type_name_text<Type>.text;
}
#else
template <class Type> constexpr const char *type_name() noexcept
{
    return nullptr; // unknown: any type of its size matches
}
#endif

/** private: facts about a type, checked when the program is compiled */
template <class Type, trp_actor Type::*Node> struct type_of {
    static_assert(
        std::is_standard_layout_v<Type>,
        "an actor's type must be standard-layout: no virtual functions, all members in one "
        "class and equally public or private");
    static_assert(std::is_trivially_copyable_v<Type>,
                  "an actor's type must be trivially copyable: pools copy bytes, and call neither "
                  "constructors nor destructors");

    /** private: offset of the node, in bytes; optimisers make it a constant */
    static std::size_t offset() noexcept
    {
        return offset_of<Type, trp_actor, Node>();
    }

    /** private: the equivalent of TRP_TYPE */
    static trp_type type() noexcept
    {
        return {sizeof(Type), alignof(Type), offset(), type_name<Type>()};
    }

#if TRP__CHECKS_TYPES
    /** private: the type, for checks of programs compiled with TRP_DEBUG (check.h) */
    static trp__named_type named() noexcept
    {
        return trp__name_type(sizeof(Type), offset(), type_name<Type>(), nullptr, 0);
    }

    /** private: the pool of a walk, checked */
    static const trp_pool *walked(const trp_pool *pool) noexcept
    {
        return trp__walked(pool, named());
    }

    /** private: from a node to its struct, checked; NULL stays NULL */
    static Type *object(trp_actor *node) noexcept
    {
        return static_cast<Type *>(trp__around_as(node, named()));
    }

    /** private: the same for a const node */
    static const Type *object(const trp_actor *node) noexcept
    {
        return static_cast<const Type *>(trp__around_as(node, named()));
    }
#else
    /** private: the pool of a walk */
    static const trp_pool *walked(const trp_pool *pool) noexcept
    {
        return pool;
    }

    /** private: from a node to its struct; NULL stays NULL */
    static Type *object(trp_actor *node) noexcept
    {
        return static_cast<Type *>(trp__around(node, offset()));
    }

    /** private: the same for a const node */
    static const Type *object(const trp_actor *node) noexcept
    {
        return static_cast<const Type *>(trp__around(node, offset()));
    }
#endif
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

/** private: a lambda without captures, whose object has no content */
template <class Function> const Function &plain() noexcept
{
    static_assert(std::is_empty_v<Function>,
                  "a lambda must have no captures: the library keeps a plain function. What it "
                  "needs comes by in.user. Functions and members are the template's argument: "
                  "set_update<fly>()");
    alignas(Function) static const unsigned char nothing[sizeof(Function)] = {};
    return *reinterpret_cast<const Function *>(nothing);
}

/** private: the node of an actor of any type, for calls of C functions */
template <class Type> trp_actor *node(Type &actor) noexcept
{
    return &(actor.*node_of<Type>());
}
template <class Type> const trp_actor *node(const Type &actor) noexcept
{
    return &(actor.*node_of<Type>());
}

} // namespace detail

/** The struct of a node, for other callbacks of the C headers (watchers, systems); nullptr
 * stays nullptr. trp_as() without the cast. */
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

/** A trp_handle with the type of its actor. Zero, `{}`, is null. It has no default initialiser,
 * because structs with handles in them must be able to be actors. Initialise local handles with
 * `{}`. */
template <class Type> struct handle {
    trp_handle raw; /**< public: the handle as in C */

    /** Whether it is not the null handle. The life that it identifies may be over. */
    explicit operator bool() const noexcept
    {
        return !trp_handle_is_null(raw);
    }

    /** Whether both identify the same life. */
    friend bool operator==(handle a, handle b) noexcept
    {
        return trp_handle_equal(a.raw, b.raw);
    }

    /** Whether they identify different lives. */
    friend bool operator!=(handle a, handle b) noexcept
    {
        return !trp_handle_equal(a.raw, b.raw);
    }
};

/** trp_get(): the actor, or nullptr if its life is over. */
template <class Type, trp_actor Type::*Node = detail::node_of<Type>()>
Type *get(const trp_world *world, handle<Type> of) noexcept
{
    return detail::type_of<Type, Node>::object(trp_get(world, of.raw));
}

/**
 * A trp_pool_desc for this type, with typed callbacks. All other fields are set as in C. A callback
 * is either the template's argument, `set_update<fly>()`: a function whose first parameter is the
 * actor, or a member function. Or it is the call's argument: a lambda without captures.
 *
 *     desc.set_update([](bullet &b, const trp_context &in) { b.x += in.dt; });
 */
template <class Type, trp_actor Type::*Node = detail::node_of<Type>()>
struct pool_desc : trp_pool_desc {
    /** A pool with this many slots. The name is for messages, and is kept as a pointer. */
    pool_desc(const char *pool_name, std::uint32_t slots) noexcept : trp_pool_desc()
    {
        name = pool_name;
        type = detail::type_of<Type, Node>::type();
        capacity = slots;
    }

    /** Updates an actor: `void (Type &, const trp_context &)`, or a member `void (const trp_context
     * &)`. */
    template <auto Function> pool_desc &set_update() noexcept
    {
        static_assert(std::is_invocable_v<decltype(Function), Type &, const trp_context &>,
                      "update: void (Type &, const trp_context &)");
        return set_update([](Type &self, const trp_context &in) noexcept {
            detail::call<Function, Type, const trp_context &>(self, in);
        });
    }

    /** The same by a lambda. */
    template <class Function> pool_desc &set_update(Function) noexcept
    {
        static_assert(std::is_invocable_v<Function, Type &, const trp_context &>,
                      "update: void (Type &, const trp_context &)");
        update = [](trp_actor *self, const trp_context *in) noexcept {
            detail::plain<Function>()(*as<Type, Node>(self), *in);
        };
        return *this;
    }

    /**
     * Updates each actor by the same types of function as set_update(), but inline, in one walk
     * over the pool, as TRP_UPDATE_EACH() of walk.h does. Use it instead of set_update() and
     * set_update_pool().
     */
    template <auto Function> pool_desc &set_update_each() noexcept
    {
        static_assert(std::is_invocable_v<decltype(Function), Type &, const trp_context &>,
                      "update: void (Type &, const trp_context &)");
        return set_update_each([](Type &self, const trp_context &in) noexcept {
            detail::call<Function, Type, const trp_context &>(self, in);
        });
    }

    /** The same by a lambda. */
    template <class Function> pool_desc &set_update_each(Function) noexcept
    {
        static_assert(std::is_invocable_v<Function, Type &, const trp_context &>,
                      "update: void (Type &, const trp_context &)");
        update_pool = [](trp_pool *raw, const trp_context *in) noexcept {
            trp_walk walk =
                trp__update_begin(raw, sizeof(Type), detail::type_of<Type, Node>::offset());
            for (; walk.walked != nullptr;
                 walk = trp__walk_on(walk, sizeof(Type), detail::type_of<Type, Node>::offset(),
                                     trp__next_update)) {
                Type *const end = static_cast<Type *>(walk.last);
                for (Type *it = static_cast<Type *>(walk.first); it != end; ++it)
                    if ((it->*Node).stamp >= walk.limit)
                        detail::plain<Function>()(*it, *in);
            }
        };
        return *this;
    }

    /** Updates the whole pool: `void (troupe::pool<Type>, const trp_context &)`. */
    template <auto Function> pool_desc &set_update_pool() noexcept
    {
        using owner = pool<Type, Node>;
        static_assert(std::is_invocable_v<decltype(Function), owner, const trp_context &>,
                      "update_pool: void (troupe::pool<Type>, const trp_context &)");
        return set_update_pool(
            [](owner self, const trp_context &in) noexcept { Function(self, in); });
    }

    /** The same by a lambda. */
    template <class Function> pool_desc &set_update_pool(Function) noexcept
    {
        using owner = pool<Type, Node>;
        static_assert(std::is_invocable_v<Function, owner, const trp_context &>,
                      "update_pool: void (troupe::pool<Type>, const trp_context &)");
        update_pool = [](trp_pool *raw, const trp_context *in) noexcept {
            detail::plain<Function>()(owner(raw), *in);
        };
        return *this;
    }

    /** Draws an actor: `void (const Type &, const trp_view &)`, or a const member. */
    template <auto Function> pool_desc &set_draw() noexcept
    {
        static_assert(std::is_invocable_v<decltype(Function), const Type &, const trp_view &>,
                      "draw: void (const Type &, const trp_view &)");
        return set_draw([](const Type &self, const trp_view &view) noexcept {
            detail::call<Function, const Type, const trp_view &>(self, view);
        });
    }

    /** The same by a lambda. */
    template <class Function> pool_desc &set_draw(Function) noexcept
    {
        static_assert(std::is_invocable_v<Function, const Type &, const trp_view &>,
                      "draw: void (const Type &, const trp_view &)");
        draw = [](const trp_actor *self, const trp_view *view) noexcept {
            detail::plain<Function>()(*as<Type, Node>(self), *view);
        };
        return *this;
    }

    /** Whether an actor's life is over: `bool (const Type &, const trp_context &)`, or a const
     * member. */
    template <auto Function> pool_desc &set_is_expired() noexcept
    {
        static_assert(
            std::is_invocable_r_v<bool, decltype(Function), const Type &, const trp_context &>,
            "is_expired: bool (const Type &, const trp_context &)");
        return set_is_expired([](const Type &self, const trp_context &in) noexcept -> bool {
            return detail::call<Function, const Type, const trp_context &>(self, in);
        });
    }

    /** The same by a lambda. */
    template <class Function> pool_desc &set_is_expired(Function) noexcept
    {
        static_assert(std::is_invocable_r_v<bool, Function, const Type &, const trp_context &>,
                      "is_expired: bool (const Type &, const trp_context &)");
        is_expired = [](const trp_actor *self, const trp_context *in) noexcept -> bool {
            return detail::plain<Function>()(*as<Type, Node>(self), *in);
        };
        return *this;
    }

    /** Called for a newborn: `void (Type &, const trp_context &)`, or a member. */
    template <auto Function> pool_desc &set_on_create() noexcept
    {
        static_assert(std::is_invocable_v<decltype(Function), Type &, const trp_context &>,
                      "on_create: void (Type &, const trp_context &)");
        return set_on_create([](Type &self, const trp_context &in) noexcept {
            detail::call<Function, Type, const trp_context &>(self, in);
        });
    }

    /** The same by a lambda. */
    template <class Function> pool_desc &set_on_create(Function) noexcept
    {
        static_assert(std::is_invocable_v<Function, Type &, const trp_context &>,
                      "on_create: void (Type &, const trp_context &)");
        on_create = [](trp_actor *self, const trp_context *in) noexcept {
            detail::plain<Function>()(*as<Type, Node>(self), *in);
        };
        return *this;
    }

    /** Called when a life is over: `void (Type &, const trp_end_context &)`, or a member. */
    template <auto Function> pool_desc &set_on_end() noexcept
    {
        static_assert(std::is_invocable_v<decltype(Function), Type &, const trp_end_context &>,
                      "on_end: void (Type &, const trp_end_context &)");
        return set_on_end([](Type &self, const trp_end_context &in) noexcept {
            detail::call<Function, Type, const trp_end_context &>(self, in);
        });
    }

    /** The same by a lambda. */
    template <class Function> pool_desc &set_on_end(Function) noexcept
    {
        static_assert(std::is_invocable_v<Function, Type &, const trp_end_context &>,
                      "on_end: void (Type &, const trp_end_context &)");
        on_end = [](trp_actor *self, const trp_end_context *in) noexcept {
            detail::plain<Function>()(*as<Type, Node>(self), *in);
        };
        return *this;
    }

    /** Lives end at the moment in this member (lifetime.h): `set_lifetime<&bullet::until>()`. */
    template <trp_time Type::*Until>
    pool_desc &set_lifetime(trp_clock clock = TRP_CLOCK_SECONDS) noexcept
    {
        lifetime.offset = detail::offset_of<Type, trp_time, Until>();
        lifetime.clock = clock;
        lifetime.use = &trp__lifetimes;
        return *this;
    }

    /** The initial values of create(), instead of zeros; copied when the pool is created. */
    pool_desc &set_prototype(const Type &model) noexcept
    {
        prototype = &model;
        return *this;
    }
};

/** private */
namespace detail {

/** private: the cursor of a range-for: a trp_each() as an object. It looks for the next actor when
 * the loop compares it with the end, always inline, so that compilers keep it in registers. */
template <class Type, trp_actor Type::*Node> class walk {
  public:
    /** private: the end of any walk */
    struct end {};

    /** private: begins a walk */
    [[gnu::always_inline]] explicit walk(const trp_pool *of) noexcept
    {
        take(trp__walk(type_of<Type, Node>::walked(of), sizeof(Type),
                       type_of<Type, Node>::offset()));
    }

    walk(const walk &) = delete;
    walk &operator=(const walk &) = delete;

    /** private: ends a walk that was left by `break`, `return` or an exception */
    [[gnu::always_inline]] ~walk()
    {
        if (pool != nullptr)
            trp__walk_end(pool);
    }

    /** private: moves on to the next actor; false if there is none */
    [[gnu::always_inline]] bool operator!=(end) noexcept
    {
        for (;;) {
            for (; TRP__LIKELY(at != last); ++at)
                if (TRP__LIKELY((at->*Node).stamp >= limit))
                    return true;
            if (pool != nullptr)
                take(trp__walk_on(given(), sizeof(Type), type_of<Type, Node>::offset(),
                                  trp__next_run));
            if (pool == nullptr)
                return false;
        }
    }

    /** private: the current actor */
    [[gnu::always_inline]] Type &operator*() const noexcept
    {
        return *at;
    }

    /** private: steps off the current actor */
    [[gnu::always_inline]] walk &operator++() noexcept
    {
        ++at;
        return *this;
    }

  private:
    // The members of trp_walk are copied one by one: clang keeps no member of an object in a
    // register if the object's address is passed.
    [[gnu::always_inline]] void take(const trp_walk &state) noexcept
    {
        pool = state.walked;
        at = static_cast<Type *>(state.first);
        last = static_cast<Type *>(state.last);
        limit = state.limit;
        next = state.next;
        entry = state.entry;
        version = state.version;
    }

    [[gnu::always_inline]] trp_walk given() const noexcept
    {
        trp_walk state = trp_walk();
        state.walked = pool;
        state.first = last; // of which trp__next_run asks only whether it is NULL
        state.limit = limit;
        state.next = next;
        state.entry = entry;
        state.version = version;
        return state;
    }

    const trp_pool *pool; // NULL: the walk is over
    Type *at;
    Type *last; // end of the run
    uint32_t limit;
    uint32_t next;
    uint32_t version;
    const trp__entry *entry;
};

} // namespace detail

/**
 * A pool of actors of one type: a pointer to a trp_pool, to be passed by value. Like a pointer it
 * neither owns nor ends the pool, which exists as long as its world. A pool made by `{}`, or whose
 * creation failed, is null; every call on it is safe.
 *
 * `for (bullet &b : bullets)` is trp_each(). It visits exactly the actors that are active when it
 * begins and still are when their turn comes. The body may remove, create and wake actors, and may
 * use `break`, `continue` and `return`. It compiles to the same loop as trp_each(): a few
 * instructions per visit.
 */
template <class Type, trp_actor Type::*Node = detail::node_of<Type>()> class pool {
  public:
    /** The desc for such a pool. */
    using desc = pool_desc<Type, Node>;

    /** A null pool. */
    pool() noexcept = default;

    /** trp_pool_create(). If it fails, the pool is null, and trp_last_result() gives the reason. */
    pool(trp_world *world, const desc &of) noexcept : it(trp_pool_create(world, &of))
    {
    }

    /** A pool of this type that was created in C. */
    explicit pool(trp_pool *made) noexcept : it(made)
    {
    }

    /** Whether the pool is not null. */
    explicit operator bool() const noexcept
    {
        return it != nullptr;
    }

    /** The pool, for calls of C functions. */
    trp_pool *raw() const noexcept
    {
        return it;
    }

    /** trp_create(): the newborn, zero or a copy of the prototype, or nullptr. */
    Type *create() const noexcept
    {
        static_assert(std::is_trivially_default_constructible_v<Type>,
                      "a new actor is all zero: its members' initialisers would not be seen. Say "
                      "create({})");
        return as<Type, Node>((trp_create)(it, nullptr));
    }

    /** trp_create(): all bytes except the node are copied from `init`. */
    Type *create(const Type &init) const noexcept
    {
        return as<Type, Node>((trp_create)(it, &init));
    }

    /** trp_create_with(): `birth.from`, if any, is a struct of this type. */
    Type *create_with(const trp_birth &birth) const noexcept
    {
        return as<Type, Node>((trp_create_with)(it, &birth));
    }

    /** trp_prototype(): the initial values of create(), to be completed and passed to create(init).
     * Zeros if there is no pool. */
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

    /** trp_create_many(): calls `init(Type &)` for each newborn. Returns the number of newborns. */
    template <class Init> std::uint32_t create_many(std::uint32_t n, Init init) const noexcept
    {
        return (trp_create_many)(it, n, visit_with<Init>, &init);
    }

    /** trp_adopt(), for external pools: returns the actor, or nullptr. */
    Type *adopt(Type &actor) const noexcept
    {
        return as<Type, Node>((trp_adopt)(it, &(actor.*Node)));
    }

    /** trp_handle_of(): null for an actor that is expired, free or of another world. */
    handle<Type> handle_of(const Type &actor) const noexcept
    {
        return {trp_handle_of(trp__pool_world(it), &(actor.*Node))};
    }

    /** trp_get_in(): the actor, or nullptr if its life is over or it is of another pool. */
    Type *get(handle<Type> of) const noexcept
    {
        return as<Type, Node>(trp_get_in(it, of.raw));
    }

    /** trp_pool_at(): the actor in this slot, or nullptr. */
    Type *at(std::uint32_t slot) const noexcept
    {
        return as<Type, Node>(trp_pool_at(it, slot));
    }

    /** trp_pool_count(): number of active, asleep and expired actors. */
    std::uint32_t count() const noexcept
    {
        return trp_pool_count(it);
    }

    /** trp_time_in(): a moment for the member of set_lifetime(). */
    trp_time time_in(trp_duration duration) const noexcept
    {
        return trp_time_in(it, duration);
    }

    /** trp_for_each(): calls `visit(Type &)`, which may do anything. */
    template <class Visit> trp_result for_each(Visit visit) const noexcept
    {
        return trp_for_each(it, visit_with<Visit>, &visit);
    }

    /** trp_pool_recycle_if() for actors with `match(const Type &)`. Returns the number of
     * actors. */
    template <class Match>
    std::uint32_t recycle_if(Match match, const trp_ending &ending = {}) const noexcept
    {
        return trp_pool_recycle_if(it, &ending, match_with<Match>, &match);
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

    template <class Visit> static void visit_with(trp_actor *self, const trp_context *in) noexcept
    {
        (*static_cast<Visit *>(in->arg))(*as<Type, Node>(self));
    }

    template <class Match>
    static bool match_with(const trp_actor *self, const trp_context *in) noexcept
    {
        return (*static_cast<Match *>(in->arg))(*as<Type, Node>(self));
    }
};

/**
 * A trp_timers_desc for a pool of this type, with a typed on_due. All other fields are set as in C.
 */
template <class Type, trp_actor Type::*Node = detail::node_of<Type>()>
struct timers_desc : trp_timers_desc {
    /** Timers on this clock. */
    explicit timers_desc(trp_clock by = TRP_CLOCK_SECONDS) noexcept : trp_timers_desc()
    {
        clock = by;
    }

    /** Called when a timer is due: `void (Type &, const trp_context &)`, or a member. */
    template <auto Function> timers_desc &set_on_due() noexcept
    {
        static_assert(std::is_invocable_v<decltype(Function), Type &, const trp_context &>,
                      "on_due: void (Type &, const trp_context &)");
        return set_on_due([](Type &self, const trp_context &in) noexcept {
            detail::call<Function, Type, const trp_context &>(self, in);
        });
    }

    /** The same by a lambda. */
    template <class Function> timers_desc &set_on_due(Function) noexcept
    {
        static_assert(std::is_invocable_v<Function, Type &, const trp_context &>,
                      "on_due: void (Type &, const trp_context &)");
        on_due = [](trp_actor *self, const trp_context *in) noexcept {
            detail::plain<Function>()(*as<Type, Node>(self), *in);
        };
        return *this;
    }
};

/** A trp_timers for a pool of this type: a pointer, to be passed by value. The functions are those
 * of timer.h, with the same results. */
template <class Type, trp_actor Type::*Node = detail::node_of<Type>()> class timers {
  public:
    /** The desc for such timers. */
    using desc = timers_desc<Type, Node>;

    /** Null timers. */
    timers() noexcept = default;

    /** trp_timers_create(). If it fails, the timers are null, and trp_last_result() gives the
     * reason. */
    explicit timers(troupe::pool<Type, Node> pool, const desc &of = desc()) noexcept
        : it(trp_timers_create(pool.raw(), &of))
    {
    }

    /** Whether the timers are not null. */
    explicit operator bool() const noexcept
    {
        return it != nullptr;
    }

    /** The timers, for calls of C functions. */
    trp_timers *raw() const noexcept
    {
        return it;
    }

    /** trp_timer_start(): due once, after this time. */
    trp_result start(Type &actor, trp_duration duration) const noexcept
    {
        return trp_timer_start(it, &(actor.*Node), duration);
    }

    /** trp_timer_repeat(): due again after each period. */
    trp_result repeat(Type &actor, trp_duration duration) const noexcept
    {
        return trp_timer_repeat(it, &(actor.*Node), duration);
    }

    /** trp_timer_sleep(): with `due = TRP_DUE_WAKE`. */
    trp_result sleep(Type &actor, trp_duration duration) const noexcept
    {
        return trp_timer_sleep(it, &(actor.*Node), duration);
    }

    /** trp_timer_stop() */
    trp_result stop(Type &actor) const noexcept
    {
        return (trp_timer_stop)(it, &(actor.*Node));
    }

    /** trp_timer_is_running() */
    bool is_running(const Type &actor) const noexcept
    {
        return trp_timer_is_running(it, &(actor.*Node));
    }

    /** trp_timer_left() */
    trp_duration left(const Type &actor) const noexcept
    {
        return trp_timer_left(it, &(actor.*Node));
    }

  private:
    trp_timers *it = nullptr;
};

/**
 * A trp_space: a pointer to it, to be passed by value. It exists until trp_space_destroy() or the
 * end of its world. What has no member function here is called as in C, with raw().
 *
 *     troupe::space space(world, desc);
 *     space.add<&rock::box>(rocks);
 *     space.pairs<shot, rock>(which, [&](shot &s, rock &r) { ... });
 */
class space {
  public:
    /** A null space. */
    space() noexcept = default;

    /** trp_space_create(). If it fails, the space is null: see trp_last_result(). */
    space(trp_world *world, const trp_space_desc &desc) noexcept
        : it(trp_space_create(world, &desc))
    {
    }

    /** A space that was created in C. */
    explicit space(trp_space *made) noexcept : it(made)
    {
    }

    /** Whether the space is not null. */
    explicit operator bool() const noexcept
    {
        return it != nullptr;
    }

    /** The space, for calls of C functions. */
    trp_space *raw() const noexcept
    {
        return it;
    }

    /** trp_space_add_pool(), with the boxes in this member: `add<&rock::box>(rocks)`. */
    template <auto Box, class Type, trp_actor Type::*Node>
    trp_result add(pool<Type, Node> of, trp_space_pool_desc desc = {}) const noexcept
    {
        static_assert(
            std::is_same_v<decltype(Box), trp_box Type::*>,
            "the box: a trp_box of this type, as in add<&rock::box>(rocks). For four "
            "floats: desc.box = TRP_BOX(rock, x, y, width, height), and add(rocks, desc)");
        desc.box = detail::offset_of<Type, trp_box, Box>() + 1;
        return trp_space_add_pool(it, of.raw(), &desc);
    }

    /** trp_space_add_pool(), with the boxes in `desc.box`: TRP_BOX(rock, x, y, width, height). */
    template <class Type, trp_actor Type::*Node>
    trp_result add(pool<Type, Node> of, const trp_space_pool_desc &desc) const noexcept
    {
        return trp_space_add_pool(it, of.raw(), &desc);
    }

    /** trp_space_moved(), for what moves outside of ticks. */
    template <class Type, trp_actor Type::*Node = detail::node_of<Type>()>
    trp_result moved(Type &actor) const noexcept
    {
        return trp_space_moved(it, &(actor.*Node));
    }

    /** trp_space_teleported() */
    template <class Type, trp_actor Type::*Node = detail::node_of<Type>()>
    trp_result teleported(Type &actor) const noexcept
    {
        return trp_space_teleported(it, &(actor.*Node));
    }

    /** trp_space_query(): calls `visit(Type &)` for every answer. The query's mask must select
     * actors of this type only. Returns the number of visited actors. */
    template <class Type, trp_actor Type::*Node = detail::node_of<Type>(), class Visit>
    std::uint32_t query(const trp_query &which, Visit visit) const noexcept
    {
        return trp_space_query(
            it, &which,
            [](trp_actor *self, const trp_context *in) noexcept {
                (*static_cast<Visit *>(in->arg))(*as<Type, Node>(self));
            },
            &visit);
    }

    /** trp_space_nearest() among actors of this type, which the mask must select: a handle. */
    template <class Type>
    handle<Type> nearest(float x, float y, float radius, std::uint32_t mask = 0) const noexcept
    {
        return {trp_space_nearest(it, x, y, radius, mask)};
    }

    /** trp_space_pairs(): calls `visit(A &, B &)` for every pair. `which.a` must select actors of
     * the first type only, and `which.b` of the second. Returns the number of visited pairs. */
    template <class A, class B, trp_actor A::*NodeA = detail::node_of<A>(),
              trp_actor B::*NodeB = detail::node_of<B>(), class Visit>
    std::uint32_t pairs(const trp_pairing &which, Visit visit) const noexcept
    {
        return trp_space_pairs(
            it, &which,
            [](trp_actor *a, trp_actor *b, const trp_pair_context *in) noexcept {
                (*static_cast<Visit *>(in->arg))(*as<A, NodeA>(a), *as<B, NodeB>(b));
            },
            &visit);
    }

  private:
    trp_space *it = nullptr;
};

/**
 * A trp_contacts_desc with a typed on_contact: `void (A *, B *, const trp_contact_context &)`. An
 * actor whose life is over at the end of a contact is nullptr. `pairing.a` must select actors of
 * the first type only, and `pairing.b` of the second. All other fields are set as in C.
 */
template <class A, class B, trp_actor A::*NodeA = detail::node_of<A>(),
          trp_actor B::*NodeB = detail::node_of<B>()>
struct contacts_desc : trp_contacts_desc {
    /** Contacts with this name, by which saves match them. It is kept as a pointer. */
    explicit contacts_desc(const char *contacts_name = nullptr) noexcept : trp_contacts_desc()
    {
        name = contacts_name;
    }

    /** Called for each contact in desc.phases. */
    template <auto Function> contacts_desc &set_on_contact() noexcept
    {
        return set_on_contact([](A *a, B *b, const trp_contact_context &in) noexcept {
            static_assert(
                std::is_invocable_v<decltype(Function), A *, B *, const trp_contact_context &>,
                "on_contact: void (A *, B *, const trp_contact_context &)");
            Function(a, b, in);
        });
    }

    /** The same by a lambda. */
    template <class Function> contacts_desc &set_on_contact(Function) noexcept
    {
        static_assert(std::is_invocable_v<Function, A *, B *, const trp_contact_context &>,
                      "on_contact: void (A *, B *, const trp_contact_context &)");
        on_contact = [](trp_actor *a, trp_actor *b, const trp_contact_context *in) noexcept {
            detail::plain<Function>()(as<A, NodeA>(a), as<B, NodeB>(b), *in);
        };
        return *this;
    }
};

/** A trp_contacts: a pointer, to be passed by value. It exists as long as its space. */
class contacts {
  public:
    /** Null contacts. */
    contacts() noexcept = default;

    /** trp_contacts_create(). If it fails, they are null: see trp_last_result(). */
    template <class A, class B, trp_actor A::*NodeA, trp_actor B::*NodeB>
    contacts(space in, const contacts_desc<A, B, NodeA, NodeB> &desc) noexcept
        : it(trp_contacts_create(in.raw(), &desc))
    {
    }

    /** Whether the contacts are not null. */
    explicit operator bool() const noexcept
    {
        return it != nullptr;
    }

    /** The contacts, for calls of C functions. */
    trp_contacts *raw() const noexcept
    {
        return it;
    }

    /** trp_contacts_run(), with desc.manual_run. Returns the number of calls of on_contact. */
    std::uint32_t run() const noexcept
    {
        return trp_contacts_run(it);
    }

  private:
    trp_contacts *it = nullptr;
};

/**
 * A trp_group of actors of this type. It is freed at the end of its scope, and must stay where it
 * is. What has no member function here is called as in C, with raw().
 */
template <class Type, trp_actor Type::*Node = detail::node_of<Type>()> class group {
  public:
    /** trp_group_init() for actors of this type. result() tells whether it could. */
    explicit group(trp_world *world, trp_group_desc desc = {}) noexcept
    {
        desc.type = detail::type_of<Type, Node>::type();
        made = trp_group_init(&it, world, &desc);
    }

    group(const group &) = delete;
    group &operator=(const group &) = delete;

    /** trp_group_free() */
    ~group()
    {
        trp_group_free(&it);
    }

    /** The result of trp_group_init(). */
    trp_result result() const noexcept
    {
        return made;
    }

    /** The group, for calls of C functions. */
    trp_group *raw() noexcept
    {
        return &it;
    }

    /** trp_group_add() */
    trp_result add(Type &actor) noexcept
    {
        return trp_group_add(&it, &(actor.*Node));
    }

    /** trp_group_add() of the actor of a handle; TRP_GONE if its life is over. */
    trp_result add(const trp_world *world, handle<Type> of) noexcept
    {
        return trp_group_add(&it, trp_get(world, of.raw));
    }

    /** trp_group_remove() */
    trp_result remove(const Type &actor) noexcept
    {
        return trp_group_remove(&it, &(actor.*Node));
    }

    /** trp_group_clear() */
    trp_result clear() noexcept
    {
        return trp_group_clear(&it);
    }

    /** trp_group_has() */
    bool has(const Type &actor) const noexcept
    {
        return trp_group_has(&it, &(actor.*Node));
    }

    /** trp_group_at(): nullptr if that member is dead. */
    Type *at(std::uint32_t place) const noexcept
    {
        return as<Type, Node>(trp_group_at(&it, place));
    }

    /** trp_group_size(): entries, dead ones included. */
    std::uint32_t size() const noexcept
    {
        return trp_group_size(&it);
    }

    /** trp_group_for_each(): calls `visit(Type &)`, which may do anything. */
    template <class Visit> trp_result for_each(Visit visit) const noexcept
    {
        return trp_group_for_each(
            &it,
            [](trp_actor *self, const trp_context *in) noexcept {
                (*static_cast<Visit *>(in->arg))(*as<Type, Node>(self));
            },
            &visit);
    }

  private:
    trp_group it = {};
    trp_result made = TRP_OK;
};

/**
 * A trp_family. It is freed at the end of its scope, and must stay where it is. Its actors are of
 * any type; those whose node is not the member `actor` are attached as in C, with raw().
 */
class family {
  public:
    /** trp_family_init(). result() tells whether it could. */
    explicit family(trp_world *world, const trp_family_desc &desc = {}) noexcept
        : made(trp_family_init(&it, world, &desc))
    {
    }

    family(const family &) = delete;
    family &operator=(const family &) = delete;

    /** trp_family_free() */
    ~family()
    {
        trp_family_free(&it);
    }

    /** The result of trp_family_init(). */
    trp_result result() const noexcept
    {
        return made;
    }

    /** The family, for calls of C functions. */
    trp_family *raw() noexcept
    {
        return &it;
    }

    /** trp_family_add(): the actors of this pool can be in it. */
    template <class Type, trp_actor Type::*Node> trp_result add(pool<Type, Node> of) noexcept
    {
        return trp_family_add(&it, of.raw());
    }

    /** trp_family_attach() */
    template <class Parent, class Child> trp_result attach(Parent &parent, Child &child) noexcept
    {
        return trp_family_attach(&it, detail::node(parent), detail::node(child));
    }

    /** trp_family_detach() */
    template <class Child> trp_result detach(Child &child) noexcept
    {
        return trp_family_detach(&it, detail::node(child));
    }

    /** trp_family_parent(), which must be of this type: `crew.parent<tank>(turret)`. */
    template <class Parent, class Child> Parent *parent(const Child &child) const noexcept
    {
        return as<Parent>(trp_family_parent(&it, detail::node(child)));
    }

    /** trp_family_for_each(): calls `visit(trp_actor &)` for the root and all below it; its members
     * are of several types. */
    template <class Root, class Visit> trp_result for_each(Root &root, Visit visit) noexcept
    {
        return trp_family_for_each(
            &it, detail::node(root),
            [](trp_actor *self, const trp_context *in) noexcept {
                (*static_cast<Visit *>(in->arg))(*self);
            },
            &visit);
    }

  private:
    trp_family it = {};
    trp_result made;
};

} // namespace troupe

/** The `user` of a desc, as the type that it has: `trp_user<game>(in).score++`. */
template <class User, class Context> User &trp_user(const Context &in) noexcept
{
    return *static_cast<User *>(in.user);
}

#endif

#endif
