// The judge of ceilings.hip: its kernels' inputs, and the expected outputs. Extents: {elements,
// blocks, repeats}; for the kernels that only compute, elements is the least that their input has.
#include "ceilings.hpp"

#include <algorithm>
#include <cmath>
#include <hippuzzle/puzzle.hpp>
#include <numeric>

namespace {
using namespace hippuzzle;

enum : uint32_t { output, input };

uint64_t threads(const Extents* e) { return e->n[1] * threads_per_block; }
double as_double(uint64_t n) { return static_cast<double>(n); }

Shape elements_shape(const Extents* e) { return {1, {e->n[0]}}; }
Shape threads_shape(const Extents* e) { return {1, {threads(e)}}; }
Shape one_shape(const Extents*) { return {1, {1}}; }

constexpr Buffer copied[] = {{"output", HIPPUZZLE_F32, HIPPUZZLE_OUT, elements_shape},
                             {"input", HIPPUZZLE_F32, HIPPUZZLE_IN, elements_shape}};
constexpr Buffer reduced[] = {{"output", HIPPUZZLE_F32, HIPPUZZLE_OUT, threads_shape},
                              {"input", HIPPUZZLE_F32, HIPPUZZLE_IN, elements_shape}};
constexpr Buffer single[] = {{"output", HIPPUZZLE_F32, HIPPUZZLE_OUT, one_shape},
                             {"input", HIPPUZZLE_F32, HIPPUZZLE_IN, elements_shape}};

LaunchConfiguration cover_elements(const Extents* e) {
  return {{ceil_div(e->n[0], copied_per_thread * threads_per_block), 1, 1},
          {threads_per_block, 1, 1},
          0};
}
LaunchConfiguration as_told(const Extents* e) {
  return {{static_cast<uint32_t>(e->n[1]), 1, 1}, {threads_per_block, 1, 1}, 0};
}
LaunchConfiguration one_thread(const Extents*) { return {{1, 1, 1}, {1, 1, 1}, 0}; }

// Whole numbers, so that sums are exact in any order.
void fill_random(const Extents* e, uint64_t seed, void* const* out) {
  Random random(seed);
  for (float& value : view<float>(out, input, e->n[0])) {
    value = static_cast<float>(random.integer(1, 3));
  }
}

// a and b of x = x * a + b.
void fill_contraction(const Extents* e, uint64_t seed, void* const* out) {
  Random random(seed);
  for (float& value : view<float>(out, input, e->n[0])) {
    value = static_cast<float>(random.uniform(0.25, 0.5));
  }
}

void fill_example(const Extents* e, void* const* out) { fill_random(e, 0, out); }
void fill_example_contraction(const Extents* e, void* const* out) { fill_contraction(e, 0, out); }

void right_copy(const Extents* e, const void* const* in, double* y64, double*) {
  std::ranges::copy(view<float>(in, input, e->n[0]), y64);
}

void right_first(const Extents* e, const void* const* in, double* y64, double*) {
  y64[0] = view<float>(in, input, e->n[0])[0];
}

double group_sum(std::span<const float> values, uint64_t group) {
  const auto four = values.subspan(4 * group, 4);
  return std::accumulate(four.begin(), four.end(), 0.0);
}

void right_l2(const Extents* e, const void* const* in, double* y64, double*) {
  const auto values = view<float>(in, input, e->n[0]);
  const uint64_t groups = e->n[0] / 4;
  std::fill_n(y64, threads(e), 0.0);
  for (uint64_t r = 0; r < e->n[2]; ++r) {
    const uint64_t start = first_of_pass(r, groups);
    for (uint64_t i = 0; i < groups; ++i) {
      y64[i % threads(e)] += group_sum(values, (i + start) % groups);
    }
  }
}

void right_shared(const Extents* e, const void* const* in, double* y64, double*) {
  const auto values = view<float>(in, input, e->n[0]);
  for (uint64_t t = 0; t < threads_per_block; ++t) {
    double total = 0;
    for (uint64_t r = 0; r < e->n[2]; ++r) {
      total += group_sum(values, (t + r * shared_step) % (shared_elements / 4));
    }
    for (uint64_t b = 0; b < e->n[1]; ++b) y64[b * threads_per_block + t] = total;
  }
}

// The value that all chains converge to; a repeat halves the distance sixteen times at least.
void right_fp32(const Extents* e, const void* const* in, double* y64, double* magnitude) {
  const auto values = view<float>(in, input, e->n[0]);
  const double rest = fma_chains * double{values[1]} / (1 - double{values[0]});
  std::fill_n(y64, threads(e), rest);
  std::fill_n(magnitude, threads(e), rest);
}

template <unsigned depth>
void right_matrix(const Extents* e, const void* const* in, double* y64, double*) {
  const double a = view<float>(in, input, e->n[0])[0];
  const double each = a * depth * matrix_unrolled * as_double(e->n[2]);
  std::fill_n(y64, threads(e), matrix_results * matrix_chains * each);
}

template <unsigned depth>
void right_warpgroup(const Extents* e, const void* const* in, double* y64, double*) {
  const double a = view<float>(in, input, e->n[0])[0];
  const double each = a * depth * warpgroup_unrolled * as_double(e->n[2]);
  std::fill_n(y64, threads(e), warpgroup_results * each);
}

double none(const Extents*) { return 0; }
double one(const Extents*) { return 1; }
double copied_bytes(const Extents* e) { return 8 * as_double(e->n[0]); }
double l2_bytes(const Extents* e) { return 4 * as_double(e->n[0] * e->n[2]); }
double shared_bytes(const Extents* e) { return 16 * as_double(threads(e) * e->n[2]); }
double fp32_flops(const Extents* e) {
  return 2.0 * fma_chains * fma_unrolled * as_double(threads(e) * e->n[2]);
}
template <unsigned depth>
double matrix_flops(const Extents* e) {
  return 2.0 * matrix_results * depth * matrix_chains * matrix_unrolled *
         as_double(threads(e) * e->n[2]);
}

template <unsigned depth>
double warpgroup_flops(const Extents* e) {
  return 2.0 * warpgroup_rows * warpgroup_columns * depth * warpgroup_unrolled *
         as_double(threads(e) / 128 * e->n[2]);
}

const char* refuse_odd_groups(const Extents* e) {
  return e->n[0] % 4 != 0 ? "takes elements in groups of four" : nullptr;
}
const char* refuse_small_input(const Extents* e) {
  return e->n[0] < shared_elements ? "takes 4096 elements and more" : nullptr;
}

// Expected values of the example, never compared: ceilings are measured, not solved.
constexpr double unasked[] = {0};

constexpr Variant variant(const char* name, const char* summary, std::span<const Buffer> buffers) {
  const Question question = {buffers, as_told, fill_example, fill_random, right_copy, none, none};
  return exact(name, summary, question, {{shared_elements, 1, 1}, unasked, {}});
}

template <class Change>
constexpr Variant with(Variant changed, Change change) {
  change(changed);
  return changed;
}

constexpr Variant variants[] = {
    with(variant("dram", "device memory, copied", copied),
         [](Variant& v) {
           v.configure = cover_elements;
           v.bytes = copied_bytes;
           v.refuse = refuse_odd_groups;
         }),
    with(variant("l2", "the cache in front of device memory, read", reduced),
         [](Variant& v) {
           v.reference = right_l2;
           v.bytes = l2_bytes;
           v.refuse = refuse_odd_groups;
         }),
    with(variant("shared", "shared memory, read", reduced),
         [](Variant& v) {
           v.reference = right_shared;
           v.bytes = shared_bytes;
           v.refuse = refuse_small_input;
         }),
    with(variant("fp32", "FP32 multiply-add", reduced),
         [](Variant& v) {
           v.fill_example = fill_example_contraction;
           v.fill_random = fill_contraction;
           v.reference = right_fp32;
           v.tolerance = HIPPUZZLE_COMPONENTWISE;
           v.factor = 16;
           v.terms = one;
           v.flops = fp32_flops;
         }),
    with(variant("tf32", "TF32 matrix instructions (mma.sync; FP32 by MFMA on AMD)", reduced),
         [](Variant& v) {
           v.reference = right_matrix<tf32_depth>;
           v.flops = matrix_flops<tf32_depth>;
           v.required = "matrix-core";
         }),
    with(variant("bf16", "BF16 matrix instructions (mma.sync, MFMA)", reduced),
         [](Variant& v) {
           v.reference = right_matrix<bf16_depth>;
           v.flops = matrix_flops<bf16_depth>;
           v.required = "matrix-core";
         }),
    with(variant("tf32-warpgroup", "TF32 matrix instructions of warpgroups (wgmma)", reduced),
         [](Variant& v) {
           v.reference = right_warpgroup<tf32_depth>;
           v.flops = warpgroup_flops<tf32_depth>;
           v.required = "wgmma";
         }),
    with(variant("bf16-warpgroup", "BF16 matrix instructions of warpgroups (wgmma)", reduced),
         [](Variant& v) {
           v.reference = right_warpgroup<bf16_depth>;
           v.flops = warpgroup_flops<bf16_depth>;
           v.required = "wgmma";
         }),
    with(variant("launch", "one thread that writes one element", single), [](Variant& v) {
      v.configure = one_thread;
      v.reference = right_first;
    })};
}  // namespace

HIPPUZZLE_PUZZLE("ceilings", "Ceilings of a device", variants);
