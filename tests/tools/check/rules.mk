# All sanitizers and analyzers.

.PHONY: check-all check-threads

check-all: set-up ## runs the unit tests under all sanitizers and Valgrind, and all analyzers on the sources (10 minutes)
	sh tests/tools/check/check_all.sh $(BUILD)/check $(STEPS)

check-threads:
	sh tests/tools/check/check_all.sh $(BUILD)/check tsan

CHECKS += check-threads
