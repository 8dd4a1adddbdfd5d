# What two players need over a bad network: no part of the faces yet.

NET := $(addprefix net/,inputs packet rollback)
NET_TESTED := $(NET) $(addprefix net/,duel loopback) core/random

$(BUILD)/game/sanitized/test_net: $(patsubst %,$(BUILD)/game/sanitized/objects/%.o,$(NET_TESTED) net/test_net)
	$(CC) $(SANITIZERS) -o $@ $^

$(BUILD)/game/sanitized/fuzz_packet: $(patsubst %,$(BUILD)/game/sanitized/objects/%.o,$(NET)) \
                                     $(addprefix $(BUILD)/game/sanitized/hosted/,net/fuzz_packet.o net/fuzz_random.o)
	$(CC) $(SANITIZERS) -o $@ $^

# Hosted, but as exact as the core.
$(BUILD)/game/test_net_game: $(patsubst %,$(BUILD)/game/objects/%.o,$(NET) net/duel net/loopback net/test_net_game) $(GAME_LIBRARY)
	$(CC) -o $@ $^

.PHONY: test-net test-net-long fuzz-net

test-net: $(addprefix $(BUILD)/game/,sanitized/test_net sanitized/fuzz_packet test_net_game) ## packets, guesses and going back over networks that lose, delay, double and damage
	$(BUILD)/game/sanitized/test_net
	$(BUILD)/game/sanitized/fuzz_packet
	$(BUILD)/game/test_net_game 2000

test-net-long: $(BUILD)/game/test_net_game ## the game itself over nine networks, 10,000 ticks each (two minutes)
	$(BUILD)/game/test_net_game 10000

fuzz-net: ## feeds the reader of packets with anything (FUZZ_SECONDS=60)
	@sh $(GAME)/net/fuzz_packet.sh $(BUILD)/game/net_fuzz $(or $(FUZZ_SECONDS),60)

CHECKS += test-net
