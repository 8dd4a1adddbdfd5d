include tests/game/bulletml.mk
