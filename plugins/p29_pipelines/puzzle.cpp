// p29: stages of a block that wait for each other. Extents: {n}. Tiles of TPB elements are apart
// from each other.
#include <hippuzzle/puzzle.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "config.hpp"

namespace {
using namespace hippuzzle;

enum : uint32_t { output, input };  // in the order of the kernels' parameters

uint64_t size(const Extents* e) { return e->n[0]; }
Shape elements(const Extents* e) { return {1, {size(e)}}; }

constexpr Buffer buffers[] = {{"output", HIPPUZZLE_F32, HIPPUZZLE_OUT, elements},
                              {"input", HIPPUZZLE_F32, HIPPUZZLE_IN, elements}};

LaunchConfiguration a_block_a_tile(const Extents* e) {
  return {{ceil_div(size(e), TPB), 1, 1}, {TPB, 1, 1}, 0};
}
LaunchConfiguration a_block_for_tiles(const Extents* e) {
  return {{ceil_div(size(e), TILES * TPB), 1, 1}, {TPB, 1, 1}, 0};
}

constexpr float hundredths(uint64_t i) {
  return static_cast<float>(i % 10) + static_cast<float>(i) / 100;
}
constexpr float tens(uint64_t i) { return i / 10 % 2 == 0 ? 1 : 0; }

template <auto value>
void fill_example(const Extents* e, void* const* out) {
  for (uint64_t i = 0; i < size(e); ++i) view<float>(out, input, size(e))[i] = value(i);
}

void fill_random(const Extents* e, uint64_t seed, void* const* out) {
  Random random(seed);
  for (float& x : view<float>(out, input, size(e))) x = static_cast<float>(random.uniform(-10, 10));
}

using Tile = std::vector<double>;

constexpr double mean_around(const auto& cells, size_t i, size_t reach) {
  const size_t from = i < reach ? 0 : i - reach, to = std::min(i + reach, cells.size() - 1);
  double sum = 0;
  for (size_t j = from; j <= to; ++j) sum += cells[j];
  return sum / static_cast<double>(to - from + 1);
}

template <class Cells>
constexpr Cells smoothed(Cells cells) {
  for (unsigned pass = 0; pass < PASSES; ++pass) {
    Cells next = cells;
    for (size_t i = 0; i < cells.size(); ++i) next[i] = mean_around(cells, i, 1);
    cells = next;
  }
  return cells;
}

// Scaled, blurred, joined with both neighbours; the constants are as in the kernels.
template <class Cells>
constexpr Cells in_stages(Cells cells) {
  for (double& x : cells) x *= 1.1f;
  Cells means = cells;
  for (size_t i = 0; i < cells.size(); ++i) means[i] = mean_around(cells, i, 2);
  Cells result = means;
  for (size_t i = 0; i < means.size(); ++i) {
    if (i > 0) result[i] = (result[i] + means[i - 1]) * 0.6f;
    if (i + 1 < means.size()) result[i] = (result[i] + means[i + 1]) * 0.6f;
  }
  return result;
}

// Each tile by itself. All coefficients are positive, so that absolute values give the magnitude.
template <auto change>
void reference(const Extents* e, const void* const* in, double* y64, double* magnitude) {
  const auto x = view<float>(in, input, size(e));
  for (uint64_t first = 0; first < size(e); first += TPB) {
    Tile tile(x.begin() + first, x.begin() + std::min<uint64_t>(first + TPB, size(e)));
    std::ranges::copy(change(tile), y64 + first);
    if (magnitude == nullptr) continue;
    for (double& value : tile) value = std::abs(value);
    std::ranges::copy(change(tile), magnitude + first);
  }
}

double flops_of_stages(const Extents* e) { return 11 * static_cast<double>(size(e)); }
double flops_of_passes(const Extents* e) { return 3.0 * PASSES * static_cast<double>(size(e)); }
double bytes(const Extents* e) { return 2 * sizeof(float) * static_cast<double>(size(e)); }
double terms_of_stages(const Extents*) { return 12; }
double terms_of_passes(const Extents*) { return 9; }

constexpr Claim reads = {HIPPUZZLE_GLOBAL_READS, HIPPUZZLE_IN_ALL, size};
constexpr Claim writes = {HIPPUZZLE_GLOBAL_WRITES, HIPPUZZLE_IN_ALL, size};
constexpr Claim claims_of_stages[] = {
    reads, writes, {HIPPUZZLE_BARRIERS, HIPPUZZLE_PER_THREAD, at_most<2>}};
constexpr Claim claims_of_passes[] = {
    reads, writes, {HIPPUZZLE_BARRIERS, HIPPUZZLE_PER_THREAD, at_most<1>}};

constexpr unsigned size_of_example = 4 * TPB;

template <auto value, auto change>
constexpr auto by_tiles() {
  std::array<double, size_of_example> y{};
  for (unsigned first = 0; first < size_of_example; first += TPB) {
    std::array<double, TPB> tile{};
    for (unsigned i = 0; i < TPB; ++i) tile[i] = value(first + i);
    tile = change(tile);
    for (unsigned i = 0; i < TPB; ++i) y[first + i] = tile[i];
  }
  return y;
}
constexpr auto expected_of_stages = by_tiles<hundredths, in_stages<std::array<double, TPB>>>();
constexpr auto expected_of_passes = by_tiles<tens, smoothed<std::array<double, TPB>>>();

// One element; a tile that ends early, a whole one, and one element more; a last block with four
// tiles, with one, and with a part of a tile; five tiles, so that places of the ring come twice.
constexpr Extents sizes[] = {{1}, {255}, {256}, {257}, {1000}, {5000}};
template <auto value>
constexpr NamedCase named[] = {{"two-tiles", {300}, fill_example<value>}};

template <auto value>
constexpr Cases cases(const double* expected) {
  return {
      .example = {size_of_example}, .expected = expected, .sizes = sizes, .named = named<value>};
}

constexpr Question stages = {buffers,
                             a_block_a_tile,
                             fill_example<hundredths>,
                             fill_random,
                             reference<in_stages<Tile>>,
                             flops_of_stages,
                             bytes,
                             terms_of_stages};
constexpr Question passes = {
    buffers,         a_block_a_tile, fill_example<tens>, fill_random, reference<smoothed<Tile>>,
    flops_of_passes, bytes,          terms_of_passes};
constexpr Question passes_of_tiles = {buffers,
                                      a_block_for_tiles,
                                      fill_example<tens>,
                                      fill_random,
                                      reference<smoothed<Tile>>,
                                      flops_of_passes,
                                      bytes,
                                      terms_of_passes};

constexpr Variant variants[] = {
    componentwise("multi-stage", "three stages by different threads, with barriers between them",
                  stages, cases<hundredths>(expected_of_stages.data()), 4, claims_of_stages),
    componentwise("double-buffer", "three passes between two arrays, with one barrier object",
                  passes, cases<tens>(expected_of_passes.data()), 4, claims_of_passes),
    componentwise("pipelined", "two warps load a ring of tiles, the other ones smooth them",
                  passes_of_tiles, cases<tens>(expected_of_passes.data()), 4, claims_of_passes)};
}  // namespace

HIPPUZZLE_PUZZLE("p29", "Pipelines and barriers", variants);
