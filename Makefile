# troupe. `make help` lists all targets.

CC ?= cc
CXX ?= c++
AR ?= ar
CFLAGS ?= -O2 -g
PREFIX ?= /usr/local
DESTDIR ?=
BUILD := build

WARNINGS := -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wstrict-prototypes -Wcast-qual
# tcc has no -MMD: with tcc, run `make clean` after a change of a header
C11 := -std=c11 $(WARNINGS) -Iinclude $(if $(filter %tcc,$(firstword $(CC))),,-MMD -MP)
SANITIZERS := -g -O1 -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer

# Measured programs: contraction is off, so that floats give the same bits with every compiler.
MACHINE := $(shell uname -m)
MEASURED := -O2 -ffp-contract=off $(if $(filter x86_64,$(MACHINE)),-march=x86-64-v2)

# After tests have moved to other folders, dependency files name sources that no longer exist. Such
# a build directory is removed.
LAYOUT := $(BUILD)/.eight-folders
$(shell [ ! -d $(BUILD) ] || [ -f $(LAYOUT) ] || rm -rf $(BUILD); mkdir -p $(BUILD) && touch $(LAYOUT))

# Objects of different compilers do not mix: with another compiler all is built again. A check inside may call make with a
# compiler of its own, for folders of its own.
ifeq ($(MAKELEVEL),0)
$(shell CC="$(CC)" CXX="$(CXX)" sh tests/tools/one_compiler.sh $(BUILD))
endif

SOURCES := $(wildcard src/*/*.c)
HEADERS := $(wildcard include/troupe/*.h)
LIBRARY := $(BUILD)/libtroupe.a

.PHONY: help all run test checks bench bench-games bench-table pictures install uninstall clean
.PHONY: bench-saves bench-state print-save set-up test-unit test-sanitized test-small test-examples test-limits test-freestanding test-headers test-rooms examples
.DEFAULT_GOAL := all
.SUFFIXES:
MAKEFLAGS += --no-print-directory
ifneq ($(V),1)
.SILENT: # V=1 prints the commands
endif
.SECONDARY:

# The targets for users of the library, in this order. All others are for work on the library itself.
USERS := all run test play web serve debug docs amalgamation install uninstall clean help

help: ## prints this list
	@awk -F ':.*## ' -v users='$(USERS)' ' \
	    /^[a-z0-9-]+:.*## / { sub(/:.*/, "", $$1); if (!($$1 in text)) order[++n] = $$1; text[$$1] = $$2 } \
	    function show(name) { printf "  %-22s %s\n", name, text[name]; done[name] = 1 } \
	    END { print "To use troupe:"; many = split(users, user, " "); \
	          for (i = 1; i <= many; i++) if (user[i] in text) show(user[i]); \
	          print "To work on it:"; for (i = 1; i <= n; i++) if (!(order[i] in done)) show(order[i]) }' $(MAKEFILE_LIST)

all: ## builds the static library, build/libtroupe.a
	@$(MAKE) -q $(LIBRARY) 2>/dev/null || echo "troupe: compiling $(words $(SOURCES)) files ..."
	@$(MAKE) $(LIBRARY)
	@echo "$(LIBRARY) is built. Use it so: $(CC) -std=c11 -Iinclude game.c $(LIBRARY)"

$(BUILD)/obj/%.o: src/%.c
	@mkdir -p $(@D)
	$(CC) $(C11) $(CFLAGS) -c $< -o $@

$(LIBRARY): $(SOURCES:src/%.c=$(BUILD)/obj/%.o)
	@rm -f $@
	$(AR) rcs $@ $^

# The main job: replays two recorded games, then runs a storm of bullets and particles.

EXAMPLES := tests/examples
MODULES := diff family fields hash history ids inspect interval layer load mirror parallel quarantine queue region group save shrink snapshot space span state synctest system timers validate
PROGRAMS := hello hell lamp orders full handles bases embedded player layers spans shrink group family systems ids space torus inspect lifetimes timers intervals queues sounds rewind rollback branch reasons engine recipes save save_file print_save
STORM := storm storm_kinds storm_troupe storm_rivals storm_picture canvas stopwatch count_allocations
PAGES := README.md $(wildcard tests/tools/docs/*.md tests/*.md tests/bench/README.md tests/ports/README.md src/*/README.md) # pages whose programs are compiled and run
TRACES := $(wildcard tests/model/recorded/*.trace)
FRAMES := $(wildcard tests/model/recorded/*.frames)
WRAP := -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=mmap

MEASURED_LIBRARY := $(BUILD)/measured/libtroupe.a

$(BUILD)/measured/src/%.o: src/%.c
	@mkdir -p $(@D)
	$(CC) $(C11) $(MEASURED) -c $< -o $@

$(MEASURED_LIBRARY): $(SOURCES:src/%.c=$(BUILD)/measured/src/%.o)
	@rm -f $@
	$(AR) rcs $@ $^

$(BUILD)/examples/%.o: $(EXAMPLES)/%.c
	@mkdir -p $(@D)
	$(CC) $(C11) $(MEASURED) -c $< -o $@

$(BUILD)/examples/replay: $(addprefix $(BUILD)/examples/,replay.o trace.o stopwatch.o) $(MEASURED_LIBRARY)
	$(CC) -o $@ $^

$(BUILD)/examples/storm: $(STORM:%=$(BUILD)/examples/%.o) $(MEASURED_LIBRARY)
	$(CC) $(WRAP) -o $@ $^

$(BUILD)/examples/test_count: $(addprefix $(BUILD)/examples/,test_count.o count_allocations.o) $(MEASURED_LIBRARY)
	$(CC) $(WRAP) -o $@ $^

$(BUILD)/examples/test_frames: $(BUILD)/examples/test_frames.o $(MEASURED_LIBRARY)
	$(CC) -o $@ $^

$(BUILD)/examples/recipes: CC += -pthread

$(PROGRAMS:%=$(BUILD)/examples/%): $(BUILD)/examples/%: $(BUILD)/examples/%.o $(MEASURED_LIBRARY)
	$(CC) -o $@ $^

$(BUILD)/cost/%.o: tests/bench/visits/%.c
	@mkdir -p $(@D)
	$(CC) $(C11) $(MEASURED) -c $< -o $@

$(BUILD)/cost/instructions: tests/bench/instructions/instructions.c $(MEASURED_LIBRARY)
	@mkdir -p $(@D)
	$(CC) $(C11) -Iinclude $(MEASURED) -g $^ -o $@

.PHONY: bench-instructions test-instructions instructions-record
bench-instructions: $(BUILD)/cost/instructions ## prints the instructions of births, ends, walks (valgrind)
	@sh tests/bench/instructions/instructions.sh $<

test-instructions: $(BUILD)/cost/instructions ## fails if a birth, an end or a walk takes a tenth more instructions than recorded
	@sh tests/bench/instructions/instructions.sh $< compare tests/bench/instructions/recorded.txt $(lastword $(CC))

instructions-record: $(BUILD)/cost/instructions ## records the present instructions as those that test-instructions compares with
	@sh tests/bench/instructions/instructions.sh $< record tests/bench/instructions/recorded.txt

$(BUILD)/cost/visits: $(BUILD)/cost/visits.o $(BUILD)/cost/surroundings.o $(MEASURED_LIBRARY)
	$(CC) -o $@ $^

print-save: $(BUILD)/examples/print_save ## prints any save as text, without its game (FILE=castle.save)
	@$(BUILD)/examples/print_save $(FILE)

examples: $(addprefix $(BUILD)/examples/,$(PROGRAMS) replay storm test_count test_frames) $(BUILD)/cost/visits

run: ## shows a game, replays two recorded games, then runs a storm of bullets (a minute, the build included)
	@mkdir -p $(BUILD); echo "troupe: building the library, the game and the programs ..."
	@$(MAKE) -s $(SIDE_BY_SIDE) $(BUILD)/game/headless $(BUILD)/examples/replay $(BUILD)/examples/storm >$(BUILD)/run.log 2>&1 || \
	    { cat $(BUILD)/run.log; exit 1; }
	@printf '\n1. Bullet Troupe, a game on troupe: eight seconds, played by the autopilot.\n\n'
	@$(MAKE) --no-print-directory -s show-game
	@printf '\n2. Two recorded games: a Doom engine played a demo of Freedoom, and wrote down each birth, each death, and each object that\n'
	@printf '   a tick updated. The library repeats the births and deaths; its ticks must update the same objects in the same order.\n\n'
	@$(BUILD)/examples/replay $(TRACES)
	@printf '\n3. A storm: time per actor and frame, compared with an array and a textbook list.\n\n'
	@$(BUILD)/examples/storm
	@printf '\nAll parts have run. Next: README.md, `make play` for the game, `make test` for the tests.\n'

# The benchmark. Each measured program is linked four times, with its code shifted by 16 bytes each.
# The position of a short loop in a cache line can double its time, so the best of the four counts for each subject.

BENCH := $(BUILD)/bench
BENCH_CELL := cell subjects array scan pointers lists troupe group kinds kinds_troupe spans layers
BENCH_DRIVER := bench process placement runner report targets
BENCH_FLAGS := $(C11) $(MEASURED)
BENCH_CXX := -std=c++17 -Iinclude -MMD -MP $(MEASURED)
SHIFTS := 0 1 2 3
HAS_CXX := $(shell command -v $(firstword $(CXX)) 2>/dev/null)

$(BENCH)/place%.o: tests/bench/place.c
	@mkdir -p $(@D)
	$(CC) $(C11) -DBENCH_SHIFT=$$((16 * $*)) -c $< -o $@

$(BENCH)/driver/%.o: tests/bench/%.c
	@mkdir -p $(@D)
	$(CC) $(BENCH_FLAGS) -c $< -o $@

$(BENCH)/bench: $(BENCH_DRIVER:%=$(BENCH)/driver/%.o) $(MEASURED_LIBRARY)
	$(CC) -o $@ $^

# $(1): bytes of payload
define payload_rules
$(BENCH)/$(1)/%.o: tests/bench/%.c
	@mkdir -p $$(@D)
	$(CC) $(BENCH_FLAGS) -DBENCH_PAYLOAD=$(1) -c $$< -o $$@

$(BENCH)/$(1)/%.o: tests/bench/%.cpp
	@mkdir -p $$(@D)
	$(CXX) $(BENCH_CXX) -DBENCH_PAYLOAD=$(1) -c $$< -o $$@

$(BENCH)/cell$(1).%: $(BENCH)/place%.o $(BENCH_CELL:%=$(BENCH)/$(1)/%.o) $(MEASURED_LIBRARY)
	$(CC) -o $$@ $$^

$(BENCH)/colony$(1).% $(BENCH)/boost$(1).%: $(BENCH)/place%.o $(BENCH)/$(1)/colony.o $(BENCH)/$(1)/boost.o $(BENCH)/$(1)/cell.o
	$(CXX) -o $(BENCH)/colony$(1).$$* $(BENCH)/place$$*.o $(BENCH)/$(1)/colony.o $(BENCH)/$(1)/cell.o
	$(CXX) -o $(BENCH)/boost$(1).$$* $(BENCH)/place$$*.o $(BENCH)/$(1)/boost.o $(BENCH)/$(1)/cell.o

BENCH_PROGRAMS += $(SHIFTS:%=$(BENCH)/cell$(1).%) $(if $(HAS_CXX),$(SHIFTS:%=$(BENCH)/colony$(1).%))
endef

$(eval $(call payload_rules,24))
$(eval $(call payload_rules,104))

# The spatial workloads: programs with other subjects, and rivals that are libraries. If a library
# is missing, its program has no subjects. Shifting the code of the program does not move the code
# of a library, so these programs are linked once.

SPACE_CELL := space_cell space_scene
SPACE_OWN := space_subjects space_troupe space_brute space_sweep space_quadtree space_hand
header_there = $(shell printf '\043include <$(2)>\n' | $(1) -E - >/dev/null 2>&1 && echo there)

$(BENCH)/space24.%: $(BENCH)/place%.o $(patsubst %,$(BENCH)/24/%.o,$(SPACE_OWN) $(SPACE_CELL)) $(MEASURED_LIBRARY)
	$(CC) -o $@ $^ -lm

$(BENCH)/chipmunk24.%: $(BENCH)/place%.o $(patsubst %,$(BENCH)/24/%.o,space_chipmunk $(SPACE_CELL))
	$(CC) -o $@ $^ $(if $(call header_there,$(CC) -x c,chipmunk/chipmunk.h),-lchipmunk) -lm

$(BENCH)/box2d24.%: $(BENCH)/place%.o $(patsubst %,$(BENCH)/24/%.o,space_box2d $(SPACE_CELL))
	$(CXX) -o $@ $^ $(if $(call header_there,$(CXX) -x c++,box2d/b2_broad_phase.h),-lbox2d) -lm

$(BENCH)/timers24.%: $(BENCH)/place%.o $(patsubst %,$(BENCH)/24/%.o,timers_subjects timers_cell) $(MEASURED_LIBRARY)
	$(CC) -o $@ $^

$(BENCH)/libev24.%: $(BENCH)/place%.o $(patsubst %,$(BENCH)/24/%.o,timers_libev timers_cell)
	$(CC) -o $@ $^ $(if $(call header_there,$(CC) -x c,ev.h),-lev)

BENCH_PROGRAMS += $(SHIFTS:%=$(BENCH)/timers24.%) $(BENCH)/libev24.0
BENCH_PROGRAMS += $(SHIFTS:%=$(BENCH)/space24.%) $(BENCH)/chipmunk24.0 $(if $(HAS_CXX),$(BENCH)/box2d24.0)

bench: $(BENCH)/bench $(BENCH_PROGRAMS) $(BENCH)/state $(BENCH)/saves ## measures troupe and its rivals, writes build/bench.json (QUICK=1: a part, in less than 40 s)
	$(BENCH)/bench --json $(BUILD)/bench.json $(if $(filter-out 0,$(QUICK)),--quick) $(BENCH_OPTIONS)
	$(if $(filter-out 0,$(QUICK)),,$(BENCH)/state && $(BENCH)/saves)

# Typical tasks of a game for a space, compared with code that a good programmer writes by hand for that game.

$(BENCH)/space_games: $(patsubst %,$(BENCH)/24/%.o,space_games space_games_hand space_games_worlds) $(MEASURED_LIBRARY)
	$(CC) -o $@ $^ -lm

bench-games: $(BENCH)/space_games ## compares spaces with grids written by hand: in games, and in worlds where a grid is at risk (PARTS=...)
	@$(BENCH)/space_games $(PARTS)

$(BENCH)/state: tests/bench/state.c $(MEASURED_LIBRARY)
	@mkdir -p $(@D)
	$(CC) $(BENCH_FLAGS) -D_POSIX_C_SOURCE=200809L $< $(MEASURED_LIBRARY) -o $@

bench-state: $(BENCH)/state ## measures the workload `state`: compares snapshots with a memcpy of the live bytes
	$(BENCH)/state

HAS_SQLITE := $(if $(wildcard /usr/include/sqlite3.h),1,0)
HAS_CEREAL := $(if $(wildcard /usr/include/cereal/cereal.hpp),1,0)

$(BENCH)/saves_cereal.o: tests/bench/saves_cereal.cpp
	@mkdir -p $(@D)
	$(CXX) -std=c++17 -O2 -c $< -o $@

$(BENCH)/saves: tests/bench/saves.c $(MEASURED_LIBRARY) $(if $(filter 1,$(HAS_CEREAL)),$(BENCH)/saves_cereal.o)
	@mkdir -p $(@D)
	$(CC) $(BENCH_FLAGS) -D_POSIX_C_SOURCE=200809L -DHAS_SQLITE=$(HAS_SQLITE) -DHAS_CEREAL=$(HAS_CEREAL) -c $< -o $@.o
	$(if $(filter 1,$(HAS_CEREAL)),$(CXX),$(CC)) -o $@ $@.o $(filter %.o %.a,$^) $(if $(filter 1,$(HAS_SQLITE)),-lsqlite3)

bench-saves: $(BENCH)/saves ## measures the workload `saves`: compares saves and loads with a hash of the bytes, SQLite and cereal
	$(BENCH)/saves

$(BENCH)/engine: tests/bench/engine.c $(MEASURED_LIBRARY)
	@mkdir -p $(@D)
	$(CC) $(BENCH_FLAGS) -D_POSIX_C_SOURCE=200809L $< $(MEASURED_LIBRARY) -o $@

bench-engine: $(BENCH)/engine ## measures the workload `engine`: thinkers from oldest to newest, compared with the list of engines
	$(BENCH)/engine

$(BENCH)/ages: tests/bench/ages.c $(MEASURED_LIBRARY)
	@mkdir -p $(@D)
	$(CC) $(BENCH_FLAGS) -D_POSIX_C_SOURCE=200809L $< $(MEASURED_LIBRARY) -o $@

.PHONY: bench-ages
bench-ages: $(BENCH)/ages ## compares a tick in the order of age with an array of pointers written by hand
	$(BENCH)/ages

bench-table: ## writes the figures of tests/bench/README.md from build/bench.json
	sh tests/bench/readme_table.sh $(BUILD)/bench.json tests/bench/README.md

.PHONY: order-table
order-table: $(BUILD)/examples/storm ## writes the README's table of what each order of a list costs (half a minute)
	sh tests/examples/order_table.sh $< README.md

# Pictures for the README: a frame of a real game in a space, and the costs of cells by size. The
# curve needs an idle machine.

PICTURES := tests/bench/pictures
FRAMES := $(firstword $(wildcard tests/model/recorded/*.frames))

$(BUILD)/examples/space_picture: $(BUILD)/examples/space_picture.o $(MEASURED_LIBRARY)
	$(CC) -o $@ $^ -lm

pictures: $(BUILD)/examples/space_picture ## draws the picture of a space
	@mkdir -p $(PICTURES)
	$(BUILD)/examples/space_picture frame $(FRAMES) >$(PICTURES)/space.svg

# Tests. Check runs the situations of tests/unit. A plain runner runs the same situations without Check.

set-up:
	@sh tests/tools/set_up.sh

UNIT := $(filter-out tests/unit/main_%.c,$(wildcard tests/unit/*.c tests/unit/*/*.c))

# $(1): directory, $(2): flags of the library, $(3): flags of the situations, if different, $(4): further flags of situation.c.
# tests/tools/mistakes tests the default output.
COMPILE_UNIT = mkdir -p $(@D) && $(CC) $(C11) -DTRP_PRINTS=0
SITUATION := tests/unit/situation.o
SITUATIONS := $(filter-out $(SITUATION),$(UNIT:%.c=%.o))
define unit_rules
$(BUILD)/$(1)/src/%.o: src/%.c | set-up
	$$(COMPILE_UNIT) $(2) -c $$< -o $$@

$(BUILD)/$(1)/tests/%.o: tests/%.c | set-up
	$$(COMPILE_UNIT) $(or $(3),$(2)) -c $$< -o $$@

$(BUILD)/$(1)/$(SITUATION): tests/unit/situation.c | set-up
	$$(COMPILE_UNIT) $(or $(3),$(2)) $(4) -c $$< -o $$@
endef

# $(1): directory, $(2): flags: the library and the situations by the same flags, with Check and without.
define unit_programs
$(call unit_rules,$(1),$(2))

$(BUILD)/$(1)/unit: $(SITUATIONS:%=$(BUILD)/$(1)/%) $(BUILD)/$(1)/$(SITUATION) $(BUILD)/$(1)/tests/unit/main_check.o $(SOURCES:%.c=$(BUILD)/$(1)/%.o)
	$(CC) $(2) -o $$@ $$^ $$$$(pkg-config --libs check)

$(BUILD)/$(1)/plain: $(SITUATIONS:%=$(BUILD)/$(1)/%) $(BUILD)/$(1)/$(SITUATION) $(BUILD)/$(1)/tests/unit/main_plain.o $(SOURCES:%.c=$(BUILD)/$(1)/%.o)
	$(CC) $(2) -o $$@ $$^
endef

# Situations take longer to compile than to run, so in `make test` they are not optimized, and compiled twice: for the plain
# libraries, and for the sanitized one (shipped).
$(eval $(call unit_rules,unit,-O2 -g,-O0 -g1))
$(eval $(call unit_rules,small,-Os -g,-O0 -g1,-DSITUATION_SHARE=11))
$(eval $(call unit_rules,sanitized,$(SANITIZERS),-g1 -O0 $(filter -f%,$(SANITIZERS)),-DSITUATION_SHARE=11))

# Programs with the same situations: the library as measured, optimized for size, and with slots marked for AddressSanitizer.
# The second one links the situations of the first.
$(BUILD)/unit/unit: $(SITUATIONS:%=$(BUILD)/unit/%) $(BUILD)/unit/$(SITUATION) $(BUILD)/unit/tests/unit/main_check.o $(MEASURED_LIBRARY)
	$(CC) -o $@ $^ $$(pkg-config --libs check)

$(BUILD)/small/plain: $(SITUATIONS:%=$(BUILD)/unit/%) $(BUILD)/small/$(SITUATION) $(BUILD)/small/tests/unit/main_plain.o $(SOURCES:%.c=$(BUILD)/small/%.o)
	$(CC) -o $@ $^

$(BUILD)/sanitized/unit: $(SITUATIONS:%=$(BUILD)/sanitized/%) $(BUILD)/sanitized/$(SITUATION) $(BUILD)/sanitized/tests/unit/main_check.o $(SOURCES:%.c=$(BUILD)/sanitized/%.o)
	$(CC) $(SANITIZERS) -o $@ $^ $$(pkg-config --libs check)

# Sanitized situations share a process: one per situation would take twice as long. An abort names the situation.
NO_FORK := CK_FORK=no ASAN_OPTIONS=abort_on_error=1 UBSAN_OPTIONS=abort_on_error=1

test-unit: $(BUILD)/unit/unit
	$(BUILD)/unit/unit

test-sanitized: $(BUILD)/sanitized/unit # slots are marked: accesses to dead actors are found
	$(NO_FORK) $(BUILD)/sanitized/unit

test-small: $(BUILD)/small/plain # optimized for size
	$(BUILD)/small/plain

test-examples: examples
	sh $(EXAMPLES)/test_examples.sh $(BUILD)/examples
	for trace in $(TRACES); do sh $(EXAMPLES)/test_replay.sh $(BUILD)/examples/replay $$trace || exit 1; done
	$(BUILD)/examples/test_count
	$(MAKE) --no-print-directory test-parallel-for test-reload test-castle
	$(BUILD)/examples/test_frames $(FRAMES)
	sh $(EXAMPLES)/test_storm.sh $(BUILD)/examples/storm
	sh tests/examples/test_readme.sh $(EXAMPLES) "$(CC)" $(MEASURED_LIBRARY) $(PAGES)

test-limits: examples # instructions per visit; modules that a program links
	sh tests/bench/visits/test_visits.sh $(BUILD)/cost/visits "$(CC)"
	sh tests/packaging/test_linked.sh $(BUILD)/examples/hello $(BUILD)/measured/src $(MODULES)
	sh tests/packaging/test_policies.sh $(MEASURED_LIBRARY) $(BUILD)/measured/src $(BUILD)/policies "$(CC) -std=c11 -Iinclude"

test-freestanding: # external symbols of the library at all levels of optimization
	sh tests/ports/test_freestanding.sh "$(CC)" src -O0 -Os -O2 -O3

test-headers: # each public header alone, in all languages and with the warnings that embedders use
	sh tests/ports/test_headers.sh "$(CC)" "$(CXX)"

test-rooms: $(MEASURED_LIBRARY) # what sources include and which symbols they use
	sh tests/tools/test_rooms.sh $(BUILD)/measured/src

CHECKS := test-freestanding test-headers test-rooms test-instructions

# `make test` builds and runs these in parallel, one job per processor.

PARTS := unit shipped small examples limits corpus oracle
COVERS_unit := all situations of tests/unit, with the library as measured
COVERS_shipped := a share of them, the corpus and random calls, under AddressSanitizer and UBSan
COVERS_small := a share of them, with the library optimized for size
COVERS_examples := the examples, the programs of the pages, two recorded games
COVERS_limits := instructions per visit, and what a program links
COVERS_corpus := the inputs of the fuzzer and 200,000 random calls, beside a model
COVERS_oracle := bytes of a world after 2,000 restores, whose caches were garbage before
JOBS ?= $(shell nproc 2>/dev/null || echo 2)
SIDE_BY_SIDE = $(if $(filter -j% --jobserver%,$(MAKEFLAGS)),,-j$(JOBS))

.PHONY: $(PARTS:%=part-%) $(PARTS:%=begin-%)
$(PARTS:%=begin-%): begin-%:
	@sh tests/tools/part.sh begin $(BUILD)/test $* "$(COVERS_$*)"

$(PARTS:%=part-%): part-%: begin-%
	+@sh tests/tools/part.sh run $(BUILD)/test $* $(MAKE) --no-print-directory test-$*

part-unit: $(BUILD)/unit/unit
part-small: $(BUILD)/small/plain
part-examples part-limits: examples
part-corpus: $(BUILD)/fuzz/replay

test: ## runs the unit tests, also with sanitizers, the examples, and the fuzzer's corpus; installs Check if apt is available
	+@sh tests/tools/test.sh $(BUILD)/test "$(MAKE) -s -k $(SIDE_BY_SIDE)" $(PARTS)

# Further tests, tools and ports: each folder of tests may have its own rules. The fast targets
# among them add themselves to CHECKS, which CI runs besides `make test`.

include $(sort $(wildcard tests/*/rules.mk tests/bench/*/rules.mk tests/model/*/rules.mk tests/tools/*/rules.mk))

# One make builds the parts that several checks need; with -k one run shows all failures. The tests of the game in a
# window and a browser mostly wait, so there is one job more than processors.
checks: set-up ## runs the fast checks among all further ones, as CI does
	@mkdir -p $(BUILD) && date +%s >$(BUILD)/checks.began
	@{ $(MAKE) --no-print-directory -k -Otarget $(if $(SIDE_BY_SIDE),-j$$(($(JOBS) + 1))) $(CHECKS); echo $$? >$(BUILD)/checks.status; } 2>&1 | tee $(BUILD)/checks.log
	@sh tests/tools/checks_summary.sh $(BUILD)/checks.log $$(cat $(BUILD)/checks.status) $$(cat $(BUILD)/checks.began)

# Everything is installed below $(DESTDIR)$(PREFIX). pkg-config and CMake get relative paths, so that the tree can be
# moved.

LIBDIR ?= lib
CHECK_LIBDIR = $(if $(filter /%,$(LIBDIR)),$(error LIBDIR is relative to PREFIX, such as LIBDIR=lib64; it is $(LIBDIR)))
INSTALLED_HEADERS := $(HEADERS) $(wildcard include/troupe/*.hpp)
PKGCONFIG := $(LIBDIR)/pkgconfig
CMAKE_PACKAGE := $(LIBDIR)/cmake/troupe
UP := $(shell echo $(PKGCONFIG) | sed 's|[^/][^/]*|..|g')
VERSION := $(shell awk '/^.define TRP_VERSION_(MAJOR|MINOR|PATCH) / { printf "%s%s", dot, $$3; dot = "." }' include/troupe/version.h)
POINTER_BYTES = $(firstword $(shell echo __SIZEOF_POINTER__ | $(CC) $(CFLAGS) -E -P - 2>/dev/null | grep '^[0-9]') 0)
FILL = sed -e 's|@VERSION@|$(VERSION)|g' -e 's|@UP@|$(UP)|g' -e 's|@LIBDIR@|$(LIBDIR)|g' -e 's|@POINTER_BYTES@|$(POINTER_BYTES)|g'

# The debug library is installed if the compiler has AddressSanitizer; DEBUG=no leaves it out.
DEBUG_LIBRARY = $(if $(filter no,$(DEBUG)),,$(if $(HAS_SANITIZER),$(BUILD)/debug/libtroupe.a))
HAS_SANITIZER = $(shell out=$$(mktemp) && echo 'int main(void) { return 0; }' | $(CC) -fsanitize=address -x c - -o $$out 2>/dev/null && \
    echo there; rm -f $$out)

install: all ## installs the library, the debug library, headers, and packages for pkg-config and CMake into $(DESTDIR)$(PREFIX)
	@[ -z "$(DEBUG_LIBRARY)" ] || $(MAKE) --no-print-directory $(DEBUG_LIBRARY)
	$(CHECK_LIBDIR)
	install -d $(patsubst %,'$(DESTDIR)$(PREFIX)/%',$(LIBDIR) include/troupe $(PKGCONFIG) $(CMAKE_PACKAGE))
	install -m 644 $(LIBRARY) '$(DESTDIR)$(PREFIX)/$(LIBDIR)/'
	install -m 644 $(INSTALLED_HEADERS) '$(DESTDIR)$(PREFIX)/include/troupe/'
	install -d '$(DESTDIR)$(PREFIX)/share/troupe/troupe_gdb' && install -m 644 src/tools/troupe-gdb.py '$(DESTDIR)$(PREFIX)/share/troupe/'
	install -m 644 src/tools/troupe_gdb/*.py '$(DESTDIR)$(PREFIX)/share/troupe/troupe_gdb/'
	$(FILL) src/packaging/troupe.pc.in >'$(DESTDIR)$(PREFIX)/$(PKGCONFIG)/troupe.pc'
	[ -z "$(DEBUG_LIBRARY)" ] || { install -m 644 $(BUILD)/debug/libtroupe.a '$(DESTDIR)$(PREFIX)/$(LIBDIR)/libtroupe-debug.a' && \
	    $(FILL) src/packaging/troupe-debug.pc.in >'$(DESTDIR)$(PREFIX)/$(PKGCONFIG)/troupe-debug.pc'; }
	$(FILL) src/packaging/troupe-config.cmake.in >'$(DESTDIR)$(PREFIX)/$(CMAKE_PACKAGE)/troupe-config.cmake'
	$(FILL) src/packaging/troupe-config-version.cmake.in >'$(DESTDIR)$(PREFIX)/$(CMAKE_PACKAGE)/troupe-config-version.cmake'
	chmod 644 '$(DESTDIR)$(PREFIX)/$(PKGCONFIG)'/troupe*.pc '$(DESTDIR)$(PREFIX)/$(CMAKE_PACKAGE)'/*.cmake
	@echo "Installed in $(DESTDIR)$(PREFIX). Use it so: cc game.c \$$(pkg-config --cflags --libs troupe), with $(PREFIX)/$(PKGCONFIG) in PKG_CONFIG_PATH"

uninstall: ## removes the installed files
	$(CHECK_LIBDIR)
	rm -f '$(DESTDIR)$(PREFIX)/$(LIBDIR)/libtroupe.a' '$(DESTDIR)$(PREFIX)/$(LIBDIR)/libtroupe-debug.a'
	rm -f '$(DESTDIR)$(PREFIX)/$(PKGCONFIG)/troupe.pc' '$(DESTDIR)$(PREFIX)/$(PKGCONFIG)/troupe-debug.pc'
	rm -rf '$(DESTDIR)$(PREFIX)/include/troupe' '$(DESTDIR)$(PREFIX)/share/troupe' '$(DESTDIR)$(PREFIX)/$(CMAKE_PACKAGE)'

clean: ## removes build/
	rm -rf $(BUILD)

-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)
