# The game in the browser: C compiled by clang for wasm32, and a page in plain HTML, CSS and JavaScript. The page is one
# file, build/web/index.html, and needs no server. (Browsers that cannot decompress its parts load the .wasm files beside it.)

WEB := $(BUILD)/web
WEB_PORT ?= 8000
WEB_FLAGS := --target=wasm32 -std=c11 -ffp-contract=off -ffreestanding -fno-builtin -Iinclude -I$(GAME) -MMD -MP
WEB_LINK := --target=wasm32 -nostdlib -Wl,--no-entry -Wl,--strip-all
WEB_LIBC := $(GAME)/web/libc

# The code of ticks is compiled for speed, the rest for size.
WEB_QUICK := $(patsubst src/%.c,src/%,$(filter-out src/core/heap.c,$(SOURCES))) $(GAME_CORE:%=game/%) $(GAME_STORM:%=game/%)
WEB_SMALL := $(addprefix game/,web/web web/libc/libc net/loopback $(GAME_STAGE)) $(GAME_PATTERNS:%=patterns/%)
WEB_EDITOR := $(addprefix game/,web/editor web/libc/libc $(BML_COMPILE:%=bulletml/%) bulletml/pattern)
WEB_RACE := $(addprefix game/,web/race storm/rivals web/libc/libc) $(addprefix bench/,array lists troupe) \
            $(patsubst src/%.c,src/%,$(SOURCES))

$(WEB)/objects/src/%.o: src/%.c
	@mkdir -p $(@D)
	clang $(WEB_FLAGS) -O2 -I$(WEB_LIBC) -c $< -o $@

$(WEB)/objects/game/core/%.o $(WEB)/objects/game/storm/%.o: WEB_SIZE = -O2 $(GAME_RIVAL_FLAGS)

$(WEB)/objects/game/%.o: $(GAME)/%.c
	@mkdir -p $(@D)
	clang $(WEB_FLAGS) $(or $(WEB_SIZE),-Os) -I$(WEB_LIBC) -c $< -o $@

$(WEB)/objects/patterns/%.o: $(BUILD)/game/patterns/%.c
	@mkdir -p $(@D)
	clang $(WEB_FLAGS) -c $< -o $@

$(WEB)/objects/bench/%.o: tests/bench/%.c
	@mkdir -p $(@D)
	clang $(WEB_FLAGS) -O2 $(GAME_RIVAL_FLAGS) -I$(WEB_LIBC) -Dtrp_world_create_unchecked=rivals_world -c $< -o $@

$(WEB)/game.wasm: $(patsubst %,$(WEB)/objects/%.o,$(WEB_QUICK) $(WEB_SMALL))
$(WEB)/editor.wasm: $(WEB_EDITOR:%=$(WEB)/objects/%.o)
$(WEB)/race.wasm: $(WEB_RACE:%=$(WEB)/objects/%.o)
# Besides the exports of web.c the page calls these functions of the game itself.
$(WEB)/game.wasm: WEB_LINK += $(addprefix -Wl$(comma)--export=,game_hash keys_note keys_forget art_bake_backdrop show_drawn \
    show_pick show_set_storm show_set_measured show_set_help stage_note session_restart \
    session_replay session_seek session_save session_load session_verdict session_has_hit session_show_hit session_is_hit \
    session_meet match_receive match_send)
comma := ,

$(WEB)/game.wasm $(WEB)/editor.wasm $(WEB)/race.wasm:
	clang $(WEB_LINK) $^ -o $@

$(WEB)/%.gz: $(WEB)/%
	gzip -9 -n -c $< >$@

$(WEB)/patterns.json: $(GAME_PATTERNS:%=$(GAME)/patterns/%.xml) $(GAME)/web/texts.sh
	sh $(GAME)/web/texts.sh $(GAME)/patterns/ $(filter %.xml,$^) >$@

# The files to which the page has links.
WEB_SHOWN = $(addprefix $(GAME)/,$(sort $(shell sed -n 's/.*data-source="\([^:]*\):.*/\1/p' $(GAME)/web/index.html)))

$(WEB)/sources.json: $(GAME)/web/index.html $(GAME)/web/texts.sh $(WEB_SHOWN)
	sh $(GAME)/web/texts.sh $(GAME)/ $(WEB_SHOWN) >$@

$(WEB)/index.html: $(addprefix $(WEB)/,game.wasm.gz editor.wasm.gz race.wasm.gz patterns.json.gz sources.json.gz) \
                   $(wildcard $(addprefix $(GAME)/web/*.,html css js sh))
	sh $(GAME)/web/bundle.sh $(WEB)

.PHONY: web web-built serve test-web screenshots

web: ## builds the game for the browser: build/web/index.html, one file that needs no server
	@sh $(GAME)/set_up.sh web install || exit 1; $(MAKE) --no-print-directory web-built

web-built: $(WEB)/index.html

serve: ## serves the game at http://localhost:8000 (WEB_PORT=8000)
	@command -v python3 >/dev/null || { echo "Serving the page needs python3. make web writes build/web/index.html, which needs no server: open the file in a browser." && exit 1; }
	@$(MAKE) --no-print-directory web && exec python3 $(GAME)/web/serve.py $(WEB) $(WEB_PORT)

test-web:
	@sh $(GAME)/set_up.sh web || exit 0; $(MAKE) --no-print-directory web-built $(BUILD)/game/headless && \
	    sh $(GAME)/web/test_web.sh $(WEB) $(BUILD)/game/headless

screenshots: web play-built ## takes the README's pictures of the game with headless Chromium, and an animated one with the window (ImageMagick)
	node $(GAME)/web/screenshot.mjs $(WEB) $(PICTURES)/game.png
	@mkdir -p $(BUILD)/game/pictures
	for i in $$(seq 100 179); do SDL_VIDEODRIVER=dummy SDL_RENDER_DRIVER=software SDL_AUDIODRIVER=dummy $(BUILD)/game/play \
	    --attract --seed 3 --wave 11 --skip $$(echo "30.5 + $$i / 20" | bc -l) --seconds 0.001 --screenshot $(BUILD)/game/pictures/$$i.bmp || exit 1; done
	convert -delay 5 -loop 0 $(BUILD)/game/pictures/*.bmp -crop 480x720+400+0 +repage -resize 240x360 $(PICTURES)/game.gif

CHECKS += test-web
