// p21: rows of a table by their numbers, and the gradient of the table. Extents: {tokens, rows of
// the table, features of a row}; the tokens of all sequences follow each other.
#include <hippuzzle/puzzle.hpp>

#include <algorithm>
#include <array>

#include "config.hpp"

namespace {
using namespace hippuzzle;

enum : uint32_t { output, indices, table };  // of the forward pass
constexpr uint32_t grad_output = table;      // of the backward pass, after its indices

uint64_t tokens(const Extents* e) { return e->n[0]; }
uint64_t rows(const Extents* e) { return e->n[1]; }
uint64_t features(const Extents* e) { return e->n[2]; }
uint64_t cells(const Extents* e) { return tokens(e) * features(e); }

Shape token_shape(const Extents* e) { return {1, {tokens(e)}}; }
Shape table_shape(const Extents* e) { return {2, {rows(e), features(e)}}; }
Shape vector_shape(const Extents* e) { return {2, {tokens(e), features(e)}}; }

constexpr Buffer forward_buffers[] = {{"output", HIPPUZZLE_F32, HIPPUZZLE_OUT, vector_shape},
                                      {"indices", HIPPUZZLE_I32, HIPPUZZLE_IN, token_shape},
                                      {"table", HIPPUZZLE_F32, HIPPUZZLE_IN, table_shape}};
constexpr Buffer backward_buffers[] = {{"grad_table", HIPPUZZLE_F32, HIPPUZZLE_OUT, table_shape},
                                       {"indices", HIPPUZZLE_I32, HIPPUZZLE_IN, token_shape},
                                       {"grad_output", HIPPUZZLE_F32, HIPPUZZLE_IN, vector_shape}};

LaunchConfiguration cover_cells(const Extents* e) {
  return {{ceil_div(cells(e), TPB), 1, 1}, {TPB, 1, 1}, 0};
}
LaunchConfiguration cover_tokens_and_features(const Extents* e) {
  return {{ceil_div(tokens(e), TPB_2D), ceil_div(features(e), TPB_2D), 1}, {TPB_2D, TPB_2D, 1}, 0};
}

// Two sequences of three tokens: 1 5 2 and 7 1 9.
void fill_example_indices(const Extents* e, void* const* out) {
  constexpr int of_example[] = {1, 5, 2, 7, 1, 9};
  const auto index = view<int32_t>(out, indices, tokens(e));
  for (uint64_t i = 0; i < index.size(); ++i) index[i] = of_example[i % 6];
}

// Row v of the table: 0.1 (4 v + 1), 0.1 (4 v + 2), ….
void fill_example(const Extents* e, void* const* out) {
  fill_example_indices(e, out);
  const auto x = view<float>(out, table, rows(e) * features(e));
  for (uint64_t i = 0; i < x.size(); ++i)
    x[i] = static_cast<float>(static_cast<double>(i + 1) / 10);
}

void fill_example_gradient(const Extents* e, void* const* out) {
  fill_example_indices(e, out);
  const auto x = view<float>(out, grad_output, cells(e));
  for (uint64_t i = 0; i < x.size(); ++i) x[i] = static_cast<float>(i + 1);
}

// A tenth of the numbers is -1 or one too large; several tokens have the same.
void fill_random_indices(const Extents* e, Random& random, void* const* out) {
  const auto last = static_cast<int64_t>(rows(e)) - 1;
  for (int32_t& index : view<int32_t>(out, indices, tokens(e))) {
    const int64_t valid = random.integer(0, last), choice = random.integer(0, 19);
    index = static_cast<int32_t>(choice == 0 ? -1 : choice == 1 ? last + 1 : valid);
  }
}

void fill_random(const Extents* e, uint64_t seed, void* const* out) {
  Random random(seed);
  fill_random_indices(e, random, out);
  fill_uniform(view<float>(out, table, rows(e) * features(e)), random);
}

// Whole numbers, so that every sum is exact in whatever order it is added up.
void fill_random_gradient(const Extents* e, uint64_t seed, void* const* out) {
  Random random(seed);
  fill_random_indices(e, random, out);
  for (float& x : view<float>(out, grad_output, cells(e)))
    x = static_cast<float>(random.integer(-100, 100));
}

bool is_row(const Extents* e, int32_t index) {
  return index >= 0 && static_cast<uint64_t>(index) < rows(e);
}

// A copy: the output has the table's bits.
void gather(const Extents* e, const void* const* in, double* y64, double*) {
  const auto index = view<int32_t>(in, indices, tokens(e));
  const auto x = view<float>(in, table, rows(e) * features(e));
  for (uint64_t t = 0; t < tokens(e); ++t) {
    for (uint64_t f = 0; f < features(e); ++f) {
      y64[t * features(e) + f] =
          is_row(e, index[t]) ? x[static_cast<uint64_t>(index[t]) * features(e) + f] : 0;
    }
  }
}

void scatter(const Extents* e, const void* const* in, double* y64, double*) {
  const auto index = view<int32_t>(in, indices, tokens(e));
  const auto x = view<float>(in, grad_output, cells(e));
  std::fill_n(y64, rows(e) * features(e), 0);
  for (uint64_t t = 0; t < tokens(e); ++t) {
    if (!is_row(e, index[t])) continue;
    for (uint64_t f = 0; f < features(e); ++f)
      y64[static_cast<uint64_t>(index[t]) * features(e) + f] += x[t * features(e) + f];
  }
}

double no_flops(const Extents*) { return 0; }
double additions(const Extents* e) { return static_cast<double>(cells(e)); }

// Rows that several tokens have are read once. Who has which is in the data, so at most as many
// rows count as there are tokens.
double forward_bytes(const Extents* e) {
  const uint64_t read = std::min(tokens(e), rows(e)) * features(e);
  return sizeof(float) * static_cast<double>(tokens(e) + read + cells(e));
}
double backward_bytes(const Extents* e) {
  return sizeof(float) * static_cast<double>(tokens(e) + cells(e) + rows(e) * features(e));
}

// Sectors of 32 bytes that [begin, end) of an array of 4 bytes an element touches.
constexpr uint64_t sector = 32 / sizeof(float);
uint64_t touched(uint64_t begin, uint64_t end) {
  return end == begin ? 0 : (end - 1) / sector - begin / sector + 1;
}

// At most, of a warp's request for features [begin, end) of one row of the table. Where the row
// begins, its number decides, if rows are not whole sectors.
uint64_t of_row(const Extents* e, uint64_t begin, uint64_t end) {
  if (features(e) % sector == 0) return touched(begin, end);
  return std::min<uint64_t>(end - begin, ceil_div(end - begin, sector) + 1);
}

// Sectors of all three arrays, if 32 lanes take 32 neighbouring cells of the output.
uint64_t sectors_of_cells(const Extents* e) {
  uint64_t sum = 0;
  for (uint64_t begin = 0; begin < cells(e); begin += 32) {
    const uint64_t end = std::min(begin + 32, cells(e));
    sum += touched(begin, end) + touched(begin / features(e), (end - 1) / features(e) + 1);
    for (uint64_t cell = begin; cell < end;) {
      const uint64_t next = std::min(end, (cell / features(e) + 1) * features(e));
      sum += of_row(e, cell % features(e), cell % features(e) + next - cell);
      cell = next;
    }
  }
  return sum;
}

// Where a warp takes 16 features of two tokens each.
uint64_t sectors_of_tiles(const Extents* e) {
  uint64_t sum = 0;
  for (uint64_t token = 0; token < tokens(e); token += 2) {
    const uint64_t end = std::min(token + 2, tokens(e));
    for (uint64_t begin = 0; begin < features(e); begin += TPB_2D) {
      const uint64_t past = std::min<uint64_t>(begin + TPB_2D, features(e));
      sum += touched(token, end);
      for (uint64_t t = token; t < end; ++t)
        sum += touched(t * features(e) + begin, t * features(e) + past) + of_row(e, begin, past);
    }
  }
  return sum;
}

constexpr Claim index_and_cell = {HIPPUZZLE_GLOBAL_READS, HIPPUZZLE_PER_THREAD, at_most<2>};
constexpr Claim one_write = {HIPPUZZLE_GLOBAL_WRITES, HIPPUZZLE_PER_THREAD, at_most<1>};
constexpr Claim claims_coalesced[] = {
    index_and_cell, one_write, {HIPPUZZLE_GLOBAL_SECTORS, HIPPUZZLE_IN_ALL, sectors_of_cells}};
constexpr Claim claims_2d[] = {
    index_and_cell, one_write, {HIPPUZZLE_GLOBAL_SECTORS, HIPPUZZLE_IN_ALL, sectors_of_tiles}};
constexpr Claim claims_backward[] = {index_and_cell, {HIPPUZZLE_ATOMICS, HIPPUZZLE_IN_ALL, cells}};

// Rows 1 5 2 7 1 9 of the table, as floats.
constexpr auto rows_of_example() {
  std::array<double, 24> y{};
  constexpr unsigned row[] = {1, 5, 2, 7, 1, 9};
  for (unsigned i = 0; i < 24; ++i) y[i] = static_cast<float>((row[i / 4] * 4 + i % 4 + 1) / 10.0);
  return y;
}
constexpr auto expected = rows_of_example();

constexpr double expected_gradient[] = {0,  0,  0,  0,  18, 20, 22, 24, 9,  10, 11, 12, 0, 0,
                                        0,  0,  0,  0,  0,  0,  5,  6,  7,  8,  0,  0,  0, 0,
                                        13, 14, 15, 16, 0,  0,  0,  0,  21, 22, 23, 24};

// One of each; extents that nothing divides; several blocks; many tokens with few rows.
constexpr Extents sizes[] = {{1, 1, 1}, {6, 7, 5}, {150, 20, 33}, {257, 3, 16}};
constexpr Extents example = {6, 10, 4};

constexpr Question forward = {forward_buffers, cover_cells, fill_example, fill_random,
                              gather,          no_flops,    forward_bytes};
constexpr Question forward_2d = {
    forward_buffers, cover_tokens_and_features, fill_example, fill_random, gather, no_flops,
    forward_bytes};
constexpr Question backward = {backward_buffers,     cover_cells, fill_example_gradient,
                               fill_random_gradient, scatter,     additions,
                               backward_bytes};

constexpr Variant variants[] = {
    exact("coalesced", "neighbouring threads take neighbouring features of a row", forward,
          {example, expected.data(), sizes}, claims_coalesced),
    exact("grid-2d", "a grid of tokens and features: which of them changes from lane to lane?",
          forward_2d, {example, expected.data(), sizes}, claims_2d),
    exact("backward", "the gradient of the table: rows added by atomic operations", backward,
          {example, expected_gradient, sizes}, claims_backward)};
}  // namespace

HIPPUZZLE_PUZZLE("p21", "Embedding", variants);
