/*
 * Plays patterns on two equal stages for 600 ticks: one with the reference interpreter (Debian's
 * libbulletml), one with this interpreter. Plays at three ranks, each without a border and with a
 * border at which bullets end. Prints the first difference of each pattern and rank.
 *
 *   bulletml_reference [--rank r] (name file.xml table.bmt)...
 */
#include <bulletml/bulletmlparser.h>
/* It must come first: the next header uses it but does not include it. */
#include <bulletml/bulletmlparser-tinyxml.h>
#include <bulletml/bulletmlrunner.h>

#include "bulletml_stage.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace
{

const uint32_t ROOM = 50000;
const uint32_t TICKS = 600;

/* The reference interpreter on a stage. */
class Actor : public BulletMLRunner
{
  public:
    Actor(bullet_stage *stage, BulletMLParser *parser) : BulletMLRunner(parser), stage_(stage)
    {
    }
    Actor(bullet_stage *stage, BulletMLState *state) : BulletMLRunner(state), stage_(stage)
    {
    }

    double getBulletDirection() override
    {
        return motion().direction;
    }
    double getAimDirection() override
    {
        return stage_aim(stage_);
    }
    double getBulletSpeed() override
    {
        return motion().speed;
    }
    double getDefaultSpeed() override
    {
        return 1;
    }
    double getRank() override
    {
        return stage_->rank;
    }
    double getRand() override
    {
        return stage_random(stage_);
    }
    int getTurn() override
    {
        return static_cast<int>(stage_->tick);
    }
    void createSimpleBullet(double direction, double speed) override
    {
        stage_fire(stage_, direction, speed);
    }
    void createBullet(BulletMLState *state, double direction, double speed) override
    {
        stage_bullet *bullet = stage_fire(stage_, direction, speed);
        if (bullet)
        {
            bullet->actor = new Actor(stage_, state);
        }
    }
    void doVanish() override
    {
        stage_->now->dead = true;
    }
    void doChangeDirection(double direction) override
    {
        motion().direction = direction;
    }
    void doChangeSpeed(double speed) override
    {
        motion().speed = speed;
    }
    void doAccelX(double speed) override
    {
        motion().accel_x = speed;
    }
    void doAccelY(double speed) override
    {
        motion().accel_y = speed;
    }
    double getBulletSpeedX() override
    {
        return motion().accel_x;
    }
    double getBulletSpeedY() override
    {
        return motion().accel_y;
    }

  private:
    bml_motion &motion()
    {
        return stage_->now->motion;
    }

    bullet_stage *stage_;
};

bool run_actor(bullet_stage *stage)
{
    static_cast<Actor *>(stage->now->actor)->run();
    return true;
}

void forget_actor(void *actor)
{
    delete static_cast<Actor *>(actor);
}

struct Table
{
    std::vector<uint32_t> words;
    bml_pattern pattern;

    explicit Table(const char *name) : words(BML_WORDS), pattern()
    {
        std::vector<unsigned char> bytes(BML_WORDS * 4);
        std::FILE *file = std::fopen(name, "rb");
        size_t size = file ? std::fread(bytes.data(), 1, bytes.size(), file) : 0;
        bml_result result =
            bml_load(&pattern, bytes.data(), static_cast<uint32_t>(size), words.data(), BML_WORDS);
        if (file)
        {
            std::fclose(file);
        }
        if (result != BML_OK)
        {
            std::fprintf(stderr, "%s: %s\n", name, bml_reason(result));
            std::exit(1);
        }
    }
};

/* Two stages and their differences. */
struct Comparison
{
    const char *name;
    double rank;
    bool culls;
    bool quiet;
    bool same;
    bool flight; /* the motions differ since `since`, the numbers of bullets are equal */
    uint32_t since;

    void print(uint32_t tick, uint32_t there, uint32_t here) const
    {
        if (quiet)
        {
            return;
        }
        std::printf("%s rank %g%s: tick %u, ", name, rank, culls ? " with a border" : "",
                    static_cast<unsigned>(tick));
        if (there != here)
        {
            std::printf("bullets of the reference %u, of this interpreter %u\n",
                        static_cast<unsigned>(there), static_cast<unsigned>(here));
        }
        else
        {
            std::printf("equal numbers of bullets, different motions\n");
        }
    }

    void play(bullet_stage *there, bullet_stage *here)
    {
        for (uint32_t tick = 0; tick < TICKS; tick++)
        {
            stage_tick(there);
            stage_tick(here);
            if (there->count != here->count)
            {
                same = false;
                print(tick, there->count, here->count);
                return;
            }
            if (!flight && stage_hash(there, 0) != stage_hash(here, 0))
            {
                flight = true;
                since = tick;
            }
        }
        if (there->lost != 0 || here->lost != 0)
        {
            std::printf("%s rank %g: more than %u bullets\n", name, rank,
                        static_cast<unsigned>(ROOM));
        }
        if (flight)
        {
            same = false;
            print(since, 0, 0);
        }
    }

    void run(const char *xml, const bml_pattern *pattern)
    {
        bullet_stage there = bullet_stage();
        bullet_stage here = bullet_stage();
        BulletMLParserTinyXML parser(xml);
        parser.build();
        if (!stage_set_up(&there, ROOM) || !stage_set_up(&here, ROOM))
        {
            std::exit(1);
        }
        there.rank = here.rank = rank;
        there.culls = here.culls = culls;
        there.run = run_actor;
        there.forget = forget_actor;
        there.bullets[0].actor = new Actor(&there, &parser);
        stage_play(&here, pattern);
        play(&there, &here);
        stage_tear_down(&there);
        stage_tear_down(&here);
    }
};

} // namespace

int main(int count, char **arguments)
{
    std::vector<double> ranks = {0, 0.5, 1};
    int first = 1;
    unsigned compared = 0;
    unsigned same = 0;
    if (count > 2 && std::strcmp(arguments[1], "--rank") == 0)
    {
        ranks.assign(1, std::atof(arguments[2]));
        first = 3;
    }
    for (int i = first; i + 2 < count; i += 3)
    {
        Table table(arguments[i + 2]);
        for (double rank : ranks)
        {
            bool told = false;
            for (int culls = 0; culls < 2; culls++)
            {
                Comparison comparison = Comparison();
                comparison.name = arguments[i];
                comparison.rank = rank;
                comparison.culls = culls != 0;
                comparison.same = true;
                comparison.quiet = told;
                comparison.run(arguments[i + 1], &table.pattern);
                compared++;
                same += comparison.same;
                told = !comparison.same;
            }
        }
    }
    std::printf("%u games of %u ticks: %u the same to the last bit, %u not\n", compared,
                static_cast<unsigned>(TICKS), same, compared - same);
    return 0;
}
