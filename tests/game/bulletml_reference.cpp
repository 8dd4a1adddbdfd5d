// Plays a pattern on two stages, with the reference interpreter (Debian's libbulletml) and with ours.
#include <bulletml/bulletmlparser.h>
// Above must come first.
#include <bulletml/bulletmlparser-tinyxml.h>
#include <bulletml/bulletmlrunner.h>

#include "bulletml_stage.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <vector>

namespace
{

class Actor : public BulletMLRunner
{
public:
    Actor(stage *where, BulletMLParser *parser) : BulletMLRunner(parser), stage_(where) {}
    Actor(stage *where, BulletMLState *state) : BulletMLRunner(state), stage_(where) {}

    double getBulletDirection() override { return motion().direction; }
    double getAimDirection() override { return stage_aim(stage_); }
    double getBulletSpeed() override { return motion().speed; }
    double getDefaultSpeed() override { return 1; }
    double getRank() override { return stage_->rank; }
    double getRand() override { return stage_random(stage_); }
    int getTurn() override { return (int)stage_->tick; }
    void createSimpleBullet(double direction, double speed) override { stage_fire(stage_, direction, speed); }
    void createBullet(BulletMLState *state, double direction, double speed) override
    {
        stage_bullet *bullet = stage_fire(stage_, direction, speed);
        if (bullet)
            bullet->actor = new Actor(stage_, state);
        else
            delete state;
    }
    void doVanish() override { stage_->now->dead = true; }
    void doChangeDirection(double d) override { motion().direction = d; }
    void doChangeSpeed(double s) override { motion().speed = s; }
    void doAccelX(double a) override { motion().accel_x = a; }
    void doAccelY(double a) override { motion().accel_y = a; }
    double getBulletSpeedX() override { return motion().accel_x; }
    double getBulletSpeedY() override { return motion().accel_y; }

private:
    bml_motion &motion() { return stage_->now->motion; }
    stage *stage_;
};

bool runActor(stage *where)
{
    static_cast<Actor *>(where->now->actor)->run();
    return !where->now->dead;
}
void forgetActor(void *actor) { delete static_cast<Actor *>(actor); }
}
int main(int n, char **a)
{
    double ranks[]={0,0.5,1};
    for (int i=1;i+1<n;i+=2) for (double rank: ranks) for (int cull=0; cull<2; cull++)
    {
        stage ref = {}, own = {};
        stage_set_up(&ref, 20000); stage_set_up(&own, 20000);
        ref.rank = own.rank = rank; ref.culls=own.culls=cull;
        BulletMLParserTinyXML parser(a[i]); parser.build();
        ref.run = runActor; ref.forget = forgetActor;
        ref.bullets[0].actor = new Actor(&ref, &parser);
        static uint32_t words[BML_WORDS]; static unsigned char bytes[BML_WORDS*4];
        FILE *f=fopen(a[i+1],"rb"); size_t len=fread(bytes,1,sizeof bytes,f); fclose(f);
        bml_pattern p; if (bml_load(&p,bytes,(uint32_t)len,words,BML_WORDS)) { printf("bad %s\n",a[i+1]); return 1; }
        stage_play(&own,&p);
        int t; unsigned max=0; double worst=0; int wt=-1;
        for (t=0;t<600;t++){ stage_tick(&ref); stage_tick(&own); if(ref.count!=own.count) break; if (own.count>max) max=own.count;
          double d=std::fabs(stage_sum(&ref)-stage_sum(&own)); if (d>1e-6 && wt<0) wt=t; if(d>worst) worst=d; }
        printf("%s rank %g cull %d %s tick %d ref %u own %u max %u lost %u worst %g from %d\n", a[i], rank, cull, t<600?"DIFF":"same", t, ref.count, own.count, max, own.lost, worst, wt);
        stage_tear_down(&own); 
    }
}
