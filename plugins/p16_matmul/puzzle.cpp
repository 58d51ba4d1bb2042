// p16: C = A x B for square row-major matrices. Extents: {n}.
#include <hippuzzle/puzzle.hpp>
#include <hippuzzle/reference.hpp>

#include "config.hpp"

namespace {
using namespace hippuzzle;

enum : uint32_t { output, a, b };  // in the order of the kernels' parameters

uint64_t cells(const Extents* e) { return e->n[0] * e->n[0]; }
Shape square(const Extents* e) { return {2, {e->n[0], e->n[0]}}; }

constexpr Buffer buffers[] = {{"output", HIPPUZZLE_F32, HIPPUZZLE_OUT, square},
                              {"a", HIPPUZZLE_F32, HIPPUZZLE_IN, square},
                              {"b", HIPPUZZLE_F32, HIPPUZZLE_IN, square}};

// One thread per element of the output, in as many TPB x TPB blocks as that takes.
LaunchConfiguration cover_output(const Extents* e) {
  const uint32_t blocks = ceil_div(e->n[0], TPB);
  return {{blocks, blocks, 1}, {TPB, TPB, 1}, 0};
}

// A = 0, 1, 2, … and B = 2A. These two commute; the random cases do not.
void fill_example(const Extents* e, void* const* out) {
  for (uint64_t i = 0; i < cells(e); ++i) {
    view<float>(out, a, cells(e))[i] = static_cast<float>(i);
    view<float>(out, b, cells(e))[i] = 2 * static_cast<float>(i);
  }
}

void fill_random(const Extents* e, uint64_t seed, void* const* out) {
  Random random(seed);
  fill_uniform(view<float>(out, a, cells(e)), random);
  fill_uniform(view<float>(out, b, cells(e)), random);
}

void reference(const Extents* e, const void* const* in, double* y64, double* magnitude) {
  const uint64_t n = e->n[0];
  reference_matmul(n, n, n, view<float>(in, a, n * n).data(), view<float>(in, b, n * n).data(), y64,
                   magnitude);
}

double terms(const Extents* e) { return static_cast<double>(e->n[0]); }
double flops(const Extents* e) { return 2 * terms(e) * terms(e) * terms(e); }
double bytes(const Extents* e) { return 3 * sizeof(float) * terms(e) * terms(e); }

void product(const Extents* e, hippuzzle_product* p) {
  const uint64_t n = e->n[0];
  *p = {n, n, n, a, b, false, HIPPUZZLE_MATH_FP32};
}

const char* refuse_several_blocks(const Extents* e) {
  return e->n[0] > TPB ? "takes n up to 3: its tiles hold the whole of the matrices" : nullptr;
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

constexpr Extents any_size[] = {{1}, {2}, {3}, {4}, {8}, {9}, {10}, {23}, {64}};
constexpr Extents fits_one_block[] = {{1}, {2}, {3}};

// A thread's reads of global memory, without and with sharing of operands.
uint64_t row_and_column(const Extents* e) { return 2 * e->n[0]; }
uint64_t two_a_tile(const Extents* e) { return 2 * ceil_div(e->n[0], TPB); }

constexpr Claim one_write = {HIPPUZZLE_GLOBAL_WRITES, HIPPUZZLE_PER_THREAD, at_most<1>};
constexpr Claim claims_naive[] = {{HIPPUZZLE_GLOBAL_READS, HIPPUZZLE_PER_THREAD, row_and_column},
                                  one_write};
constexpr Claim claims_tiled[] = {{HIPPUZZLE_GLOBAL_READS, HIPPUZZLE_PER_THREAD, two_a_tile},
                                  one_write};

constexpr Question question = {buffers, cover_output, fill_example, fill_random, reference,
                               flops,   bytes,        terms,        product};
constexpr Cases small = {{2}, expected_2, any_size};
constexpr Cases one_block = {{2}, expected_2, fits_one_block, refuse_several_blocks};
constexpr Cases large = {{9}, expected_9, any_size};

constexpr Variant variants[] = {
    componentwise("naive", "one thread per output element, operands from global memory", question,
                  small, 2, claims_naive),
    componentwise("single-block", "operands staged in shared memory, one block", question,
                  one_block, 2, claims_tiled),
    componentwise("tiled", "tiles staged in shared memory, any number of blocks", question, large,
                  2, claims_tiled),
    componentwise("idiomatic-tiled", "the same with tile views and asynchronous copies", question,
                  large, 2, claims_tiled),
    componentwise("layout-tensor", "the same through tensors with a layout", question, large, 2,
                  claims_tiled),
    componentwise("layout-algebra", "the same from layouts divided and composed", question, large,
                  2, claims_tiled)};
}  // namespace

HIPPUZZLE_PUZZLE("p16", "Matrix multiplication", variants);
