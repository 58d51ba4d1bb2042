// gemm: C = A x B for row-major matrices of any size. Extents: {m, n, k}; C is m x n, A m x k, B k
// x n.
#include <algorithm>
#include <hippuzzle/bfloat16.hpp>
#include <hippuzzle/puzzle.hpp>
#include <hippuzzle/reference.hpp>
#include <vector>

#include "explain.hpp"
#include "propose.hpp"
#include "tiles.hpp"

namespace {
using namespace hippuzzle;

enum : uint32_t { output, a, b };  // in the order of the kernels' parameters

uint64_t a_cells(const Extents* e) { return e->n[0] * e->n[2]; }
uint64_t b_cells(const Extents* e) { return e->n[2] * e->n[1]; }

Shape c_shape(const Extents* e) { return {2, {e->n[0], e->n[1]}}; }
Shape a_shape(const Extents* e) { return {2, {e->n[0], e->n[2]}}; }
Shape b_shape(const Extents* e) { return {2, {e->n[2], e->n[1]}}; }
Shape transposed_b_shape(const Extents* e) { return {2, {e->n[1], e->n[2]}}; }

constexpr Buffer fp32_buffers[] = {{"output", HIPPUZZLE_F32, HIPPUZZLE_OUT, c_shape},
                                   {"a", HIPPUZZLE_F32, HIPPUZZLE_IN, a_shape},
                                   {"b", HIPPUZZLE_F32, HIPPUZZLE_IN, b_shape}};
constexpr Buffer bf16_buffers[] = {{"output", HIPPUZZLE_F32, HIPPUZZLE_OUT, c_shape},
                                   {"a", HIPPUZZLE_BF16, HIPPUZZLE_IN, a_shape},
                                   {"b", HIPPUZZLE_BF16, HIPPUZZLE_IN, b_shape}};
constexpr Buffer bf16_tn_buffers[] = {{"output", HIPPUZZLE_BF16, HIPPUZZLE_OUT, c_shape},
                                      {"a", HIPPUZZLE_BF16, HIPPUZZLE_IN, a_shape},
                                      {"b", HIPPUZZLE_BF16, HIPPUZZLE_IN, transposed_b_shape}};

// Tiles of C as blocks. A rung's launch may differ: a persistent grid, clusters.
template <unsigned Rows, unsigned Columns, unsigned X, unsigned Y>
LaunchConfiguration grid_of(const Extents* e) {
  return {{ceil_div(e->n[1], Columns), ceil_div(e->n[0], Rows), 1}, {X, Y, 1}, 0};
}

// How an input's element is stored: whole, rounded to what a TF32 operand keeps of it (so that the
// product differs from the reference only by its sums), or as Bf16.
enum class Precision { fp32, tf32, bf16 };

template <Precision P>
void store(void* buffer, uint64_t i, double value) {
  const float v = static_cast<float>(value);
  if constexpr (P == Precision::bf16)
    static_cast<Bf16*>(buffer)[i] = to_bf16(v);
  else
    static_cast<float*>(buffer)[i] = P == Precision::tf32 ? round_to_tf32(v) : v;
}

// A and B count from 0, row by row.
template <Precision P, bool TransposedB>
void fill_example(const Extents* e, void* const* out) {
  for (uint64_t i = 0; i < a_cells(e); ++i) store<P>(out[a], i, static_cast<double>(i));
  const uint64_t n = e->n[1], k = e->n[2];
  for (uint64_t l = 0; l < k; ++l) {
    for (uint64_t j = 0; j < n; ++j) {
      store<P>(out[b], TransposedB ? j * k + l : l * n + j, static_cast<double>(l * n + j));
    }
  }
}

template <Precision P>
void fill_random(const Extents* e, uint64_t seed, void* const* out) {
  Random random(seed);
  for (uint64_t i = 0; i < a_cells(e); ++i) store<P>(out[a], i, random.uniform(-1, 1));
  for (uint64_t i = 0; i < b_cells(e); ++i) store<P>(out[b], i, random.uniform(-1, 1));
}

// An input as floats, which hold every element exactly; B as k x n.
template <Precision P>
std::vector<float> floats(const void* buffer, uint64_t n) {
  if constexpr (P != Precision::bf16) {
    const auto* values = static_cast<const float*>(buffer);
    return {values, values + n};
  } else {
    std::vector<float> values(n);
    std::transform(static_cast<const Bf16*>(buffer), static_cast<const Bf16*>(buffer) + n,
                   values.begin(), [](Bf16 v) { return to_float(v); });
    return values;
  }
}

template <Precision P, bool TransposedB>
void reference(const Extents* e, const void* const* in, double* y64, double* magnitude) {
  const uint64_t m = e->n[0], n = e->n[1], k = e->n[2];
  const std::vector<float> left = floats<P>(in[a], m * k);
  std::vector<float> right = floats<P>(in[b], k * n);
  if (TransposedB) {
    const std::vector<float> transposed = right;
    for (uint64_t l = 0; l < k; ++l) {
      for (uint64_t j = 0; j < n; ++j) right[l * n + j] = transposed[j * k + l];
    }
  }
  reference_matmul(m, n, k, left.data(), right.data(), y64, magnitude);
}

double terms(const Extents* e) { return static_cast<double>(e->n[2]); }
double flops(const Extents* e) {
  return 2 * static_cast<double>(e->n[0]) * static_cast<double>(e->n[1]) * terms(e);
}
template <unsigned InputBytes, unsigned OutputBytes>
double bytes(const Extents* e) {
  return static_cast<double>((a_cells(e) + b_cells(e)) * InputBytes +
                             e->n[0] * e->n[1] * OutputBytes);
}

template <hippuzzle_math Math, bool TransposedB>
void product(const Extents* e, hippuzzle_product* p) {
  *p = {e->n[0], e->n[1], e->n[2], a, b, TransposedB, Math};
}

// 2 x 3 from A = 0 … 7 and B = 0 … 11, whole numbers that all types hold.
constexpr Extents example = {{2, 3, 4}};
constexpr double expected[] = {42, 48, 54, 114, 136, 158};

// Around the edges of every tile (32, 64, 128, 256 wide; 16, 32, 64 deep), thin ones, k = 1, rows
// that start at multiples of 16 bytes and others. 260 x 12 x 288 is the smallest of which a CPU of
// two to four processors splits tiles of fp32-best along K. The next two are for the rungs that
// slice k; fp32-3xtf32 does not slice on a CPU.
constexpr Extents sizes[] = {
    {{1, 1, 1}},      {{1, 1, 130}},    {{130, 1, 3}},    {{1, 130, 2}},     {{3, 5, 7}},
    {{31, 33, 35}},   {{32, 32, 32}},   {{33, 31, 1}},    {{63, 65, 17}},    {{64, 64, 64}},
    {{65, 63, 66}},   {{64, 72, 40}},   {{127, 129, 31}}, {{128, 128, 16}},  {{129, 127, 33}},
    {{132, 136, 24}}, {{20, 264, 72}},  {{257, 20, 65}},  {{130, 260, 130}}, {{256, 256, 128}},
    {{260, 12, 288}}, {{40, 72, 1600}}, {{33, 45, 1203}}};

constexpr size_t sizes_of_slices = 2;
constexpr std::span<const Extents> all_sizes = sizes;
constexpr std::span<const Extents> usual_sizes =
    all_sizes.first(all_sizes.size() - sizes_of_slices);

struct Rung {
  const char *name, *summary;
  LaunchConfiguration (*configure)(const Extents*);
  double factor = 2;  // of the bound on the error
  const char* required = "";
  std::span<const Extents> further = usual_sizes;
};

template <Precision P, hippuzzle_math Math, bool TransposedB = false>
constexpr Variant variant(const Rung& rung, std::span<const Buffer> buffers,
                          double (*traffic)(const Extents*)) {
  const Question question = {buffers,
                             rung.configure,
                             fill_example<P, TransposedB>,
                             fill_random<P>,
                             reference<P, TransposedB>,
                             flops,
                             traffic,
                             terms,
                             product<Math, TransposedB>};
  Variant variant = componentwise(rung.name, rung.summary, question,
                                  {example, expected, rung.further}, rung.factor);
  variant.required = rung.required;
  return variant;
}

constexpr Variant fp32(const Rung& rung) {
  return variant<Precision::fp32, HIPPUZZLE_MATH_FP32>(rung, fp32_buffers, bytes<4, 4>);
}
constexpr Variant tf32(const Rung& rung) {
  return variant<Precision::tf32, HIPPUZZLE_MATH_TF32>(rung, fp32_buffers, bytes<4, 4>);
}
constexpr Variant bf16(const Rung& rung) {
  return variant<Precision::bf16, HIPPUZZLE_MATH_BF16>(rung, bf16_buffers, bytes<2, 4>);
}
constexpr Variant bf16_tn(const Rung& rung) {
  return variant<Precision::bf16, HIPPUZZLE_MATH_BF16, true>(rung, bf16_tn_buffers, bytes<2, 2>);
}

constexpr auto plain = grid_of<tiles::plain, tiles::plain, tiles::plain, tiles::plain>;
constexpr auto plain_row = grid_of<tiles::plain, tiles::plain, tiles::plain * tiles::plain, 1>;
constexpr auto by_registers =
    grid_of<tiles::register_rows, tiles::register_columns, tiles::register_threads, 1>;
constexpr auto by_copies = grid_of<64, 128, 128, 1>;
constexpr auto by_warps = grid_of<128, 128, 128, 1>;
constexpr auto by_warpgroups = grid_of<128, 256, 384, 1>;

// Rows fewer than devices, panels cut off, and neither divisible by the number of devices.
constexpr Extents sizes_of_shards[] = {{{1, 1, 1}},     {{3, 5, 7}},     {{2, 100, 3}},
                                       {{33, 45, 20}},  {{64, 128, 40}}, {{66, 130, 24}},
                                       {{129, 33, 17}}, {{128, 256, 32}}};
constexpr Variant on_all_devices(Variant variant) {
  variant.devices = 16;
  return variant;
}

// Matrix cores cut their sums instead of rounding them, hence their larger factors.
constexpr Variant variants[] = {
    fp32({"naive", "a thread an element, neighbours in a column", plain}),
    fp32({"coalesced", "a thread an element, neighbours in a row", plain}),
    fp32({"tiled", "tiles in shared memory", plain}),
    fp32({"tiled-vec", "four elements by one read of shared memory", plain_row}),
    fp32({"register-blocked", "8 x 8 elements a thread", by_registers}),
    fp32({"layout-algebra", "the same with every index left to layouts", by_registers}),
    fp32({"vectorized", "128 bits at a time from global and shared memory", by_registers}),
    fp32({"warp-tiled", "a compact tile for each warp", by_registers}),
    fp32(
        {"double-buffered", "the next tile is fetched while this one is multiplied", by_registers}),
    fp32({"async", "copies past the registers, several tiles ahead", by_copies}),
    fp32({"fp32-best", "a warp that copies, eight that multiply", by_warpgroups, 2, "", all_sizes}),
    tf32({"mma-tf32", "TF32 matrix cores, a warp at a time", by_warps, 4, "matrix-core"}),
    bf16({"mma-bf16", "BF16 matrix cores, a warp at a time", by_warps, 4, "matrix-core"}),
    tf32({"wgmma-tf32", "TF32 matrix cores, four warps at a time", by_warpgroups, 4, "wgmma",
          all_sizes}),
    bf16({"wgmma-bf16", "BF16 matrix cores, four warps at a time", by_warpgroups, 4, "wgmma",
          all_sizes}),
    bf16_tn({"wgmma-bf16-tn", "the same for a transposed B (n x k) and a BF16 result",
             by_warpgroups, 4, "wgmma", all_sizes}),
    fp32({"fp32-3xtf32", "FP32 accuracy from three TF32 products", by_warpgroups, 8, "wgmma"}),
    on_all_devices(fp32({"sharded-fp32", "fp32-best over all devices, B by panels", by_warpgroups,
                         2, "", sizes_of_shards})),
    on_all_devices(bf16({"sharded-bf16", "wgmma-bf16 over all devices, B by panels", by_warpgroups,
                         4, "wgmma", sizes_of_shards}))};
}  // namespace

HIPPUZZLE_PUZZLE("gemm", "The ladder of matrix multiplication", variants);

extern "C" HIPPUZZLE_EXPORT const hippuzzle_explainer hippuzzle_explainer_entry = {
    HIPPUZZLE_ABI_VERSION, sizeof(hippuzzle_explainer), explain::explain};

extern "C" HIPPUZZLE_EXPORT const hippuzzle_way_model hippuzzle_way_model_entry = {
    HIPPUZZLE_ABI_VERSION, sizeof(hippuzzle_way_model), ways_revision, explain::propose};
