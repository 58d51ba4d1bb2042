// p26: exchanges, scans and partitions within a warp. Extents: {W, n} and {W, n, pivot}, W being
// the width of a warp. A block is one warp; its elements are those from its first lane's on, up to
// n.
#include <hippuzzle/puzzle.hpp>

#include <algorithm>
#include <array>

namespace {
using namespace hippuzzle;

enum : uint32_t { output, input };  // in the order of the kernels' parameters

uint64_t width(const Extents* e) { return e->n[0]; }
uint64_t size(const Extents* e) { return e->n[1]; }
double pivot(const Extents* e) { return static_cast<double>(e->n[2]); }

Shape elements(const Extents* e) { return {1, {size(e)}}; }

constexpr Buffer buffers[] = {{"output", HIPPUZZLE_F32, HIPPUZZLE_OUT, elements},
                              {"input", HIPPUZZLE_F32, HIPPUZZLE_IN, elements}};

LaunchConfiguration one_warp_a_block(const Extents* e) {
  return {{ceil_div(size(e), width(e)), 1, 1}, {static_cast<uint32_t>(width(e)), 1, 1}, 0};
}

std::span<float> filled(const Extents* e, void* const* out) {
  return view<float>(out, input, size(e));
}

void fill_index(const Extents* e, void* const* out) {
  for (uint64_t i = 0; i < size(e); ++i) filled(e, out)[i] = static_cast<float>(i);
}
void fill_counting(const Extents* e, void* const* out) {
  for (uint64_t i = 0; i < size(e); ++i) filled(e, out)[i] = static_cast<float>(i + 1);
}
void fill_peak(const Extents* e, void* const* out) {
  for (uint64_t i = 0; i < size(e); ++i) filled(e, out)[i] = static_cast<float>(2 * i);
  filled(e, out)[size(e) - 1] = 1000;
}
void fill_digits(const Extents* e, void* const* out) {
  constexpr float first[] = {3, 1, 7, 2, 9, 4, 8, 5};
  for (uint64_t i = 0; i < size(e); ++i)
    filled(e, out)[i] = i < 8 ? first[i] : i == 8 ? 6 : static_cast<float>(i % 10);
}
void fill_sixteen(const Extents* e, void* const* out) {
  constexpr float values[] = {3, 7, 1, 8, 2, 9, 4, 6, 0, 10, 3, 11, 1, 12, 4, 13};
  for (uint64_t i = 0; i < size(e); ++i) filled(e, out)[i] = values[i % 16];
}

// Whole numbers, so that every sum is exact; negative ones too.
void fill_random(const Extents* e, uint64_t seed, void* const* out) {
  Random random(seed);
  for (float& x : filled(e, out)) x = static_cast<float>(random.integer(-100, 100));
}

// The largest and the smallest element of a warp are anywhere in it, each warp has other ones, and
// with an odd seed all are negative.
void fill_extrema(const Extents* e, uint64_t seed, void* const* out) {
  Random random(seed);
  const bool is_negative = size(e) < width(e) || seed % 2 == 1;
  const auto x = filled(e, out);
  for (uint64_t i = 0; i < size(e); ++i) {
    const uint64_t warp = i / width(e);
    x[i] = static_cast<float>(random.integer(-100, 100)) + 50 * static_cast<float>(warp) -
           (is_negative ? 500.0f : 0.0f);
  }
}

// Values around the pivot, some equal to it, and each value several times.
void fill_around_pivot(const Extents* e, uint64_t seed, void* const* out) {
  Random random(seed);
  for (float& x : filled(e, out))
    x = static_cast<float>(pivot(e)) + static_cast<float>(random.integer(-6, 6));
  filled(e, out)[size(e) / 2] = static_cast<float>(pivot(e));
}

void swapped(const Extents* e, const void* const* in, double* y64, double*) {
  const auto x = view<float>(in, input, size(e));
  for (uint64_t i = 0; i < size(e); ++i) y64[i] = (i ^ 1) < size(e) ? x[i ^ 1] : x[i];
}

// Calls f(first, end) for the elements of each warp.
template <class F>
void for_each_warp(const Extents* e, F f) {
  for (uint64_t first = 0; first < size(e); first += width(e))
    f(first, std::min(first + width(e), size(e)));
}

void largest(const Extents* e, const void* const* in, double* y64, double*) {
  const auto x = view<float>(in, input, size(e));
  for_each_warp(e, [&](uint64_t first, uint64_t end) {
    const double most = *std::max_element(&x[first], &x[first] + (end - first));
    std::fill(y64 + first, y64 + end, most);
  });
}

void largest_and_smallest(const Extents* e, const void* const* in, double* y64, double*) {
  const auto x = view<float>(in, input, size(e));
  for_each_warp(e, [&](uint64_t first, uint64_t end) {
    const auto [least, most] = std::minmax_element(&x[first], &x[first] + (end - first));
    for (uint64_t i = first; i < end; ++i) y64[i] = (i - first) % 2 == 0 ? *most : *least;
  });
}

void scanned(const Extents* e, const void* const* in, double* y64, double*) {
  const auto x = view<float>(in, input, size(e));
  for_each_warp(e, [&](uint64_t first, uint64_t end) {
    double sum = 0;
    for (uint64_t i = first; i < end; ++i) y64[i] = sum += x[i];
  });
}

void partitioned(const Extents* e, const void* const* in, double* y64, double*) {
  const auto x = view<float>(in, input, size(e));
  std::copy(x.begin(), x.end(), y64);
  for_each_warp(e, [&](uint64_t first, uint64_t end) {
    std::stable_partition(y64 + first, y64 + end, [&](double value) { return value < pivot(e); });
  });
}

double flops(const Extents* e) { return 5 * static_cast<double>(size(e)); }
double bytes(const Extents* e) { return 2 * sizeof(float) * static_cast<double>(size(e)); }

const char* refuse_other_widths(const Extents* e) {
  return width(e) == 32 || width(e) == 64 ? nullptr : "takes warps of 32 or 64 lanes";
}

uint64_t steps(const Extents* e) { return width(e) == 64 ? 6 : 5; }  // log2 of the width

// Each element is read once; the rest comes from other lanes.
constexpr Claim once = {HIPPUZZLE_GLOBAL_READS, HIPPUZZLE_PER_THREAD, at_most<1>};
constexpr Claim no_cells = {HIPPUZZLE_SHARED_WRITES, HIPPUZZLE_IN_ALL, at_most<0>};
constexpr Claim claims_of_exchange[] = {
    once, no_cells, {HIPPUZZLE_WARP_OPERATIONS, HIPPUZZLE_PER_THREAD, nullptr, at_least<1>}};
constexpr Claim claims_of_butterfly[] = {
    once, no_cells, {HIPPUZZLE_WARP_OPERATIONS, HIPPUZZLE_PER_THREAD, nullptr, steps}};
constexpr Claim claims_of_ballot[] = {
    once, no_cells, {HIPPUZZLE_WARP_OPERATIONS, HIPPUZZLE_PER_THREAD, at_most<2>, at_least<1>}};

// A full warp, few elements, all lanes but one, one in the next warp, and two warps.
constexpr Extents sizes[] = {{32, 32}, {32, 1}, {32, 2}, {32, 31}, {32, 33}, {32, 64},
                             {64, 64}, {64, 1}, {64, 2}, {64, 63}, {64, 65}, {64, 128}};
// The same around pivots.
constexpr Extents pivots[] = {{32, 32, 7}, {32, 1, 3},  {32, 2, 5},  {32, 31, 1},
                              {32, 33, 4}, {32, 64, 9}, {64, 64, 7}, {64, 1, 3},
                              {64, 2, 5},  {64, 63, 1}, {64, 65, 4}, {64, 128, 9}};

template <class F>
constexpr auto values(F f) {
  std::array<double, 64> y{};
  for (uint64_t i = 0; i < 64; ++i) y[i] = f(i);
  return y;
}
constexpr auto pairs = values([](uint64_t i) { return static_cast<double>(i ^ 1); });
constexpr auto peaks = values([](uint64_t) { return 1000.0; });
constexpr auto nines_and_zeros = values([](uint64_t i) { return i % 2 == 0 ? 9.0 : 0.0; });
constexpr auto sums = values([](uint64_t i) { return static_cast<double>((i + 1) * (i + 2) / 2); });

// Of each sixteen values, eight are below 5.
constexpr auto parts(uint64_t n) {
  constexpr double left[] = {3, 1, 2, 4, 0, 3, 1, 4}, right[] = {7, 8, 9, 6, 10, 11, 12, 13};
  std::array<double, 64> y{};
  for (uint64_t i = 0; i < n; ++i) y[i] = i < n / 2 ? left[i % 8] : right[i % 8];
  return y;
}
constexpr auto parts_32 = parts(32), parts_64 = parts(64);

constexpr Question question(decltype(Variant::fill_example) example,
                            decltype(Variant::fill_random) random,
                            decltype(Variant::reference) reference) {
  return {buffers, one_warp_a_block, example, random, reference, flops, bytes};
}
constexpr Question swap_pairs = question(fill_index, fill_random, swapped);
constexpr Question find_largest = question(fill_peak, fill_extrema, largest);
constexpr Question find_both = question(fill_digits, fill_extrema, largest_and_smallest);
constexpr Question scan = question(fill_counting, fill_random, scanned);
constexpr Question partition = question(fill_sixteen, fill_around_pivot, partitioned);

constexpr Cases cases(uint64_t n, const double* expected) {
  return {.example = {32, n},
          .expected = expected,
          .sizes = sizes,
          .refuse = refuse_other_widths,
          .warp_extent = 1,
          .example_64 = {64, 64},
          .expected_64 = expected};
}
constexpr Cases cases_of_partition = {.example = {32, 32, 5},
                                      .expected = parts_32.data(),
                                      .sizes = pivots,
                                      .refuse = refuse_other_widths,
                                      .warp_extent = 1,
                                      .example_64 = {64, 64, 5},
                                      .expected_64 = parts_64.data()};

constexpr Variant variants[] = {
    exact("pair-swap", "partners exchange their values", swap_pairs, cases(32, pairs.data()),
          claims_of_exchange),
    exact("parallel-max", "a butterfly, after which every lane has the largest value", find_largest,
          cases(32, peaks.data()), claims_of_butterfly),
    exact("conditional-max", "even lanes get the largest value, odd lanes the smallest", find_both,
          cases(64, nines_and_zeros.data()), claims_of_butterfly),
    exact("prefix-sum", "an inclusive scan by shuffles", scan, cases(32, sums.data()),
          claims_of_butterfly),
    exact("partition", "values below the pivot first, in their order", partition,
          cases_of_partition, claims_of_exchange),
    exact("partition-ballot", "the same by a vote and its bits", partition, cases_of_partition,
          claims_of_ballot)};
}  // namespace

HIPPUZZLE_PUZZLE("p26", "Warp patterns", variants);
