# Mistakes of new users: printed by default, found by debug builds, or rejected by the compiler.

.PHONY: test-mistakes
CHECKS += test-mistakes

test-mistakes: $(MEASURED_LIBRARY) $(BUILD)/debug/libtroupe.a ## checks that programs with mistakes report them or do not compile (seconds)
	sh tests/tools/mistakes/test_mistakes.sh $(MEASURED_LIBRARY) $(BUILD)/debug/libtroupe.a "$(CC)" "$(if $(HAS_CXX),$(CXX))"
