# Sizes on small machines: code, data, stack. Needs only clang, lld and llvm.

SIZE := tests/ports/size

.PHONY: size size-tables size-record test-size test-silent

size: ## prints the sizes of the library on small machines: code, data, stack, bytes per slot
	@CC="$(CC)" sh $(SIZE)/size.sh table $(BUILD)/ports/size src tests/ports/size.expected

test-size: ## fails if a recorded size has grown by more than a tenth
	@CC="$(CC)" sh $(SIZE)/size.sh test $(BUILD)/ports/size src tests/ports/size.expected

size-record: ## records the present sizes in tests/ports/size.expected
	@CC="$(CC)" sh $(SIZE)/size.sh record $(BUILD)/ports/size src tests/ports/size.expected

size-tables: ## writes the recorded sizes into tests/ports/README.md
	@CC="$(CC)" sh $(SIZE)/size.sh pages $(BUILD)/ports/size src tests/ports/size.expected

$(eval $(call unit_programs,silent,-Os -g -DTRP_NO_MESSAGES))

test-silent: $(BUILD)/silent/plain # the library without messages
	$(BUILD)/silent/plain

# About 20 seconds each on an idle machine with two cores.
CHECKS += test-silent
