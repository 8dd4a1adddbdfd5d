# All sanitizers and analyzers.

# The library as measured, under AddressSanitizer and UBSan: exactly the code that ships, with no slot marked
# (TRP__NO_MARKS). The unit tests run with it, and random calls beside the model, which is not sanitized. A part of `make test`
# runs a share of them; `make checks` runs them all, built by $(CC), and by clang if it can be installed.

SHIPPED := $(MEASURED) -g1 -DTRP__NO_MARKS $(filter -f%,$(SANITIZERS))
SHIPPED_TESTS := -O0 $(filter-out -O%,$(SHIPPED))

.PHONY: test-shipped check-shipped check-shipped-clang check-clang

# $(1): directory, $(2): compiler
define shipped_rules
$(BUILD)/$(1)/src/%.o: src/%.c | set-up
	@mkdir -p $$(@D)
	$(2) $(C11) $(SHIPPED) -c $$< -o $$@

$(BUILD)/$(1)/tests/%.o: tests/%.c | set-up
	@mkdir -p $$(@D)
	$(2) $(C11) -DTRP_PRINTS=0 $(SHIPPED_TESTS) -c $$< -o $$@

$(BUILD)/$(1)/share.o: $(SITUATION:.o=.c) | set-up
	@mkdir -p $$(@D)
	$(2) $(C11) $(SHIPPED_TESTS) -DSITUATION_SHARE=11 -c $$< -o $$@

$(BUILD)/$(1)/random/%.o: %.c | set-up
	@mkdir -p $$(@D)
	$(2) $(C11) $(MEASURED) -Itests/model/random -c $$< -o $$@

$(BUILD)/$(1)/libtroupe.a: $(SOURCES:%.c=$(BUILD)/$(1)/%.o)
	@rm -f $$@
	$(AR) rcs $$@ $$^

$(BUILD)/$(1)/share: $(BUILD)/$(1)/share.o
$(BUILD)/$(1)/whole: $(BUILD)/$(1)/$(SITUATION)
$(BUILD)/$(1)/share $(BUILD)/$(1)/whole: $(SITUATIONS:%=$(BUILD)/$(1)/%) $(BUILD)/$(1)/tests/unit/main_check.o $(BUILD)/$(1)/libtroupe.a
	$(2) $(SHIPPED) -o $$@ $$(filter %.o,$$^) $(BUILD)/$(1)/libtroupe.a $$$$(pkg-config --libs check)

$(BUILD)/$(1)/replay: $(3) $(BUILD)/$(1)/libtroupe.a
	$(2) $(SHIPPED) -o $$@ $$^ -lm

check-$(1): $(BUILD)/$(1)/whole $(BUILD)/$(1)/replay
	$(NO_FORK) $(BUILD)/$(1)/whole
	$(BUILD)/$(1)/replay $(FUZZ_CORPUS)/*
	cd $(BUILD)/$(1) && ./replay --random 1000000 $(FUZZ_SEED)
endef

SHIPPED_RANDOM := $(FUZZ_SOURCES:%.c=%.o) tests/model/random/main_replay.o
$(eval $(call shipped_rules,shipped,$(CC),$(SHIPPED_RANDOM:%=$(FUZZ)/%)))
$(eval $(call shipped_rules,shipped-clang,clang,$(SHIPPED_RANDOM:%=$(BUILD)/shipped-clang/random/%)))

part-shipped: $(BUILD)/shipped/share $(BUILD)/shipped/replay
test-shipped: $(BUILD)/shipped/share $(BUILD)/shipped/replay
	$(NO_FORK) $(BUILD)/shipped/share
	$(BUILD)/shipped/replay $(FUZZ_CORPUS)/*
	cd $(BUILD)/shipped && ./replay --random 100000 $(FUZZ_SEED)

check-clang: | set-up
	@if sh tests/tools/set_up.sh clang; then $(MAKE) --no-print-directory check-shipped-clang; \
	else echo "skipped: THE UNIT TESTS BUILT BY CLANG: it is not installed (Debian: clang)"; fi

.PHONY: check-all check-threads

check-all: set-up ## runs the unit tests under all sanitizers and Valgrind, and all analyzers on the sources (10 minutes)
	sh tests/tools/check/check_all.sh $(BUILD)/check $(STEPS)

check-threads:
	sh tests/tools/check/check_all.sh $(BUILD)/check tsan

CHECKS += check-threads check-shipped check-clang test-sanitized

# Forged saves (tests/unit/save/test_save_meaning.c) with the library as it ships, under the same sanitizers. FORGE_STRIDE=1
# tries all 69,000 (5 minutes).
FORGE_STRIDE ?= 5
FORGED := tests/unit/save/test_save_meaning

.PHONY: check-forged
$(BUILD)/shipped/forged-$(FORGE_STRIDE).o: $(FORGED).c | set-up
	@mkdir -p $(@D)
	$(CC) $(C11) -DTRP_PRINTS=0 -DFORGE_STRIDE=$(FORGE_STRIDE) $(SHIPPED) -c $< -o $@

$(BUILD)/shipped/forged-$(FORGE_STRIDE): $(filter-out %/$(FORGED).o,$(SITUATIONS:%=$(BUILD)/shipped/%)) $(BUILD)/shipped/$(SITUATION) \
    $(BUILD)/shipped/tests/unit/main_check.o $(BUILD)/shipped/forged-$(FORGE_STRIDE).o $(BUILD)/shipped/libtroupe.a
	$(CC) $(SHIPPED) -o $@ $(filter %.o,$^) $(BUILD)/shipped/libtroupe.a $$(pkg-config --libs check)

check-forged: $(BUILD)/shipped/forged-$(FORGE_STRIDE) ## loads forged saves with right checksums, under sanitizers (FORGE_STRIDE=1: all of them)
	CK_FORK=no CK_RUN_CASE=save_meaning CK_DEFAULT_TIMEOUT=900 $<

CHECKS += check-forged
