# troupe. `make help` lists what there is to do.

CC ?= cc
AR ?= ar
CXX ?= c++
CFLAGS ?= -O2 -g
PREFIX ?= /usr/local
DESTDIR ?=
BUILD := build

WARNINGS := -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wstrict-prototypes -Wcast-qual
C11 := -std=c11 $(WARNINGS) -Iinclude -MMD -MP

SOURCES := $(wildcard src/*.c)
HEADERS := $(wildcard include/troupe/*.h)
LIBRARY := $(BUILD)/libtroupe.a

.PHONY: help all run test bench install uninstall clean
.DEFAULT_GOAL := all
.SUFFIXES:

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "%-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

all: $(LIBRARY) ## the static library, build/libtroupe.a

$(BUILD)/obj/%.o: src/%.c
	@mkdir -p $(@D)
	$(CC) $(C11) $(CFLAGS) -c $< -o $@

$(LIBRARY): $(SOURCES:src/%.c=$(BUILD)/obj/%.o)
	@rm -f $@
	$(AR) rcs $@ $^

install: all ## library and headers into $(DESTDIR)$(PREFIX)
	install -d $(DESTDIR)$(PREFIX)/lib $(DESTDIR)$(PREFIX)/include/troupe
	install -m 644 $(LIBRARY) $(DESTDIR)$(PREFIX)/lib/
	install -m 644 $(HEADERS) $(DESTDIR)$(PREFIX)/include/troupe/

uninstall: ## takes them out again
	rm -f $(DESTDIR)$(PREFIX)/lib/libtroupe.a
	rm -rf $(DESTDIR)$(PREFIX)/include/troupe

clean: ## removes build/
	rm -rf $(BUILD)

-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)
