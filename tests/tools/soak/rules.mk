# A game that runs for a long time, with checks.

.PHONY: soak soak-quick

SOAK := soak game play checks box

$(BUILD)/soak/soak: $(SOURCES:%.c=$(BUILD)/unit/%.o) $(SOAK:%=$(BUILD)/unit/tests/tools/soak/%.o)
	@mkdir -p $(@D)
	$(CC) -o $@ $^

$(BUILD)/soak/soak_sanitized: $(SOURCES:%.c=$(BUILD)/sanitized/%.o) $(SOAK:%=$(BUILD)/sanitized/tests/tools/soak/%.o)
	@mkdir -p $(@D)
	$(CC) $(SANITIZERS) -o $@ $^

soak: $(BUILD)/soak/soak ## plays a game with every module for 3 minutes (SECONDS=600 or TICKS=1000000, SEED=7)
	$(BUILD)/soak/soak -s $(or $(SEED),1) $(if $(SECONDS),-t $(SECONDS)) $(if $(TICKS),-n $(TICKS))

soak-quick: $(BUILD)/soak/soak_sanitized # some seconds
	$(BUILD)/soak/soak_sanitized -n 3000

CHECKS += soak-quick
