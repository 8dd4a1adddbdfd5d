# BulletML: the compiler of patterns, the interpreter's tests. Patterns of the game become C sources by the rule
# $(BUILD)/game/patterns/%.c.

BULLETML := tests/game/bulletml
BML := $(BUILD)/game/bulletml
BML_FLAGS := -O2 -g -ffp-contract=off $(if $(filter i%86,$(MACHINE)),-msse2 -mfpmath=sse)
BML_COMPILE := bulletml bulletml_read bulletml_rounds bulletml_write xml
# Objects of native programs that load patterns from files.
BML_FROM_FILE := bulletml/bulletml_file $(BML_COMPILE:%=bulletml/%)
BULLETML_COMPILE := $(BML)/bulletml_compile
PATTERNS := $(wildcard $(GAME)/patterns/*.xml)
SEMANTICS := $(wildcard $(BULLETML)/semantics/*.xml)

.PHONY: test-bulletml test-bulletml-real fuzz-bulletml

$(BML)/%.o: $(BULLETML)/%.c
	@mkdir -p $(@D)
	$(CC) $(C11) $(BML_FLAGS) -c $< -o $@

$(BULLETML_COMPILE): $(addprefix $(BML)/,$(addsuffix .o,bulletml_compile bulletml_file $(BML_COMPILE) pattern))
	$(CC) -o $@ $^

$(BML)/bulletml_play: $(addprefix $(BML)/,$(addsuffix .o,bulletml_play bulletml_file $(BML_COMPILE) pattern))
	$(CC) -o $@ $^

$(BUILD)/game/patterns/%.c: $(GAME)/patterns/%.xml $(BULLETML_COMPILE)
	@mkdir -p $(@D)
	$(BULLETML_COMPILE) --c pattern_$(subst -,_,$*) $@ $<

# With sanitizers: the compiler, and the test of the interpreter.
$(BML)/sanitized/%.o: $(BULLETML)/%.c
	@mkdir -p $(@D)
	$(CC) $(C11) $(SANITIZERS) -ffp-contract=off -c $< -o $@

$(BML)/sanitized/bulletml_compile: $(addprefix $(BML)/sanitized/,$(addsuffix .o,bulletml_compile bulletml_file $(BML_COMPILE) pattern))
	$(CC) $(SANITIZERS) -o $@ $^ -lm

$(BML)/sanitized/test_pattern: $(addprefix $(BML)/sanitized/,$(addsuffix .o,test_pattern $(BML_COMPILE) pattern))
	$(CC) $(SANITIZERS) -o $@ $^ -lm

$(BML)/sanitized/fuzz_replay: $(addprefix $(BML)/sanitized/,$(addsuffix .o,fuzz_files $(BML_COMPILE) pattern))
	$(CC) $(SANITIZERS) -o $@ $^

$(BML)/sanitized/fuzz_files.o: $(BULLETML)/fuzz_bulletml.c
	@mkdir -p $(@D)
	$(CC) $(C11) $(SANITIZERS) -ffp-contract=off -DFUZZ_FILES -c $< -o $@

test-bulletml: $(BML)/bulletml_play $(addprefix $(BML)/sanitized/,bulletml_compile test_pattern fuzz_replay) ## tests bullet patterns: the game's own, invalid files, and equal bits on every machine
	$(BML)/sanitized/test_pattern
	@$(BML)/sanitized/fuzz_replay $(BULLETML)/corpus/* $(PATTERNS) $(SEMANTICS)
	@sh $(BULLETML)/test_xml.sh $(BML) "$(CC)" $(PATTERNS) $(SEMANTICS)
	sh $(BULLETML)/test_bulletml.sh $(BML) $(BML)/sanitized/bulletml_compile
	@sh $(BULLETML)/test_bulletml_machines.sh $(BML) "$(CC)" $(PATTERNS) $(SEMANTICS)

test-bulletml-real: $(BML)/bulletml_play ## plays the 141 patterns of noiz2sa and rRootage
	sh $(BULLETML)/test_bulletml_real.sh $(BML)

fuzz-bulletml: ## fuzzes the compiler and the interpreter with broken files (FUZZ_SECONDS=60)
	sh $(BULLETML)/fuzz_bulletml.sh $(BML)/fuzz $(or $(FUZZ_SECONDS),60)

CHECKS += test-bulletml test-bulletml-real
