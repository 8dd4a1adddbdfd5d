# The game in a terminal.

TERMINAL := terminal keys screen picture canvas

$(BUILD)/game/terminal/%.o: $(GAME)/terminal/%.c
	@mkdir -p $(@D)
	$(CC) $(C11) $(MEASURED) -I$(GAME) -c $< -o $@

$(BUILD)/game/play-terminal: $(TERMINAL:%=$(BUILD)/game/terminal/%.o) $(GAME_LIBRARY)
	$(CC) -o $@ $^ -lm

.PHONY: play-terminal play-terminal-built show-game show-game-built test-terminal test-terminal-built

play-terminal: ## plays the game in this terminal
	$(GAME_IF_THERE) play-terminal-built

play-terminal-built: $(BUILD)/game/play-terminal
	@$(BUILD)/game/play-terminal

# A few seconds of it, by the autopilot; where there is no terminal, one plain picture.
show-game:
	$(GAME_IF_THERE) show-game-built

show-game-built: $(BUILD)/game/play-terminal
	@$(BUILD)/game/play-terminal --show --attract --seconds 8

test-terminal:
	$(GAME_IF_THERE) test-terminal-built

test-terminal-built: $(BUILD)/game/play-terminal
	sh $(GAME)/terminal/test_terminal.sh $(BUILD)/game/play-terminal

CHECKS += test-terminal
