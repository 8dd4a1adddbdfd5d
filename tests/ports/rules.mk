# Ports: run the situations of tests/unit and the long run of tests/ports/hash.h on other machines and with other compilers. A
# port is a compiler with its flags and, for another machine, an emulator. Each target writes one row into build/ports/rows;
# `make ports` makes the table from these rows.
# A port of another form adds itself: PORTS += name, with a target ports-name that writes rows by `sh tests/ports/row.sh`. If its
# tools are missing, its row and its output name them.

PORTS_BUILD := $(BUILD)/ports
HASHED := $(wildcard tests/ports/hash*.c)
PLAIN_UNIT := $(UNIT) tests/unit/main_plain.c
.PHONY: ports ports-setup ports-table ports-page ports-record test-hash test-msvc ports-compilers ports-m32
.PHONY: ports-headers ports-cpp ports-cortex-m3 ports-cortex-m0 ports-wasm ports-windows ports-msvc ports-powerpc ports-s390x

PORTS := compilers headers cpp m32 powerpc s390x wasm windows msvc cortex-m3 cortex-m0
CHECKS += test-hash test-msvc

# tcc writes no list of headers that would let make continue after a header is removed
ALL_HEADERS := $(HEADERS) $(wildcard src/*/*.h tests/unit/*.h tests/ports/*.h)

# $(1): name, $(2): compiler and flags, $(3): suffix of programs
define port_rules
PORT_CC_$(1) := $(2)
$(PORTS_BUILD)/$(1)/%.o: %.c $(if $(filter tcc,$(1)),$(ALL_HEADERS))
	@mkdir -p $$(@D)
	$(2) $(WARNINGS) -Iinclude $(if $(filter tcc,$(1)),,-MMD -MP) -c $$< -o $$@

$(PORTS_BUILD)/$(1)/situations$(3): $(PLAIN_UNIT:%.c=$(PORTS_BUILD)/$(1)/%.o) $(SOURCES:%.c=$(PORTS_BUILD)/$(1)/%.o)
	$(2) -o $$@ $$^

$(PORTS_BUILD)/$(1)/hash$(3): $(HASHED:%.c=$(PORTS_BUILD)/$(1)/%.o) $(SOURCES:%.c=$(PORTS_BUILD)/$(1)/%.o)
	$(2) -o $$@ $$^
endef

# $(1): name, $(2): Debian packages of the compiler, $(3): emulator, $(4): its packages, $(5):
# suffix of programs
run_port = MAKE='$(MAKE)' sh tests/ports/port.sh $(PORTS_BUILD) $(1) "$(PORT_CC_$(1))" "$(2)" "$(3)" "$(4)" $(5)

# Other compilers on this machine

GCC ?= gcc
CLANG ?= clang
TCC ?= tcc
$(eval $(call port_rules,gcc-c11,$(GCC) -std=c11 -O2 -Werror))
$(eval $(call port_rules,gcc-c17,$(GCC) -std=c17 -O3 -Werror))
$(eval $(call port_rules,gcc-c2x,$(GCC) -std=c2x -Os -Werror))
$(eval $(call port_rules,clang-c11,$(CLANG) -std=c11 -O2 -Werror))
$(eval $(call port_rules,clang-c17,$(CLANG) -std=c17 -O3 -Werror))
$(eval $(call port_rules,clang-c2x,$(CLANG) -std=c2x -Os -Werror))
$(eval $(call port_rules,tcc,$(TCC) -std=c11 -Werror))

ports-compilers: ## tests gcc, clang and tcc as C11, C17 and C2x
	@status=0; \
	$(foreach standard,c11 c17 c2x,$(call run_port,gcc-$(standard),gcc) || status=1; \
	$(call run_port,clang-$(standard),clang) || status=1;) \
	$(call run_port,tcc,tcc) || status=1; \
	exit $$status

# $(1): name of the check, $(2): names of the compilers in the table, $(3): the command
port_check = sh tests/ports/check.sh $(PORTS_BUILD) $(1) "$(2)" $(3)
versions = $(foreach tool,$(1),$(tool) $(or $(shell sh tests/ports/version.sh $(tool)),is not installed))
GXX ?= g++
CLANGXX ?= clang++

ports-headers: ## compiles every public header alone, in C11, C17, C2x, C++17 and C++20
	@status=0; \
	$(call port_check,headers-gcc,$(call versions,$(GCC) $(GXX)): C11 C17 C2x C++17 C++20,sh tests/ports/test_headers.sh "$(GCC)" "$(GXX)") || status=1; \
	$(call port_check,headers-clang,$(call versions,$(CLANG) $(CLANGXX)): C11 C17 C2x C++17 C++20,sh tests/ports/test_headers.sh "$(CLANG)" "$(CLANGXX)") || status=1; \
	$(call port_check,headers-tcc,$(call versions,$(TCC)): C11,sh tests/ports/headers.sh "$(TCC)" tcc) || status=1; \
	exit $$status

ports-cpp: $(MEASURED_LIBRARY) ## runs the examples in C++, with g++ and clang++, as C++17 and C++20
	@status=0; \
	$(call port_check,examples-g++,$(call versions,$(GXX)): C++17 C++20,sh tests/ports/cpp.sh "$(GXX)" g++ $<) || status=1; \
	$(call port_check,examples-clang++,$(call versions,$(CLANGXX)): C++17 C++20,sh tests/ports/cpp.sh "$(CLANGXX)" clang $<) || status=1; \
	exit $$status

# This machine with pointers of 4 bytes. With the x87, gcc follows C's rules for floats; clang needs SSE for that.

$(eval $(call port_rules,m32-gcc-x87,$(GCC) -m32 -std=c11 -O2 -Werror))
$(eval $(call port_rules,m32-gcc-sse,$(GCC) -m32 -msse2 -mfpmath=sse -std=c11 -Os -Werror))
$(eval $(call port_rules,m32-clang,$(CLANG) -m32 -msse2 -std=c11 -O2 -Werror))

ports-m32: ## tests 32 bits: gcc and clang with -m32
	@status=0; \
	$(call run_port,m32-gcc-x87,gcc-12-multilib) || status=1; \
	$(call run_port,m32-gcc-sse,gcc-12-multilib) || status=1; \
	$(call run_port,m32-clang,clang gcc-12-multilib) || status=1; \
	exit $$status

# Big-endian machines, with pointers of 4 and of 8 bytes

POWERPC_CC ?= powerpc-linux-gnu-gcc
S390X_CC ?= s390x-linux-gnu-gcc
$(eval $(call port_rules,powerpc,$(POWERPC_CC) -static -std=c11 -O2 -Werror))
$(eval $(call port_rules,s390x,$(S390X_CC) -static -std=c11 -O2 -Werror))

ports-powerpc: ## tests PowerPC: big-endian, 32 bits, under qemu-user
	@$(call run_port,powerpc,gcc-powerpc-linux-gnu libc6-dev-powerpc-cross,qemu-ppc-static,qemu-user-static)

ports-s390x: ## tests s390x: big-endian, 64 bits, under qemu-user
	@$(call run_port,s390x,gcc-s390x-linux-gnu libc6-dev-s390x-cross,qemu-s390x-static,qemu-user-static)

# Windows: the compiler of mingw, run by Wine. The Wine prefix is in build/.

MINGW_CC ?= x86_64-w64-mingw32-gcc
MINGW_PACKAGE := gcc-mingw-w64-x86-64-win32
$(eval $(call port_rules,windows,$(MINGW_CC) -static -std=c11 -O2 -Werror,.exe))

ports-windows: ## tests Windows with mingw and Wine, and the headers together with windows.h
	@status=0; \
	$(call run_port,windows,$(MINGW_PACKAGE),sh tests/ports/wine.sh $(PORTS_BUILD)/wine,wine64 wine,.exe) || status=1; \
	$(call port_check,windows.h,$(call versions,$(MINGW_CC)): C11 C++17,sh tests/ports/windows_h.sh "$(MINGW_CC)" $(MINGW_PACKAGE)) || status=1; \
	exit $$status

# MSVC, as far as another compiler can replace it: finds code that MSVC rejects, and runs the branches for MSVC.

MSVC_PLAYED := -fgnuc-version=0 -fdeclspec -D_MSC_VER=1930 -D_WIN64 -Wno-literal-range -Itests/ports/msvc
$(eval $(call port_rules,msvc-branches,$(CLANG) -std=c11 -O2 $(MSVC_PLAYED)))
$(PORTS_BUILD)/msvc-branches/situations $(PORTS_BUILD)/msvc-branches/hash: $(PORTS_BUILD)/msvc-branches/tests/ports/msvc/intrin.o

test-msvc: ## checks with clang that the sources use only C11 that MSVC has (seconds)
	@if command -v $(firstword $(CLANG)) >/dev/null 2>&1; then \
	    sh tests/ports/msvc.sh "$(CLANG)"; \
	else \
	    echo "skipped: the check for MSVC: $(firstword $(CLANG)) is not installed (Debian: clang)"; \
	fi

ports-msvc: ## checks the same, and runs the branches for MSVC
	@status=0; \
	$(call run_port,msvc-branches,clang) || status=1; \
	$(call port_check,msvc,$(call versions,$(CLANG)) in its place: C11 C++17 C++20,$(MAKE) --no-print-directory test-msvc) || status=1; \
	exit $$status

# WebAssembly without a system: clang, a C library of four functions in tests/ports/wasm, and Node

WASM := $(PORTS_BUILD)/wasm
WASM_CC := $(CLANG) --target=wasm32 -std=c11 -O2 -ffreestanding -Werror
WASM_OWN := $(wildcard tests/ports/wasm/*.c)
WASM_PARTS := $(UNIT) $(filter-out %/hash_main.c,$(HASHED)) $(WASM_OWN) $(SOURCES)
WASM_EXPORTS := noun_count noun_name situation_count situation_name situation_run hash_number_of hash_trouble

$(WASM)/%.o: %.c
	@mkdir -p $(@D)
	$(WASM_CC) $(WARNINGS) -Iinclude $(if $(filter src/%,$(filter-out src/core/heap.c,$<)),,-Itests/ports/bare) -MMD -MP -c $< -o $@

$(WASM)/situations.wasm: $(WASM_PARTS:%.c=$(WASM)/%.o) tests/ports/wasm/imports.txt
	$(WASM_CC) -nostdlib -Wl,--no-entry -Wl,-z,stack-size=1048576 $(WASM_EXPORTS:%=-Wl,--export=%) \
	    -Wl,--allow-undefined-file=tests/ports/wasm/imports.txt -o $@ $(filter %.o,$^)

$(WASM)/hash.wasm: $(WASM)/situations.wasm # one module for both programs: run.mjs chooses by the name
	cp $< $@

PORT_CC_wasm := $(WASM_CC) -nostdlib -Wl,--no-entry
ports-wasm: ## tests WebAssembly: wasm32 without a system, by clang, in Node
	@$(call run_port,wasm,clang lld,node tests/ports/wasm/run.mjs,nodejs,.wasm)

# Cortex-M: no system, no heap, 64 KiB and 16 KiB of RAM

ports-cortex-m3 ports-cortex-m0: ports-cortex-%: $(BUILD)/examples/replay ## tests a Cortex-M3 and a Cortex-M0 in qemu
	@sh tests/ports/cortex.sh $(PORTS_BUILD) cortex-$* $* $< $(TRACES)

# All ports

ports: ## runs the situations and the hash on all available machines and compilers, and writes a table
	@rm -rf $(PORTS_BUILD)/rows $(PORTS_BUILD)/cases $(PORTS_BUILD)/failed
	@for port in $(PORTS); do $(MAKE) --no-print-directory ports-$$port || touch $(PORTS_BUILD)/failed; done
	@$(MAKE) --no-print-directory ports-table
	@echo "the table is in $(PORTS_BUILD)/table.md"
	@if [ -e $(PORTS_BUILD)/failed ]; then rm $(PORTS_BUILD)/failed; exit 1; fi

ports-table: ## prints the README's table of ports from the rows: build/ports/table.md
	@sh tests/ports/table.sh $(PORTS_BUILD)/rows >$(PORTS_BUILD)/table.md
	@cat $(PORTS_BUILD)/table.md

ports-page: ## writes the tables of the last `make ports` into tests/ports/README.md
	@sh tests/ports/page.sh $(PORTS_BUILD)/table.md tests/ports/README.md

PORT_PACKAGES += gcc g++ clang lld llvm tcc nodejs gcc-12-multilib qemu-system-arm gcc-arm-none-eabi wine64 wine \
    gcc-mingw-w64-x86-64-win32 g++-mingw-w64-x86-64-win32 \
    gcc-powerpc-linux-gnu libc6-dev-powerpc-cross gcc-s390x-linux-gnu libc6-dev-s390x-cross qemu-user-static

# gcc-12-multilib, because gcc-multilib conflicts with the compilers for other machines.
ports-setup: ## installs the tools for the ports, if apt is available
	@sh tests/tools/install.sh $(PORT_PACKAGES)

# The hash changes when an answer of the library changes, by intention (such as a better message) or by mistake.

ports-record: $(PORTS_BUILD)/gcc-c11/hash ## records the present hash as correct in tests/ports/hash.expected
	$< 20000 >tests/ports/hash.expected
	$< 1000000 >>tests/ports/hash.expected
	@cat tests/ports/hash.expected

$(PORTS_BUILD)/quick-hash: $(HASHED) tests/ports/hash.h tests/ports/hash_scene.h $(MEASURED_LIBRARY)
	@mkdir -p $(@D)
	$(CC) $(C11) -O1 -o $@ $(HASHED) $(MEASURED_LIBRARY)

test-hash: $(PORTS_BUILD)/quick-hash ## compares a short hash by this compiler and, if available, by tcc (seconds)
	@sh tests/ports/check_hash.sh $(PORTS_BUILD)/quick-hash 20000
	@if command -v $(firstword $(TCC)) >/dev/null 2>&1; then \
	    $(TCC) -std=c11 -Iinclude -o $(PORTS_BUILD)/quick-tcc $(SOURCES) $(HASHED) && \
	    sh tests/ports/check_hash.sh $(PORTS_BUILD)/quick-tcc 20000; \
	else \
	    echo "skipped: the hash by tcc: $(firstword $(TCC)) is not installed (Debian: tcc)"; \
	fi

# The C++ example runs with the other examples.

$(BUILD)/examples/in_cpp: $(EXAMPLES)/in_cpp.cpp $(MEASURED_LIBRARY)
	@mkdir -p $(@D)
	$(CXX) -std=c++17 -Wall -Wextra -Wpedantic -Wconversion -Iinclude -MMD -MP $(MEASURED) -o $@ $(filter %.cpp %.a,$^)
examples: $(if $(HAS_CXX),$(BUILD)/examples/in_cpp $(BUILD)/examples/bases_cpp)

$(BUILD)/examples/bases_cpp: $(EXAMPLES)/bases_cpp.cpp $(MEASURED_LIBRARY)
	@mkdir -p $(@D)
	$(CXX) -std=c++17 -Wall -Wextra -Wpedantic -Wconversion -Iinclude -MMD -MP $(MEASURED) -o $@ $(filter %.cpp %.a,$^)
examples: $(if $(HAS_CXX),$(BUILD)/examples/bases_cpp)

include $(filter-out %/rules.mk,$(wildcard tests/ports/*.mk))
