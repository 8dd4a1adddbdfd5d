# Mutants: whether the tests notice broken code. See tests/tools/mutants/README.md.

MUTANTS := $(BUILD)/mutants
MUTANTS_FLAGS := -std=c11 -ffp-contract=off -Iinclude -w
MUTANTS_PLAIN := -O1
MUTANTS_SMALL := -Os
MUTANTS_SANITIZED := -O1 -fsanitize=address,undefined -fno-sanitize-recover=all
MUTANTS_CI := 40
# Modules whose missed mutants have all been examined; those of state, save and space only in part.
MUTANTS_LOOKED_AT := src/core/*.c src/module/*.c src/group/*.c src/family/*.c src/inspect/*.c src/base/*.c
MUTANTS_RUN = python3 tests/tools/mutants/run.py --folder $(MUTANTS) --cc "$(CC)" --builds "$(BUILDS)" $(if $(ONLY),--only "$(ONLY)") $(if $(filter-out 0,$(QUICK)),--quick)
BUILDS ?= plain small sanitized
COUNT ?= 500
SEED ?= 1

.PHONY: mutants mutants-record mutants-all mutants-missed mutants-sample mutants-built

# $(1): name, $(2): flags. Builds the library, and a runner with all situations that records which
# functions they enter.
define mutants_rules
$(MUTANTS)/$(1)/%.o: %.c
	@mkdir -p $$(@D)
	$(CC) $(MUTANTS_FLAGS) $(2) -MMD -MP -c $$< -o $$@

$(MUTANTS)/$(1)-traced/%.o: %.c
	@mkdir -p $$(@D)
	$(CC) $(MUTANTS_FLAGS) $(2) -finstrument-functions -MMD -MP -c $$< -o $$@

$(MUTANTS)/$(1).a: $(SOURCES:%.c=$(MUTANTS)/$(1)/%.o)
	@rm -f $$@
	$(AR) rcs $$@ $$^

$(MUTANTS)/$(1).measured: $(SOURCES:%.c=$(MUTANTS)/$(1)-traced/%.o) $(MUTANTS)/tests_$(1).o
	$(CC) -no-pie -o $$(@:.measured=-traced.out) $$^ -lm
	MUTANTS_CORPUS=$(FUZZ_CORPUS) $$(@:.measured=-traced.out) measure 2>/dev/null >$$@.new
	nm $$(@:.measured=-traced.out) | awk '{ print $$$$1, $$$$3 }' >$$@.names
	mv $$@.new $$@
endef

$(eval $(call mutants_rules,plain,$(MUTANTS_PLAIN)))
$(eval $(call mutants_rules,small,$(MUTANTS_SMALL)))

$(MUTANTS)/runner.o: tests/tools/mutants/runner.c tests/unit/all.h tests/unit/situation.h
	@mkdir -p $(@D)
	$(CC) $(C11) -O1 -D_GNU_SOURCE -c $< -o $@

$(MUTANTS)/runner_sanitized.o: tests/tools/mutants/runner.c tests/unit/all.h tests/unit/situation.h
	@mkdir -p $(@D)
	$(CC) $(C11) $(MUTANTS_SANITIZED) -D_GNU_SOURCE -c $< -o $@

# The situations, and the fuzzer's model as one object, which links quickly and hides names that both have.
$(MUTANTS)/fuzz.o: $(FUZZ_SOURCES:%.c=$(FUZZ)/%.o)
	@mkdir -p $(@D)
	$(LD) -r -o $@ $^
	objcopy -g --keep-global-symbol=operations_run $@

$(MUTANTS)/tests_plain.o: $(MUTANTS)/runner.o $(UNIT:%.c=$(BUILD)/unit/%.o) $(MUTANTS)/fuzz.o
$(MUTANTS)/tests_small.o: $(MUTANTS)/runner.o $(UNIT:%.c=$(BUILD)/unit/%.o) $(MUTANTS)/fuzz.o
$(MUTANTS)/tests_sanitized.o: $(MUTANTS)/runner_sanitized.o $(UNIT:%.c=$(BUILD)/sanitized/%.o)
$(MUTANTS)/tests_%.o:
	$(LD) -r -o $@ $^
	objcopy -g $@

$(MUTANTS)/sanitized.a: $(SOURCES:%.c=$(BUILD)/sanitized/%.o)
	@rm -f $@
	$(AR) rcs $@ $^

MUTANTS_PLAIN_BUILT := $(MUTANTS)/plain.a $(MUTANTS)/plain.measured
MUTANTS_SMALL_BUILT := $(MUTANTS)/small.a $(MUTANTS)/small.measured
MUTANTS_SANITIZED_BUILT := $(MUTANTS)/sanitized.a $(MUTANTS)/tests_sanitized.o
mutants-built: $(if $(filter plain,$(BUILDS)),$(MUTANTS_PLAIN_BUILT)) $(if $(filter small,$(BUILDS)),$(MUTANTS_SMALL_BUILT)) \
    $(if $(filter sanitized,$(BUILDS)),$(MUTANTS_SANITIZED_BUILT))

mutants: mutants-built ## breaks single lines of src by rule; the tests must notice it (COUNT=500 SEED=1 ONLY='src/core/*')
	@$(MUTANTS_RUN) --count $(COUNT) --seed $(SEED)

mutants-record: mutants-built ## as mutants, and writes the table of tests/tools/mutants/README.md
	@$(MUTANTS_RUN) --count $(COUNT) --seed $(SEED) --table tests/tools/mutants/README.md

mutants-all: mutants-built ## tries all mutants (hours; continues where it stopped), and records the table
	@$(MUTANTS_RUN) --table tests/tools/mutants/README.md

mutants-missed: mutants-built # tries the mutants that the last run missed
	@$(MUTANTS_RUN) --missed

mutants-sample: # a small random sample that changes only with the source: less than three minutes on two cores
	+@$(MAKE) --no-print-directory -s $(SIDE_BY_SIDE) mutants-built
	@$(MUTANTS_RUN) --count $(MUTANTS_CI) --seed 1 --only "$(MUTANTS_LOOKED_AT)"

