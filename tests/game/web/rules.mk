# The game in the browser: clang's wasm32 and a page in plain HTML, CSS and JavaScript. Any static server serves build/web.

WEB := $(BUILD)/web
WEB_PAGE := $(addprefix $(WEB)/,index.html style.css game.js core.js gl.js canvas.js input.js panel.js)
WEB_PORT ?= 8000
WEB_FLAGS := --target=wasm32 -std=c11 -O2 -ffp-contract=off -ffreestanding -fno-builtin -nostdlib -Iinclude -I$(GAME) \
             -Wl,--no-entry -Wl,--strip-all

$(WEB_PAGE): $(WEB)/%: $(GAME)/web/%
	@mkdir -p $(@D)
	cp $< $@

$(WEB)/game.wasm: $(GAME)/web/web.c $(GAME)/headless/wasm_memory.c $(GAME_SOURCES) $(SOURCES) $(HEADERS) \
                  $(wildcard $(GAME)/*/*.h) $(GAME_PATTERNS:%=$(BUILD)/game/patterns/%.c)
	@mkdir -p $(@D)
	clang $(WEB_FLAGS) $(filter-out src/core/heap.c,$(filter %.c,$^)) -o $@

$(WEB)/game.wasm.gz: $(WEB)/game.wasm
	gzip -9 -n -c $< >$@

.PHONY: web web-built serve test-web screenshots screenshots-built

web: ## the game for the browser: build/web, a folder for any static server
	@sh $(GAME)/web/set_up.sh install || exit 1; $(MAKE) --no-print-directory web-built

web-built: $(WEB_PAGE) $(WEB)/game.wasm $(WEB)/game.wasm.gz

serve: web ## serves it at http://localhost:8000 (WEB_PORT=8000)
	@sh $(GAME)/web/serve.sh $(WEB) $(WEB_PORT)

test-web:
	@sh $(GAME)/web/set_up.sh || exit 0; $(MAKE) --no-print-directory web-built $(BUILD)/game/headless && \
	    sh $(GAME)/web/test_web.sh $(WEB) $(BUILD)/game/headless

screenshots: web ## the README's picture of the game, by headless Chromium
	node $(GAME)/web/browse.mjs $(WEB) screenshot $(PICTURES)/game.png

CHECKS += test-web
