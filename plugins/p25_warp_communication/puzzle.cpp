// p25: lanes of a warp read their neighbour's value, and one lane's value becomes all lanes'.
// Extents: {W, n}, W being the width of a warp. A block is one warp; its elements are those from
// its first lane's on, up to n.
#include <hippuzzle/puzzle.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace {
using namespace hippuzzle;

enum : uint32_t { output, input };  // in the order of the kernels' parameters

uint64_t width(const Extents* e) { return e->n[0]; }
uint64_t size(const Extents* e) { return e->n[1]; }

Shape elements(const Extents* e) { return {1, {size(e)}}; }

constexpr Buffer buffers[] = {{"output", HIPPUZZLE_F32, HIPPUZZLE_OUT, elements},
                              {"input", HIPPUZZLE_F32, HIPPUZZLE_IN, elements}};

LaunchConfiguration one_warp_a_block(const Extents* e) {
  return {{ceil_div(size(e), width(e)), 1, 1}, {static_cast<uint32_t>(width(e)), 1, 1}, 0};
}

std::span<float> filled(const Extents* e, void* const* out) {
  return view<float>(out, input, size(e));
}

void fill_squares(const Extents* e, void* const* out) {
  for (uint64_t i = 0; i < size(e); ++i) filled(e, out)[i] = static_cast<float>(i * i);
}
void fill_triangles(const Extents* e, void* const* out) {
  for (uint64_t i = 0; i < size(e); ++i)
    filled(e, out)[i] = static_cast<float>((i + 1) * (i + 2) / 2);
}
void fill_counting(const Extents* e, void* const* out) {
  for (uint64_t i = 0; i < size(e); ++i) filled(e, out)[i] = static_cast<float>(i + 1);
}
void fill_eight(const Extents* e, void* const* out) {
  constexpr float values[] = {3, 1, 7, 2, 9, 4, 6, 8};
  for (uint64_t i = 0; i < size(e); ++i) filled(e, out)[i] = values[i % 8];
}
void fill_four(const Extents* e, void* const* out) {
  for (uint64_t i = 0; i < size(e); ++i)
    filled(e, out)[i] = static_cast<float>(i < 4 ? 2 * i + 2 : 2 * (i % 4) + 1);
}

// Multiples of 12, so that halves and the mean of up to four are exact.
void fill_random(const Extents* e, uint64_t seed, void* const* out) {
  Random random(seed);
  for (float& x : filled(e, out)) x = static_cast<float>(12 * random.integer(-20, 20));
}

// The elements of the warp of element i: the first one, and how many.
struct Part {
  uint64_t first, count;
};
Part part_of(const Extents* e, uint64_t i) {
  const uint64_t first = i / width(e) * width(e);
  return {first, std::min(width(e), size(e) - first)};
}

float largest_of_first_8(std::span<const float> x, Part part) {
  const auto first = x.subspan(part.first, std::min<uint64_t>(8, part.count));
  return *std::max_element(first.begin(), first.end());
}

// In each warp, one element is exactly half of the limit, and the last lies above it: both are past
// the first eight, where there are so many, or next to the largest.
void fill_with_edges(const Extents* e, uint64_t seed, void* const* out) {
  fill_random(e, seed, out);
  const auto x = filled(e, out);
  for (uint64_t first = 0; first < size(e); first += width(e)) {
    const Part part = part_of(e, first);
    x[first] = 240 + static_cast<float>(24 * (first / width(e) + seed % 7));  // the largest
    if (part.count > 1) x[first + part.count / 2] = x[first] / 2;
    if (part.count > 9) x[first + part.count - 1] = 4 * x[first];
  }
}

void neighbor(const Extents* e, const void* const* in, double* y64, double*) {
  const auto x = view<float>(in, input, size(e));
  for (uint64_t i = 0; i < size(e); ++i) {
    const Part part = part_of(e, i);
    y64[i] = i + 1 < part.first + part.count ? static_cast<double>(x[i + 1]) - x[i] : 0;
  }
}

void average(const Extents* e, const void* const* in, double* y64, double* magnitude) {
  const auto x = view<float>(in, input, size(e));
  for (uint64_t i = 0; i < size(e); ++i) {
    const Part part = part_of(e, i);
    const uint64_t points = std::min<uint64_t>(3, part.first + part.count - i);
    double sum = 0, absolute = 0;
    for (uint64_t k = 0; k < points; ++k) {
      sum += x[i + k];
      absolute += std::abs(x[i + k]);
    }
    y64[i] = sum / static_cast<double>(points);
    if (magnitude != nullptr) magnitude[i] = absolute / static_cast<double>(points);
  }
}

double sum_of_first_4(std::span<const float> x, Part part) {
  double sum = 0;
  for (uint64_t k = 0; k < std::min<uint64_t>(4, part.count); ++k) sum += x[part.first + k];
  return sum;
}

void basic(const Extents* e, const void* const* in, double* y64, double*) {
  const auto x = view<float>(in, input, size(e));
  for (uint64_t i = 0; i < size(e); ++i) y64[i] = x[i] + sum_of_first_4(x, part_of(e, i));
}

void conditional(const Extents* e, const void* const* in, double* y64, double*) {
  const auto x = view<float>(in, input, size(e));
  for (uint64_t i = 0; i < size(e); ++i) {
    const double value = x[i], limit = largest_of_first_8(x, part_of(e, i)) / 2.0;
    y64[i] = value >= limit ? 2 * value : value / 2;
  }
}

void coordination(const Extents* e, const void* const* in, double* y64, double*) {
  const auto x = view<float>(in, input, size(e));
  for (uint64_t i = 0; i < size(e); ++i) {
    const Part part = part_of(e, i);
    const double mean =
        sum_of_first_4(x, part) / static_cast<double>(std::min<uint64_t>(4, part.count));
    const bool has_next = i + 1 < part.first + part.count;
    y64[i] = mean * (x[i] + (has_next ? static_cast<double>(x[i + 1]) : 0));
  }
}

double flops(const Extents* e) { return 3 * static_cast<double>(size(e)); }
double bytes(const Extents* e) { return 2 * sizeof(float) * static_cast<double>(size(e)); }
double three_terms(const Extents*) { return 3; }

const char* refuse_other_widths(const Extents* e) {
  return width(e) == 32 || width(e) == 64 ? nullptr : "takes warps of 32 or 64 lanes";
}

// Each element is read once, and the rest comes from other lanes.
constexpr Claim claims[] = {
    {HIPPUZZLE_GLOBAL_READS, HIPPUZZLE_PER_THREAD, at_most<1>},
    {HIPPUZZLE_SHARED_WRITES, HIPPUZZLE_IN_ALL, at_most<0>},
    {HIPPUZZLE_BARRIERS, HIPPUZZLE_PER_THREAD, at_most<0>},
    {HIPPUZZLE_WARP_OPERATIONS, HIPPUZZLE_PER_THREAD, nullptr, at_least<1>}};

// A full warp, few elements, all lanes but one, one in the next warp, and three lanes idle there.
constexpr Extents sizes[] = {{32, 32}, {32, 1}, {32, 3}, {32, 31}, {32, 33}, {32, 61},
                             {64, 64}, {64, 1}, {64, 3}, {64, 63}, {64, 65}, {64, 125}};

constexpr auto differences(uint64_t n) {
  std::array<double, 64> y{};
  for (uint64_t i = 0; i + 1 < n; ++i) y[i] = static_cast<double>(2 * i + 1);
  return y;
}
constexpr auto neighbors_32 = differences(32), neighbors_64 = differences(64);

// Means of neighbouring triangular numbers, by the ends of warps of W lanes.
constexpr auto means(uint64_t W) {
  std::array<double, 64> y{};
  for (uint64_t i = 0; i < 64; ++i) {
    const double x = static_cast<double>((i + 1) * (i + 2) / 2);
    const double next = static_cast<double>((i + 2) * (i + 3) / 2);
    const double last = static_cast<double>((i + 3) * (i + 4) / 2);
    const uint64_t points = W - i % W;
    y[i] = points >= 3 ? (x + next + last) / 3 : points == 2 ? (x + next) / 2 : x;
  }
  return y;
}
constexpr auto averages_32 = means(32), averages_64 = means(64);

constexpr auto ten_more() {
  std::array<double, 64> y{};
  for (uint64_t i = 0; i < 64; ++i) y[i] = static_cast<double>(i + 11);
  return y;
}
constexpr auto sums = ten_more();

constexpr auto halves_and_doubles() {
  constexpr double eight[] = {1.5, 0.5, 14, 1, 18, 2, 12, 16};
  std::array<double, 64> y{};
  for (uint64_t i = 0; i < 64; ++i) y[i] = eight[i % 8];
  return y;
}
constexpr auto limited = halves_and_doubles();

constexpr auto scaled_pairs(uint64_t n) {
  constexpr double first[] = {30, 50, 70, 45}, then[] = {20, 40, 60, 40};
  std::array<double, 64> y{};
  for (uint64_t i = 0; i < n; ++i) y[i] = i < 4 ? first[i] : then[i % 4];
  y[n - 1] = 35;  // the last lane's 7 alone
  return y;
}
constexpr auto scaled_32 = scaled_pairs(32), scaled_64 = scaled_pairs(64);

constexpr Question question(decltype(Variant::fill_example) example,
                            decltype(Variant::fill_random) random,
                            decltype(Variant::reference) reference) {
  return {buffers, one_warp_a_block, example, random, reference, flops, bytes, three_terms};
}
constexpr Question neighbors = question(fill_squares, fill_random, neighbor);
constexpr Question averages = question(fill_triangles, fill_random, average);
constexpr Question sum_for_all = question(fill_counting, fill_random, basic);
constexpr Question limit_for_all = question(fill_eight, fill_with_edges, conditional);
constexpr Question mean_for_all = question(fill_four, fill_random, coordination);

constexpr Cases cases(uint64_t n, const double* expected, const double* expected_64) {
  return {.example = {32, n},
          .expected = expected,
          .sizes = sizes,
          .refuse = refuse_other_widths,
          .warp_extent = 1,
          .example_64 = {64, 64},
          .expected_64 = expected_64};
}

constexpr Variant variants[] = {
    exact("neighbor", "the next lane's value minus the lane's own", neighbors,
          cases(32, neighbors_32.data(), neighbors_64.data()), claims),
    componentwise("average", "the mean of a lane's value and the next two", averages,
                  cases(64, averages_32.data(), averages_64.data()), 4, claims),
    exact("broadcast-basic", "lane 0 adds up four values for all lanes", sum_for_all,
          cases(32, sums.data(), sums.data()), claims),
    exact("broadcast-conditional", "all lanes compare with half of the largest of eight values",
          limit_for_all, cases(32, limited.data(), limited.data()), claims),
    exact("broadcast-shuffle-coordination", "a mean for all lanes times a sum of neighbours",
          mean_for_all, cases(32, scaled_32.data(), scaled_64.data()), claims)};
}  // namespace

HIPPUZZLE_PUZZLE("p25", "Warp communication", variants);
