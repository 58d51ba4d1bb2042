// p33: C = A x B on matrix cores, for row-major matrices of any size. Extents: {m, n, k}; C is m x
// n, A m x k, B k x n. All operands are numbers that TF32 holds.
#include <hippuzzle/bfloat16.hpp>
#include <hippuzzle/puzzle.hpp>
#include <hippuzzle/reference.hpp>

#include <array>

#include "config.hpp"

namespace {
using namespace hippuzzle;

enum : uint32_t { output, a, b };  // in the order of the kernels' parameters

uint64_t a_cells(const Extents* e) { return e->n[0] * e->n[2]; }
uint64_t b_cells(const Extents* e) { return e->n[2] * e->n[1]; }

Shape c_shape(const Extents* e) { return {2, {e->n[0], e->n[1]}}; }
Shape a_shape(const Extents* e) { return {2, {e->n[0], e->n[2]}}; }
Shape b_shape(const Extents* e) { return {2, {e->n[2], e->n[1]}}; }

constexpr Buffer buffers[] = {{"output", HIPPUZZLE_F32, HIPPUZZLE_OUT, c_shape},
                              {"a", HIPPUZZLE_F32, HIPPUZZLE_IN, a_shape},
                              {"b", HIPPUZZLE_F32, HIPPUZZLE_IN, b_shape}};

LaunchConfiguration tiles_of_warps(const Extents* e) {
  return {{ceil_div(e->n[1], COLUMNS), ceil_div(e->n[0], ROWS), 1}, {TPB, 1, 1}, 0};
}
LaunchConfiguration a_thread_an_element(const Extents* e) {
  return {{ceil_div(e->n[1], SIDE), ceil_div(e->n[0], SIDE), 1}, {SIDE, SIDE, 1}, 0};
}

// Small whole numbers, of which no two neighbouring rows or columns are the same.
constexpr int a_of_example(uint64_t i, uint64_t l) { return static_cast<int>((i + 2 * l) % 9) - 4; }
constexpr int b_of_example(uint64_t l, uint64_t j) {
  return static_cast<int>((3 * l + 5 * j) % 8) - 3;
}
void fill_example(const Extents* e, void* const* out) {
  for (uint64_t i = 0; i < a_cells(e); ++i)
    view<float>(out, a, a_cells(e))[i] = static_cast<float>(a_of_example(i / e->n[2], i % e->n[2]));
  for (uint64_t i = 0; i < b_cells(e); ++i)
    view<float>(out, b, b_cells(e))[i] = static_cast<float>(b_of_example(i / e->n[1], i % e->n[1]));
}

// Numbers with a fraction where k is a multiple of 64, else whole ones, whose sums are exact.
void fill_random(const Extents* e, uint64_t seed, void* const* out) {
  Random random(seed);
  const bool has_fractions = e->n[2] % 64 == 0;
  for (const auto& x : {view<float>(out, a, a_cells(e)), view<float>(out, b, b_cells(e))}) {
    for (float& value : x) {
      value = has_fractions ? round_to_tf32(static_cast<float>(random.uniform(-1, 1)))
                            : static_cast<float>(random.integer(-4, 4));
    }
  }
}

void reference(const Extents* e, const void* const* in, double* y64, double* magnitude) {
  reference_matmul(e->n[0], e->n[1], e->n[2], view<float>(in, a, a_cells(e)).data(),
                   view<float>(in, b, b_cells(e)).data(), y64, magnitude);
}

double terms(const Extents* e) { return static_cast<double>(e->n[2]); }
double flops(const Extents* e) {
  return 2 * static_cast<double>(e->n[0]) * static_cast<double>(e->n[1]) * terms(e);
}
double bytes(const Extents* e) {
  return static_cast<double>((a_cells(e) + b_cells(e) + e->n[0] * e->n[1]) * sizeof(float));
}
template <hippuzzle_math math>
void product(const Extents* e, hippuzzle_product* p) {
  *p = {e->n[0], e->n[1], e->n[2], a, b, false, math};
}

// Each matrix is read once for each row or column of blocks.
template <unsigned rows, unsigned columns>
uint64_t reads(const Extents* e) {
  return a_cells(e) * ceil_div(e->n[1], columns) + b_cells(e) * ceil_div(e->n[0], rows);
}
uint64_t elements(const Extents* e) { return e->n[0] * e->n[1]; }
uint64_t whole_products(const Extents* e) {
  return uint64_t{ceil_div(e->n[0], 16)} * ceil_div(e->n[1], 8) * ceil_div(e->n[2], 8);
}

constexpr Claim writes = {HIPPUZZLE_GLOBAL_WRITES, HIPPUZZLE_IN_ALL, elements};
constexpr Claim claims_of_cores[] = {
    {HIPPUZZLE_GLOBAL_READS, HIPPUZZLE_IN_ALL, reads<ROWS, COLUMNS>},
    writes,
    {HIPPUZZLE_MATRIX_OPERATIONS, HIPPUZZLE_IN_ALL, nullptr, whole_products}};
constexpr Claim claims_of_tiles[] = {{HIPPUZZLE_GLOBAL_READS, HIPPUZZLE_IN_ALL, reads<SIDE, SIDE>},
                                     writes};

constexpr Extents example = {32, 24, 16};
constexpr auto expected = [] {
  std::array<double, 32 * 24> c{};
  for (unsigned i = 0; i < 32; ++i)
    for (unsigned j = 0; j < 24; ++j)
      for (unsigned l = 0; l < 16; ++l) c[i * 24 + j] += a_of_example(i, l) * b_of_example(l, j);
  return c;
}();

// One product of a core; edges that are no multiple of it; whole tiles, with fractions; several
// blocks and several steps of k, both cut off.
constexpr Extents sizes[] = {
    {{16, 8, 8}}, {{17, 9, 5}}, {{64, 64, 64}}, {{33, 100, 70}}, {{130, 20, 33}}};
constexpr Cases cases = {.example = example, .expected = expected.data(), .sizes = sizes};

constexpr Question by_cores = {buffers,     tiles_of_warps, fill_example,
                               fill_random, reference,      flops,
                               bytes,       terms,          product<HIPPUZZLE_MATH_TF32>};
constexpr Question by_threads = {
    buffers, a_thread_an_element,         fill_example, fill_random, reference, flops, bytes,
    terms,   product<HIPPUZZLE_MATH_FP32>};

constexpr Variant for_matrix_cores(Variant variant) {
  variant.required = "matrix-core";
  return variant;
}

// Matrix cores cut their sums instead of rounding them, hence the larger factor.
constexpr Variant variants[] = {
    for_matrix_cores(componentwise("tensor-core", "warps multiply small matrices at once", by_cores,
                                   cases, 4, claims_of_cores)),
    componentwise("tiled", "a thread an element, without matrix cores; given", by_threads, cases, 2,
                  claims_of_tiles)};
}  // namespace

HIPPUZZLE_PUZZLE("p33", "Matrix cores", variants);
