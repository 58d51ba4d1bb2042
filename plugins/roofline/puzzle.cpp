// roofline: predict where kernels lie under a device's two roofs. Each thread answers for one
// problem: a size, a device and, of the tiled kernel, a tile. Extents: {problems}.
#include <hippuzzle/puzzle.hpp>

#include <algorithm>
#include <cmath>

namespace {
using namespace hippuzzle;

// In the order of the kernels' parameters; only the tiled kernel's problems have tiles.
enum : uint32_t { output, sizes, device, tiles };
enum : uint32_t { peak, bandwidth, device_figures };  // GFLOP/s and GB/s
constexpr uint32_t answers = 4;                       // operations, bytes, FLOP/B, GFLOP/s

Shape problems_shape(const Extents* e) { return {1, {e->n[0]}}; }
Shape answers_shape(const Extents* e) { return {2, {e->n[0], answers}}; }
Shape device_shape(const Extents*) { return {1, {device_figures}}; }

constexpr Buffer with_tiles[] = {{"output", HIPPUZZLE_F32, HIPPUZZLE_OUT, answers_shape},
                                 {"sizes", HIPPUZZLE_U32, HIPPUZZLE_IN, problems_shape},
                                 {"device", HIPPUZZLE_F32, HIPPUZZLE_IN, device_shape},
                                 {"tiles", HIPPUZZLE_U32, HIPPUZZLE_IN, problems_shape}};
constexpr std::span<const Buffer> without_tiles{with_tiles, tiles};

constexpr uint32_t threads_per_block = 32;
LaunchConfiguration a_thread_each(const Extents* e) {
  return {{ceil_div(e->n[0], threads_per_block), 1, 1}, {threads_per_block, 1, 1}, 0};
}

// The sizes that the lesson speaks of, on an NVIDIA A100.
constexpr uint32_t example_sizes[] = {2, 9, 64, 1024, 4096}, example_tiles[] = {3, 3, 16, 16, 64};
constexpr uint64_t example_problems = std::size(example_sizes);

void fill_example(const Extents* e, void* const* out) {
  std::ranges::copy(example_sizes, view<uint32_t>(out, sizes, e->n[0]).begin());
  view<float>(out, device, device_figures)[peak] = 19'500;
  view<float>(out, device, device_figures)[bandwidth] = 1'555;
}

void fill_example_with_tiles(const Extents* e, void* const* out) {
  fill_example(e, out);
  std::ranges::copy(example_tiles, view<uint32_t>(out, tiles, e->n[0]).begin());
}

void fill_random(const Extents* e, uint64_t seed, void* const* out) {
  Random random(seed);
  for (uint32_t& n : view<uint32_t>(out, sizes, e->n[0])) {
    n = static_cast<uint32_t>(random.integer(1, 5000));
  }
  view<float>(out, device, device_figures)[peak] = static_cast<float>(random.uniform(500, 20'000));
  view<float>(out, device, device_figures)[bandwidth] =
      static_cast<float>(random.uniform(100, 5'000));
}

void fill_random_with_tiles(const Extents* e, uint64_t seed, void* const* out) {
  fill_random(e, seed, out);
  Random random(seed + 1);
  for (uint32_t& tile : view<uint32_t>(out, tiles, e->n[0])) {
    tile = static_cast<uint32_t>(random.integer(1, 128));
  }
}

// Writes the answer that the roofs give for operations and bytes.
void answer(double flop, double bytes, const float* of_device, double* row) {
  row[0] = flop;
  row[1] = bytes;
  row[2] = flop / bytes;
  row[3] = std::min<double>(of_device[peak], of_device[bandwidth] * row[2]);
}

using Bytes = double(double n, double tile);
double read_by_zip(double n, double) { return 4 * 2 * n; }
double read_by_naive(double n, double) { return 4 * 2 * n * n * n; }
// Each element of A is fetched once for each column of blocks, each of B for each row of them.
double read_by_tiled(double n, double tile) { return 4 * 2 * n * n * std::ceil(n / tile); }

double one_addition(double n) { return n; }
double product(double n) { return n * n * (2 * n - 1); }

template <double (*flop)(double), Bytes* bytes, bool has_tiles = false>
void reference(const Extents* e, const void* const* in, double* y64, double* magnitude) {
  const auto all = view<uint32_t>(in, sizes, e->n[0]);
  for (uint64_t i = 0; i < e->n[0]; ++i) {
    const double tile = has_tiles ? view<uint32_t>(in, tiles, e->n[0])[i] : 1;
    answer(flop(all[i]), bytes(all[i], tile), view<float>(in, device, device_figures).data(),
           y64 + i * answers);
  }
  std::copy_n(y64, e->n[0] * answers, magnitude);
}

double terms(const Extents*) { return 1; }
double flops(const Extents* e) { return 12 * static_cast<double>(e->n[0]); }
double bytes(const Extents* e) { return (4 * answers + 4) * static_cast<double>(e->n[0]); }

constexpr double expected_zip[] = {2,    16,    0.125, 194.375,  //
                                   9,    72,    0.125, 194.375,  //
                                   64,   512,   0.125, 194.375,  //
                                   1024, 8192,  0.125, 194.375,  //
                                   4096, 32768, 0.125, 194.375};
constexpr double expected_naive[] = {12,
                                     64,
                                     0.1875,
                                     291.5625,  //
                                     1377,
                                     5832,
                                     1377.0 / 5832,
                                     1555 * (1377.0 / 5832),  //
                                     520192,
                                     2097152,
                                     0.248046875,
                                     385.712890625,  //
                                     2146435072,
                                     8589934592,
                                     0.2498779296875,
                                     388.5601806640625,  //
                                     137422176256,
                                     549755813888,
                                     0.249969482421875,
                                     388.702545166015625};
constexpr double expected_tiled[] = {
    12,           32,         0.375,         583.125,                 //
    1377,         1944,       1377.0 / 1944, 1555 * (1377.0 / 1944),  //
    520192,       131072,     3.96875,       6171.40625,              //
    2146435072,   536870912,  3.998046875,   6216.962890625,          //
    137422176256, 8589934592, 15.998046875,  19500};

constexpr Extents cases[] = {{1}, {3}, {32}, {33}, {100}};
constexpr double rounding = 16;  // of a handful of operations in FP32

constexpr Question zip = {
    without_tiles, a_thread_each, fill_example, fill_random, reference<one_addition, read_by_zip>,
    flops,         bytes,         terms};
constexpr Question naive = {
    without_tiles, a_thread_each, fill_example, fill_random, reference<::product, read_by_naive>,
    flops,         bytes,         terms};
constexpr Question tiled = {with_tiles,
                            a_thread_each,
                            fill_example_with_tiles,
                            fill_random_with_tiles,
                            reference<::product, read_by_tiled, true>,
                            flops,
                            bytes,
                            terms};

constexpr Variant variants[] = {
    componentwise("zip", "an addition for each pair, as p02", zip,
                  {{example_problems}, expected_zip, cases}, rounding),
    componentwise("naive", "a product that fetches each operand for each use, as p16's", naive,
                  {{example_problems}, expected_naive, cases}, rounding),
    componentwise("tiled", "a product that shares tiles of any side", tiled,
                  {{example_problems}, expected_tiled, cases}, rounding)};
}  // namespace

HIPPUZZLE_PUZZLE("roofline", "Under two roofs", variants);
