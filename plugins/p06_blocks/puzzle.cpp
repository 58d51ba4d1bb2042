// p06: output = a + 10, more elements than a block has threads. Extents: {n}.
#include <hippuzzle/puzzle.hpp>

namespace {
using namespace hippuzzle;

enum : uint32_t { output, a };  // in the order of the kernel's parameters

Shape vector(const Extents* e) { return {1, {e->n[0]}}; }

constexpr Buffer buffers[] = {{"output", HIPPUZZLE_F32, HIPPUZZLE_OUT, vector},
                              {"a", HIPPUZZLE_F32, HIPPUZZLE_IN, vector}};

constexpr uint32_t threads_per_block = 4;

// As many blocks as the elements take; threads of the last one may be left over.
LaunchConfiguration cover_elements(const Extents* e) {
  return {{ceil_div(e->n[0], threads_per_block), 1, 1}, {threads_per_block, 1, 1}, 0};
}

void fill_example(const Extents* e, void* const* out) {
  for (uint64_t i = 0; i < e->n[0]; ++i) view<float>(out, a, e->n[0])[i] = static_cast<float>(i);
}

// Whole numbers, to which a float adds 10 without rounding.
void fill_random(const Extents* e, uint64_t seed, void* const* out) {
  Random random(seed);
  for (float& x : view<float>(out, a, e->n[0])) x = static_cast<float>(random.integer(-1000, 1000));
}

void reference(const Extents* e, const void* const* in, double* y64, double*) {
  for (uint64_t i = 0; i < e->n[0]; ++i) y64[i] = view<float>(in, a, e->n[0])[i] + 10.0;
}

double flops(const Extents* e) { return static_cast<double>(e->n[0]); }
double bytes(const Extents* e) { return 2 * sizeof(float) * static_cast<double>(e->n[0]); }

constexpr double expected[] = {10, 11, 12, 13, 14, 15, 16, 17, 18};
constexpr Extents sizes[] = {{1}, {3}, {4}, {5}, {8}, {23}, {1000}};

// One element a thread: blocks share the work, and none does all of it.
constexpr Claim claims[] = {{HIPPUZZLE_GLOBAL_READS, HIPPUZZLE_PER_THREAD, at_most<1>},
                            {HIPPUZZLE_GLOBAL_WRITES, HIPPUZZLE_PER_THREAD, at_most<1>}};

constexpr Question question = {buffers,   cover_elements, fill_example, fill_random,
                               reference, flops,          bytes};
constexpr Variant variants[] = {
    exact("", "several blocks of threads", question, {{9}, expected, sizes}, claims)};
}  // namespace

HIPPUZZLE_PUZZLE("p06", "Blocks", variants);
