# The proof of the list's O(1) operations, with Frama-C.

.PHONY: prove

prove: ## proves the list's operations with Frama-C (installs it if apt is available; some minutes)
	sh tests/tools/prove/prove.sh $(BUILD)/prove
