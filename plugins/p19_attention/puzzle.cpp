// p19: attention of one query, output = softmax(K q) V, and a transpose. Extents: {seq, d}; {rows,
// columns} of the transpose.
#include <hippuzzle/puzzle.hpp>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "config.hpp"

namespace {
using namespace hippuzzle;

enum : uint32_t { transposed, a };    // of the transpose
enum : uint32_t { output, q, k, v };  // of attention

uint64_t rows(const Extents* e) { return e->n[0]; }
uint64_t columns(const Extents* e) { return e->n[1]; }
uint64_t seq(const Extents* e) { return e->n[0]; }
uint64_t d(const Extents* e) { return e->n[1]; }
uint64_t cells(const Extents* e) { return e->n[0] * e->n[1]; }

Shape matrix_shape(const Extents* e) { return {2, {rows(e), columns(e)}}; }
Shape transposed_shape(const Extents* e) { return {2, {columns(e), rows(e)}}; }
Shape vector_shape(const Extents* e) { return {1, {d(e)}}; }

constexpr Buffer transpose_buffers[] = {{"output", HIPPUZZLE_F32, HIPPUZZLE_OUT, transposed_shape},
                                        {"a", HIPPUZZLE_F32, HIPPUZZLE_IN, matrix_shape}};
constexpr Buffer attention_buffers[] = {{"output", HIPPUZZLE_F32, HIPPUZZLE_OUT, vector_shape},
                                        {"q", HIPPUZZLE_F32, HIPPUZZLE_IN, vector_shape},
                                        {"k", HIPPUZZLE_F32, HIPPUZZLE_IN, matrix_shape},
                                        {"v", HIPPUZZLE_F32, HIPPUZZLE_IN, matrix_shape}};

LaunchConfiguration cover_tiles(const Extents* e) {
  return {{ceil_div(columns(e), TILE), ceil_div(rows(e), TILE), 1}, {TILE, TILE, 1}, 0};
}
// The sequence's last launch; the learner's file has all of them.
LaunchConfiguration cover_output(const Extents* e) {
  return {{ceil_div(d(e), TPB), 1, 1}, {TPB, 1, 1}, 0};
}

void fill_example_matrix(const Extents* e, void* const* out) {
  const auto x = view<float>(out, a, cells(e));
  for (uint64_t i = 0; i < x.size(); ++i) x[i] = static_cast<float>(i);
}
void fill_random_matrix(const Extents* e, uint64_t seed, void* const* out) {
  Random random(seed);
  fill_uniform(view<float>(out, a, cells(e)), random);
}
void transpose(const Extents* e, const void* const* in, double* y64, double*) {
  const auto x = view<float>(in, a, cells(e));
  for (uint64_t row = 0; row < rows(e); ++row) {
    for (uint64_t column = 0; column < columns(e); ++column)
      y64[column * rows(e) + row] = x[row * columns(e) + column];
  }
}

// Normal numbers as numpy's RandomState(42).randn() has them: by the polar method, in pairs of
// which the second comes first.
class Normal {
 public:
  double next() {
    if (has_kept_) {
      has_kept_ = false;
      return kept_;
    }
    double x = 0, y = 0, square = 0;
    do {
      x = uniform();
      y = uniform();
      square = x * x + y * y;
    } while (square >= 1 || square == 0);
    const double factor = std::sqrt(-2 * std::log(square) / square);
    has_kept_ = true;
    kept_ = factor * x;
    return factor * y;
  }

 private:
  double uniform() {
    const uint32_t high = bits_() >> 5, low = bits_() >> 6;
    return 2 * ((high * 0x1p26 + low) * 0x1p-53) - 1;
  }

  std::mt19937 bits_{42};
  bool has_kept_ = false;
  double kept_ = 0;
};

// A tenth of normal numbers, in single precision: scores close to 0, as a published lesson has
// them.
void fill_example(const Extents* e, void* const* out) {
  Normal normal;
  for (const auto& [buffer, size] : {std::pair{q, d(e)}, {k, cells(e)}, {v, cells(e)}}) {
    for (float& x : view<float>(out, buffer, size)) x = static_cast<float>(normal.next()) * 0.1f;
  }
}
void fill_random(const Extents* e, uint64_t seed, void* const* out) {
  Random random(seed);
  fill_uniform(view<float>(out, q, d(e)), random);
  fill_uniform(view<float>(out, k, cells(e)), random);
  fill_uniform(view<float>(out, v, cells(e)), random);
}

// A score's rounding error is relative to the sum of its products' sizes, and the weight's relative
// error is that error; the difference to the maximum adds its own size.
void attention(const Extents* e, const void* const* in, double* y64, double* magnitude) {
  const auto query = view<float>(in, q, d(e));
  const auto key = view<float>(in, k, cells(e)), value = view<float>(in, v, cells(e));
  std::vector<double> score(seq(e));
  double largest_size = 0;
  for (uint64_t s = 0; s < seq(e); ++s) {
    double size = 0;
    for (uint64_t i = 0; i < d(e); ++i) {
      const double product = static_cast<double>(query[i]) * key[s * d(e) + i];
      score[s] += product;
      size += std::abs(product);
    }
    largest_size = std::max(largest_size, size);
  }
  const double most = *std::max_element(score.begin(), score.end());
  double sum = 0;
  for (const double x : score) sum += std::exp(x - most);
  std::fill_n(y64, d(e), 0);
  std::fill_n(magnitude, d(e), 0);
  for (uint64_t s = 0; s < seq(e); ++s) {
    const double weight = std::exp(score[s] - most) / sum;
    for (uint64_t i = 0; i < d(e); ++i) {
      const double term = weight * value[s * d(e) + i];
      y64[i] += term;
      magnitude[i] += std::abs(term) * (1 + 2 * largest_size + most - score[s]);
    }
  }
}

double no_flops(const Extents*) { return 0; }
double matrix_bytes(const Extents* e) { return 2 * sizeof(float) * static_cast<double>(cells(e)); }
// Two products, and the softmax's five operations a score.
double flops(const Extents* e) {
  return 4 * static_cast<double>(cells(e)) + 5 * static_cast<double>(seq(e));
}
double bytes(const Extents* e) { return 2 * sizeof(float) * static_cast<double>(cells(e) + d(e)); }
double terms(const Extents* e) { return static_cast<double>(std::max(seq(e), d(e))); }

// Sectors that rows of `length` elements touch, taken TILE at a time.
uint64_t sectors_of_rows(uint64_t count, uint64_t length) {
  constexpr uint64_t sector = 32 / sizeof(float);
  uint64_t sum = 0;
  for (uint64_t row = 0; row < count; ++row) {
    for (uint64_t begin = 0; begin < length; begin += TILE) {
      const uint64_t first = row * length + begin;
      const uint64_t last = row * length + std::min(begin + TILE, length) - 1;
      sum += last / sector - first / sector + 1;
    }
  }
  return sum;
}
uint64_t sectors_both_ways(const Extents* e) {
  return sectors_of_rows(rows(e), columns(e)) + sectors_of_rows(columns(e), rows(e));
}

// Both products read a matrix and, for each of its elements, one of the vector; the softmax reads
// the scores three times. Scores and weights are written once each.
uint64_t reads(const Extents* e) { return 4 * cells(e) + 3 * seq(e); }
uint64_t writes(const Extents* e) { return 2 * seq(e) + d(e); }

constexpr Claim claims_transpose[] = {
    {HIPPUZZLE_GLOBAL_READS, HIPPUZZLE_PER_THREAD, at_most<1>},
    {HIPPUZZLE_GLOBAL_WRITES, HIPPUZZLE_PER_THREAD, at_most<1>},
    {HIPPUZZLE_BANK_CONFLICTS, HIPPUZZLE_IN_ALL, at_most<0>},
    {HIPPUZZLE_GLOBAL_SECTORS, HIPPUZZLE_IN_ALL, sectors_both_ways}};
constexpr Claim claims[] = {{HIPPUZZLE_GLOBAL_READS, HIPPUZZLE_IN_ALL, reads},
                            {HIPPUZZLE_GLOBAL_WRITES, HIPPUZZLE_IN_ALL, writes}};

constexpr double expected_transpose[] = {0, 5, 10, 1, 6, 11, 2, 7, 12, 3, 8, 13, 4, 9, 14};
// An independent program computed these.
constexpr double expected[] = {
    -0.009355377408195918,  -0.024343303563941716, 0.0030655111129923025, 0.023468842599374606,
    0.019306001735710586,   -0.00274079588298595,  -0.016175792541367244, -0.018030485099259214,
    0.0059600820131202525,  0.05823335734266966,   0.01822467622790121,   -0.02946859971998334,
    -0.0026114128331927817, -0.03804123928735172,  0.016005105329884785,  0.007778880269898564};

// Neither is a multiple of the tile; several tiles each way; more scores than threads.
constexpr Extents matrix_sizes[] = {{1, 1}, {16, 16}, {33, 16}, {40, 35}};
constexpr Extents sizes[] = {{1, 1}, {5, 3}, {16, 17}, {33, 16}, {150, 160}};
constexpr Extents example_matrix = {3, 5}, example = {16, 16};

constexpr Question transposing = {transpose_buffers,  cover_tiles, fill_example_matrix,
                                  fill_random_matrix, transpose,   no_flops,
                                  matrix_bytes};
constexpr Question attending = {attention_buffers, cover_output, fill_example, fill_random,
                                attention,         flops,        bytes,        terms};

constexpr Variant variants[] = {
    exact("transpose", "a tile of 16 x 16 without bank conflicts", transposing,
          {example_matrix, expected_transpose, matrix_sizes}, claims_transpose),
    componentwise("attention", "a product, a softmax and a product, on one stream", attending,
                  {example, expected, sizes}, 4, claims),
    componentwise("graph", "the same launches, recorded once and submitted as a graph", attending,
                  {example, expected, sizes}, 4, claims)};
}  // namespace

HIPPUZZLE_PUZZLE("p19", "Attention", variants);
