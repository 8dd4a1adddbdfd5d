include tests/ports/size.mk
