// p24: a warp adds up its products, output[w] = the sum of a[i] * b[i] over the elements of warp w.
// Extents: {W, n}, W being the width of a warp.
#include <hippuzzle/puzzle.hpp>

namespace {
using namespace hippuzzle;

enum : uint32_t { output, a, b };  // in the order of the kernels' parameters

uint64_t width(const Extents* e) { return e->n[0]; }
uint64_t size(const Extents* e) { return e->n[1]; }
uint32_t warps(const Extents* e) { return ceil_div(size(e), width(e)); }

Shape elements(const Extents* e) { return {1, {size(e)}}; }
Shape one_a_warp(const Extents* e) { return {1, {warps(e)}}; }

constexpr Buffer buffers[] = {{"output", HIPPUZZLE_F32, HIPPUZZLE_OUT, one_a_warp},
                              {"a", HIPPUZZLE_F32, HIPPUZZLE_IN, elements},
                              {"b", HIPPUZZLE_F32, HIPPUZZLE_IN, elements}};

LaunchConfiguration one_warp_a_block(const Extents* e) {
  return {{warps(e), 1, 1}, {static_cast<uint32_t>(width(e)), 1, 1}, 0};
}

void fill_example(const Extents* e, void* const* out) {
  for (uint64_t i = 0; i < size(e); ++i) {
    view<float>(out, a, size(e))[i] = static_cast<float>(i);
    view<float>(out, b, size(e))[i] = static_cast<float>(i);
  }
}

// Whole numbers, so that every product and every sum is exact in whatever order it is added up.
void fill_random(const Extents* e, uint64_t seed, void* const* out) {
  Random random(seed);
  for (float& x : view<float>(out, a, size(e))) x = static_cast<float>(random.integer(-100, 100));
  for (float& x : view<float>(out, b, size(e))) x = static_cast<float>(random.integer(-100, 100));
}

void reference(const Extents* e, const void* const* in, double* y64, double*) {
  const auto x = view<float>(in, a, size(e));
  const auto y = view<float>(in, b, size(e));
  for (uint32_t w = 0; w < warps(e); ++w) y64[w] = 0;
  for (uint64_t i = 0; i < size(e); ++i) y64[i / width(e)] += static_cast<double>(x[i]) * y[i];
}

double flops(const Extents* e) { return 2 * static_cast<double>(size(e)); }
double bytes(const Extents* e) {
  return sizeof(float) * (2 * static_cast<double>(size(e)) + warps(e));
}

const char* refuse_other_widths(const Extents* e) {
  return width(e) == 32 || width(e) == 64 ? nullptr : "takes warps of 32 or 64 lanes";
}

uint64_t steps(const Extents* e) { return width(e) == 64 ? 6 : 5; }  // log2 of the width
uint64_t steps_and_loading(const Extents* e) { return steps(e) + 1; }
uint64_t one_write_a_warp(const Extents* e) { return warps(e); }

constexpr Claim claims_of_tree[] = {{HIPPUZZLE_GLOBAL_READS, HIPPUZZLE_PER_THREAD, at_most<2>},
                                    {HIPPUZZLE_GLOBAL_WRITES, HIPPUZZLE_IN_ALL, one_write_a_warp},
                                    {HIPPUZZLE_BARRIERS, HIPPUZZLE_PER_THREAD, steps_and_loading}};
constexpr Claim claims_of_shuffles[] = {
    {HIPPUZZLE_GLOBAL_READS, HIPPUZZLE_PER_THREAD, at_most<2>},
    {HIPPUZZLE_GLOBAL_WRITES, HIPPUZZLE_IN_ALL, one_write_a_warp},
    {HIPPUZZLE_SHARED_READS, HIPPUZZLE_IN_ALL, at_most<0>},
    {HIPPUZZLE_SHARED_WRITES, HIPPUZZLE_IN_ALL, at_most<0>},
    {HIPPUZZLE_BARRIERS, HIPPUZZLE_PER_THREAD, at_most<0>},
    {HIPPUZZLE_WARP_OPERATIONS, HIPPUZZLE_PER_THREAD, nullptr, steps}};

// The sums of the squares of 0 to 31 and of 0 to 63.
constexpr double expected[] = {10416};
constexpr double expected_64[] = {85344};

// One element, all lanes but one, just over half of a warp, and a last warp of five lanes.
constexpr Extents sizes[] = {{32, 1}, {32, 31}, {32, 17}, {32, 101},
                             {64, 1}, {64, 63}, {64, 33}, {64, 197}};

constexpr Question question = {
    buffers, one_warp_a_block, fill_example, fill_random, reference, flops, bytes};
constexpr Cases cases = {.example = {32, 32},
                         .expected = expected,
                         .sizes = sizes,
                         .refuse = refuse_other_widths,
                         .warp_extent = 1,
                         .example_64 = {64, 64},
                         .expected_64 = expected_64};

constexpr Variant variants[] = {
    exact("traditional", "a tree in shared memory with a barrier a step; given", question, cases,
          claims_of_tree),
    exact("kernel", "the same sum by shuffles, without shared memory", question, cases,
          claims_of_shuffles),
    exact("functional", "the same with one call, warp_sum", question, cases, claims_of_shuffles)};
}  // namespace

HIPPUZZLE_PUZZLE("p24", "Warp sum", variants);
