# The library broken on purpose: whether the tests bite.

.PHONY: mutants

mutants: set-up ## breaks the library in each way of tests/mutants/mutants.txt, and says which test notices (minutes)
	@sh tests/mutants/mutants.sh $(BUILD)/mutants "$(CC)" "$(MUTANT)"
