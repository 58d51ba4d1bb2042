// p18: the softmax of one block's elements, and of the rows of a matrix. Extents: {n}, n at most
// TPB; {rows, columns} of the other two.
#include <hippuzzle/puzzle.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "config.hpp"

namespace {
using namespace hippuzzle;

enum : uint32_t { output, input };

uint64_t size(const Extents* e) { return e->n[0]; }
uint64_t rows(const Extents* e) { return e->n[0]; }
uint64_t columns(const Extents* e) { return e->n[1]; }
uint64_t cells(const Extents* e) { return rows(e) * columns(e); }

Shape vector_shape(const Extents* e) { return {1, {size(e)}}; }
Shape matrix_shape(const Extents* e) { return {2, {rows(e), columns(e)}}; }

constexpr Buffer block_buffers[] = {{"output", HIPPUZZLE_F32, HIPPUZZLE_OUT, vector_shape},
                                    {"input", HIPPUZZLE_F32, HIPPUZZLE_IN, vector_shape}};
constexpr Buffer row_buffers[] = {{"output", HIPPUZZLE_F32, HIPPUZZLE_OUT, matrix_shape},
                                  {"input", HIPPUZZLE_F32, HIPPUZZLE_IN, matrix_shape}};

LaunchConfiguration one_block(const Extents*) { return {{1, 1, 1}, {TPB, 1, 1}, 0}; }
LaunchConfiguration block_a_row(const Extents* e) {
  return {{static_cast<uint32_t>(rows(e)), 1, 1}, {ROW_THREADS, 1, 1}, 0};
}

const char* refuse_long(const Extents* e) {
  return size(e) > TPB ? "takes n up to 128: there is one block" : nullptr;
}

// 0, 1, 2, ….
void fill_example_block(const Extents* e, void* const* out) {
  const auto x = view<float>(out, input, size(e));
  for (uint64_t i = 0; i < size(e); ++i) x[i] = static_cast<float>(i);
}

// Row 1 is row 0 plus 999, and has the same answer.
void fill_example_rows(const Extents* e, void* const* out) {
  constexpr float of_example[] = {1, 2, 3, 4, 5, 1000, 1001, 1002, 1003, 1004, -2, 0, 0, 7, -80};
  const auto x = view<float>(out, input, cells(e));
  for (uint64_t i = 0; i < x.size(); ++i) x[i] = of_example[i % std::size(of_example)];
}

// Whole numbers in [-20, 20]: as they are, far above 0, all below it, and with elements that have
// no part in the sum. The first element of a row is one of the latter, the last one never is.
enum class Kind { plain, far_above, below, with_absent };
void fill_row(Kind kind, Random& random, std::span<float> row) {
  const int64_t offset = kind == Kind::far_above ? 10000 : kind == Kind::below ? -60 : 0;
  for (float& x : row) {
    const int64_t value = random.integer(-20, 20), chance = random.integer(0, 7);
    const bool is_absent = &x != &row.back() && (&x == row.data() || chance == 0);
    x = kind == Kind::with_absent && is_absent ? -std::numeric_limits<float>::infinity()
                                               : static_cast<float>(value + offset);
  }
}

// The size decides the kind of the only row.
void fill_random_block(const Extents* e, uint64_t seed, void* const* out) {
  Random random(seed);
  const Kind kind = size(e) == 31    ? Kind::far_above
                    : size(e) == 100 ? Kind::below
                    : size(e) == 127 ? Kind::with_absent
                                     : Kind::plain;
  fill_row(kind, random, view<float>(out, input, size(e)));
}

void fill_random_rows(const Extents* e, uint64_t seed, void* const* out) {
  Random random(seed);
  const auto x = view<float>(out, input, cells(e));
  for (uint64_t row = 0; row < rows(e); ++row)
    fill_row(static_cast<Kind>(row % 4), random, x.subspan(row * columns(e), columns(e)));
}

// The difference to the maximum is rounded to its own size, so the power's relative error grows
// with it; a result below the least normal number may be 0. The second term, times factor and eps,
// is that number.
void softmax(std::span<const float> x, double* y64, double* magnitude) {
  const double most = *std::max_element(x.begin(), x.end());
  double sum = 0;
  for (const float value : x) sum += std::exp(value - most);
  for (uint64_t i = 0; i < x.size(); ++i) {
    const double distance = most - x[i];
    y64[i] = std::exp(-distance) / sum;
    magnitude[i] = (y64[i] > 0 ? (1 + distance) * y64[i] : 0) + 0x1p-126 / (4 * 0x1p-23);
  }
}

void block_reference(const Extents* e, const void* const* in, double* y64, double* magnitude) {
  softmax(view<float>(in, input, size(e)), y64, magnitude);
}
void row_reference(const Extents* e, const void* const* in, double* y64, double* magnitude) {
  const auto x = view<float>(in, input, cells(e));
  for (uint64_t begin = 0; begin < cells(e); begin += columns(e))
    softmax(x.subspan(begin, columns(e)), y64 + begin, magnitude + begin);
}

// A comparison, a difference, a power, an addition and a division for each element.
double block_flops(const Extents* e) { return 5 * static_cast<double>(size(e)); }
double row_flops(const Extents* e) { return 5 * static_cast<double>(cells(e)); }
double block_bytes(const Extents* e) { return 2 * sizeof(float) * static_cast<double>(size(e)); }
double row_bytes(const Extents* e) { return 2 * sizeof(float) * static_cast<double>(cells(e)); }
double block_terms(const Extents* e) { return static_cast<double>(size(e)); }
double row_terms(const Extents* e) { return static_cast<double>(columns(e)); }

uint64_t passes_3(const Extents* e) { return 3 * cells(e); }
uint64_t passes_2(const Extents* e) { return 2 * cells(e); }

// Two trees of 7 steps, each with a barrier before the first step, after each step and at its end.
constexpr Claim claims_of_block[] = {{HIPPUZZLE_GLOBAL_READS, HIPPUZZLE_PER_THREAD, at_most<1>},
                                     {HIPPUZZLE_GLOBAL_WRITES, HIPPUZZLE_PER_THREAD, at_most<1>},
                                     {HIPPUZZLE_BARRIERS, HIPPUZZLE_PER_THREAD, at_most<18>}};
constexpr Claim claims_of_rows[] = {{HIPPUZZLE_GLOBAL_READS, HIPPUZZLE_IN_ALL, passes_3},
                                    {HIPPUZZLE_GLOBAL_WRITES, HIPPUZZLE_IN_ALL, cells}};
constexpr Claim claims_online[] = {{HIPPUZZLE_GLOBAL_READS, HIPPUZZLE_IN_ALL, passes_2},
                                   {HIPPUZZLE_GLOBAL_WRITES, HIPPUZZLE_IN_ALL, cells}};

// 0 to 127: each result is e times the one before, and their sum (1 - e^-128) / (1 - 1/e) of the
// last one.
constexpr auto powers_of_e() {
  std::array<double, TPB> y{};
  double power = 0.6321205588285577;
  for (unsigned i = TPB; i-- > 0; power /= 2.718281828459045) y[i] = power;
  return y;
}
constexpr auto expected_block = powers_of_e();

// An independent program computed these.
constexpr double expected_rows[] = {
    0.011656230956039605,  0.03168492079612427,  0.0861285444362687,     0.23412165725273662,
    0.6364086465588308,    0.011656230956039605, 0.03168492079612427,    0.0861285444362687,
    0.23412165725273662,   0.6364086465588308,   0.00012316997075466127, 0.0009101098236098396,
    0.0009101098236098396, 0.9980566103820256,   1.642612978233965e-38};

constexpr Extents block_sizes[] = {{1}, {2}, {31}, {33}, {100}, {127}};
// One of each; all four kinds of rows with fewer and with more columns than threads; many columns.
constexpr Extents row_sizes[] = {{1, 1}, {5, 31}, {3, 33}, {7, 100}, {2, 1000}};

constexpr Question of_block = {block_buffers,   one_block,   fill_example_block, fill_random_block,
                               block_reference, block_flops, block_bytes,        block_terms};
constexpr Question of_rows = {row_buffers,   block_a_row, fill_example_rows, fill_random_rows,
                              row_reference, row_flops,   row_bytes,         row_terms};
constexpr Extents example_block = {TPB}, example_rows = {3, 5};
constexpr Cases block_cases = {.example = example_block,
                               .expected = expected_block.data(),
                               .sizes = block_sizes,
                               .refuse = refuse_long};
constexpr Cases row_cases = {example_rows, expected_rows, row_sizes};

constexpr Variant variants[] = {
    componentwise("block", "one block: a maximum and a sum that every thread needs", of_block,
                  block_cases, 4, claims_of_block),
    componentwise("rows", "a block a row, in three passes", of_rows, row_cases, 4, claims_of_rows),
    componentwise("online", "maximum and sum in one pass, then the output", of_rows, row_cases, 4,
                  claims_online)};
}  // namespace

HIPPUZZLE_PUZZLE("p18", "Softmax", variants);
