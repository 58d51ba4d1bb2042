// p27: sums, scans and broadcasts of a block of several warps. Extents: {n, W}; of the histogram
// {n, bin + 1, W}. W is the width of a warp, and n is at most TPB.
#include <hippuzzle/puzzle.hpp>

#include <algorithm>
#include <array>
#include <cmath>

#include "config.hpp"

namespace {
using namespace hippuzzle;

enum : uint32_t { output, a, b };                 // of the dot products
enum : uint32_t { packed, count, binned_input };  // of the histogram
enum : uint32_t { normalized, input };            // of the normalisation

uint64_t size(const Extents* e) { return e->n[0]; }

Shape elements(const Extents* e) { return {1, {size(e)}}; }
Shape one_element(const Extents*) { return {1, {1}}; }

constexpr Buffer buffers_of_dot[] = {{"output", HIPPUZZLE_F32, HIPPUZZLE_OUT, one_element},
                                     {"a", HIPPUZZLE_F32, HIPPUZZLE_IN, elements},
                                     {"b", HIPPUZZLE_F32, HIPPUZZLE_IN, elements}};
constexpr Buffer buffers_of_histogram[] = {{"packed", HIPPUZZLE_F32, HIPPUZZLE_OUT, elements},
                                           {"count", HIPPUZZLE_I32, HIPPUZZLE_OUT, one_element},
                                           {"input", HIPPUZZLE_F32, HIPPUZZLE_IN, elements}};
constexpr Buffer buffers_of_normalize[] = {{"output", HIPPUZZLE_F32, HIPPUZZLE_OUT, elements},
                                           {"input", HIPPUZZLE_F32, HIPPUZZLE_IN, elements}};

LaunchConfiguration one_block(const Extents*) { return {{1, 1, 1}, {TPB, 1, 1}, 0}; }

// a = i and b = 2 i.
void fill_dot_example(const Extents* e, void* const* out) {
  for (uint64_t i = 0; i < size(e); ++i) {
    view<float>(out, a, size(e))[i] = static_cast<float>(i);
    view<float>(out, b, size(e))[i] = static_cast<float>(2 * i);
  }
}

// Whole numbers, so that every product and every sum is exact in whatever order it is added up.
void fill_dot_random(const Extents* e, uint64_t seed, void* const* out) {
  Random random(seed);
  for (float& x : view<float>(out, a, size(e))) x = static_cast<float>(random.integer(-100, 100));
  for (float& x : view<float>(out, b, size(e))) x = static_cast<float>(random.integer(-100, 100));
}

void dot_product(const Extents* e, const void* const* in, double* y64, double*) {
  const auto x = view<float>(in, a, size(e)), y = view<float>(in, b, size(e));
  y64[0] = 0;
  for (uint64_t i = 0; i < size(e); ++i) y64[0] += static_cast<double>(x[i]) * y[i];
}

void fill_hundredths(const Extents* e, void* const* out) {
  for (uint64_t i = 0; i < size(e); ++i)
    view<float>(out, binned_input, size(e))[i] =
        static_cast<float>(static_cast<double>(i % 80) / 100);
}

// Multiples of 1/64, so that bins have exact edges; one element is 1, which belongs to the last
// bin. A single element is in another bin than the one that is asked for.
void fill_binned(const Extents* e, uint64_t seed, void* const* out) {
  Random random(seed);
  const auto x = view<float>(out, binned_input, size(e));
  for (float& value : x) value = static_cast<float>(random.integer(0, 63)) / 64;
  x[size(e) / 2] = size(e) > 1 || e->n[1] < 8 ? 1 : 0;
}

// The count is the first element of the second output.
void histogram(const Extents* e, const void* const* in, double* y64, double*) {
  const auto x = view<float>(in, binned_input, size(e));
  const int bin = static_cast<int>(e->n[1]) - 1;
  uint64_t members = 0;
  for (const float value : x) {
    if (std::min(static_cast<int>(8 * value), 7) == bin) y64[members++] = value;
  }
  std::fill(y64 + members, y64 + size(e), 0);
  y64[size(e)] = static_cast<double>(members);
}

void fill_one_to_eight(const Extents* e, void* const* out) {
  for (uint64_t i = 0; i < size(e); ++i)
    view<float>(out, input, size(e))[i] = static_cast<float>(i % 8 + 1);
}

// Whole numbers. A third of the sizes has the sum 0, another third a negative sum.
void fill_sums(const Extents* e, uint64_t seed, void* const* out) {
  Random random(seed);
  const auto x = view<float>(out, input, size(e));
  for (float& value : x) value = static_cast<float>(random.integer(-20, 20));
  float sum = 0;
  for (const float value : x) sum += value;
  if (size(e) % 3 == 0) {
    x[size(e) / 2] -= sum;
  } else {
    const float wanted = size(e) % 3 == 1 ? -7 : 9;
    x[size(e) / 2] += wanted - sum;
  }
}

void normalize(const Extents* e, const void* const* in, double* y64, double* magnitude) {
  const auto x = view<float>(in, input, size(e));
  double sum = 0, absolute = 0;
  for (const float value : x) {
    sum += value;
    absolute += std::abs(value);
  }
  for (uint64_t i = 0; i < size(e); ++i) {
    y64[i] = sum == 0 ? x[i] : x[i] * static_cast<double>(size(e)) / sum;
    if (magnitude != nullptr)
      magnitude[i] = std::abs(y64[i]) * (sum == 0 ? 1 : absolute / std::abs(sum));
  }
}

double flops(const Extents* e) { return 2 * static_cast<double>(size(e)); }
double bytes(const Extents* e) { return 2 * sizeof(float) * static_cast<double>(size(e)); }
double terms(const Extents* e) { return static_cast<double>(size(e)); }

const char* refuse_dot(const Extents* e) {
  if (size(e) > TPB) return "takes n up to 128: there is one block";
  return e->n[1] == 32 || e->n[1] == 64 ? nullptr : "takes warps of 32 or 64 lanes";
}
const char* refuse_histogram(const Extents* e) {
  if (size(e) > TPB) return "takes n up to 128: there is one block";
  if (e->n[1] > 8) return "takes bins 1 to 8";
  return e->n[2] == 32 || e->n[2] == 64 ? nullptr : "takes warps of 32 or 64 lanes";
}

constexpr Claim two_reads = {HIPPUZZLE_GLOBAL_READS, HIPPUZZLE_PER_THREAD, at_most<2>};
constexpr Claim one_write = {HIPPUZZLE_GLOBAL_WRITES, HIPPUZZLE_IN_ALL, at_most<1>};
constexpr Claim claims_of_tree[] = {
    two_reads, one_write, {HIPPUZZLE_BARRIERS, HIPPUZZLE_PER_THREAD, at_most<8>}};
constexpr Claim claims_of_block_sum[] = {
    two_reads,
    one_write,
    {HIPPUZZLE_BARRIERS, HIPPUZZLE_PER_THREAD, at_most<2>},
    {HIPPUZZLE_SHARED_BYTES, HIPPUZZLE_PER_BLOCK, at_most<4 * (TPB / 32)>}};
constexpr Claim claims_of_block[] = {{HIPPUZZLE_GLOBAL_READS, HIPPUZZLE_PER_THREAD, at_most<1>}};

// A warp and parts of it, parts of later warps, and the whole block.
constexpr Extents sizes[] = {{1, 32},   {31, 32},  {33, 32},  {63, 32}, {100, 32},
                             {127, 32}, {128, 32}, {1, 64},   {31, 64}, {33, 64},
                             {63, 64},  {100, 64}, {127, 64}, {128, 64}};
constexpr Extents sizes_and_bins[] = {
    {1, 1, 32}, {31, 8, 32}, {33, 2, 32}, {63, 8, 32}, {100, 4, 32}, {127, 7, 32}, {128, 3, 32},
    {1, 1, 64}, {31, 8, 64}, {33, 2, 64}, {63, 8, 64}, {100, 4, 64}, {127, 7, 64}, {128, 3, 64}};

// The example's histogram for its other bins.
constexpr NamedCase bins[] = {
    {"bin-1", {TPB, 2, 32}, fill_hundredths}, {"bin-2", {TPB, 3, 32}, fill_hundredths},
    {"bin-3", {TPB, 4, 32}, fill_hundredths}, {"bin-4", {TPB, 5, 32}, fill_hundredths},
    {"bin-5", {TPB, 6, 32}, fill_hundredths}, {"bin-6", {TPB, 7, 32}, fill_hundredths},
    {"bin-7", {TPB, 8, 32}, fill_hundredths}};

constexpr double dot_of_example[] = {1381760};

// 0 to 0.12 as floats, twice, then zeros; their number is the second output.
constexpr auto first_bin() {
  std::array<double, TPB + 1> y{};
  for (int i = 0; i < 26; ++i) y[i] = static_cast<float>(i % 13 / 100.0);
  y[TPB] = 26;
  return y;
}
constexpr auto members_of_first_bin = first_bin();

// 1 to 8, divided by their mean 4.5.
constexpr auto over_the_mean() {
  std::array<double, TPB> y{};
  for (unsigned i = 0; i < TPB; ++i) y[i] = (i % 8 + 1) / 4.5;
  return y;
}
constexpr auto ratios = over_the_mean();

constexpr Cases cases(const double* expected) {
  return {.example = {TPB, 32},
          .expected = expected,
          .sizes = sizes,
          .refuse = refuse_dot,
          .warp_extent = 2,
          .example_64 = {TPB, 64},
          .expected_64 = expected};
}
constexpr Cases cases_of_histogram = {.example = {TPB, 1, 32},
                                      .expected = members_of_first_bin.data(),
                                      .sizes = sizes_and_bins,
                                      .refuse = refuse_histogram,
                                      .named = bins,
                                      .warp_extent = 3,
                                      .example_64 = {TPB, 1, 64},
                                      .expected_64 = members_of_first_bin.data()};

constexpr Question dot = {buffers_of_dot, one_block, fill_dot_example, fill_dot_random, dot_product,
                          flops,          bytes};
constexpr Question binning = {
    buffers_of_histogram, one_block, fill_hundredths, fill_binned, histogram, flops, bytes};
constexpr Question normalization = {
    buffers_of_normalize, one_block, fill_one_to_eight, fill_sums, normalize, flops, bytes, terms};

constexpr Variant variants[] = {
    exact("traditional-dot-product", "a tree in shared memory with a barrier a step; given", dot,
          cases(dot_of_example), claims_of_tree),
    exact("block-sum-dot-product", "one value a warp, then one value for the block", dot,
          cases(dot_of_example), claims_of_block_sum),
    exact("histogram", "the members of one bin, packed by a scan, and their number", binning,
          cases_of_histogram, claims_of_block),
    componentwise("normalize", "every element divided by the block's mean", normalization,
                  cases(ratios.data()), 4, claims_of_block)};
}  // namespace

HIPPUZZLE_PUZZLE("p27", "Block patterns", variants);
