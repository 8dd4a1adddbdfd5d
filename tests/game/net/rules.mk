# Two players over a bad network.

NET := $(addprefix net/,packet rollback)
NET_TESTED := $(NET) net/loopback core/random

$(BUILD)/game/sanitized/test_net: $(patsubst %,$(BUILD)/game/sanitized/objects/%.o,$(NET_TESTED) net/test_net)
	$(CC) $(SANITIZERS) -o $@ $^

$(BUILD)/game/sanitized/fuzz_packet: $(patsubst %,$(BUILD)/game/sanitized/objects/%.o,$(NET)) \
                                     $(GAME)/net/fuzz_packet.c
	$(CC) $(filter-out -MMD -MP,$(C11)) -I$(GAME) -DFUZZ_RANDOM $(SANITIZERS) -o $@ $^

# Hosted, but as exact as the core.
$(BUILD)/game/test_match: $(patsubst %,$(BUILD)/game/objects/%.o,net/loopback net/test_match) $(GAME_LIBRARY)
	$(CC) -o $@ $^

$(BUILD)/game/sanitized/test_match: $(patsubst %,$(BUILD)/game/sanitized/objects/%.o,net/loopback net/test_match) $(GAME_SANITIZED)
	$(CC) $(SANITIZERS) -o $@ $^

# Two programs over UDP, by ENet: one compiled as everything is, and one by clang, so that the two are of different compilers.

VERSUS := $(MATCH) $(addprefix net/,loopback versus wire) headless/arguments
ENET = $(shell pkg-config --cflags libenet 2>/dev/null)
ENET_LIBRARY = $(shell pkg-config --libs libenet 2>/dev/null)

$(BUILD)/game/versus: $(VERSUS:%=$(BUILD)/game/hosted/%.o) $(GAME_LIBRARY)
	$(CC) -o $@ $^ $(ENET_LIBRARY)

$(BUILD)/game/versus-clang: $(VERSUS:%=$(GAME)/%.c) $(GAME_LIBRARY)
	@clang $(filter-out -MMD -MP,$(C11)) -O3 $(GAME_FLAGS) -fhosted -I$(GAME) $(ENET) $(VERSUS:%=$(GAME)/%.c) \
	    $(GAME_CORE:%=$(GAME)/%.c) $(GAME_PATTERNS:%=$(BUILD)/game/patterns/%.c) $(filter-out src/core/heap.c,$(SOURCES)) \
	    $(ENET_LIBRARY) -o $@

$(BUILD)/game/hosted/net/%.o: GAME_FACE_FLAGS = $(ENET)

.PHONY: test-net test-net-long test-net-udp fuzz-net

test-net-udp: ## runs two processes over UDP by ENet, which is installed if apt is available
	@sh $(GAME)/set_up.sh net install || exit 0; $(MAKE) --no-print-directory $(BUILD)/game/versus && \
	    if command -v clang >/dev/null; then $(MAKE) --no-print-directory $(BUILD)/game/versus-clang; fi && \
	    sh $(GAME)/net/test_versus.sh $(BUILD)/game

CHECKS += test-net-udp


test-net: $(addprefix $(BUILD)/game/,sanitized/test_net sanitized/fuzz_packet sanitized/test_match test_match) ## tests packets, predictions and rollback over networks that lose, delay, duplicate and damage packets
	$(BUILD)/game/sanitized/test_net
	$(BUILD)/game/sanitized/fuzz_packet
	$(BUILD)/game/sanitized/test_match 300
	$(BUILD)/game/test_match 2000

test-net-long: $(BUILD)/game/test_match ## runs the game itself over nine networks, 10,000 ticks each (half a minute)
	$(BUILD)/game/test_match 10000

fuzz-net: ## fuzzes the reader of packets (FUZZ_SECONDS=60)
	@sh $(GAME)/net/fuzz_packet.sh $(BUILD)/game/net_fuzz $(or $(FUZZ_SECONDS),60)

CHECKS += test-net
