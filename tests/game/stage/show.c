#include "show.h"

enum {
    MEASURE_EVERY = 30, /* ticks */
    BARE_EVERY = 16,
    ROUNDS = 96, /* rounds of the library's part of a tick: about a millisecond */
    SAMPLES = 9, /* of the library's part: the median counts, so that interruptions do not */
    MARK_TICKS = 150,
    FEW_MOTES = 400
};

/* The sum measured since the last report, and the reported value. */
typedef struct meter_sum {
    double ms;
    uint32_t count;
    float mean;
} meter_sum;

struct show {
    session *session;
    storm *storm;
    show_clock *now;
    stage stage;
    art art;
    bool shows_help, is_measured;
    uint32_t tick;
    uint32_t motes, churn; /* the present settings of the storm */

    game_actor marked;
    bool is_mote; /* the marked actor is a mote */
    game_facts facts;
    float mark_x, mark_y;
    uint32_t mark_ticks; /* for which the place of a mistake is still marked */

    uint32_t sound_count;
    show_sound sounds[SHOW_SOUNDS];
    uint32_t last_heard[SYNTH_SOUNDS];

    double drawing_since, frame_since;
    uint32_t frame_ticks;   /* since the last frame */
    float library[SAMPLES]; /* the newest is last; 0: not measured */
    meter_sum game, storm_all, storm_bare, drawing, frame, ticks_per_frame;
    float times[SHOW_TIMES];

    game_sprite sprites[GAME_SPRITES];
    game_sprite mote_sprites[STORM_MAX];
    stage_quad quads[STAGE_QUADS + STORM_MAX + SHOW_SPARE];
    _Alignas(8) unsigned char session_memory[SESSION_BYTES];
    _Alignas(8) unsigned char storm_memory[STORM_BYTES];
    _Alignas(8) unsigned char spare[GAME_BYTES];
};

_Static_assert(sizeof(show) <= SHOW_BYTES, "SHOW_BYTES of show.h is too small");

show *show_init(void *memory, size_t size, const show_desc *desc)
{
    show *s = (show *)memory;
    if (!memory || (uintptr_t)memory % 8 != 0 || size < sizeof(show))
        return NULL;
    unsigned char *bytes = (unsigned char *)memory;
    for (size_t i = 0; i < offsetof(show, sprites); ++i)
        bytes[i] = 0;
    s->now = desc->now;
    s->session = session_init(s->session_memory, sizeof s->session_memory, &desc->session);
    s->storm = storm_init(s->storm_memory, sizeof s->storm_memory, desc->session.seed);
    stage_init(&s->stage, &s->art);
    s->frame_since = s->now();
    return s->session && s->storm ? s : NULL;
}

session *show_session(show *s)
{
    return s->session;
}

stage *show_stage(show *s)
{
    return &s->stage;
}

void show_set_storm(show *s, uint32_t motes, uint32_t churn)
{
    s->motes = motes;
    s->churn = churn;
    storm_set(s->storm, motes, churn);
}

void show_set_parallel_for(show *s, trp_parallel_for_fn *parallel_for, void *user)
{
    storm_set_parallel_for(s->storm, parallel_for, user);
}

void show_get_storm_panel(const show *s, game_pool_panel *panel)
{
    storm_get_panel(s->storm, panel);
}

bool show_bake(show *s, unsigned char *pixels, float scale)
{
    return art_bake(&s->art, pixels, scale);
}

const art *show_art(const show *s)
{
    return &s->art;
}

/* -- measuring -- */

static void sum_up(meter_sum *sum, double ms)
{
    sum->ms += ms > 0 ? ms : 0;
    sum->count++;
}

/* The same for a tick. A tick that takes several times as long as usual, and at least a millisecond
 * longer, was interrupted and does not count. */
static void sum_up_tick(meter_sum *sum, double ms)
{
    if (sum->mean == 0 || ms < 4 * (double)sum->mean + 1)
        sum_up(sum, ms);
}

/* A moving mean over about a second. */
static void settle(meter_sum *sum)
{
    if (sum->count == 0)
        return;
    const float mean = (float)(sum->ms / sum->count);
    sum->mean = sum->mean == 0 ? mean : sum->mean + (mean - sum->mean) * 0.3f;
    sum->ms = 0;
    sum->count = 0;
}

/* Measures the library's part of the game's tick (game_measure_begin()). */
static void measure_library(show *s)
{
    game *g = session_game(s->session);
    if (!game_measure_begin(g, s->spare, sizeof s->spare))
        return;
    const double begin = s->now();
    game_measure_rounds(g, ROUNDS);
    for (int i = 0; i + 1 < SAMPLES; ++i)
        s->library[i] = s->library[i + 1];
    s->library[SAMPLES - 1] = (float)((s->now() - begin) / ROUNDS);
    game_measure_end(g, s->spare);
}

static void step_storm(show *s)
{
    const bool is_bare = s->is_measured && s->tick % BARE_EVERY == 0;
    const double begin = s->now();
    if (is_bare)
        storm_step_bare(s->storm);
    else
        storm_step(s->storm);
    sum_up_tick(is_bare ? &s->storm_bare : &s->storm_all, s->now() - begin);
}

static void settle_all(show *s)
{
    settle(&s->game);
    settle(&s->storm_all);
    settle(&s->storm_bare);
    settle(&s->drawing);
    settle(&s->frame);
    settle(&s->ticks_per_frame);
}

/* -- a tick -- */

static void add_sound(show *s, uint32_t sound, float x)
{
    if (s->sound_count == SHOW_SOUNDS || s->tick - s->last_heard[sound] < synth_rest(sound))
        return;
    s->last_heard[sound] = s->tick;
    s->sounds[s->sound_count++] = (show_sound){
        .sound = sound, .gain = synth_gain(sound), .pan = (x / (GAME_WIDTH / 2) - 1) * 0.6f};
}

static void listen(show *s)
{
    const game_event *events;
    const uint32_t count = game_get_events(session_game(s->session), &events);
    for (uint32_t i = 0; i < count; ++i) {
        add_sound(s, events[i].kind, events[i].x);
        if (events[i].kind == GAME_EVENT_START && !s->is_mote)
            s->marked = (game_actor){0, 0}; /* it belonged to another game */
    }
}

void show_step(show *s, uint32_t input)
{
    const double begin = s->now();
    s->tick++;
    session_step(s->session, input);
    if (session_news(s->session))
        stage_note(&s->stage, session_news(s->session));
    sum_up_tick(&s->game, s->now() - begin);
    step_storm(s);
    for (int i = 0; i + 1 < SHOW_TIMES; ++i)
        s->times[i] = s->times[i + 1];
    s->times[SHOW_TIMES - 1] = (float)(s->now() - begin);
    stage_step(&s->stage, session_game(s->session));
    listen(s);
    s->frame_ticks++;
    s->mark_ticks -= s->mark_ticks > 0;
    if (s->is_measured && s->tick % MEASURE_EVERY == 0)
        measure_library(s);
    if (s->tick % (GAME_RATE / 4) == 0)
        settle_all(s);
}

uint32_t show_get_sounds(show *s, show_sound sounds[SHOW_SOUNDS])
{
    const uint32_t count = s->sound_count;
    for (uint32_t i = 0; i < count; ++i)
        sounds[i] = s->sounds[i];
    s->sound_count = 0;
    return count;
}

/* -- drawing -- */

static void mark_mote(const show *s, stage_scene *scene)
{
    game_facts facts;
    scene->has_mark = s->mark_ticks > 0;
    scene->mark_x = s->mark_x;
    scene->mark_y = s->mark_y;
    if (!s->is_mote || !storm_get_facts(s->storm, s->marked, &facts))
        return;
    scene->has_mark = true;
    scene->mark_x = facts.x;
    scene->mark_y = facts.y;
}

/* While the last hit is shown again. */
static void mark_killer(show *s, stage_scene *scene)
{
    game_kill kill;
    scene->is_hit = session_is_hit(s->session);
    if (!scene->is_hit || !game_get_kill(scene->g, &kill))
        return;
    scene->marked = kill.killer.actor;
    scene->has_mark = false;
}

uint32_t show_draw(show *s, float alpha, const stage_quad **quads)
{
    const double now = s->now();
    sum_up(&s->frame, now - s->frame_since);
    sum_up(&s->ticks_per_frame,
           s->frame_ticks < 8 ? s->frame_ticks : 8); /* skipped ticks do not count */
    s->frame_ticks = 0;
    s->frame_since = s->drawing_since = now;
    const game *g = session_game(s->session);
    stage_scene scene = {.g = g,
                         .sprites = s->sprites,
                         .motes = s->mote_sprites,
                         .shows_help = s->shows_help,
                         .is_replay = session_is_replay(s->session),
                         .replay_part = session_replay_part(s->session)};
    scene.past = session_get_past(s->session);
    scene.match = session_match(s->session);
    scene.me = session_me(s->session);
    scene.level = session_level(s->session);
    scene.has_hit = session_has_hit(s->session);
    scene.count = game_draw(g, alpha, s->sprites, GAME_SPRITES);
    scene.mote_count = storm_draw(s->storm, alpha, s->mote_sprites, STORM_MAX);
    scene.marked = s->is_mote ? (game_actor){0, 0} : s->marked;
    mark_mote(s, &scene);
    mark_killer(s, &scene);
    *quads = s->quads;
    return stage_draw(&s->stage, &scene, s->quads, STAGE_QUADS + STORM_MAX);
}

void show_drawn(show *s)
{
    sum_up(&s->drawing, s->now() - s->drawing_since);
}

/* -- help and marks -- */

void show_set_help(show *s, bool is_shown)
{
    s->shows_help = is_shown;
}

bool show_pick(show *s, float x, float y)
{
    s->marked = game_pick(session_game(s->session), x, y);
    s->is_mote = s->marked.generation == 0;
    if (s->is_mote)
        s->marked = storm_pick(s->storm, x, y);
    s->facts = (game_facts){0};
    return s->marked.generation != 0;
}

/* Keeps facts that were known while the actor lived, after the black box has dropped them. */
static void keep_facts(const game_facts *before, game_facts *now)
{
    if (!now->maker)
        now->maker = before->maker;
    if (!now->born_at.file)
        now->born_at = before->born_at;
    if (now->age == GAME_NO_AGE && before->pool)
        now->age = before->age;
    if (now->lives || now->reason)
        return;
    now->reason = before->reason;
    now->ended_at = before->ended_at;
}

bool show_get_marked(show *s, game_facts *facts)
{
    game_facts now;
    const bool is_known = s->is_mote ? storm_get_facts(s->storm, s->marked, &now)
                                     : game_get_facts(session_game(s->session), s->marked, &now);
    if (is_known) {
        keep_facts(&s->facts, &now);
        s->facts = now;
    } else
        s->facts.lives = false;
    *facts = s->facts;
    return s->facts.pool != NULL;
}

void show_err(show *s, storm_mistake mistake, storm_verdict *verdict)
{
    if (s->motes == 0) {
        show_set_storm(s, FEW_MOTES, 5);
        storm_step(s->storm);
    }
    if (!storm_err(s->storm, mistake, verdict))
        return;
    s->mark_x = verdict->x;
    s->mark_y = verdict->y;
    s->mark_ticks = MARK_TICKS;
}

/* -- costs -- */

void show_set_measured(show *s, bool is_measured)
{
    s->is_measured = is_measured;
}

void show_get_report(const show *s, show_report *report)
{
    const float ticks = s->ticks_per_frame.mean;
    const float storm_library =
        s->storm_bare.mean < s->storm_all.mean ? s->storm_bare.mean : s->storm_all.mean;
    const float library = shade_least(shade_middle(s->library, SAMPLES), s->game.mean);
    const float per_mote = s->motes > 0 ? 1e6f / (float)s->motes : 0;
    *report = (show_report){
        .library_ms = (library + storm_library) * ticks,
        .game_ms = (s->game.mean - library + s->storm_all.mean - storm_library) * ticks,
        .drawing_ms = s->drawing.mean,
        .frame_ms = s->frame.mean,
        .tick_ms = s->game.mean + s->storm_all.mean,
        .storm_ns = s->storm_all.mean * per_mote,
        .motes = s->motes,
        .churn = s->churn};
    for (int i = 0; i < SHOW_TIMES; ++i)
        report->ticks[i] = s->times[i];
}
