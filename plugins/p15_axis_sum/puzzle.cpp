// p15: output[r, 0] = the sum of row r of a. Extents: {rows, columns}, columns <= TPB.
#include <hippuzzle/puzzle.hpp>

#include "config.hpp"

namespace {
using namespace hippuzzle;

enum : uint32_t { output, a };  // in the order of the kernel's parameters

uint64_t cells(const Extents* e) { return e->n[0] * e->n[1]; }
Shape matrix(const Extents* e) { return {2, {e->n[0], e->n[1]}}; }
Shape one_column(const Extents* e) { return {2, {e->n[0], 1}}; }

constexpr Buffer buffers[] = {{"output", HIPPUZZLE_F32, HIPPUZZLE_OUT, one_column},
                              {"a", HIPPUZZLE_F32, HIPPUZZLE_IN, matrix}};

// One block per row, along y.
LaunchConfiguration block_per_row(const Extents* e) {
  return {{1, static_cast<uint32_t>(e->n[0]), 1}, {TPB, 1, 1}, 0};
}

void fill_example(const Extents* e, void* const* out) {
  for (uint64_t i = 0; i < cells(e); ++i) view<float>(out, a, cells(e))[i] = static_cast<float>(i);
}

// Whole numbers, so that every sum is exact in whatever order it is added up.
void fill_random(const Extents* e, uint64_t seed, void* const* out) {
  Random random(seed);
  for (float& x : view<float>(out, a, cells(e))) x = static_cast<float>(random.integer(-100, 100));
}

void reference(const Extents* e, const void* const* in, double* y64, double*) {
  const auto values = view<float>(in, a, cells(e));
  for (uint64_t row = 0; row < e->n[0]; ++row) {
    y64[row] = 0;
    for (const float x : values.subspan(row * e->n[1], e->n[1])) y64[row] += x;
  }
}

double flops(const Extents* e) { return static_cast<double>(cells(e) - e->n[0]); }
double bytes(const Extents* e) { return sizeof(float) * static_cast<double>(cells(e) + e->n[0]); }

constexpr double expected[] = {15, 51, 87, 123};
constexpr Extents sizes[] = {{{1, 1}}, {{1, 8}}, {{4, 1}},  {{3, 2}},  {{5, 5}},
                             {{2, 7}}, {{7, 8}}, {{33, 3}}, {{100, 6}}};

const char* refuse_wide_rows(const Extents* e) {
  return e->n[1] > TPB ? "takes rows of up to 8 elements: one block adds up each" : nullptr;
}

constexpr Question question = {buffers,   block_per_row, fill_example, fill_random,
                               reference, flops,         bytes};
constexpr Variant variants[] = {exact("", "the sum of each row, a block for each", question,
                                      {{4, 6}, expected, sizes, refuse_wide_rows})};
}  // namespace

HIPPUZZLE_PUZZLE("p15", "Axis sum", variants);
