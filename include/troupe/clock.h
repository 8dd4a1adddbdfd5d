/**
 * @file clock.h
 * Clocks: the units of time, for lifetimes (lifetime.h) and timers (timer.h).
 *
 *     trp_timer_start(reload, self, trp_seconds(0.25f));
 *     trp_expire_in(in->world, self, trp_ticks(90));
 *
 * All clocks move at once at the start of a tick: after the systems' `before`, before timers fire
 * and before any actor is updated. The enabled layers and the time scales of that moment apply. A
 * change later in the tick takes effect in the next tick. Between two ticks, and in the callbacks
 * of a tick, no clock moves.
 *
 * No sum is kept in a float. Seconds are counted in units of 2^-32 s. A tick's `dt` of 2^-9 s or
 * more is counted exactly; a smaller one is rounded once. One tick counts at most 2^18 s (3 days).
 * A moment in seconds counts as reached from a quarter of a millisecond before it. So 50 ticks of
 * 0.02f, which is slightly less than 0.02, reach one second.
 */
#ifndef TROUPE_CLOCK_H
#define TROUPE_CLOCK_H

#include "actor.h"
#include "check.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The unit of a clock. */
typedef enum trp_clock {
    /** seconds of the pool, the sum of its actors' `dt`: they stand still while its layer is
     * disabled, and follow the time scales of world, layer and pool */
    TRP_CLOCK_SECONDS,
    TRP_CLOCK_TICKS, /**< ticks in which the pool's layer is enabled; time scales do not count */
    TRP_CLOCK_WORLD_TICKS /**< all ticks, in a disabled layer too */
} trp_clock;

/** A length of time: seconds, or ticks. Made by trp_seconds() or trp_ticks(). A call whose clock
 * counts the other unit refuses it (TRP_ERR_DESC). Answers have the unit of their clock; the other
 * field is 0. Zero: 0 seconds. */
typedef struct trp_duration {
    float seconds;  /**< read-only: in seconds; 0 if in_ticks */
    uint32_t ticks; /**< read-only: in ticks; 0 unless in_ticks */
    bool in_ticks;  /**< read-only: the unit */
} trp_duration;

/** A duration in seconds: trp_seconds(0.25f). Its range is checked by the call that gets it. */
static inline trp_duration trp_seconds(float seconds)
{
    trp_duration duration;
    duration.seconds = seconds;
    duration.ticks = 0;
    duration.in_ticks = false;
    return duration;
}

/** A duration in ticks: trp_ticks(3). */
static inline trp_duration trp_ticks(uint32_t ticks)
{
    trp_duration duration;
    duration.seconds = 0;
    duration.ticks = ticks;
    duration.in_ticks = true;
    return duration;
}

/** A moment on the clock of a pool's lifetime, as an actor stores it. Made by trp_time_in(); zero
 * means never. A struct, so that no number of seconds is taken for a moment. */
typedef struct trp_time {
    uint32_t moment; /**< read-only: in ticks, or in units of 2^-12 seconds; it wraps around */
} trp_time;

/** The longest lifetime in seconds: 6 days minus a second. */
#define TRP_MAX_LIFE_SECONDS 524287
/** The longest lifetime in ticks: more than a year at 60 ticks per second. */
#define TRP_MAX_LIFE_TICKS 0x7FFFFFFFu

/** private: only programs that use TRP_LIFETIME link it */
extern const struct trp__lifetimes trp__lifetimes;

/** The place of a lifetime in a struct; TRP_LIFETIME fills it in. Zero: none. */
typedef struct trp_lifetime {
    size_t offset;                    /**< public: offset of the trp_time in the struct, in bytes */
    trp_clock clock;                  /**< public: the clock of the moment */
    const struct trp__lifetimes *use; /**< private */
    size_t size;                      /**< private: of the struct, in bytes; 0: not known */
    const char *type;                 /**< private: the struct's name; NULL: not known */
} trp_lifetime;

/** private: the compiler's message for a member that is no trp_time */
#define TRP__NO_TIME                                                                               \
    "the member of a lifetime is a trp_time, the moment of the end: no float, no double. Declare " \
    "it as `trp_time until;`, and set it by trp_time_in() or trp_expire_in()"

/** private: offset of a trp_time, checked */
#ifdef __cplusplus
extern "C++" {
template <class Member> struct trp__checked_time {
    static_assert(sizeof(Member) == 0, TRP__NO_TIME);
    static constexpr size_t zero = 0;
};
template <> struct trp__checked_time<trp_time> {
    static constexpr size_t zero = 0;
};
}
#define TRP__TIME_OFFSET(type, member)                                                             \
    (offsetof(type, member) + trp__checked_time<decltype(((type *)0)->member)>::zero)
#else
#define TRP__TIME_OFFSET(type, member)                                                             \
    (offsetof(type, member) +                                                                      \
     TRP__REQUIRE(_Generic(((type *)0)->member, trp_time : 1, default : 0), TRP__NO_TIME))
#endif

/** Initialises desc.lifetime: an actor's life ends at the moment in `member`, a trp_time of the
 * struct, on the clock of seconds. An initialiser in braces, like TRP_TYPE. */
#define TRP_LIFETIME(type, member) TRP_LIFETIME_BY(type, member, TRP_CLOCK_SECONDS)

/** TRP_LIFETIME() on another clock. */
#define TRP_LIFETIME_BY(type, member, clock)                                                       \
    {                                                                                              \
        TRP__TIME_OFFSET(type, member), (clock), &trp__lifetimes, sizeof(type), #type              \
    }

#ifdef __cplusplus
}
#endif

#endif
