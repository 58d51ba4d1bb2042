// layouts: a matrix arranged in memory by a tensor's layout. Extents: {rows, columns}.
#include <hippuzzle/puzzle.hpp>

namespace {
using namespace hippuzzle;

enum : uint32_t { output, a };  // in the order of the kernels' parameters

constexpr uint64_t tile = 2;  // rows and columns of a tile of `tiled`

uint64_t rows(const Extents* e) { return e->n[0]; }
uint64_t columns(const Extents* e) { return e->n[1]; }
uint64_t cells(const Extents* e) { return rows(e) * columns(e); }
Shape matrix(const Extents* e) { return {2, {rows(e), columns(e)}}; }
Shape memory(const Extents* e) { return {1, {cells(e)}}; }

// The output is a matrix, or its memory, cell after cell.
constexpr Buffer matrices[] = {{"output", HIPPUZZLE_F32, HIPPUZZLE_OUT, matrix},
                               {"a", HIPPUZZLE_F32, HIPPUZZLE_IN, matrix}};
constexpr Buffer into_memory[] = {{"output", HIPPUZZLE_F32, HIPPUZZLE_OUT, memory},
                                  {"a", HIPPUZZLE_F32, HIPPUZZLE_IN, matrix}};

LaunchConfiguration one_thread(const Extents*) { return {{1, 1, 1}, {1, 1, 1}, 0}; }
// One block, with one row and one column of threads too many.
LaunchConfiguration one_more_each_way(const Extents* e) {
  return {
      {1, 1, 1}, {static_cast<uint32_t>(columns(e)) + 1, static_cast<uint32_t>(rows(e)) + 1, 1}, 0};
}

void fill_zeros(const Extents* e, void* const* out) {
  for (float& x : view<float>(out, a, cells(e))) x = 0;
}
void fill_counting(const Extents* e, void* const* out) {
  for (uint64_t i = 0; i < cells(e); ++i)
    view<float>(out, a, cells(e))[i] = static_cast<float>(i + 1);
}
// Whole numbers, which a copy and an addition of one keep.
void fill_random(const Extents* e, uint64_t seed, void* const* out) {
  Random random(seed);
  for (float& x : view<float>(out, a, cells(e)))
    x = static_cast<float>(random.integer(-1000, 1000));
}

void one_added(const Extents* e, const void* const* in, double* y64, double*) {
  for (uint64_t i = 0; i < cells(e); ++i) y64[i] = view<float>(in, a, cells(e))[i] + (i == 0);
}

// Puts element (row, column) at the place that `place` names.
template <uint64_t (*place)(const Extents*, uint64_t row, uint64_t column)>
void arranged(const Extents* e, const void* const* in, double* y64, double*) {
  for (uint64_t row = 0; row < rows(e); ++row) {
    for (uint64_t column = 0; column < columns(e); ++column) {
      y64[place(e, row, column)] = view<float>(in, a, cells(e))[row * columns(e) + column];
    }
  }
}
uint64_t by_rows(const Extents* e, uint64_t row, uint64_t column) {
  return row * columns(e) + column;
}
uint64_t by_columns(const Extents* e, uint64_t row, uint64_t column) {
  return column * rows(e) + row;
}
uint64_t by_tiles(const Extents* e, uint64_t row, uint64_t column) {
  const uint64_t tiles = row / tile * (columns(e) / tile) + column / tile;
  return tiles * tile * tile + row % tile * tile + column % tile;
}

double flops(const Extents*) { return 0; }
double one_flop(const Extents*) { return 1; }
double bytes(const Extents* e) { return 2 * sizeof(float) * static_cast<double>(cells(e)); }

constexpr Extents sizes[] = {{{1, 1}}, {{1, 7}}, {{5, 1}}, {{3, 4}}, {{16, 9}}, {{13, 31}}};
constexpr Extents even_sizes[] = {{{2, 2}}, {{2, 8}}, {{6, 2}}, {{6, 10}}, {{16, 30}}};

constexpr double one[] = {1, 0, 0, 0, 0, 0};
constexpr double rows_first[] = {1, 2, 3, 4, 5, 6};
constexpr double columns_first[] = {1, 4, 2, 5, 3, 6};
constexpr double tiles_first[] = {1, 2, 5, 6, 3, 4, 7, 8, 9, 10, 13, 14, 11, 12, 15, 16};

constexpr Extents two_by_three = {{2, 3}}, four_by_four = {{4, 4}};

template <uint64_t (*place)(const Extents*, uint64_t, uint64_t)>
constexpr Question arrange = {
    into_memory, one_more_each_way, fill_counting, fill_random, arranged<place>, flops, bytes};
constexpr Question add_one = {matrices,  one_thread, fill_zeros, fill_random,
                              one_added, one_flop,   bytes};

constexpr Variant variants[] = {exact("intro", "a tensor printed, changed and printed again",
                                      add_one, {two_by_three, one, sizes}),
                                exact("row-major", "rows lie one behind the other",
                                      arrange<by_rows>, {two_by_three, rows_first, sizes}),
                                exact("col-major", "columns lie one behind the other",
                                      arrange<by_columns>, {two_by_three, columns_first, sizes}),
                                exact("tiled", "tiles of 2 x 2 lie one behind the other",
                                      arrange<by_tiles>, {four_by_four, tiles_first, even_sizes})};
}  // namespace

HIPPUZZLE_PUZZLE("layouts", "A matrix and its layouts", variants);
