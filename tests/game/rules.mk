# The game: its core (freestanding C without a heap), the storm, the headless driver, the tests. Each front end and BulletML
# have a rules.mk in their folders. A front end links $(GAME_LIBRARY) and is compiled with -Itests/game.

GAME := tests/game
GAME_CORE := $(addprefix core/,angle autopilot body boss bullets clock course effects enemy game guns hits measure missiles \
             panel patterns phases pickups player random record report sky text waves) \
             bulletml/pattern
GAME_STORM := storm/storm
# Two players over a network, and what that graphical front ends share.
MATCH := $(addprefix net/,match net_game packet rollback)
GAME_STAGE := $(addprefix stage/,art display keys session shade share show stage stage_list synth) past/past past/slot $(MATCH)
GAME_SOURCES := $(patsubst %,$(GAME)/%.c,$(GAME_CORE) $(GAME_STORM) $(GAME_STAGE))
GAME_TESTS := $(addprefix core/,test_game test_faces test_pair test_report) storm/test_storm stage/test_stage stage/test_session stage/test_meet net/loopback past/test_rewind past/test_save

# Equal sums give equal bits on every machine: no contraction, and no excess precision of floats.
GAME_FLAGS := -ffreestanding -ffp-contract=off $(if $(filter i%86,$(MACHINE)),-msse2 -mfpmath=sse) \
              $(if $(filter s390%,$(MACHINE)),-fexcess-precision=fast)

# Patterns are compiled to tables (bulletml/rules.mk), and tables to objects.
GAME_PATTERNS := $(patsubst $(GAME)/patterns/%.xml,%,$(wildcard $(GAME)/patterns/*.xml))

GAME_LIBRARY := $(BUILD)/game/libgame.a

GAME_SANITIZED := $(patsubst %,$(BUILD)/game/sanitized/objects/%.o,$(GAME_CORE) $(GAME_STORM) $(GAME_STAGE)) \
                  $(GAME_PATTERNS:%=$(BUILD)/game/sanitized/objects/patterns/%.o) \
                  $(SOURCES:%.c=$(BUILD)/sanitized/%.o)

include $(wildcard $(GAME)/*/rules.mk)

$(BUILD)/game/patterns/%.o: $(BUILD)/game/patterns/%.c
	$(CC) $(C11) $(MEASURED) -ffreestanding -c $< -o $@

$(BUILD)/game/objects/%.o: $(GAME)/%.c
	@mkdir -p $(@D)
	$(CC) $(C11) $(MEASURED) $(GAME_FLAGS) -I$(GAME) -c $< -o $@

$(GAME_LIBRARY): $(patsubst %,$(BUILD)/game/objects/%.o,$(GAME_CORE) $(GAME_STORM) $(GAME_STAGE)) \
                 $(GAME_PATTERNS:%=$(BUILD)/game/patterns/%.o) $(SOURCES:src/%.c=$(BUILD)/measured/src/%.o)
	@rm -f $@
	$(AR) rcs $@ $^

# The rivals of the storm (storm/rivals.c): subjects of the benchmark, which allocate from an arena. The page has them.
GAME_RIVAL_FLAGS := -Itests -I$(GAME) -Itests/bench

# Objects of front ends: hosted C.

$(BUILD)/game/hosted/%.o: $(GAME)/%.c
	@mkdir -p $(@D)
	$(CC) $(C11) $(MEASURED) -I$(GAME) $(GAME_FACE_FLAGS) -c $< -o $@

# The same with sanitizers.

$(BUILD)/game/sanitized/objects/%.o: $(GAME)/%.c
	@mkdir -p $(@D)
	$(CC) $(C11) $(SANITIZERS) $(GAME_FLAGS) -I$(GAME) -c $< -o $@

$(BUILD)/game/sanitized/hosted/%.o: $(GAME)/%.c
	@mkdir -p $(@D)
	$(CC) $(C11) $(SANITIZERS) -I$(GAME) -c $< -o $@

$(BUILD)/game/sanitized/objects/patterns/%.o: $(BUILD)/game/patterns/%.c
	@mkdir -p $(@D)
	$(CC) $(C11) $(SANITIZERS) -ffreestanding -c $< -o $@

$(BUILD)/game/sanitized/test_game: $(GAME_TESTS:%=$(BUILD)/game/sanitized/objects/%.o) $(GAME_SANITIZED)
	$(CC) $(SANITIZERS) -o $@ $^ -lm

# The headless driver.

HEADLESS := headless/headless headless/arguments $(BML_FROM_FILE)

$(BUILD)/game/headless: $(HEADLESS:%=$(BUILD)/game/hosted/%.o) $(GAME_LIBRARY)
	$(CC) -o $@ $^

$(BUILD)/game/sanitized/headless: $(HEADLESS:%=$(BUILD)/game/sanitized/hosted/%.o) $(GAME_SANITIZED)
	$(CC) $(SANITIZERS) -o $@ $^

# Shows a few seconds of the game by the autopilot; without a terminal, prints one picture.
show-game: $(BUILD)/game/headless
	@$(BUILD)/game/headless --show --autopilot --wave 3 --ticks 480

.PHONY: show-game test-game test-game-machines test-game-all-machines game-recordings

GAME_TESTED := $(BUILD)/game/sanitized/headless $(BUILD)/game/sanitized/test_game $(GAME_LIBRARY)

test-game: $(GAME_TESTED) ## tests the game's core with sanitizers: rules, 10,000 ticks by the autopilot, recordings
	@GAME_CORE="$(GAME_CORE)" sh $(GAME)/core/test_game.sh $(BUILD)/game "$(CC)" $(GAME)/recordings

test-game-machines: $(BUILD)/game/headless ## replays the recordings on 32 bits and in wasm: the same hash at every tick
	@GAME_CORE="$(GAME_CORE)" HEADLESS="$(HEADLESS)" sh $(GAME)/core/test_machines.sh $(BUILD)/game $(GAME)/recordings quick

test-game-all-machines: $(BUILD)/game/headless ## replays the recordings with all available compilers and on all available machines (minutes)
	@GAME_CORE="$(GAME_CORE)" HEADLESS="$(HEADLESS)" sh $(GAME)/core/test_machines.sh $(BUILD)/game $(GAME)/recordings all

CHECKS += test-game test-game-machines

# After a change of the game's rules the recordings no longer match: this makes new ones.
game-recordings: $(BUILD)/game/headless
	sh $(GAME)/core/make_recordings.sh $(BUILD)/game/headless $(GAME)/recordings
