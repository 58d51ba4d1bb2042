// ring_all_reduce: every rank has the sum of all ranks' data. Extents: {ranks, chunk}; a row of
// data is ranks * chunk elements.
#include <hippuzzle/puzzle.hpp>

namespace {
using namespace hippuzzle;

enum : uint32_t { output, a };  // in the order of the launch's buffers

uint64_t row(const Extents* e) { return e->n[0] * e->n[1]; }
uint64_t all(const Extents* e) { return e->n[0] * row(e); }

Shape rows(const Extents* e) { return {2, {e->n[0], row(e)}}; }

constexpr Buffer buffers[] = {{"output", HIPPUZZLE_F32, HIPPUZZLE_OUT, rows},
                              {"a", HIPPUZZLE_F32, HIPPUZZLE_IN, rows}};

LaunchConfiguration cover_a_chunk(const Extents* e) {
  return {{ceil_div(e->n[1], 64), 1, 1}, {64, 1, 1}, 0};
}

void fill_example(const Extents* e, void* const* out) {
  for (uint64_t i = 0; i < all(e); ++i)
    view<float>(out, a, all(e))[i] = static_cast<float>(i % row(e) + 10 * (i / row(e)));
}

// Whole numbers: their sum does not depend on the order.
void fill_random(const Extents* e, uint64_t seed, void* const* out) {
  Random random(seed);
  for (float& x : view<float>(out, a, all(e))) x = static_cast<float>(random.integer(-1000, 1000));
}

void reference(const Extents* e, const void* const* in, double* y64, double*) {
  const auto data = view<float>(in, a, all(e));
  for (uint64_t i = 0; i < row(e); ++i) {
    double sum = 0;
    for (uint64_t rank = 0; rank < e->n[0]; ++rank) sum += data[rank * row(e) + i];
    for (uint64_t rank = 0; rank < e->n[0]; ++rank) y64[rank * row(e) + i] = sum;
  }
}

// (ranks - 1) / ranks of a row is added in each rank.
double flops(const Extents* e) { return static_cast<double>((e->n[0] - 1) * row(e)); }
double bytes(const Extents* e) { return 2 * sizeof(float) * static_cast<double>(all(e)); }

const char* refuse(const Extents* e) { return e->n[0] > 16 ? "takes up to 16 ranks" : nullptr; }

constexpr double expected[] = {10, 12, 14, 16, 10, 12, 14, 16};
constexpr Extents sizes[] = {{4, 1}, {3, 2}, {1, 5}, {2, 50}, {4, 70}, {3, 129}, {6, 11}};

constexpr Question question = {buffers,   cover_a_chunk, fill_example, fill_random,
                               reference, flops,         bytes};
constexpr Cases cases = {{2, 2}, expected, sizes, refuse};

constexpr Variant on_several(Variant variant) {
  variant.devices = 4;
  return variant;
}

constexpr Variant variants[] = {on_several(
    exact("", "sum over a ring of devices: reduce-scatter, then all-gather", question, cases))};
}  // namespace

HIPPUZZLE_PUZZLE("ring_all_reduce", "A sum over a ring", variants);
