# The game in a terminal.

TERMINAL := terminal keys screen picture canvas

$(BUILD)/game/terminal/%.o: $(GAME)/terminal/%.c
	@mkdir -p $(@D)
	$(CC) $(C11) $(MEASURED) -I$(GAME) -c $< -o $@

$(BUILD)/game/play-terminal: $(TERMINAL:%=$(BUILD)/game/terminal/%.o) $(GAME_LIBRARY)
	$(CC) -o $@ $^ -lm

.PHONY: play-terminal test-terminal

play-terminal: game-set-up ## plays the game in this terminal
	@$(MAKE) --no-print-directory $(BUILD)/game/play-terminal
	@$(BUILD)/game/play-terminal

test-terminal: game-set-up
	@$(MAKE) --no-print-directory $(BUILD)/game/play-terminal
	sh $(GAME)/test_terminal.sh $(BUILD)/game/play-terminal

CHECKS += test-terminal
