// p28: five taps around each element, from tiles that asynchronous copies bring. Extents: {n}.
#include <hippuzzle/puzzle.hpp>

#include <algorithm>
#include <array>

#include "config.hpp"

namespace {
using namespace hippuzzle;

enum : uint32_t { output, input, taps };  // in the order of the kernels' parameters

uint64_t size(const Extents* e) { return e->n[0]; }
uint64_t tiles(const Extents* e) { return ceil_div(size(e), TPB); }
uint64_t blocks_of_tiles(const Extents* e) { return ceil_div(size(e), TILES * TPB); }

Shape elements(const Extents* e) { return {1, {size(e)}}; }
Shape taps_shape(const Extents*) { return {1, {TAPS}}; }

constexpr Buffer buffers[] = {{"output", HIPPUZZLE_F32, HIPPUZZLE_OUT, elements},
                              {"input", HIPPUZZLE_F32, HIPPUZZLE_IN, elements},
                              {"taps", HIPPUZZLE_F32, HIPPUZZLE_IN, taps_shape}};

LaunchConfiguration a_block_a_tile(const Extents* e) {
  return {{static_cast<uint32_t>(tiles(e)), 1, 1}, {TPB, 1, 1}, 0};
}
LaunchConfiguration a_block_for_tiles(const Extents* e) {
  return {{static_cast<uint32_t>(blocks_of_tiles(e)), 1, 1}, {TPB, 1, 1}, 0};
}

// 1, 2, 3, … both.
void fill_example(const Extents* e, void* const* out) {
  for (uint64_t i = 0; i < size(e); ++i)
    view<float>(out, input, size(e))[i] = static_cast<float>(i + 1);
  for (unsigned j = 0; j < TAPS; ++j) view<float>(out, taps, TAPS)[j] = static_cast<float>(j + 1);
}

// Whole numbers, so that every sum is exact. No tap is 0, and no two are the same.
void fill_random(const Extents* e, uint64_t seed, void* const* out) {
  Random random(seed);
  for (float& x : view<float>(out, input, size(e))) x = static_cast<float>(random.integer(1, 50));
  for (unsigned j = 0; j < TAPS; ++j)
    view<float>(out, taps, TAPS)[j] =
        static_cast<float>((j % 2 == 0 ? 1 : -1) * (random.integer(1, 4) + 4 * int64_t{j}));
}

double weighted_sum(const Extents* e, const void* const* in, uint64_t i) {
  const auto x = view<float>(in, input, size(e)), weights = view<float>(in, taps, TAPS);
  double sum = 0;
  for (unsigned j = 0; j < TAPS; ++j)
    if (i + j >= HALO && i + j < size(e) + HALO)
      sum += static_cast<double>(x[i + j - HALO]) * weights[j];
  return sum;
}

// The elements at the edges of each tile are copied.
void by_tiles(const Extents* e, const void* const* in, double* y64, double*) {
  for (uint64_t i = 0; i < size(e); ++i) {
    const uint64_t first = i / TPB * TPB, end = std::min<uint64_t>(first + TPB, size(e));
    const bool at_an_edge = i < first + HALO || i + HALO >= end;
    y64[i] = at_an_edge ? view<float>(in, input, size(e))[i] : weighted_sum(e, in, i);
  }
}

void everywhere(const Extents* e, const void* const* in, double* y64, double*) {
  for (uint64_t i = 0; i < size(e); ++i) y64[i] = weighted_sum(e, in, i);
}

double flops(const Extents* e) { return 2 * TAPS * static_cast<double>(size(e)); }
double bytes(const Extents* e) { return sizeof(float) * static_cast<double>(2 * size(e) + TAPS); }

uint64_t size_in_bytes(const Extents* e) { return sizeof(float) * size(e); }
// Each element once, the halo of each tile, and the taps of each block.
uint64_t reads_by_tiles(const Extents* e) { return size(e) + TAPS * tiles(e); }
uint64_t reads_with_halo(const Extents* e) { return size(e) + (2 * HALO + TAPS) * tiles(e); }
uint64_t reads_of_blocks(const Extents* e) {
  return size(e) + 2 * HALO * tiles(e) + TAPS * blocks_of_tiles(e);
}
// The number of elements that are copied while others are read: a block's first tile has none.
// A thread that copies four of them reads at least as many cells.
uint64_t elements_of_later_tiles(const Extents* e) {
  uint64_t later = 0;
  for (uint64_t first = 0; first < size(e); first += TILES * TPB) {
    const uint64_t count = std::min<uint64_t>(size(e) - first, TILES * TPB);
    later += count > TPB ? count - TPB : 0;
  }
  return later;
}

constexpr Claim all_copied = {HIPPUZZLE_ASYNC_COPY_BYTES, HIPPUZZLE_IN_ALL, nullptr, size_in_bytes};
constexpr Claim writes = {HIPPUZZLE_GLOBAL_WRITES, HIPPUZZLE_IN_ALL, size};
constexpr Claim claims_of_single[] = {
    {HIPPUZZLE_GLOBAL_READS, HIPPUZZLE_IN_ALL, reads_by_tiles}, writes, all_copied};
constexpr Claim claims_of_halo[] = {
    {HIPPUZZLE_GLOBAL_READS, HIPPUZZLE_IN_ALL, reads_with_halo}, writes, all_copied};
constexpr Claim claims_of_overlap[] = {
    {HIPPUZZLE_GLOBAL_READS, HIPPUZZLE_IN_ALL, reads_of_blocks},
    writes,
    all_copied,
    {HIPPUZZLE_OPEN_GROUP_READS, HIPPUZZLE_IN_ALL, nullptr, elements_of_later_tiles}};

constexpr Extents example = {16384};
constexpr unsigned size_of_example = 16384;

// Taps 1 to 5 around x = i + 1: 15 x + 10.
constexpr auto inside() {
  std::array<double, size_of_example> y{};
  for (unsigned i = 0; i < size_of_example; ++i) y[i] = 15.0 * (i + 1) + 10;
  return y;
}
constexpr auto expected_by_tiles = [] {
  auto y = inside();
  for (unsigned i = 0; i < size_of_example; ++i)
    if (i % TPB < HALO || i % TPB >= TPB - HALO) y[i] = i + 1;
  return y;
}();
constexpr auto expected_everywhere = [] {
  auto y = inside();
  y[0] = 26, y[1] = 40;  // without the elements before the array, and behind it
  y[size_of_example - 2] = 163830, y[size_of_example - 1] = 98300;
  return y;
}();

// One element, two, and one less and one more than a tile; a last tile that ends early, and a last
// block.
constexpr Extents sizes[] = {{1}, {2}, {255}, {257}, {1000}, {5000}};
constexpr NamedCase named[] = {{"two-tiles", {300}, fill_example}};

constexpr Cases cases_by_tiles = {
    .example = example, .expected = expected_by_tiles.data(), .sizes = sizes, .named = named};
constexpr Cases cases_everywhere = {
    .example = example, .expected = expected_everywhere.data(), .sizes = sizes, .named = named};

constexpr Question of_tiles = {buffers,  a_block_a_tile, fill_example, fill_random,
                               by_tiles, flops,          bytes};
constexpr Question with_halo = {buffers,    a_block_a_tile, fill_example, fill_random,
                                everywhere, flops,          bytes};
constexpr Question overlapped = {
    buffers, a_block_for_tiles, fill_example, fill_random, everywhere, flops, bytes};

constexpr Variant variants[] = {
    exact("single", "one tile a block, copied without registers", of_tiles, cases_by_tiles,
          claims_of_single),
    exact("halo", "the same with two more cells on either side of the tile", with_halo,
          cases_everywhere, claims_of_halo),
    exact("overlap", "four tiles a block: the next one comes while one is read", overlapped,
          cases_everywhere, claims_of_overlap)};
}  // namespace

HIPPUZZLE_PUZZLE("p28", "Asynchronous copies", variants);
