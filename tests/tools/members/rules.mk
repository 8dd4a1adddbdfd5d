# The table of members and their classes, and what is proved by it.

MEMBERS := $(BUILD)/members
ORACLE_STAGE := twin_scene save_scene stage situation heap

.PHONY: test-members test-oracle twins

$(MEMBERS)/members.h: tests/tools/members/members.txt tests/tools/members/members.awk
	@mkdir -p $(@D)
	awk -f tests/tools/members/members.awk $< >$@

$(MEMBERS)/oracle.o: tests/tools/members/oracle.c $(MEMBERS)/members.h
	$(CC) $(C11) -O1 -g1 -I$(MEMBERS) -c $< -o $@

$(MEMBERS)/oracle: $(MEMBERS)/oracle.o $(ORACLE_STAGE:%=$(BUILD)/unit/tests/unit/%.o) $(MEASURED_LIBRARY)
	$(CC) -o $@ $^

test-members: ## compares the classes of all members, members.txt, with the debug information
	@sh tests/tools/members/test_members.sh "$(if $(findstring gcc,$(CC))$(filter cc,$(CC)),$(CC),gcc)" $(MEMBERS)

part-oracle: $(MEMBERS)/oracle
test-oracle: $(MEMBERS)/oracle
	$< $(ORACLE_RESTORES)

# 100,000 restores of worlds with all modules, each played on twice (tests/unit/state/test_twins.c).
$(MEMBERS)/twins.o: tests/unit/state/test_twins.c
	@mkdir -p $(@D)
	$(CC) $(C11) -DTRP_PRINTS=0 -DTWIN_RESTORES=100000 -O1 -g1 -c $< -o $@

$(MEMBERS)/twins: $(MEMBERS)/twins.o $(filter-out %/state/test_twins.o,$(SITUATIONS:%=$(BUILD)/unit/%)) $(BUILD)/unit/$(SITUATION) $(BUILD)/unit/tests/unit/main_check.o $(MEASURED_LIBRARY)
	$(CC) -o $@ $^ $$(pkg-config --libs check)

twins: $(MEMBERS)/twins ## restores worlds with all modules 100,000 times: they must play on as before (minutes)
	CK_FORK=no CK_RUN_CASE=twins $<

CHECKS += test-members
