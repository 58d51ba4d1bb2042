// gemm_rungs: C = A x B for row-major matrices of any size, by three kernels of the ladder.
// Extents: {m, n, k}; C is m x n, A m x k, B k x n.
#include <hippuzzle/puzzle.hpp>
#include <hippuzzle/reference.hpp>

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

// One thread an element, neighbours in x and in y.
LaunchConfiguration a_thread_an_element(const Extents* e) {
  return {{ceil_div(e->n[1], TILE), ceil_div(e->n[0], TILE), 1}, {TILE, TILE, 1}, 0};
}
LaunchConfiguration many_elements_a_thread(const Extents* e) {
  return {{ceil_div(e->n[1], SIDE), ceil_div(e->n[0], SIDE), 1}, {THREADS, THREADS, 1}, 0};
}

// Digits of pi and of e, so that no value equals its index.
constexpr unsigned pi[] = {3, 1, 4, 1, 5, 9, 2, 6};
constexpr unsigned euler[] = {2, 7, 1, 8, 2, 8, 1, 8, 2, 8, 4, 5};

void fill_example(const Extents* e, void* const* out) {
  for (uint64_t i = 0; i < a_cells(e); ++i)
    view<float>(out, a, a_cells(e))[i] = static_cast<float>(pi[i % std::size(pi)]);
  for (uint64_t i = 0; i < b_cells(e); ++i)
    view<float>(out, b, b_cells(e))[i] = static_cast<float>(euler[i % std::size(euler)]);
}

void fill_random(const Extents* e, uint64_t seed, void* const* out) {
  Random random(seed);
  fill_uniform(view<float>(out, a, a_cells(e)), random);
  fill_uniform(view<float>(out, b, b_cells(e)), random);
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
void product(const Extents* e, hippuzzle_product* p) {
  *p = {e->n[0], e->n[1], e->n[2], a, b, false, HIPPUZZLE_MATH_FP32};
}

constexpr double expected[] = {26, 59, 24, 132, 93, 111};  // 2 x 3, from 2 x 4 and 4 x 3

// Around the edges of both tiles, thin matrices, and one term.
constexpr Extents sizes[] = {{{1, 1, 1}},    {{3, 5, 7}},    {{32, 32, 32}},  {{33, 31, 1}},
                             {{64, 64, 64}}, {{65, 63, 66}}, {{20, 136, 40}}, {{70, 9, 33}}};

// Sectors of one row of 32 words are four, and five where the row begins within a sector.
constexpr uint64_t row_sectors = TILE * sizeof(float) / 32 + 1;

// Each row of 32 elements takes a word of A and neighbours of B for each term, then the results.
uint64_t sectors_coalesced(const Extents* e) {
  return e->n[0] * ceil_div(e->n[1], TILE) * (e->n[2] * (1 + row_sectors) + row_sectors);
}
// Each block takes the rows of two tiles for each step of k, then the results.
uint64_t sectors_tiled(const Extents* e) {
  const uint64_t blocks = uint64_t{ceil_div(e->n[0], TILE)} * ceil_div(e->n[1], TILE);
  return blocks * TILE * row_sectors * (2 * ceil_div(e->n[2], TILE) + 1);
}

uint64_t two_a_term(const Extents* e) { return 2 * e->n[2]; }
uint64_t two_a_tile(const Extents* e) { return 2 * uint64_t{ceil_div(e->n[2], TILE)}; }
// A thread's share of two tiles, and its operands: VALUES of A and VALUES of B for each term.
uint64_t share_of_tiles(const Extents* e) {
  return 2 * uint64_t{SIDE * DEPTH / (THREADS * THREADS)} * ceil_div(e->n[2], DEPTH);
}
uint64_t operands(const Extents* e) {
  return 2 * uint64_t{VALUES} * DEPTH * ceil_div(e->n[2], DEPTH);
}

constexpr Claim one_write = {HIPPUZZLE_GLOBAL_WRITES, HIPPUZZLE_PER_THREAD, at_most<1>};
constexpr Claim no_conflicts = {HIPPUZZLE_BANK_CONFLICTS, HIPPUZZLE_IN_ALL, at_most<0>};
constexpr Claim claims_coalesced[] = {
    {HIPPUZZLE_GLOBAL_READS, HIPPUZZLE_PER_THREAD, two_a_term},
    one_write,
    {HIPPUZZLE_GLOBAL_SECTORS, HIPPUZZLE_IN_ALL, sectors_coalesced}};
constexpr Claim claims_tiled[] = {{HIPPUZZLE_GLOBAL_READS, HIPPUZZLE_PER_THREAD, two_a_tile},
                                  one_write,
                                  {HIPPUZZLE_GLOBAL_SECTORS, HIPPUZZLE_IN_ALL, sectors_tiled},
                                  no_conflicts};
constexpr Claim claims_register_blocked[] = {
    {HIPPUZZLE_GLOBAL_READS, HIPPUZZLE_PER_THREAD, share_of_tiles},
    {HIPPUZZLE_GLOBAL_WRITES, HIPPUZZLE_PER_THREAD, at_most<VALUES * VALUES>},
    {HIPPUZZLE_SHARED_READS, HIPPUZZLE_PER_THREAD, operands},
    no_conflicts};

constexpr Question an_element = {
    buffers, a_thread_an_element, fill_example, fill_random, reference, flops, bytes, terms,
    product};
constexpr Question elements = {
    buffers, many_elements_a_thread, fill_example, fill_random, reference, flops, bytes, terms,
    product};
constexpr Cases cases = {{{2, 3, 4}}, expected, sizes};

constexpr Variant variants[] = {
    componentwise("coalesced", "a thread an element, neighbours in a row", an_element, cases, 2,
                  claims_coalesced),
    componentwise("tiled", "tiles of 32 x 32 in shared memory", an_element, cases, 2, claims_tiled),
    componentwise("register-blocked", "8 x 8 elements a thread", elements, cases, 2,
                  claims_register_blocked)};
}  // namespace

HIPPUZZLE_PUZZLE("gemm_rungs", "Three rungs of the ladder", variants);
