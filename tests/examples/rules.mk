# The examples of parallel updates also need threads, and OpenMP and TBB if these are available.

.PHONY: test-parallel-for

# Some compilers replace their output, so it is never a device: as root, /dev/null would become a file.
HAS_OPENMP := $(shell out=$$(mktemp) && echo 'int main(void) { return 0; }' | $(CC) -fopenmp -x c - -o $$out 2>/dev/null && \
    echo there; rm -f $$out)
HAS_TBB := $(if $(HAS_CXX),$(call header_there,$(CXX) -x c++,tbb/parallel_for.h))

examples: $(BUILD)/examples/parallel $(BUILD)/examples/test_parallel_for

$(BUILD)/examples/parallel: $(addprefix $(BUILD)/examples/,parallel.o workers.o) $(MEASURED_LIBRARY)
	$(CC) -o $@ $^ -pthread

$(BUILD)/examples/workers_openmp.o: $(EXAMPLES)/workers_openmp.c
	@mkdir -p $(@D)
	$(CC) $(C11) $(MEASURED) -fopenmp -c $< -o $@

$(BUILD)/examples/workers_tbb.o: $(EXAMPLES)/workers_tbb.cpp
	@mkdir -p $(@D)
	$(CXX) -std=c++17 -Iinclude -MMD -MP $(MEASURED) -c $< -o $@

WORKERS := workers.o $(if $(HAS_OPENMP),workers_openmp.o) $(if $(HAS_TBB),workers_tbb.o)
WORKERS_FLAGS := $(if $(HAS_OPENMP),-DHAS_OPENMP) $(if $(HAS_TBB),-DHAS_TBB)
WORKERS_LIBRARIES := -pthread $(if $(HAS_OPENMP),-fopenmp) $(if $(HAS_TBB),-ltbb)

$(BUILD)/examples/test_parallel_for: $(EXAMPLES)/test_parallel_for.c $(WORKERS:%=$(BUILD)/examples/%) $(MEASURED_LIBRARY)
	$(CC) $(C11) $(MEASURED) $(WORKERS_FLAGS) -c $< -o $@.o
	$(if $(HAS_TBB),$(CXX),$(CC)) -o $@ $@.o $(filter %.o %.a,$^) $(WORKERS_LIBRARIES)

test-parallel-for: $(BUILD)/examples/test_parallel_for # tests every way to run parts with threads
	$(BUILD)/examples/test_parallel_for

# The workload `parallel` of the benchmark. It uses the same functions to run parts.

.PHONY: bench-parallel

$(BENCH)/parallel_tbb.o: tests/bench/parallel_tbb.cpp
	@mkdir -p $(@D)
	$(CXX) $(BENCH_CXX) -c $< -o $@

$(BENCH)/parallel: tests/bench/parallel.c $(BENCH)/parallel_tbb.o $(WORKERS:%=$(BUILD)/examples/%) $(MEASURED_LIBRARY)
	$(CC) $(BENCH_FLAGS) -D_POSIX_C_SOURCE=200809L $(WORKERS_FLAGS) -I$(EXAMPLES) -c $< -o $@.o
	$(CXX) -o $@ $@.o $(filter %.o %.a,$^) $(WORKERS_LIBRARIES)

bench-parallel: $(BENCH)/parallel ## measures the workload `parallel`: parts without threads and with two, and arrays split by hand and by TBB
	$(BENCH)/parallel
