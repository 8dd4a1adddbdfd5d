# The manual, built by Doxygen.

DOCS := $(BUILD)/docs

.PHONY: docs
CHECKS += docs

docs: ## builds the manual: build/docs/index.html; a warning is an error
	sh tests/tools/docs/check.sh tests/packaging/symbols.expected
	@mkdir -p $(DOCS)
	@if command -v doxygen >/dev/null 2>&1; then \
	    TROUPE_VERSION=$(VERSION) TROUPE_DOCS=$(DOCS) doxygen tests/tools/docs/Doxyfile && echo "$(DOCS)/index.html: 1 passed, 0 failed"; \
	else \
	    echo "skipped: the manual: doxygen is not installed (Debian: doxygen)"; \
	fi
