# The game in a window, by SDL2.

WINDOW := window show panel batch font
SDL = $(shell pkg-config --cflags sdl2 2>/dev/null || sdl2-config --cflags 2>/dev/null)
SDL_LIBRARY = $(shell pkg-config --libs sdl2 2>/dev/null || sdl2-config --libs 2>/dev/null)

$(BUILD)/game/hosted/window/%.o: GAME_FACE_FLAGS = $(SDL)

$(BUILD)/game/play: $(WINDOW:%=$(BUILD)/game/hosted/window/%.o) $(GAME_LIBRARY)
	$(CC) -o $@ $^ $(SDL_LIBRARY) -lm

.PHONY: play play-built test-window test-window-built

play: ## plays the game in a window (SDL2)
	@sh $(GAME)/window/set_up.sh install || exit 0; $(MAKE) --no-print-directory play-built && $(BUILD)/game/play

play-built: $(BUILD)/game/play

test-window:
	@sh $(GAME)/window/set_up.sh || exit 0; $(MAKE) --no-print-directory play-built && sh $(GAME)/window/test_window.sh $(BUILD)/game/play

CHECKS += test-window
