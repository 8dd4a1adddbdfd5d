# Model fuzzing: bytes are turned into calls on several worlds, which are compared with the model
# (tests/model/rules) in the sizes of sizes.h.

FUZZ := $(BUILD)/fuzz
MODEL_RULES := $(wildcard tests/model/rules/*.c)
FUZZ_SOURCES := $(filter-out tests/model/random/main_%.c,$(wildcard tests/model/random/*.c)) $(MODEL_RULES)
FUZZ_CORPUS := tests/model/random/corpus
FUZZ_CALLS ?= 10000000
FUZZ_SEED ?= 1
FUZZ_FLAGS := -std=c11 -g -O1 -ffp-contract=off -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all
FUZZ_SHOW := echo "To print the calls: $(FUZZ)/replay --print FILE. To repeat them: $(FUZZ)/replay FILE"

.PHONY: fuzz fuzz-replay test-corpus fuzz-libfuzzer fuzz-random fuzz-minimize

$(FUZZ)/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(C11) $(MEASURED) -Itests/model/random -c $< -o $@

$(FUZZ)/replay: $(FUZZ_SOURCES:%.c=$(FUZZ)/%.o) $(FUZZ)/tests/model/random/main_replay.o $(MEASURED_LIBRARY)
	$(CC) -o $@ $^ -lm

$(FUZZ)/fuzz: $(SOURCES) $(FUZZ_SOURCES) tests/model/random/main_fuzzer.c $(HEADERS) $(wildcard src/*/*.h tests/model/random/*.h tests/model/rules/*.h)
	@mkdir -p $(@D)
	clang $(FUZZ_FLAGS) -Iinclude -Itests/model/random $(filter %.c,$^) -o $@ -lm

fuzz: fuzz-libfuzzer fuzz-random ## makes 2 x 10,000,000 random calls to the library and to a model, which must agree (FUZZ_CALLS, FUZZ_SEED)

# A part of make test; needs no clang.
fuzz-replay test-corpus: $(FUZZ)/replay
	@$(FUZZ)/replay $(FUZZ_CORPUS)/*
	@cd $(FUZZ) && ./replay --random 200000 $(FUZZ_SEED)

fuzz-libfuzzer: $(FUZZ)/replay # starts from the corpus; new inputs are in build/fuzz/corpus
	@mkdir -p $(FUZZ)/corpus
	@if sh tests/model/random/has_libfuzzer.sh; then \
	    $(MAKE) --no-print-directory $(FUZZ)/fuzz && \
	    { FUZZ_CALLS=$(FUZZ_CALLS) $(FUZZ)/fuzz -seed=$(FUZZ_SEED) -max_len=1500 -len_control=0 -verbosity=0 -print_funcs=0 \
	        -artifact_prefix=$(FUZZ)/ $(FUZZ)/corpus $(FUZZ_CORPUS) || { $(FUZZ_SHOW); exit 1; }; }; \
	fi

fuzz-random: $(FUZZ)/replay # with any compiler, without sanitizers, ten times as fast
	@cd $(FUZZ) && ./replay --random $(FUZZ_CALLS) $(FUZZ_SEED) || { $(FUZZ_SHOW); exit 1; }

# Rebuilds the corpus from all known inputs: keeps small inputs that together reach all code that the inputs reach.
fuzz-minimize: $(FUZZ)/fuzz
	rm -rf $(FUZZ)/merged && mkdir -p $(FUZZ)/corpus $(FUZZ)/merged
	$(FUZZ)/fuzz -merge=1 -use_counters=0 -max_len=1500 $(FUZZ)/merged $(FUZZ_CORPUS) $(FUZZ)/corpus
	rm -rf $(FUZZ_CORPUS) && mv $(FUZZ)/merged $(FUZZ_CORPUS)

# Fuzzing of saves: arbitrary bytes with a valid checksum. Most inputs are changes of a small save with one chunk of each kind;
# large saves take ten times as long each. The processes run side by side, and share what they find.
SAVE_FUZZ_SOURCES := tests/model/random/main_save.c $(addprefix tests/unit/,twin_scene.c save_scene.c stage.c situation.c heap.c)
SAVE_FUZZ_INPUTS ?= 10000000
SAVE_FUZZ_SECONDS ?= 120
SAVE_FUZZ := -entropic=0 -print_final_stats=1 -verbosity=0 -print_funcs=0 -artifact_prefix=$(FUZZ)/

$(FUZZ)/save: $(SOURCES) $(SAVE_FUZZ_SOURCES) $(HEADERS) $(wildcard src/*/*.h tests/unit/*.h)
	@mkdir -p $(@D)
	clang $(FUZZ_FLAGS) -Iinclude -Itests/unit $(filter %.c,$^) -o $@

.PHONY: fuzz-save
fuzz-save: ## loads 10^7 changed saves with a valid checksum, under AddressSanitizer (20 minutes; SAVE_FUZZ_INPUTS, SAVE_FUZZ_SECONDS)
	@if sh tests/model/random/has_libfuzzer.sh; then \
	    mkdir -p $(FUZZ)/saves $(FUZZ)/seeds $(FUZZ)/small && $(MAKE) --no-print-directory $(FUZZ)/save && \
	    FUZZ_SEEDS=$(FUZZ)/seeds $(FUZZ)/save -runs=1 -verbosity=0 && cp $(FUZZ)/seeds/0.save $(FUZZ)/small && \
	    sh tests/model/random/side_by_side.sh $(JOBS) $(FUZZ)/save_inputs $(FUZZ)/save -runs=$$(($(SAVE_FUZZ_INPUTS) / $(JOBS))) \
	        -max_len=4500 -reload=60 $(SAVE_FUZZ) $(FUZZ)/small && \
	    $(FUZZ)/save -max_total_time=$(SAVE_FUZZ_SECONDS) -max_len=12000 $(SAVE_FUZZ) $(FUZZ)/saves $(FUZZ)/small $(FUZZ)/seeds \
	        $(wildcard tests/model/recorded/saves); \
	fi

# Random programs, whose updates run both directly and in parts.

.PHONY: fuzz-parts

FUZZ_PROGRAMS ?= 3000

$(FUZZ)/parts: $(FUZZ)/tests/model/random/main_parts.o $(FUZZ)/tests/model/random/bytes.o $(MEASURED_LIBRARY)
	$(CC) -o $@ $^

$(FUZZ)/parts_fuzzer: $(SOURCES) tests/model/random/main_parts.c tests/model/random/bytes.c $(HEADERS) $(wildcard src/*/*.h)
	@mkdir -p $(@D)
	clang $(FUZZ_FLAGS) -DFOR_LIBFUZZER -Iinclude $(filter %.c,$^) -o $@

fuzz-parts: $(FUZZ)/parts # FUZZ_PROGRAMS of random bytes; with libFuzzer: build/fuzz/parts_fuzzer
	@cd $(FUZZ) && ./parts $(FUZZ_PROGRAMS) $(FUZZ_SEED)

# The part for CI, which is as short as other checks.
.PHONY: fuzz-quick
fuzz-quick: # as fuzz-random, with 1,000,000 calls
	@$(MAKE) --no-print-directory fuzz-random FUZZ_CALLS=1000000

CHECKS += fuzz-quick fuzz-parts
