# Taking troupe up: versions and symbols, packages, the amalgamation, builds from source by other build systems.

TAKEUP := tests/takeup

.PHONY: symbols test-symbols
CHECKS += test-symbols

symbols: $(LIBRARY) ## records the exported names in tests/symbols.expected
	@sh $(TAKEUP)/test_symbols.sh $(LIBRARY) tests/symbols.expected record

test-symbols: $(LIBRARY) ## compares the exported names with tests/symbols.expected
	sh $(TAKEUP)/test_symbols.sh $(LIBRARY) tests/symbols.expected
