# BulletML: the compiler of patterns, the interpreter's tests. Patterns of the game become C sources by the rule
# $(BUILD)/game/patterns/%.c.

BULLETML := tests/game/bulletml
BML := $(BUILD)/game/bulletml
BML_FLAGS := -O2 -g -ffp-contract=off $(if $(filter i%86,$(MACHINE)),-msse2 -mfpmath=sse)
BML_RUN := pattern pattern_check pattern_sums
BML_COMPILE := bulletml_all bulletml_elements bulletml_expression bulletml_graph bulletml_number bulletml_read bulletml_rounds bulletml_verify bulletml_walk bulletml_write xml xml_tag xml_token
# Objects of native programs that load patterns from files.
BML_FROM_FILE := $(addprefix bulletml/,bulletml_file $(BML_COMPILE))
BULLETML_COMPILE := $(BML)/bulletml_compile
PATTERNS := $(wildcard $(GAME)/patterns/*.xml)
SEMANTICS := $(wildcard $(BULLETML)/semantics/*.xml)
PATTERN_TABLES := $(PATTERNS:$(GAME)/%.xml=$(BML)/%.bmt)
SEMANTICS_TABLES := $(SEMANTICS:$(BULLETML)/%.xml=$(BML)/%.bmt)

.PHONY: test-bulletml test-bulletml-real fuzz-bulletml
.PHONY: bulletml-tested bulletml-tested-real bulletml-fuzzed

$(BML)/%.o: $(BULLETML)/%.c
	@mkdir -p $(@D)
	$(CC) $(C11) $(BML_FLAGS) -c $< -o $@

$(BULLETML_COMPILE): $(addprefix $(BML)/,$(addsuffix .o,bulletml_compile $(BML_COMPILE) $(BML_RUN)))
	$(CC) -o $@ $^

$(BML)/bulletml_play: $(addprefix $(BML)/,$(addsuffix .o,bulletml_play bulletml_stage $(BML_RUN)))
	$(CC) -o $@ $^

$(BML)/%.bmt: $(BULLETML)/%.xml $(BULLETML_COMPILE)
	@mkdir -p $(@D)
	$(BULLETML_COMPILE) --table $@ $<

$(BML)/patterns/%.bmt: $(GAME)/patterns/%.xml $(BULLETML_COMPILE)
	@mkdir -p $(@D)
	$(BULLETML_COMPILE) --table $@ $<

$(BUILD)/game/patterns/%.c: $(GAME)/patterns/%.xml $(BULLETML_COMPILE)
	@mkdir -p $(@D)
	$(BULLETML_COMPILE) --c pattern_$(subst -,_,$*) $@ $<

# With sanitizers: the compiler, and the test of the interpreter.
$(BML)/sanitized/%.o: $(BULLETML)/%.c
	@mkdir -p $(@D)
	$(CC) $(C11) $(SANITIZERS) -ffp-contract=off -c $< -o $@

$(BML)/sanitized/bulletml_compile: $(addprefix $(BML)/sanitized/,$(addsuffix .o,bulletml_compile $(BML_COMPILE) $(BML_RUN)))
	$(CC) $(SANITIZERS) -o $@ $^ -lm

$(BML)/sanitized/test_pattern: $(addprefix $(BML)/sanitized/,$(addsuffix .o,test_pattern test_pattern_tables $(BML_COMPILE) $(BML_RUN)))
	$(CC) $(SANITIZERS) -o $@ $^ -lm

$(BML)/sanitized/fuzz_replay: $(addprefix $(BML)/sanitized/,$(addsuffix .o,fuzz_replay fuzz_bulletml $(BML_COMPILE) $(BML_RUN)))
	$(CC) $(SANITIZERS) -o $@ $^

# Built here, so that the two makes below do not both link them.
test-bulletml test-bulletml-real: $(BULLETML_COMPILE) $(BML)/bulletml_play $(SEMANTICS_TABLES)

test-bulletml: ## tests bullet patterns: the game's own, invalid files, damaged tables, and equal bits on every machine
	@$(MAKE) --no-print-directory bulletml-tested

test-bulletml-real: ## compares the 141 patterns of noiz2sa and rRootage with the reference interpreter
	@$(MAKE) --no-print-directory bulletml-tested-real

fuzz-bulletml: ## fuzzes the compiler and the interpreter with broken files and tables (FUZZ_SECONDS=60)
	@$(MAKE) --no-print-directory bulletml-fuzzed

bulletml-tested: $(BML)/bulletml_play $(BML)/sanitized/bulletml_compile $(BML)/sanitized/test_pattern $(BML)/sanitized/fuzz_replay $(PATTERN_TABLES) $(SEMANTICS_TABLES)
	$(BML)/sanitized/test_pattern
	@$(BML)/sanitized/fuzz_replay $(BULLETML)/corpus/* $(PATTERNS) $(SEMANTICS) $(PATTERN_TABLES) $(SEMANTICS_TABLES)
	@sh $(BULLETML)/test_xml.sh $(BML) "$(CC)" $(PATTERNS) $(SEMANTICS)
	sh $(BULLETML)/test_bulletml.sh $(BML) $(BML)/sanitized/bulletml_compile
	@sh $(BULLETML)/test_bulletml_machines.sh $(BML) "$(CC)" $(PATTERN_TABLES) $(SEMANTICS_TABLES)

bulletml-tested-real: $(BULLETML_COMPILE) $(BML)/bulletml_play $(BML)/bulletml_stage.o $(SEMANTICS_TABLES)
	sh $(BULLETML)/test_bulletml_real.sh $(BML) "$(CXX)"

bulletml-fuzzed: $(PATTERN_TABLES) $(SEMANTICS_TABLES)
	sh $(BULLETML)/fuzz_bulletml.sh $(BML)/fuzz $(or $(FUZZ_SECONDS),60)

CHECKS += test-bulletml test-bulletml-real
