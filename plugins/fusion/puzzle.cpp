// fusion: output = max(A x B + bias, 0), element by element, and its row sums. Extents: {m, n, k}.
#include <hippuzzle/puzzle.hpp>

#include "config.hpp"

namespace {
using namespace hippuzzle;

enum : uint32_t { output, a, b, bias };  // in the order of the kernels' parameters

Shape layer_shape(const Extents* e) { return {2, {e->n[0], e->n[1]}}; }
Shape sums_shape(const Extents* e) { return {1, {e->n[0]}}; }
Shape a_shape(const Extents* e) { return {2, {e->n[0], e->n[2]}}; }
Shape b_shape(const Extents* e) { return {2, {e->n[2], e->n[1]}}; }
Shape bias_shape(const Extents* e) { return {1, {e->n[1]}}; }

constexpr Buffer layer_buffers[] = {{"output", HIPPUZZLE_F32, HIPPUZZLE_OUT, layer_shape},
                                    {"a", HIPPUZZLE_F32, HIPPUZZLE_IN, a_shape},
                                    {"b", HIPPUZZLE_F32, HIPPUZZLE_IN, b_shape},
                                    {"bias", HIPPUZZLE_F32, HIPPUZZLE_IN, bias_shape}};
constexpr Buffer sums_buffers[] = {{"output", HIPPUZZLE_F32, HIPPUZZLE_OUT, sums_shape},
                                   {"a", HIPPUZZLE_F32, HIPPUZZLE_IN, a_shape},
                                   {"b", HIPPUZZLE_F32, HIPPUZZLE_IN, b_shape},
                                   {"bias", HIPPUZZLE_F32, HIPPUZZLE_IN, bias_shape}};

// One thread per element; of the unfused version, every launch's.
LaunchConfiguration cover_layer(const Extents* e) {
  return {{ceil_div(e->n[1], TPB), ceil_div(e->n[0], TPB), 1}, {TPB, TPB, 1}, 0};
}

// A block for TPB rows, which it walks along.
LaunchConfiguration cover_rows(const Extents* e) {
  return {{1, ceil_div(e->n[0], TPB), 1}, {TPB, TPB, 1}, 0};
}

// A counts from 0. B's rows rise and fall in turns, so that the first sums are small, and the bias
// makes some of them negative.
void fill_example(const Extents* e, void* const* out) {
  const uint64_t m = e->n[0], n = e->n[1], k = e->n[2];
  for (uint64_t i = 0; i < m * k; ++i) view<float>(out, a, m * k)[i] = static_cast<float>(i);
  for (uint64_t j = 0; j < n; ++j) {
    const auto column = static_cast<float>(j);
    for (uint64_t l = 0; l < k; ++l)
      view<float>(out, b, k * n)[l * n + j] = l % 2 == 0 ? column - 1 : 2 - column;
    view<float>(out, bias, n)[j] = 2 * column - 3;
  }
}

// Whole numbers, so that every sum is exact in whatever order it is added up.
void fill_random(const Extents* e, uint64_t seed, void* const* out) {
  const uint64_t m = e->n[0], n = e->n[1], k = e->n[2];
  Random random(seed);
  for (float& x : view<float>(out, a, m * k)) x = static_cast<float>(random.integer(-8, 8));
  for (float& x : view<float>(out, b, k * n)) x = static_cast<float>(random.integer(-8, 8));
  for (float& x : view<float>(out, bias, n)) x = static_cast<float>(random.integer(-50, 50));
}

// Element (row, column) of the layer.
double element(const Extents* e, const void* const* in, uint64_t row, uint64_t column) {
  const uint64_t m = e->n[0], n = e->n[1], k = e->n[2];
  double sum = view<float>(in, bias, n)[column];
  for (uint64_t l = 0; l < k; ++l) {
    sum += static_cast<double>(view<float>(in, a, m * k)[row * k + l]) *
           static_cast<double>(view<float>(in, b, k * n)[l * n + column]);
  }
  return sum > 0 ? sum : 0;
}

void layer_reference(const Extents* e, const void* const* in, double* y64, double*) {
  for (uint64_t row = 0; row < e->n[0]; ++row) {
    for (uint64_t column = 0; column < e->n[1]; ++column)
      y64[row * e->n[1] + column] = element(e, in, row, column);
  }
}

void sums_reference(const Extents* e, const void* const* in, double* y64, double*) {
  for (uint64_t row = 0; row < e->n[0]; ++row) {
    y64[row] = 0;
    for (uint64_t column = 0; column < e->n[1]; ++column) y64[row] += element(e, in, row, column);
  }
}

uint64_t layer_cells(const Extents* e) { return e->n[0] * e->n[1]; }
uint64_t inputs(const Extents* e) { return e->n[0] * e->n[2] + e->n[2] * e->n[1] + e->n[1]; }

// A product's operations, the bias and the activation; of the sums, an addition more.
double layer_flops(const Extents* e) {
  return static_cast<double>(layer_cells(e)) * (2 * static_cast<double>(e->n[2]) + 2);
}
double sums_flops(const Extents* e) {
  return layer_flops(e) + static_cast<double>(layer_cells(e) - e->n[0]);
}
double layer_bytes(const Extents* e) {
  return static_cast<double>(sizeof(float) * (inputs(e) + layer_cells(e)));
}
double sums_bytes(const Extents* e) {
  return static_cast<double>(sizeof(float) * (inputs(e) + e->n[0]));
}

// The tiled product reads A once for each column of tiles, B once for each row of tiles.
uint64_t product_reads(const Extents* e) {
  const uint64_t m = e->n[0], n = e->n[1], k = e->n[2];
  return m * k * ceil_div(n, TPB) + k * n * ceil_div(m, TPB);
}

// Then each element's bias; unfused, the element itself twice as well.
uint64_t fused_reads(const Extents* e) { return product_reads(e) + layer_cells(e); }
uint64_t unfused_reads(const Extents* e) { return product_reads(e) + 3 * layer_cells(e); }
uint64_t unfused_writes(const Extents* e) { return 3 * layer_cells(e); }
uint64_t a_write_a_row(const Extents* e) { return e->n[0]; }

constexpr Claim claims_unfused[] = {{HIPPUZZLE_GLOBAL_READS, HIPPUZZLE_IN_ALL, unfused_reads},
                                    {HIPPUZZLE_GLOBAL_WRITES, HIPPUZZLE_IN_ALL, unfused_writes}};
constexpr Claim claims_fused[] = {{HIPPUZZLE_GLOBAL_READS, HIPPUZZLE_IN_ALL, fused_reads},
                                  {HIPPUZZLE_GLOBAL_WRITES, HIPPUZZLE_PER_THREAD, at_most<1>}};
constexpr Claim claims_sum[] = {{HIPPUZZLE_GLOBAL_READS, HIPPUZZLE_IN_ALL, fused_reads},
                                {HIPPUZZLE_GLOBAL_WRITES, HIPPUZZLE_IN_ALL, a_write_a_row}};

constexpr double expected_layer[] = {0, 0, 1, 2, 1, 2, 3, 4, 3, 4, 5, 6};
constexpr double expected_sums[] = {3, 10, 18};

// Around the edges of a tile in each direction, thin ones, several tiles.
constexpr Extents sizes[] = {{{1, 1, 1}},    {{1, 20, 3}},   {{17, 1, 5}},  {{16, 16, 16}},
                             {{15, 17, 33}}, {{33, 31, 18}}, {{5, 40, 16}}, {{40, 64, 48}}};

constexpr Question layer = {layer_buffers,   cover_layer, fill_example, fill_random,
                            layer_reference, layer_flops, layer_bytes};
constexpr Question sums = {sums_buffers,   cover_rows, fill_example, fill_random,
                           sums_reference, sums_flops, sums_bytes};
constexpr Extents example = {{3, 4, 2}};

constexpr Variant variants[] = {
    exact("unfused", "product, bias and activation in a launch each", layer,
          {example, expected_layer, sizes}, claims_unfused),
    exact("fused", "all three in one kernel, whose sums never leave their registers", layer,
          {example, expected_layer, sizes}, claims_fused),
    exact("fused-sum", "and their row sums: the layer itself is nowhere in memory", sums,
          {example, expected_sums, sizes}, claims_sum)};
}  // namespace

HIPPUZZLE_PUZZLE("fusion", "Kernel fusion", variants);
