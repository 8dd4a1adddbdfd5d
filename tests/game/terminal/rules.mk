# The game in a terminal.

TERMINAL := $(addprefix terminal/,terminal canvas keys picture save screen words) native/options native/slots $(BML_FROM_FILE)

$(BUILD)/game/play-terminal: $(TERMINAL:%=$(BUILD)/game/hosted/%.o) $(GAME_LIBRARY)
	$(CC) -o $@ $^ -lm

.PHONY: play-terminal show-game test-terminal

play-terminal: $(BUILD)/game/play-terminal ## plays the game in this terminal
	@$(BUILD)/game/play-terminal

# Shows a few seconds of the game by the autopilot; without a terminal, prints one picture.
show-game: $(BUILD)/game/play-terminal
	@$(BUILD)/game/play-terminal --show --attract --seconds 8

test-terminal: $(BUILD)/game/play-terminal
	sh $(GAME)/terminal/test_terminal.sh $(BUILD)/game/play-terminal

CHECKS += test-terminal
