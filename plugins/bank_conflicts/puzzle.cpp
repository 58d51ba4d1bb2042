// bank_conflicts: output = the transpose of a, through a tile of shared memory. Extents: {rows,
// columns} of a.
#include <hippuzzle/puzzle.hpp>

#include "config.hpp"

namespace {
using namespace hippuzzle;

enum : uint32_t { output, a };  // in the order of the kernels' parameters

uint64_t cells(const Extents* e) { return e->n[0] * e->n[1]; }
Shape matrix(const Extents* e) { return {2, {e->n[0], e->n[1]}}; }
Shape transposed(const Extents* e) { return {2, {e->n[1], e->n[0]}}; }

constexpr Buffer buffers[] = {{"output", HIPPUZZLE_F32, HIPPUZZLE_OUT, transposed},
                              {"a", HIPPUZZLE_F32, HIPPUZZLE_IN, matrix}};

// A block for each tile of a.
LaunchConfiguration cover_input(const Extents* e) {
  return {{ceil_div(e->n[1], TILE), ceil_div(e->n[0], TILE), 1}, {TILE, ROWS, 1}, 0};
}

void fill_example(const Extents* e, void* const* out) {
  for (uint64_t i = 0; i < cells(e); ++i) view<float>(out, a, cells(e))[i] = static_cast<float>(i);
}

void fill_random(const Extents* e, uint64_t seed, void* const* out) {
  Random random(seed);
  fill_uniform(view<float>(out, a, cells(e)), random);
}

void reference(const Extents* e, const void* const* in, double* y64, double*) {
  const uint64_t rows = e->n[0], columns = e->n[1];
  const auto values = view<float>(in, a, cells(e));
  for (uint64_t row = 0; row < rows; ++row) {
    for (uint64_t column = 0; column < columns; ++column)
      y64[column * rows + row] = values[row * columns + column];
  }
}

double flops(const Extents*) { return 0; }
double bytes(const Extents* e) { return 2 * sizeof(float) * static_cast<double>(cells(e)); }

// Sectors of `rows` rows of `columns` elements, taken TILE elements at a time. A piece that does
// not begin with a sector touches one more.
uint64_t in_order(uint64_t rows, uint64_t columns) {
  constexpr uint64_t sector = 32 / sizeof(float);
  const uint64_t whole = columns / TILE, rest = columns % TILE;
  const uint64_t more = columns % sector == 0 ? 0 : 1;
  return rows * (whole * (TILE / sector + more) + (rest > 0 ? ceil_div(rest, sector) + more : 0));
}
uint64_t rows_in_order(const Extents* e) {
  return in_order(e->n[0], e->n[1]) + in_order(e->n[1], e->n[0]);
}

// Both ways through global memory follow rows; only the tile decides about banks.
constexpr Claim one_read = {HIPPUZZLE_GLOBAL_READS, HIPPUZZLE_PER_THREAD, at_most<TILE / ROWS>};
constexpr Claim one_write = {HIPPUZZLE_GLOBAL_WRITES, HIPPUZZLE_PER_THREAD, at_most<TILE / ROWS>};
constexpr Claim coalesced = {HIPPUZZLE_GLOBAL_SECTORS, HIPPUZZLE_IN_ALL, rows_in_order};
constexpr Claim no_conflicts = {HIPPUZZLE_BANK_CONFLICTS, HIPPUZZLE_IN_ALL, at_most<0>};
constexpr Claim claims_conflicting[] = {one_read, one_write, coalesced};
constexpr Claim claims_conflict_free[] = {one_read, one_write, coalesced, no_conflicts};

// 32 x 32 counted from 0: column by column.
constexpr auto expected = [] {
  struct {
    double values[TILE * TILE];
  } all{};
  for (unsigned row = 0; row < TILE; ++row) {
    for (unsigned column = 0; column < TILE; ++column)
      all.values[column * TILE + row] = row * TILE + column;
  }
  return all;
}();

// Around the edges of a tile in both directions, thin ones, several tiles.
constexpr Extents sizes[] = {{{1, 1}},   {{1, 40}},   {{33, 1}},  {{7, 9}},
                             {{31, 32}}, {{32, 33}},  {{33, 31}}, {{64, 64}},
                             {{40, 72}}, {{65, 100}}, {{129, 67}}};

constexpr Question question = {buffers,   cover_input, fill_example, fill_random,
                               reference, flops,       bytes};
constexpr Cases cases = {{{TILE, TILE}}, expected.values, sizes};

constexpr Variant variants[] = {
    exact("conflicting", "rows in and rows out, by columns of a 32 x 32 tile", question, cases,
          claims_conflicting),
    exact("padded", "the same with a column more in the tile, and no conflict", question, cases,
          claims_conflict_free),
    exact("swizzled", "the same with columns exchanged, and no memory more", question, cases,
          claims_conflict_free)};
}  // namespace

HIPPUZZLE_PUZZLE("bank_conflicts", "Bank conflicts", variants);
