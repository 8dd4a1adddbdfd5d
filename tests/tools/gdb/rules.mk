# Inspection of a game in gdb: src/tools/troupe-gdb.py.

.PHONY: test-gdb

GDB_LIBRARY := $(SOURCES:%.c=$(BUILD)/unit/%.o)

$(BUILD)/gdb/game $(BUILD)/gdb/corners: $(BUILD)/gdb/%: tests/tools/gdb/%.c $(GDB_LIBRARY)
	@mkdir -p $(@D)
	$(CC) $(C11) -g -MF $@.d $^ -o $@

$(BUILD)/gdb/game.o: tests/tools/gdb/game.c
	@mkdir -p $(@D)
	$(CXX) -x c++ -std=c++17 -Wall -Iinclude -MMD -MP -MF $@.d -g -c $< -o $@

$(BUILD)/gdb/game++: $(BUILD)/gdb/game.o $(GDB_LIBRARY)
	$(CXX) $^ -o $@

test-gdb: set-up $(BUILD)/gdb/corners $(BUILD)/gdb/game $(if $(HAS_CXX),$(BUILD)/gdb/game++) ## tests the gdb script on worlds in stopped programs and in core dumps (20 s)
	@command -v gdb >/dev/null 2>&1 || sh tests/tools/install.sh gdb || true
	$(if $(HAS_CXX),,@echo "skipped: a game in C++ in gdb (no $(CXX); Debian: g++)")
	sh tests/tools/gdb/test_gdb.sh $(filter $(BUILD)/gdb/%,$^)

CHECKS += test-gdb
