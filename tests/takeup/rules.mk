# Taking troupe up: versions and symbols, packages, the amalgamation, builds from source by other build systems.

TAKEUP := tests/takeup

.PHONY: symbols test-symbols source-lists test-wrapper
CHECKS += test-symbols test-wrapper

symbols: $(LIBRARY) ## records the exported names in tests/symbols.expected
	@sh $(TAKEUP)/test_symbols.sh $(LIBRARY) tests/symbols.expected record

test-symbols: $(LIBRARY) ## compares the exported names with tests/symbols.expected
	sh $(TAKEUP)/test_symbols.sh $(LIBRARY) tests/symbols.expected

source-lists: ## lists src/*.c for CMake and Meson, in src/CMakeLists.txt and src/meson.build
	@sh $(TAKEUP)/source_lists.sh write

# The C++ wrapper, and its example, which is run with the others.

CXX_COMPILERS ?= g++ clang++

$(BUILD)/examples/wrapper: $(EXAMPLES)/wrapper.cpp $(MEASURED_LIBRARY)
	@mkdir -p $(@D)
	$(CXX) -std=c++17 -Wall -Wextra -Wpedantic -Wconversion -Wold-style-cast -Iinclude -MMD -MP $(MEASURED) -o $@ $(filter %.cpp %.a,$^)

examples: $(if $(HAS_CXX),$(BUILD)/examples/wrapper)

test-wrapper: $(MEASURED_LIBRARY) ## troupe.hpp with g++ and clang++, C++17 and C++20; what a range-for costs (half a minute)
	sh $(TAKEUP)/test_wrapper.sh $(MEASURED_LIBRARY) $(CXX_COMPILERS)
