# Packaging: versions and symbols, packages, the amalgamation, builds from source with other build systems.

TAKEUP := tests/packaging

.PHONY: symbols test-symbols source-lists test-wrapper amalgamation test-amalgamation test-amalgamation-all
.PHONY: test-packages test-mismatch
CHECKS += test-symbols test-mismatch test-wrapper test-amalgamation test-packages

symbols: $(LIBRARY) ## records the exported names in tests/packaging/symbols.expected
	@sh $(TAKEUP)/test_symbols.sh $(LIBRARY) tests/packaging/symbols.expected record

test-symbols: $(LIBRARY) ## compares the exported names with tests/packaging/symbols.expected
	sh $(TAKEUP)/test_symbols.sh $(LIBRARY) tests/packaging/symbols.expected

.PHONY: test-circles circles-record
CHECKS += test-circles

test-circles: $(LIBRARY) # files that call each other in a circle, by room: there may not be more than recorded
	@sh $(TAKEUP)/circles.sh $(BUILD)/obj $(TAKEUP)/circles.expected

circles-record: $(LIBRARY) ## records the present files in circles as those that test-circles compares with
	@sh $(TAKEUP)/circles.sh $(BUILD)/obj $(TAKEUP)/circles.expected record

test-mismatch: $(LIBRARY) ## checks that a program whose headers differ from the library's gets no world
	sh $(TAKEUP)/test_mismatch.sh $(LIBRARY) $(VERSION) "$(CC)"

source-lists: ## lists src/*/*.c for CMake and Meson, in src/packaging/CMakeLists.txt and src/packaging/meson.build
	@sh $(TAKEUP)/source_lists.sh write

# The C++ wrapper. Its example runs with the other examples.

CXX_COMPILERS ?= g++ clang++

$(BUILD)/examples/wrapper: $(EXAMPLES)/wrapper.cpp $(MEASURED_LIBRARY)
	@mkdir -p $(@D)
	$(CXX) -std=c++17 -Wall -Wextra -Wpedantic -Wconversion -Wold-style-cast -Iinclude -MMD -MP $(MEASURED) -o $@ $(filter %.cpp %.a,$^)

examples: $(if $(HAS_CXX),$(BUILD)/examples/wrapper)

test-wrapper: $(MEASURED_LIBRARY) ## tests troupe.hpp with g++ and clang++, C++17 and C++20, and the cost of a range-for (half a minute)
	sh $(TAKEUP)/test_wrapper.sh $(MEASURED_LIBRARY) $(CXX_COMPILERS)

# The whole library as one header and one source.

AMALGAMATION := $(BUILD)/amalgamation
C_COMPILERS ?= gcc clang

$(AMALGAMATION)/troupe/troupe.c: $(SOURCES) $(wildcard src/*/*.h) $(HEADERS) $(wildcard include/troupe/*.hpp) LICENSE $(TAKEUP)/amalgamate.sh
	sh $(TAKEUP)/amalgamate.sh $(AMALGAMATION)/troupe $(VERSION)

amalgamation: $(AMALGAMATION)/troupe/troupe.c ## writes the library as one header and one source, in a folder to copy: build/amalgamation/troupe
	@echo "$(AMALGAMATION)/troupe: copy the folder; compile troupe/troupe.c with your program, and include \"troupe/troupe.h\""

test-amalgamation: $(AMALGAMATION)/troupe/troupe.c $(LIBRARY) ## compiles the two files alone with gcc and clang, for 64 and 32 bits, and runs the unit tests
	sh $(TAKEUP)/test_amalgamation.sh quick $(AMALGAMATION) $(LIBRARY) $(C_COMPILERS)

test-amalgamation-all: $(AMALGAMATION)/troupe/troupe.c $(LIBRARY) ## likewise, and runs the unit tests with each compiler (two minutes)
	sh $(TAKEUP)/test_amalgamation.sh all $(AMALGAMATION) $(LIBRARY) $(C_COMPILERS)

# Programs outside the tree.

test-packages: $(AMALGAMATION)/troupe/troupe.c $(LIBRARY) ## installs, moves, uninstalls; builds programs outside the tree with pkg-config, CMake and Meson
	MAKE="$(MAKE)" sh $(TAKEUP)/test_packages.sh $(VERSION) $(AMALGAMATION) "$(CC)" "$(CXX)"
