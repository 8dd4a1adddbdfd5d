# The proof of the list's O(1) operations, by Frama-C.

.PHONY: prove

prove: ## proves the list's operations with Frama-C (installs it where apt is there; some minutes)
	sh tests/tools/prove/prove.sh $(BUILD)/prove
