# The examples of parallel updates also need threads, and OpenMP and TBB if these are available.

.PHONY: test-parallel-for

# Some compilers replace their output, so it is never a device: as root, /dev/null would become a file.
HAS_TBB := $(if $(HAS_CXX),$(call header_there,$(CXX) -x c++,tbb/parallel_for.h))
# What the C compiler makes of OpenMP must suit the compiler that links: clang's and gcc's differ.
WORKERS_LINK := $(if $(HAS_TBB),$(CXX),$(CC))
HAS_OPENMP := $(shell out=$$(mktemp) && echo 'int main(void) { _Pragma("omp parallel") { } return 0; }' | \
    $(CC) -fopenmp -x c -c - -o $$out.o 2>/dev/null && \
    $(WORKERS_LINK) -fopenmp $$out.o -o $$out 2>/dev/null && echo there; rm -f $$out $$out.o)

examples: $(BUILD)/examples/parallel $(BUILD)/examples/test_parallel_for

$(BUILD)/examples/parallel: $(BUILD)/examples/parallel.o $(MEASURED_LIBRARY)
	$(CC) -o $@ $^ -pthread

$(BUILD)/examples/workers_openmp.o: $(EXAMPLES)/workers_openmp.c
	@mkdir -p $(@D)
	$(CC) $(C11) $(MEASURED) -fopenmp -c $< -o $@

$(BUILD)/examples/workers_tbb.o: $(EXAMPLES)/workers_tbb.cpp
	@mkdir -p $(@D)
	$(CXX) -std=c++17 -Iinclude -MMD -MP $(MEASURED) -c $< -o $@

WORKERS := $(if $(HAS_OPENMP),workers_openmp.o) $(if $(HAS_TBB),workers_tbb.o)
WORKERS_FLAGS := $(if $(HAS_OPENMP),-DHAS_OPENMP) $(if $(HAS_TBB),-DHAS_TBB)
WORKERS_LIBRARIES := -pthread $(if $(HAS_OPENMP),-fopenmp) $(if $(HAS_TBB),-ltbb)

$(BUILD)/examples/test_parallel_for: $(EXAMPLES)/test_parallel_for.c $(WORKERS:%=$(BUILD)/examples/%) $(MEASURED_LIBRARY)
	$(CC) $(C11) $(MEASURED) $(WORKERS_FLAGS) -c $< -o $@.o
	$(WORKERS_LINK) -o $@ $@.o $(filter %.o %.a,$^) $(WORKERS_LIBRARIES)

test-parallel-for: $(BUILD)/examples/test_parallel_for # tests every way to run parts with threads
	$(BUILD)/examples/test_parallel_for

# The workload `parallel` of the benchmark. It uses the same functions to run parts.

.PHONY: bench-parallel

$(BENCH)/parallel_tbb.o: tests/bench/parallel_tbb.cpp
	@mkdir -p $(@D)
	$(CXX) $(BENCH_CXX) -c $< -o $@

$(BENCH)/parallel: tests/bench/parallel.c $(BENCH)/parallel_tbb.o $(WORKERS:%=$(BUILD)/examples/%) $(MEASURED_LIBRARY)
	$(CC) $(BENCH_FLAGS) -D_POSIX_C_SOURCE=200809L $(WORKERS_FLAGS) -I$(EXAMPLES) -c $< -o $@.o
	$(CXX) -o $@ $@.o $(filter %.o %.a,$^) $(WORKERS_LIBRARIES)

bench-parallel: $(BENCH)/parallel ## measures the workload `parallel`: parts without threads and with two, and arrays split by hand and by TBB
	$(BENCH)/parallel

# The cartridge: a game for the Game Boy Advance, and the same source for the PC. The console's program is built from the
# library's two files, and is run by libmgba, without a window.

.PHONY: cartridge cartridge-built cartridge-picture test-cartridge

CARTRIDGE := $(BUILD)/cartridge
CARTRIDGE_SOURCES := $(EXAMPLES)/cartridge
CONSOLE_CC ?= arm-none-eabi-gcc
CONSOLE := -std=c11 -mcpu=arm7tdmi -mthumb-interwork -ffreestanding -ffunction-sections -fdata-sections -Iinclude

$(BUILD)/examples/cartridge: $(CARTRIDGE_SOURCES)/cartridge.c $(MEASURED_LIBRARY)
	@mkdir -p $(@D)
	$(CC) $(C11) $(MEASURED) -o $@ $< $(MEASURED_LIBRARY)

examples: $(BUILD)/examples/cartridge

$(CARTRIDGE)/troupe.o: $(BUILD)/amalgamation/troupe/troupe.c # Thumb code: half the size, read from the cartridge's slow memory
	@mkdir -p $(@D)
	$(CONSOLE_CC) $(CONSOLE) -O2 -mthumb -DTRP_NO_MALLOC -DTRP_NO_MESSAGES -c $< -o $@

$(CARTRIDGE)/cartridge.o: $(CARTRIDGE_SOURCES)/cartridge.c $(HEADERS)
	@mkdir -p $(@D)
	$(CONSOLE_CC) $(CONSOLE) $(WARNINGS) -O3 -marm -c $< -o $@

$(CARTRIDGE)/start.o: $(CARTRIDGE_SOURCES)/start.s
	@mkdir -p $(@D)
	$(CONSOLE_CC) $(CONSOLE) -c $< -o $@

$(CARTRIDGE)/cartridge.elf: $(CARTRIDGE_SOURCES)/cartridge.ld $(addprefix $(CARTRIDGE)/,start.o cartridge.o troupe.o)
	$(CONSOLE_CC) -nostdlib -Wl,--gc-sections -T $< $(filter %.o,$^) -lgcc -o $@

$(CARTRIDGE)/cartridge.gba: $(CARTRIDGE)/cartridge.elf
	$(subst gcc,objcopy,$(CONSOLE_CC)) -O binary $< $@

$(CARTRIDGE)/run: $(CARTRIDGE_SOURCES)/run.c
	@mkdir -p $(@D)
	$(CC) -std=gnu11 -O2 $(WARNINGS) -o $@ $< -lmgba

cartridge: ## builds a bullet hell for the Game Boy Advance: build/cartridge/cartridge.gba
	@sh $(CARTRIDGE_SOURCES)/set_up.sh build install || exit 0; $(MAKE) --no-print-directory $(CARTRIDGE)/cartridge.gba && \
	    echo "$(CARTRIDGE)/cartridge.gba: for a console, or an emulator such as mGBA"

cartridge-picture: $(BUILD)/examples/cartridge ## writes frame 300 of the cartridge as a picture: build/cartridge/frame300.ppm
	@mkdir -p $(CARTRIDGE) && $< picture >$(CARTRIDGE)/frame300.ppm && echo $(CARTRIDGE)/frame300.ppm

test-cartridge: ## runs 600 frames of the cartridge, and compares worlds and pictures with the PC's (installs the tools if apt is available)
	@sh $(CARTRIDGE_SOURCES)/set_up.sh run install || exit 0; \
	    $(MAKE) --no-print-directory $(CARTRIDGE)/cartridge.gba $(CARTRIDGE)/run $(BUILD)/examples/cartridge && \
	    sh $(CARTRIDGE_SOURCES)/test_cartridge.sh $(CARTRIDGE)/run $(CARTRIDGE)/cartridge.gba $(BUILD)/examples/cartridge $(EXAMPLES)/cartridge.expected

CHECKS += test-cartridge

# Reload: one source is the program, which exports all of the library, and three builds of the game's code.

.PHONY: test-reload

RELOAD := $(foreach version,1 2 3,$(BUILD)/examples/reload$(version).so)

$(BUILD)/examples/reload%.so: $(EXAMPLES)/reload.c
	@mkdir -p $(@D)
	$(CC) $(C11) $(MEASURED) -fPIC -shared -DGAME -DVERSION=$* -o $@ $<

$(BUILD)/examples/reload: $(BUILD)/examples/reload.o $(MEASURED_LIBRARY)
	$(CC) -rdynamic -o $@ $< -Wl,--whole-archive $(MEASURED_LIBRARY) -Wl,--no-whole-archive -ldl

examples: $(BUILD)/examples/reload $(RELOAD)

test-reload: $(BUILD)/examples/reload $(RELOAD)
	$(BUILD)/examples/reload $(RELOAD) | diff $(EXAMPLES)/reload.printed - && echo "reload: a world lived through three builds"

# Games in a window, with SDL2. The tests play them by a driver without a window.

SDL_EXAMPLES := swarm duel

.PHONY: test-sdl $(SDL_EXAMPLES)

$(SDL_EXAMPLES:%=$(BUILD)/examples/%) $(SDL_EXAMPLES:%=$(BUILD)/examples/played_%): $(BUILD)/examples/%: $(EXAMPLES)/%.c $(MEASURED_LIBRARY)
	@mkdir -p $(@D)
	$(CC) $(C11) $(MEASURED) $(SDL) -o $@ $< $(MEASURED_LIBRARY) $(SDL_LIBRARY) -lm

$(SDL_EXAMPLES:%=$(BUILD)/examples/played_%): $(BUILD)/examples/played_%: $(EXAMPLES)/%.c $(EXAMPLES)/played.h

swarm: ## plays a small game: homing missiles, sparks, rewinding (SDL2)
duel: ## plays two worlds over a made-up network, with rollback (SDL2)

$(SDL_EXAMPLES):
	@sh $(GAME)/set_up.sh window install || exit 0; $(MAKE) --no-print-directory $(BUILD)/examples/$@ && $(BUILD)/examples/$@

test-sdl: ## plays the games in a window without a window, and compares their reports
	@sh $(GAME)/set_up.sh window || exit 0; \
	    $(MAKE) --no-print-directory $(SDL_EXAMPLES:%=$(BUILD)/examples/%) $(SDL_EXAMPLES:%=$(BUILD)/examples/played_%) || exit 1; \
	    for name in $(SDL_EXAMPLES); do \
	        SDL_VIDEODRIVER=dummy $(BUILD)/examples/played_$$name | diff $(EXAMPLES)/$$name.printed - || exit 1; \
	        echo "$$name: 600 frames were drawn as expected"; \
	    done

CHECKS += test-sdl

# The moving pictures of the README.

.PHONY: films

films: ## writes the README's moving pictures of swarm and the cartridge (SDL2, ImageMagick)
	@sh $(GAME)/set_up.sh window install && $(MAKE) $(addprefix $(BUILD)/examples/,played_swarm cartridge)
	SDL_VIDEODRIVER=dummy $(BUILD)/examples/played_swarm film | convert -delay 5 -loop 0 ppm:- -resize 50% $(PICTURES)/swarm.gif
	$(BUILD)/examples/cartridge film | convert -delay 5 -loop 0 ppm:- $(PICTURES)/cartridge.gif

# Castle: last year's version writes a save, which this year's loads.

.PHONY: test-castle

$(BUILD)/examples/castle $(BUILD)/examples/castle1: $(EXAMPLES)/castle.c $(MEASURED_LIBRARY)
	@mkdir -p $(@D)
	$(CC) $(C11) $(MEASURED) $(if $(filter %1,$@),-DVERSION=1) -o $@ $< $(MEASURED_LIBRARY) -lm

examples: $(BUILD)/examples/castle $(BUILD)/examples/castle1

test-castle: $(BUILD)/examples/castle $(BUILD)/examples/castle1
	$(BUILD)/examples/castle1 save $(BUILD)/examples/castle1.save
	$(BUILD)/examples/castle load $(BUILD)/examples/castle1.save | diff $(EXAMPLES)/castle.printed - && echo "castle: last year's save was continued"
