# All sequences of operations in tiny worlds, compared with a model.

.PHONY: exhaust exhaust-quick

$(BUILD)/exhaust/exhaust: $(SOURCES:%.c=$(BUILD)/unit/%.o) $(patsubst %,$(BUILD)/unit/tests/model/exhaustive/%.o,exhaust model model_life real)
	@mkdir -p $(@D)
	$(CC) -o $@ $^

$(BUILD)/exhaust/timers: $(SOURCES:%.c=$(BUILD)/unit/%.o) $(patsubst %,$(BUILD)/unit/tests/model/exhaustive/%.o,timers timers_model)
	@mkdir -p $(@D)
	$(CC) -o $@ $^

exhaust: $(BUILD)/exhaust/exhaust $(BUILD)/exhaust/timers ## runs all sequences of 4 operations in 14 tiny worlds, with nested operations (DEPTH=5 NESTED=1)
	$(BUILD)/exhaust/exhaust $(or $(DEPTH),4) $(or $(NESTED),2)
	$(BUILD)/exhaust/timers $(or $(DEPTH),5) $(or $(NESTED),1)

exhaust-quick: $(BUILD)/exhaust/exhaust $(BUILD)/exhaust/timers # some seconds
	$(BUILD)/exhaust/exhaust 4 0
	$(BUILD)/exhaust/exhaust 3 3
	$(BUILD)/exhaust/timers 6 0
	$(BUILD)/exhaust/timers 5 1

CHECKS += exhaust-quick
