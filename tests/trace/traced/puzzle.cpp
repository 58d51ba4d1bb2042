// The puzzle of the tests of traces. "tiled" is the walk-through of a lesson: p16's tiled product
// of two 8 x 8 matrices in tiles of 4 x 4, with the lesson's figures. The tests use only the traces
// of the others: extents {n}, `output` and `a` of n numbers, a = 0, 1, 2, …
#include <hippuzzle/puzzle.hpp>
#include <hippuzzle/reference.hpp>

namespace {
using namespace hippuzzle;

enum : uint32_t { output, a, b };

Shape square(const Extents* e) { return {2, {e->n[0], e->n[0]}}; }
Shape vector(const Extents* e) { return {1, {e->n[0]}}; }

constexpr Buffer matrices[] = {{"output", HIPPUZZLE_F32, HIPPUZZLE_OUT, square},
                               {"a", HIPPUZZLE_F32, HIPPUZZLE_IN, square},
                               {"b", HIPPUZZLE_F32, HIPPUZZLE_IN, square}};
constexpr Buffer vectors[] = {{"output", HIPPUZZLE_F32, HIPPUZZLE_OUT, vector},
                              {"a", HIPPUZZLE_F32, HIPPUZZLE_IN, vector}};

LaunchConfiguration blocks_of_4_x_4(const Extents* e) {
  const uint32_t blocks = ceil_div(e->n[0], 4);
  return {{blocks, blocks, 1}, {4, 4, 1}, 0};
}

// Tile (i, j) of A has the numbers from 16 (2 i + j) + 1 on, row by row. B's tiles have theirs
// column by column, and tiles are counted down the columns as well: B is the transpose of A.
float a_at(uint64_t row, uint64_t col) {
  const uint64_t tile = row / 4 * 2 + col / 4;
  return static_cast<float>(tile * 16 + row % 4 * 4 + col % 4 + 1);
}

void fill_walk(const Extents* e, void* const* out) {
  for (uint64_t i = 0; i < 64; ++i) {
    view<float>(out, a, e->n[0] * e->n[0])[i] = a_at(i / 8, i % 8);
    view<float>(out, b, e->n[0] * e->n[0])[i] = a_at(i % 8, i / 8);
  }
}

void fill_matrices(const Extents* e, uint64_t seed, void* const* out) {
  Random random(seed);
  fill_uniform(view<float>(out, a, e->n[0] * e->n[0]), random);
  fill_uniform(view<float>(out, b, e->n[0] * e->n[0]), random);
}

void multiply(const Extents* e, const void* const* in, double* y64, double* magnitude) {
  const uint64_t n = e->n[0];
  reference_matmul(n, n, n, view<float>(in, a, n * n).data(), view<float>(in, b, n * n).data(), y64,
                   magnitude);
}

double terms(const Extents* e) { return static_cast<double>(e->n[0]); }

constexpr double product[] = {1404, 1740, 2076, 2412,  4092,  4428,  4764,  5100,   //
                              1740, 2204, 2668, 3132,  5452,  5916,  6380,  6844,   //
                              2076, 2668, 3260, 3852,  6812,  7404,  7996,  8588,   //
                              2412, 3132, 3852, 4572,  8172,  8892,  9612,  10332,  //
                              4092, 5452, 6812, 8172,  14972, 16332, 17692, 19052,  //
                              4428, 5916, 7404, 8892,  16332, 17820, 19308, 20796,  //
                              4764, 6380, 7996, 9612,  17692, 19308, 20924, 22540,  //
                              5100, 6844, 8588, 10332, 19052, 20796, 22540, 24284};

void count_up(const Extents* e, void* const* out) {
  for (uint64_t i = 0; i < e->n[0]; ++i) view<float>(out, a, e->n[0])[i] = static_cast<float>(i);
}
void count_up_from(const Extents* e, uint64_t, void* const* out) { count_up(e, out); }
void zeros(const Extents* e, const void* const*, double* y64, double*) {
  for (uint64_t i = 0; i < e->n[0]; ++i) y64[i] = 0;
}

constexpr double nothing[2048] = {};

// One block of X x Y x Z threads; the kernels of "launches" have others.
template <uint32_t X, uint32_t Y, uint32_t Z>
LaunchConfiguration block_of(const Extents*) {
  return {{1, 1, 1}, {X, Y, Z}, 64};
}

constexpr Extents eight[] = {{8}}, many[] = {{2048}};

constexpr Question walk = {matrices, blocks_of_4_x_4, fill_walk, fill_matrices,
                           multiply, terms,           terms,     terms};

constexpr Variant traced(const char* name, LaunchConfiguration (*configure)(const Extents*)) {
  const Question question = {vectors, configure, count_up, count_up_from, zeros, terms, terms};
  return exact(name, "to be traced", question, {{2048}, nothing, many});
}

constexpr Variant variants[] = {
    componentwise("tiled", "the lesson's walk-through", walk, {{8}, product, eight}, 2),
    traced("diverging", block_of<70, 1, 1>),
    traced("cube", block_of<2, 3, 4>),
    traced("launches", block_of<4, 1, 1>),
    traced("conflicts", block_of<32, 1, 1>),
    traced("values", block_of<4, 1, 1>),
    traced("uneven-barrier", block_of<4, 1, 1>),
    traced("endless", block_of<1, 1, 1>),
    traced("large", block_of<64, 1, 1>)};
}  // namespace

HIPPUZZLE_PUZZLE("traced", "Kernels to be traced", variants);
