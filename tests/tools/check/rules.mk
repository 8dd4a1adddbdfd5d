# Sanitizers and analyzers over everything.

.PHONY: check-all check-threads

check-all: set-up ## the unit tests under all sanitizers and Valgrind, the sources before all analyzers (10 minutes)
	sh tests/tools/check/check_all.sh $(BUILD)/check $(STEPS)

check-threads:
	sh tests/tools/check/check_all.sh $(BUILD)/check tsan

CHECKS += check-threads
