# Branches of src/ that the unit tests take, built without optimization.

.PHONY: coverage coverage-units coverage-candidates

COVERAGE_CC ?= gcc
COVERED := -O0 -g --coverage -fprofile-update=atomic -DSITUATION_SHARE=7

$(eval $(call unit_programs,coverage,$(COVERED)))

coverage-units: $(BUILD)/coverage/unit

coverage: set-up ## prints by file which branches of src/ the unit tests take; fails if a branch is neither taken nor in exceptions.txt
	CC="$(COVERAGE_CC)" MAKE="$(MAKE)" sh tests/tools/coverage/coverage.sh $(BUILD)/coverage

coverage-candidates: # after `make coverage`: prints the lines that are missing in exceptions.txt
	@python3 tests/tools/coverage/judge.py --candidates $(BUILD)/coverage/all.json tests/tools/coverage/exceptions.txt

CHECKS += coverage
