# Known faults (faults.c): a part of `make test`, which shows how many there are.

FAULTS := $(wildcard tests/faults/*.c)
FAULTS_STAGE := $(filter-out tests/unit/main_%.c tests/unit/all.c,$(wildcard tests/unit/*.c)) $(wildcard tests/model/table/*.c tests/model/rules/*.c)

.PHONY: test-faults

$(BUILD)/unit/faults: $(FAULTS:%.c=$(BUILD)/unit/%.o) $(FAULTS_STAGE:%.c=$(BUILD)/unit/%.o) $(MEASURED_LIBRARY)
	$(CC) -o $@ $^

part-faults: $(BUILD)/unit/faults
test-faults: $(BUILD)/unit/faults
	$(BUILD)/unit/faults
