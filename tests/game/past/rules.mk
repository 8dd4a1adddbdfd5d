# Snapshots, histories and saves of the game.

SYNCTEST := $(BUILD)/game/synctest
SYNCTESTS := $(SYNCTEST) $(addprefix $(SYNCTEST)_planted_,1 2 3)

$(SYNCTEST): $(BUILD)/game/hosted/past/synctest_game.o $(GAME_LIBRARY)
	$(CC) -o $@ $^

# The core with a planted fault (core/plant.h), in the synctest.
$(SYNCTEST)_planted_%: $(GAME)/past/synctest_game.c $(GAME_LIBRARY)
	$(CC) $(filter-out -MMD -MP,$(C11)) $(MEASURED) $(GAME_FLAGS) -fhosted -I$(GAME) -DGAME_PLANT=$* $(filter %.c,$^) \
	    $(patsubst %,$(GAME)/%.c,$(filter core/%,$(GAME_CORE))) $(GAME_LIBRARY) -o $@

.PHONY: test-past

test-past: $(SYNCTESTS) ## runs synctests of all recordings, with planted faults, and of saves
	@sh $(GAME)/past/test_past.sh $(BUILD)/game $(GAME)/recordings

CHECKS += test-past
