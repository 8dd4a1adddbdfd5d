# Builds of the library that mark free slots, to find pointers that were kept too long; and programs with such mistakes.

DEBUG_COMMON := -g -O1 -fno-omit-frame-pointer -DTRP_DEBUG=1
DEBUG_ASAN := $(DEBUG_COMMON) -fsanitize=address
DEBUG_VALGRIND := $(DEBUG_COMMON) -DTRP_VALGRIND=1
POISON_PROGRAMS := $(patsubst tests/tools/poison/%.c,%,$(wildcard tests/tools/poison/*.c))

.PHONY: debug test-poison test-poison-asan test-poison-memcheck test-poison-unit poison-debug poison-debug-valgrind test-debug

# $(1): directory, $(2): flags, $(3): flags of the programs. The programs for Memcheck are not optimized, since optimization
# makes its line numbers inexact.
define debug_rules
$(BUILD)/$(1)/src/%.o: src/%.c
	@mkdir -p $$(@D)
	$(CC) $(C11) $(2) -c $$< -o $$@

$(BUILD)/$(1)/libtroupe.a: $(SOURCES:%.c=$(BUILD)/$(1)/%.o)
	@rm -f $$@
	$(AR) rcs $$@ $$^
	@AR="$(AR)" sh tests/tools/poison/needs_sanitizer.sh $$@ $(CC) || { rm -f $$@; exit 1; }

$(BUILD)/$(1)/poison/%: tests/tools/poison/%.c $(BUILD)/$(1)/libtroupe.a
	@mkdir -p $$(@D)
	$(CC) $(C11) $(2) $(3) -DTRP_QUIET -MF $$@.d $$^ -o $$@

$(BUILD)/$(1)/poison/%.right: tests/tools/poison/%.c $(BUILD)/$(1)/libtroupe.a
	@mkdir -p $$(@D)
	$(CC) $(C11) $(2) $(3) -DTRP_QUIET -DMISTAKE=0 -MF $$@.d $$^ -o $$@

poison-$(1): $(addprefix $(BUILD)/$(1)/poison/,$(POISON_PROGRAMS) $(POISON_PROGRAMS:%=%.right))
	@:
endef

$(eval $(call debug_rules,debug,$(DEBUG_ASAN)))
$(eval $(call debug_rules,debug-valgrind,$(DEBUG_VALGRIND),-O0))
$(eval $(call unit_programs,unit-valgrind,-g -O1 -DTRP_VALGRIND=1))
$(eval $(call unit_programs,unit-debug,-g1 -O0 -DTRP_DEBUG=1))

memcheck_there = $(call header_there,$(CC) -x c,valgrind/memcheck.h)
NO_MEMCHECK := skipped: valgrind, or its header memcheck.h, is not installed (Debian: valgrind)

debug: ## builds build/debug/libtroupe.a for AddressSanitizer and build/debug-valgrind/libtroupe.a for Valgrind
	@$(MAKE) -q $(BUILD)/debug/libtroupe.a 2>/dev/null || echo "troupe: compiling $(words $(SOURCES)) files with all checks ..."
	@$(MAKE) $(BUILD)/debug/libtroupe.a
	@if [ -n "$(memcheck_there)" ]; then $(MAKE) $(BUILD)/debug-valgrind/libtroupe.a; \
	else echo "$(NO_MEMCHECK): no build/debug-valgrind"; fi
	@echo "$(BUILD)/debug/libtroupe.a is built. Use it so:"
	@echo "    $(CC) -std=c11 -g -fsanitize=address -DTRP_DEBUG=1 -DTRP_PLACES -Iinclude game.c $(BUILD)/debug/libtroupe.a"
	@[ -z "$(memcheck_there)" ] || { echo "$(BUILD)/debug-valgrind/libtroupe.a is built, for programs under valgrind:" && \
	    echo "    $(CC) -std=c11 -g -DTRP_DEBUG=1 -DTRP_PLACES -Iinclude game.c $(BUILD)/debug-valgrind/libtroupe.a"; }

test-poison-asan: poison-debug
	sh tests/tools/poison/test_poison.sh tests/tools/poison asan $(BUILD)/debug/poison $(POISON_PROGRAMS)

test-poison-memcheck:
	@if [ -n "$(memcheck_there)" ] && command -v valgrind >/dev/null 2>&1; then \
	    $(MAKE) --no-print-directory poison-debug-valgrind && \
	    sh tests/tools/poison/test_poison.sh tests/tools/poison memcheck $(BUILD)/debug-valgrind/poison $(POISON_PROGRAMS); \
	else echo "$(NO_MEMCHECK): programs under memcheck"; fi

test-poison: set-up ## checks that programs that use a pointer after its actor's end stop with a report of the line (20 s)
	$(MAKE) --no-print-directory test-poison-asan
	$(MAKE) --no-print-directory test-poison-memcheck

test-poison-unit: set-up ## runs the unit tests under memcheck, with marked slots (3 minutes)
	@if [ -n "$(memcheck_there)" ] && command -v valgrind >/dev/null 2>&1; then \
	    $(MAKE) --no-print-directory $(BUILD)/unit-valgrind/plain && \
	    valgrind -q --error-exitcode=9 $(BUILD)/unit-valgrind/plain; \
	else echo "$(NO_MEMCHECK): unit tests under memcheck"; fi

test-debug: $(BUILD)/unit-debug/plain # the situations with the debug checks of TRP_DEBUG
	$(BUILD)/unit-debug/plain

CHECKS += test-poison test-debug
