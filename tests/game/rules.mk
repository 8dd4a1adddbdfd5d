# The game: its core (freestanding C without a heap), its headless driver, its tests. Each face has a .mk of its own here.

GAME := tests/game
GAME_CORE := angle body extra game panel player random sky text
GAME_SOURCES := $(GAME_CORE:%=$(GAME)/%.c)
# the core and troupe; a face links it
GAME_LIBRARY := $(BUILD)/game/libgame.a

$(BUILD)/game/core/%.o: $(GAME)/%.c
	@mkdir -p $(@D)
	$(CC) $(C11) $(MEASURED) -ffreestanding -I$(GAME) -c $< -o $@

$(GAME_LIBRARY): $(GAME_CORE:%=$(BUILD)/game/core/%.o) $(SOURCES:src/%.c=$(BUILD)/measured/src/%.o)
	@rm -f $@
	$(AR) rcs $@ $^

include $(filter-out $(GAME)/rules.mk,$(wildcard $(GAME)/*.mk))
