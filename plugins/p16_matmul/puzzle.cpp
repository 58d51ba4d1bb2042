// p16: C = A x B for square row-major matrices. Extents: {n}.
#include <hippuzzle/puzzle.hpp>
#include <hippuzzle/reference.hpp>
#include <vector>

#include "config.hpp"

namespace {
using namespace hippuzzle;

enum : uint32_t { output, a, b };  // in the order of the kernels' parameters

uint64_t cells(const Extents* e) { return e->n[0] * e->n[0]; }
Shape square(const Extents* e) { return {2, {e->n[0], e->n[0]}}; }

constexpr Buffer buffers[] = {{"output", HIPPUZZLE_F32, HIPPUZZLE_OUT, square},
                              {"a", HIPPUZZLE_F32, HIPPUZZLE_IN, square},
                              {"b", HIPPUZZLE_F32, HIPPUZZLE_IN, square}};

uint32_t tile(const Extents* e) { return tile_side(e, TPB); }

// One thread per element of the output, in as many blocks of a tile as that takes.
LaunchConfiguration cover_output(const Extents* e) {
  const uint32_t blocks = ceil_div(e->n[0], tile(e));
  return {{blocks, blocks, 1}, {tile(e), tile(e), 1}, 0};
}

// VALUES x VALUES elements a thread, in as many blocks as that takes.
LaunchConfiguration cover_output_with_values(const Extents* e) {
  const uint32_t blocks = ceil_div(e->n[0], VALUES * tile(e));
  return {{blocks, blocks, 1}, {tile(e), tile(e), 1}, 0};
}

uint64_t asked_or(const Extents* e, uint64_t side) {
  const uint64_t asked = e->n[HIPPUZZLE_TILE_EXTENT];
  return asked == TPB ? 0 : asked != 0 ? asked : side;
}

// Tiles of 3 can be followed by hand; where there is something to gain they are larger.
uint64_t tile_for_size(const Extents* e) { return asked_or(e, e->n[0] < 32 ? 0 : 16); }

// One block holds the whole of the matrices.
uint64_t tile_that_holds_all(const Extents* e) {
  return asked_or(e, e->n[0] <= TPB ? 0 : e->n[0] <= 16 ? 16 : 32);
}

// A = 0, 1, 2, … and B = 2A. These two commute; the random cases do not.
void fill_example(const Extents* e, void* const* out) {
  for (uint64_t i = 0; i < cells(e); ++i) {
    view<float>(out, a, cells(e))[i] = static_cast<float>(i);
    view<float>(out, b, cells(e))[i] = 2 * static_cast<float>(i);
  }
}

// The same product where B lies transposed.
void fill_example_transposed(const Extents* e, void* const* out) {
  const uint64_t n = e->n[0];
  fill_example(e, out);
  for (uint64_t row = 0; row < n; ++row) {
    for (uint64_t col = 0; col < n; ++col) {
      view<float>(out, b, n * n)[col * n + row] = 2 * view<float>(out, a, n * n)[row * n + col];
    }
  }
}

void fill_random(const Extents* e, uint64_t seed, void* const* out) {
  Random random(seed);
  fill_uniform(view<float>(out, a, cells(e)), random);
  fill_uniform(view<float>(out, b, cells(e)), random);
}

// The walk-through: A holds 1, 2, 3, … tile by tile, each tile row by row, and B is its transpose.
void fill_tile_by_tile(const Extents* e, void* const* out) {
  const uint64_t n = e->n[0], side = tile(e);
  for (uint64_t row = 0; row < n; ++row) {
    for (uint64_t col = 0; col < n; ++col) {
      const uint64_t before = row / side * (n / side) + col / side;  // tiles
      const uint64_t number = (before * side + row % side) * side + col % side + 1;
      view<float>(out, a, n * n)[row * n + col] = static_cast<float>(number);
      view<float>(out, b, n * n)[col * n + row] = static_cast<float>(number);
    }
  }
}

void reference(const Extents* e, const void* const* in, double* y64, double* magnitude) {
  const uint64_t n = e->n[0];
  reference_matmul(n, n, n, view<float>(in, a, n * n).data(), view<float>(in, b, n * n).data(), y64,
                   magnitude);
}

void reference_transposed(const Extents* e, const void* const* in, double* y64, double* magnitude) {
  const uint64_t n = e->n[0];
  const auto stored = view<float>(in, b, n * n);
  std::vector<float> upright(n * n);
  for (uint64_t k = 0; k < n; ++k) {
    for (uint64_t col = 0; col < n; ++col) upright[k * n + col] = stored[col * n + k];
  }
  reference_matmul(n, n, n, view<float>(in, a, n * n).data(), upright.data(), y64, magnitude);
}

double terms(const Extents* e) { return static_cast<double>(e->n[0]); }
// An element takes n products and n - 1 additions.
double flops(const Extents* e) { return terms(e) * terms(e) * (2 * terms(e) - 1); }
double bytes(const Extents* e) { return 3 * sizeof(float) * terms(e) * terms(e); }

void product(const Extents* e, hippuzzle_product* p) {
  const uint64_t n = e->n[0];
  *p = {n, n, n, a, b, false, HIPPUZZLE_MATH_FP32};
}

void product_transposed(const Extents* e, hippuzzle_product* p) {
  product(e, p);
  p->b_transposed = true;
}

const char* refuse_several_blocks(const Extents* e) {
  const uint64_t asked = e->n[HIPPUZZLE_TILE_EXTENT];
  if (asked != 0 && e->n[0] > asked) return "takes n up to the tile's side";
  return e->n[0] > 32 ? "takes n up to 32: its tiles hold the whole of the matrices" : nullptr;
}

constexpr double expected_2[] = {4, 6, 12, 22};
constexpr double expected_9[] = {3672,  3744,  3816,  3888,  3960,  4032,  4104,  4176,  4248,   //
                                 9504,  9738,  9972,  10206, 10440, 10674, 10908, 11142, 11376,  //
                                 15336, 15732, 16128, 16524, 16920, 17316, 17712, 18108, 18504,  //
                                 21168, 21726, 22284, 22842, 23400, 23958, 24516, 25074, 25632,  //
                                 27000, 27720, 28440, 29160, 29880, 30600, 31320, 32040, 32760,  //
                                 32832, 33714, 34596, 35478, 36360, 37242, 38124, 39006, 39888,  //
                                 38664, 39708, 40752, 41796, 42840, 43884, 44928, 45972, 47016,  //
                                 44496, 45702, 46908, 48114, 49320, 50526, 51732, 52938, 54144,  //
                                 50328, 51696, 53064, 54432, 55800, 57168, 58536, 59904, 61272};

constexpr Extents any_size[] = {{1},
                                {2},
                                {3},
                                {4},
                                {8},
                                {9},
                                {10},
                                {23},
                                {64},
                                in_tiles(16, {32}),
                                in_tiles(16, {45}),
                                in_tiles(16, {64})};
constexpr Extents fits_one_block[] = {{1}, {2}, {3}, in_tiles(16, {10}), in_tiles(16, {16})};
constexpr NamedCase walk_through[] = {{"8x8", in_tiles(4, {8}), fill_tile_by_tile}};

// A thread's reads of global memory, without and with sharing of operands.
uint64_t row_and_column(const Extents* e) { return 2 * e->n[0]; }
uint64_t two_a_tile(const Extents* e) { return 2 * ceil_div(e->n[0], tile(e)); }
uint64_t values_of_two_tiles(const Extents* e) {
  return 2 * VALUES * VALUES * ceil_div(e->n[0], VALUES * tile(e));
}

constexpr Claim one_write = {HIPPUZZLE_GLOBAL_WRITES, HIPPUZZLE_PER_THREAD, at_most<1>};
constexpr Claim claims_naive[] = {{HIPPUZZLE_GLOBAL_READS, HIPPUZZLE_PER_THREAD, row_and_column},
                                  one_write};
constexpr Claim claims_tiled[] = {{HIPPUZZLE_GLOBAL_READS, HIPPUZZLE_PER_THREAD, two_a_tile},
                                  one_write};
constexpr Claim claims_thread_layouts[] = {
    {HIPPUZZLE_GLOBAL_READS, HIPPUZZLE_PER_THREAD, two_a_tile},
    one_write,
    {HIPPUZZLE_BANK_CONFLICTS, HIPPUZZLE_IN_ALL, at_most<0>}};
constexpr Claim claims_layout_algebra[] = {
    {HIPPUZZLE_GLOBAL_READS, HIPPUZZLE_PER_THREAD, values_of_two_tiles},
    {HIPPUZZLE_GLOBAL_WRITES, HIPPUZZLE_PER_THREAD, at_most<VALUES * VALUES>}};

constexpr Question question = {buffers, cover_output, fill_example, fill_random, reference,
                               flops,   bytes,        terms,        product};
constexpr Question b_lies_transposed = {
    buffers, cover_output, fill_example_transposed, fill_random, reference_transposed, flops,
    bytes,   terms,        product_transposed};
constexpr Question values = {
    buffers, cover_output_with_values, fill_example, fill_random, reference, flops, bytes, terms,
    product};
constexpr Cases small = {{2}, expected_2, any_size, nullptr, tile_for_size, walk_through};
constexpr Cases one_block = {
    {2}, expected_2, fits_one_block, refuse_several_blocks, tile_that_holds_all};
constexpr Cases transposed = {{9}, expected_9, any_size, nullptr, tile_for_size};
constexpr Cases large = {{9}, expected_9, any_size, nullptr, tile_for_size, walk_through};

constexpr Variant variants[] = {
    componentwise("naive", "one thread per output element, operands from global memory", question,
                  small, 2, claims_naive),
    componentwise("single-block", "operands staged in shared memory, one block", question,
                  one_block, 2, claims_tiled),
    componentwise("tiled", "tiles staged in shared memory, any number of blocks", question, large,
                  2, claims_tiled),
    componentwise("idiomatic-tiled", "the same with tile views and asynchronous copies", question,
                  large, 2, claims_tiled),
    componentwise("thread-layouts", "B stored transposed, and loaded by thread layouts",
                  b_lies_transposed, transposed, 2, claims_thread_layouts),
    componentwise("layout-tensor", "the same through tensors with a layout", question, large, 2,
                  claims_tiled),
    componentwise("layout-algebra",
                  "the same from layouts divided and composed, 2 x 2 values a thread", values,
                  large, 2, claims_layout_algebra)};
}  // namespace

HIPPUZZLE_PUZZLE("p16", "Matrix multiplication", variants);
