// p13: output[i] = the sum of a[i + j] * b[j] over the taps j, as far as a reaches. Extents: {n}.
// --picture: the same in two dimensions, around each element. Extents: {height, width}.
#include <hippuzzle/puzzle.hpp>

#include "config.hpp"

namespace {
using namespace hippuzzle;

enum : uint32_t { output, a, b };  // in the order of the kernels' parameters

Shape elements(const Extents* e) { return {1, {e->n[0]}}; }
template <unsigned taps>
Shape tap_count(const Extents*) {
  return {1, {taps}};
}

template <unsigned taps>
constexpr Buffer buffers[] = {{"output", HIPPUZZLE_F32, HIPPUZZLE_OUT, elements},
                              {"a", HIPPUZZLE_F32, HIPPUZZLE_IN, elements},
                              {"b", HIPPUZZLE_F32, HIPPUZZLE_IN, tap_count<taps>}};

LaunchConfiguration cover_output(const Extents* e) {
  return {{ceil_div(e->n[0], TPB), 1, 1}, {TPB, 1, 1}, 0};
}

template <unsigned taps>
void fill_example(const Extents* e, void* const* out) {
  for (uint64_t i = 0; i < e->n[0]; ++i) view<float>(out, a, e->n[0])[i] = static_cast<float>(i);
  for (uint64_t j = 0; j < taps; ++j) view<float>(out, b, taps)[j] = static_cast<float>(j);
}

// Whole numbers, so that every product and every sum is exact in whatever order it is added up.
template <unsigned taps>
void fill_random(const Extents* e, uint64_t seed, void* const* out) {
  Random random(seed);
  for (float& x : view<float>(out, a, e->n[0])) x = static_cast<float>(random.integer(-100, 100));
  for (float& x : view<float>(out, b, taps)) x = static_cast<float>(random.integer(-100, 100));
}

template <unsigned taps>
void reference(const Extents* e, const void* const* in, double* y64, double*) {
  const uint64_t n = e->n[0];
  const auto values = view<float>(in, a, n);
  const auto weights = view<float>(in, b, taps);
  for (uint64_t i = 0; i < n; ++i) {
    y64[i] = 0;
    for (uint64_t j = 0; j < taps && i + j < n; ++j) {
      y64[i] += static_cast<double>(values[i + j]) * weights[j];
    }
  }
}

template <unsigned taps>
double flops(const Extents* e) {
  return 2.0 * taps * static_cast<double>(e->n[0]);
}
template <unsigned taps>
double bytes(const Extents* e) {
  return sizeof(float) * (2 * static_cast<double>(e->n[0]) + taps);
}

// A picture is the element's own window: (row + i - 1, col + j - 1) for tap (i, j).
Shape picture_shape(const Extents* e) { return {2, {e->n[0], e->n[1]}}; }
Shape picture_taps(const Extents*) { return {2, {PICTURE_TAPS, PICTURE_TAPS}}; }
uint64_t cells(const Extents* e) { return e->n[0] * e->n[1]; }
constexpr uint64_t weights = PICTURE_TAPS * PICTURE_TAPS;

constexpr Buffer picture_buffers[] = {{"output", HIPPUZZLE_F32, HIPPUZZLE_OUT, picture_shape},
                                      {"a", HIPPUZZLE_F32, HIPPUZZLE_IN, picture_shape},
                                      {"b", HIPPUZZLE_F32, HIPPUZZLE_IN, picture_taps}};

LaunchConfiguration cover_picture(const Extents* e) {
  return {{ceil_div(e->n[1], PICTURE_TPB), ceil_div(e->n[0], PICTURE_TPB), 1},
          {PICTURE_TPB, PICTURE_TPB, 1},
          0};
}

// Two points of light, one where four blocks meet and one in the corner, and the taps of a blur.
void fill_points(const Extents* e, void* const* out) {
  constexpr float blur[weights] = {1, 2, 1, 2, 4, 2, 1, 2, 1};
  const auto picture = view<float>(out, a, cells(e));
  for (uint64_t i = 0; i < cells(e); ++i) {
    const uint64_t row = i / e->n[1], col = i % e->n[1];
    picture[i] = (row == 0 && col == 0) ? 16.0f : (row == 3 && col == 4) ? 32.0f : 0.0f;
  }
  for (uint64_t i = 0; i < weights; ++i) view<float>(out, b, weights)[i] = blur[i] / 16;
}

void fill_random_picture(const Extents* e, uint64_t seed, void* const* out) {
  Random random(seed);
  for (float& x : view<float>(out, a, cells(e))) x = static_cast<float>(random.integer(-100, 100));
  for (float& x : view<float>(out, b, weights)) x = static_cast<float>(random.integer(-100, 100));
}

void picture_reference(const Extents* e, const void* const* in, double* y64, double*) {
  const uint64_t height = e->n[0], width = e->n[1];
  const auto picture = view<float>(in, a, cells(e));
  const auto taps = view<float>(in, b, weights);
  for (uint64_t i = 0; i < cells(e); ++i) {
    y64[i] = 0;
    for (uint64_t tap = 0; tap < weights; ++tap) {
      const uint64_t row = i / width + tap / PICTURE_TAPS - PICTURE_TAPS / 2;
      const uint64_t col = i % width + tap % PICTURE_TAPS - PICTURE_TAPS / 2;
      if (row < height && col < width) {
        y64[i] += static_cast<double>(picture[row * width + col]) * taps[tap];
      }
    }
  }
}

double picture_flops(const Extents* e) {
  return 2.0 * static_cast<double>(weights) * static_cast<double>(cells(e));
}
double picture_bytes(const Extents* e) {
  return sizeof(float) * (2 * static_cast<double>(cells(e)) + weights);
}

constexpr double expected_picture[] = {4, 2, 0, 0, 0, 0, 0,  //
                                       2, 1, 0, 0, 0, 0, 0,  //
                                       0, 0, 0, 2, 4, 2, 0,  //
                                       0, 0, 0, 4, 8, 4, 0,  //
                                       0, 0, 0, 2, 4, 2, 0,  //
                                       0, 0, 0, 0, 0, 0, 0};

// Thin ones, around one block in each direction, several blocks.
constexpr Extents any_picture[] = {{{1, 1}}, {{1, 9}}, {{9, 1}},   {{4, 4}},   {{4, 5}},
                                   {{5, 4}}, {{7, 6}}, {{12, 13}}, {{17, 33}}, {{64, 48}}};

constexpr double expected_simple[] = {5, 8, 11, 14, 5, 0};
constexpr double expected_boundary[] = {14, 20, 26, 32, 38, 44, 50, 56, 62, 68, 74, 80, 41, 14, 0};

constexpr Extents fits_one_block[] = {{1}, {2}, {3}, {5}, {6}, {7}, {8}};
constexpr Extents any_size[] = {{1},  {5},  {8},  {9},  {10}, {11},
                                {15}, {16}, {17}, {23}, {64}, {100}};

const char* refuse_several_blocks(const Extents* e) {
  return e->n[0] > TPB ? "takes n up to 8: there is one block" : nullptr;
}

constexpr Claim claims_simple[] = {{HIPPUZZLE_GLOBAL_READS, HIPPUZZLE_PER_THREAD, at_most<2>},
                                   {HIPPUZZLE_GLOBAL_WRITES, HIPPUZZLE_PER_THREAD, at_most<1>}};

// An element, one of the next block's and a tap.
constexpr Claim claims_boundary[] = {{HIPPUZZLE_GLOBAL_READS, HIPPUZZLE_PER_THREAD, at_most<3>},
                                     {HIPPUZZLE_GLOBAL_WRITES, HIPPUZZLE_PER_THREAD, at_most<1>}};

// Three of the 36 cells, as 16 threads load them, and a tap.
constexpr Claim claims_picture[] = {{HIPPUZZLE_GLOBAL_READS, HIPPUZZLE_PER_THREAD, at_most<4>},
                                    {HIPPUZZLE_GLOBAL_WRITES, HIPPUZZLE_PER_THREAD, at_most<1>}};

template <unsigned taps>
constexpr Question question = {buffers<taps>,   cover_output, fill_example<taps>, fill_random<taps>,
                               reference<taps>, flops<taps>,  bytes<taps>};

constexpr Question picture = {picture_buffers,   cover_picture, fill_points,  fill_random_picture,
                              picture_reference, picture_flops, picture_bytes};

constexpr Variant variants[] = {
    exact("simple", "three taps, all of the input in one block's shared memory", question<TAPS>,
          {{6}, expected_simple, fits_one_block, refuse_several_blocks}, claims_simple),
    exact("block-boundary", "four taps that reach over into the next block",
          question<BOUNDARY_TAPS>, {{15}, expected_boundary, any_size}, claims_boundary),
    exact("picture", "3 x 3 taps over a picture, with a halo on all four sides", picture,
          {{{6, 7}}, expected_picture, any_picture}, claims_picture)};
}  // namespace

HIPPUZZLE_PUZZLE("p13", "1D convolution", variants);
