# The library broken on purpose: whether the tests bite.

MUTANTS := $(BUILD)/mutants
MUTANTS_FUZZ := $(FUZZ_SOURCES) tests/fuzz/main_replay.c

.PHONY: mutants

# The library as it is, the tests and the fuzzer's model, all of which are compiled once.
$(MUTANTS)/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(C11) -O1 -g -ffp-contract=off -c $< -o $@

$(MUTANTS)/unit.a: $(UNIT:%.c=$(MUTANTS)/%.o)
$(MUTANTS)/replay.a: $(MUTANTS_FUZZ:%.c=$(MUTANTS)/%.o)
$(MUTANTS)/unit.a $(MUTANTS)/replay.a:
	@rm -f $@
	$(AR) rcs $@ $^

mutants: $(SOURCES:%.c=$(MUTANTS)/%.o) $(MUTANTS)/unit.a $(MUTANTS)/replay.a $(MUTANTS)/tests/mutants/runner.o ## breaks the library in each way of tests/mutants/mutants.txt, and says which test notices (minutes; MUTANT=text)
	@sh tests/mutants/mutants.sh $(MUTANTS) "$(CC)" "$(MUTANT)"

CHECKS += mutants
