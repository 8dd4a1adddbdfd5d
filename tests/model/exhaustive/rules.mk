# All sequences of operations in tiny worlds, compared with a model.

.PHONY: exhaust exhaust-quick

$(BUILD)/exhaust/exhaust: $(SOURCES:%.c=$(BUILD)/unit/%.o) $(patsubst %,$(BUILD)/unit/tests/model/exhaustive/%.o,exhaust model model_life real)
	@mkdir -p $(@D)
	$(CC) -o $@ $^

exhaust: $(BUILD)/exhaust/exhaust ## all sequences of 4 operations in 14 tiny worlds, nested ones too (DEPTH=5 NESTED=1)
	$(BUILD)/exhaust/exhaust $(or $(DEPTH),4) $(or $(NESTED),2)

exhaust-quick: $(BUILD)/exhaust/exhaust # some seconds
	$(BUILD)/exhaust/exhaust 4 0
	$(BUILD)/exhaust/exhaust 3 3

CHECKS += exhaust-quick
