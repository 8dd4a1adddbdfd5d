# The plots of the README.

.PHONY: plots

plots: ## draws the README's plots from build/bench.json (gnuplot)
	sh tests/bench/plots/plots.sh $(BUILD)/bench.json $(PICTURES)
