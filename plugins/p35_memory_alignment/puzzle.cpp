// p35: output[i] = 2 a[i] + 1 in arrays that begin at any multiple of 4 bytes. Extents: {n, 1 +
// offset}. Both buffers have `offset` elements before the arrays; the launcher moves the pointers
// and zeroes these elements of the output.
#include <array>
#include <hippuzzle/puzzle.hpp>

#include "config.hpp"

namespace {
using namespace hippuzzle;

enum : uint32_t { output, a };  // in the order of the kernels' parameters

uint64_t size(const Extents* e) { return e->n[0]; }
uint64_t offset(const Extents* e) { return e->n[1] - 1; }
uint64_t with_offset(const Extents* e) { return size(e) + offset(e); }
Shape elements(const Extents* e) { return {1, {with_offset(e)}}; }

constexpr Buffer buffers[] = {{"output", HIPPUZZLE_F32, HIPPUZZLE_OUT, elements},
                              {"a", HIPPUZZLE_F32, HIPPUZZLE_IN, elements}};

// A thread for each element, or for each four.
template <unsigned elements_of_thread>
LaunchConfiguration cover(const Extents* e) {
  return {{ceil_div(size(e), TPB * elements_of_thread), 1, 1}, {TPB, 1, 1}, 0};
}

constexpr float element(uint64_t i) { return static_cast<float>(i % 97); }

void fill_example(const Extents* e, void* const* out) {
  const auto x = view<float>(out, a, with_offset(e));
  for (uint64_t i = 0; i < x.size(); ++i) x[i] = i < offset(e) ? 0 : element(i - offset(e));
}

// Whole numbers, so that every result is exact.
void fill_random(const Extents* e, uint64_t seed, void* const* out) {
  Random random(seed);
  for (float& x : view<float>(out, a, with_offset(e)))
    x = static_cast<float>(random.integer(-1000, 1000));
}

void reference(const Extents* e, const void* const* in, double* y64, double*) {
  const auto x = view<float>(in, a, with_offset(e));
  for (uint64_t i = 0; i < x.size(); ++i)
    y64[i] = i < offset(e) ? 0 : 2 * static_cast<double>(x[i]) + 1;
}

double flops(const Extents* e) { return 2 * static_cast<double>(size(e)); }
double bytes(const Extents* e) { return 2 * sizeof(float) * static_cast<double>(size(e)); }

const char* refuse_other_offsets(const Extents* e) {
  return e->n[1] > WIDTH ? "takes offsets 1 to 4: 1 + the floats before the arrays" : nullptr;
}
const char* refuse_offsets(const Extents* e) {
  return e->n[1] > 1 ? "takes offset 1 only: its arrays are aligned" : nullptr;
}

// A request of a warp's vectors is 128 elements. Single elements at the end are a request more, and
// those before the first aligned address another one; each touches a sector, perhaps again.
constexpr uint64_t sector = 32 / sizeof(float);
uint64_t peel(const Extents* e) {
  const uint64_t until_aligned = offset(e) == 0 ? 0 : WIDTH - offset(e);
  return until_aligned < size(e) ? until_aligned : size(e);
}
uint64_t vectors(const Extents* e) { return (size(e) - peel(e)) / WIDTH; }
uint64_t parts(const Extents* e) {
  const uint64_t tail = size(e) - peel(e) - vectors(e) * WIDTH;
  return (peel(e) > 0 ? 1 : 0) + (tail > 0 ? 1 : 0);
}
// Requests of the two arrays.
uint64_t requests(const Extents* e) { return 2 * (ceil_div(vectors(e), 32) + parts(e)); }
// A vector after a peel begins at element 4, in the middle of a sector, and so does each request.
uint64_t sectors(const Extents* e) {
  const uint64_t halves = peel(e) > 0 ? ceil_div(vectors(e), 32) : 0;
  return 2 * (ceil_div(vectors(e) * WIDTH, sector) + halves + parts(e));
}

constexpr Claim one_access = {HIPPUZZLE_GLOBAL_READS, HIPPUZZLE_PER_THREAD, at_most<1>};
constexpr Claim claims_of_scalar[] = {one_access,
                                      {HIPPUZZLE_GLOBAL_WRITES, HIPPUZZLE_PER_THREAD, at_most<1>}};
constexpr Claim claims_of_vectors[] = {{HIPPUZZLE_GLOBAL_REQUESTS, HIPPUZZLE_IN_ALL, requests},
                                       {HIPPUZZLE_GLOBAL_SECTORS, HIPPUZZLE_IN_ALL, sectors}};

// 2 (i mod 97) + 1 of an array whose last vector is incomplete.
constexpr uint64_t size_of_example = 1003;
constexpr auto expected = [] {
  std::array<double, size_of_example> values{};
  for (uint64_t i = 0; i < values.size(); ++i) values[i] = 2.0 * element(i) + 1;
  return values;
}();

// Less than a vector, incomplete vectors, several blocks; at each offset.
constexpr Extents sizes[] = {{1, 1},    {1, 2},    {1, 4},    {3, 1},    {3, 2},
                             {3, 3},    {3, 4},    {4, 1},    {4, 2},    {4, 4},
                             {1003, 1}, {1003, 2}, {1003, 3}, {1003, 4}, {1026, 1},
                             {1026, 2}, {1026, 3}, {1026, 4}, {4099, 2}};
constexpr Extents aligned_sizes[] = {{1, 1}, {3, 1}, {4, 1}, {1003, 1}, {1026, 1}, {4099, 1}};

constexpr NamedCase large[] = {{"large", {1 << 20, 1}, fill_example}};
constexpr NamedCase moved[] = {{"moved", {size_of_example, 2}, fill_example},
                               {"large", {1 << 20, 1}, fill_example}};

constexpr Cases at_any_offset = {.example = {size_of_example, 1},
                                 .expected = expected.data(),
                                 .sizes = sizes,
                                 .refuse = refuse_other_offsets,
                                 .named = moved};
constexpr Cases at_offset_0 = {.example = {size_of_example, 1},
                               .expected = expected.data(),
                               .sizes = aligned_sizes,
                               .refuse = refuse_offsets,
                               .named = large};

template <unsigned elements_of_thread>
constexpr Question question = {
    buffers, cover<elements_of_thread>, fill_example, fill_random, reference, flops, bytes};

constexpr Variant variants[] = {
    exact("scalar", "one element a thread: right at any address", question<1>, at_any_offset,
          claims_of_scalar),
    exact("unaligned", "single elements up to an aligned address, then vectors", question<WIDTH>,
          at_any_offset, claims_of_vectors),
    exact("aligned", "vectors of 16 bytes from aligned arrays, and a tail", question<WIDTH>,
          at_offset_0, claims_of_vectors)};
}  // namespace

HIPPUZZLE_PUZZLE("p35", "Memory alignment", variants);
