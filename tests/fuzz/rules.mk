# Model fuzzing: calls made of bytes, on several worlds, compared with a plain model of them.

FUZZ := $(BUILD)/fuzz
FUZZ_SOURCES := $(filter-out tests/fuzz/main_%.c,$(wildcard tests/fuzz/*.c))
FUZZ_SECONDS ?= 150
FUZZ_CALLS ?= 10000000
FUZZ_SEED ?= 1
FUZZ_SANITIZERS := -g -O1 -ffp-contract=off -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all

.PHONY: fuzz fuzz-replay

$(FUZZ)/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(C11) $(MEASURED) -c $< -o $@

$(FUZZ)/replay: $(SOURCES:%.c=$(FUZZ)/%.o) $(FUZZ_SOURCES:%.c=$(FUZZ)/%.o) $(FUZZ)/tests/fuzz/main_replay.o
	$(CC) -o $@ $^ -lm

$(FUZZ)/fuzz: $(SOURCES) $(FUZZ_SOURCES) tests/fuzz/main_fuzzer.c $(HEADERS) $(wildcard src/*.h tests/fuzz/*.h)
	@mkdir -p $(@D)
	clang -std=c11 $(FUZZ_SANITIZERS) -Iinclude $(filter %.c,$^) -o $@ -lm

fuzz: $(FUZZ)/replay ## feeds random calls to the library and to a model, which must agree (FUZZ_SECONDS, FUZZ_CALLS, FUZZ_SEED)
	@mkdir -p $(FUZZ)/corpus
	@if command -v clang >/dev/null 2>&1; then \
	    $(MAKE) --no-print-directory $(FUZZ)/fuzz && $(FUZZ)/fuzz -max_total_time=$(FUZZ_SECONDS) -seed=$(FUZZ_SEED) \
	        -max_len=1500 -artifact_prefix=$(FUZZ)/ $(FUZZ)/corpus tests/fuzz/corpus; \
	else echo "skipped: libFuzzer, since clang is not here (Debian: clang libclang-rt-14-dev)"; fi
	$(FUZZ)/replay --random $(FUZZ_CALLS) $(FUZZ_SEED)

fuzz-replay: $(FUZZ)/replay
	$(FUZZ)/replay $(wildcard tests/fuzz/corpus/*)

CHECKS += fuzz-replay
