# The game in a window, with SDL2.

WINDOW := $(addprefix window/,window canvas controls options pair sound) headless/arguments \
          $(if $(ENET_LIBRARY),net/wire) $(BML_FROM_FILE)
SDL = $(shell pkg-config --cflags sdl2 2>/dev/null || sdl2-config --cflags 2>/dev/null)
SDL_LIBRARY = $(shell pkg-config --libs sdl2 2>/dev/null || sdl2-config --libs 2>/dev/null)

$(BUILD)/game/hosted/window/%.o: GAME_FACE_FLAGS = $(SDL) -I$(EXAMPLES) $(if $(ENET_LIBRARY),-DPAIR_HAS_ENET)

$(BUILD)/game/play: $(WINDOW:%=$(BUILD)/game/hosted/%.o) $(GAME_LIBRARY)
	$(CC) -o $@ $^ $(SDL_LIBRARY) $(ENET_LIBRARY) -lm -pthread

$(BUILD)/game/test_controls: $(addprefix $(BUILD)/game/hosted/window/,test_controls.o controls.o) $(GAME_LIBRARY)
	$(CC) -o $@ $^ $(SDL_LIBRARY)

.PHONY: play play-built test-window

play: ## plays the game in a window (SDL2)
	@sh $(GAME)/set_up.sh window install || exit 0; $(MAKE) --no-print-directory play-built && $(BUILD)/game/play

play-built: $(BUILD)/game/play

test-window:
	@sh $(GAME)/set_up.sh window || exit 0; \
	    $(MAKE) --no-print-directory play-built $(BUILD)/game/test_controls $(BUILD)/game/headless && \
	    SDL_VIDEODRIVER=dummy $(BUILD)/game/test_controls && sh $(GAME)/window/test_window.sh $(BUILD)/game

CHECKS += test-window
