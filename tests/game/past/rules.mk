# Snapshots, histories and saves of the game.

SYNCTEST := $(BUILD)/game/synctest
SYNCTESTS := $(SYNCTEST) $(addprefix $(SYNCTEST)_planted_,1 2 3)

$(SYNCTEST): $(addprefix $(BUILD)/game/hosted/past/,synctest_game.o recorded.o) $(GAME_LIBRARY)
	$(CC) -o $@ $^

$(BUILD)/game/times: $(addprefix $(BUILD)/game/hosted/past/,times_game.o recorded.o) $(BUILD)/examples/stopwatch.o $(GAME_LIBRARY)
	$(CC) -o $@ $^

# The core with a planted fault (core/plant.h), in the synctest.
$(SYNCTEST)_planted_%: $(GAME)/past/synctest_game.c $(GAME)/past/recorded.c $(GAME_LIBRARY)
	$(CC) $(filter-out -MMD -MP,$(C11)) $(MEASURED) $(GAME_FLAGS) -fhosted -I$(GAME) -DGAME_PLANT=$* $(filter %.c,$^) \
	    $(patsubst %,$(GAME)/%.c,$(filter core/%,$(GAME_CORE))) $(GAME_LIBRARY) -o $@

.PHONY: test-past bench-past

test-past: $(SYNCTESTS) ## runs synctests of all recordings, with planted faults, and of saves
	@sh $(GAME)/past/test_past.sh $(BUILD)/game $(GAME)/recordings

bench-past: $(BUILD)/game/times ## measures the game's ticks, its snapshots, and eight ticks that are repeated after a restore
	@$< $(GAME)/recordings/*.trp

CHECKS += test-past
