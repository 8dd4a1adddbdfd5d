# All sequences of operations in tiny worlds, compared with the model (tests/model/rules) in the sizes of sizes.h.

.PHONY: exhaust exhaust-quick

EXHAUST := $(addprefix tests/model/exhaustive/,exhaust.c expect.c real.c) $(wildcard tests/model/rules/*.c)
EXHAUST_TIMERS := $(addprefix tests/model/exhaustive/,timers.c timers_expect.c) $(wildcard tests/model/rules/*.c)

$(BUILD)/exhaust/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(C11) -O2 -g -DTRP_PRINTS=0 -Itests/model/exhaustive -c $< -o $@

$(BUILD)/exhaust/exhaust: $(SOURCES:%.c=$(BUILD)/unit/%.o) $(EXHAUST:%.c=$(BUILD)/exhaust/%.o)
	@mkdir -p $(@D)
	$(CC) -o $@ $^ -lm

$(BUILD)/exhaust/timers: $(SOURCES:%.c=$(BUILD)/unit/%.o) $(EXHAUST_TIMERS:%.c=$(BUILD)/exhaust/%.o)
	@mkdir -p $(@D)
	$(CC) -o $@ $^ -lm

exhaust: $(BUILD)/exhaust/exhaust $(BUILD)/exhaust/timers ## runs all sequences of 4 operations in 15 tiny worlds, with nested operations (DEPTH=5 NESTED=1)
	$(BUILD)/exhaust/exhaust $(or $(DEPTH),4) $(or $(NESTED),2)
	$(BUILD)/exhaust/timers $(or $(DEPTH),5) $(or $(NESTED),1)

exhaust-quick: $(BUILD)/exhaust/exhaust $(BUILD)/exhaust/timers # some seconds
	$(BUILD)/exhaust/exhaust 4 0
	$(BUILD)/exhaust/exhaust 3 3
	$(BUILD)/exhaust/timers 6 0
	$(BUILD)/exhaust/timers 5 1

CHECKS += exhaust-quick
