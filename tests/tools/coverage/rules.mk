# Branches of src/ that the unit tests take. Built twice without optimization: once as usual, and
# once with the fast paths of src/core/fast_path.h, which optimized builds have.

.PHONY: coverage coverage-units coverage-candidates

COVERAGE_CC ?= gcc
COVERED := -O0 -g --coverage -DSITUATION_SHARE=7

$(eval $(call unit_programs,coverage/long,$(COVERED)))
$(eval $(call unit_programs,coverage/short,$(COVERED) -DTRP__FAST_PATHS=1))

coverage-units: $(BUILD)/coverage/long/unit $(BUILD)/coverage/short/unit

coverage: set-up ## prints by file which branches of src/ the unit tests take; fails if a branch is neither taken nor in exceptions.txt
	CC="$(COVERAGE_CC)" MAKE="$(MAKE)" sh tests/tools/coverage/coverage.sh $(BUILD)/coverage

coverage-candidates: # after `make coverage`: prints the lines that are missing in exceptions.txt
	@python3 tests/tools/coverage/judge.py --candidates $(BUILD)/coverage/all.json tests/tools/coverage/exceptions.txt

CHECKS += coverage
