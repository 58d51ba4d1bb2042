// p90: output = 2 * a, element by element. Extents: {n}.
#include <hippuzzle/puzzle.hpp>

namespace {
using namespace hippuzzle;

enum : uint32_t { output, a };  // in the order of the kernel's parameters

Shape vector(const Extents* e) { return {1, {e->n[0]}}; }

constexpr Buffer buffers[] = {{"output", HIPPUZZLE_F32, HIPPUZZLE_OUT, vector},
                              {"a", HIPPUZZLE_F32, HIPPUZZLE_IN, vector}};

LaunchConfiguration one_thread_per_element(const Extents* e) {
  return {{ceil_div(e->n[0], 64), 1, 1}, {64, 1, 1}, 0};
}

void fill_example(const Extents* e, void* const* out) {
  for (uint64_t i = 0; i < e->n[0]; ++i) view<float>(out, a, e->n[0])[i] = static_cast<float>(i);
}

void fill_random(const Extents* e, uint64_t seed, void* const* out) {
  Random random(seed);
  fill_uniform(view<float>(out, a, e->n[0]), random);
}

void reference(const Extents* e, const void* const* in, double* y64, double*) {
  for (uint64_t i = 0; i < e->n[0]; ++i) y64[i] = 2.0 * view<float>(in, a, e->n[0])[i];
}

constexpr double expected[] = {0, 2, 4, 6};
constexpr Extents sizes[] = {{1}, {63}, {64}, {65}, {1000}};

constexpr Variant variants[] = {
    {.name = "simple",
     .summary = "one thread per element",
     .buffers = buffers,
     .buffer_count = std::size(buffers),
     .size_count = std::size(sizes),
     .sizes = sizes,
     .example = {{4}},
     .expected = expected,
     .configure = one_thread_per_element,
     .fill_example = fill_example,
     .fill_random = fill_random,
     .reference = reference,
     .tolerance = HIPPUZZLE_EXACT,
     .factor = 0,
     .terms = nullptr,
     .flops = [](const Extents* e) { return static_cast<double>(e->n[0]); },
     .bytes = [](const Extents* e) { return 2.0 * sizeof(float) * static_cast<double>(e->n[0]); },
     .required = ""}};
}  // namespace

HIPPUZZLE_PUZZLE("p90", "Scale a vector", variants);
