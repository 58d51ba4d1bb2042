// p23: output[i] = a[i] + b[i] by four partitions of the elements. Extents: {n}.
#include <hippuzzle/puzzle.hpp>

#include <array>

#include "config.hpp"

namespace {
using namespace hippuzzle;

enum : uint32_t { output, a, b };  // in the order of the kernels' parameters

uint64_t size(const Extents* e) { return e->n[0]; }
Shape elements(const Extents* e) { return {1, {size(e)}}; }

constexpr Buffer buffers[] = {{"output", HIPPUZZLE_F32, HIPPUZZLE_OUT, elements},
                              {"a", HIPPUZZLE_F32, HIPPUZZLE_IN, elements},
                              {"b", HIPPUZZLE_F32, HIPPUZZLE_IN, elements}};

// A thread for each `elements_of_thread` elements.
template <unsigned elements_of_thread>
LaunchConfiguration cover(const Extents* e) {
  return {{ceil_div(size(e), TPB * elements_of_thread), 1, 1}, {TPB, 1, 1}, 0};
}

// a = 2 i and b = 2 i + 1.
void fill_example(const Extents* e, void* const* out) {
  for (uint64_t i = 0; i < size(e); ++i) {
    view<float>(out, a, size(e))[i] = static_cast<float>(2 * i);
    view<float>(out, b, size(e))[i] = static_cast<float>(2 * i + 1);
  }
}

// Whole numbers, so that every sum is exact.
void fill_random(const Extents* e, uint64_t seed, void* const* out) {
  Random random(seed);
  for (float& x : view<float>(out, a, size(e))) x = static_cast<float>(random.integer(-1000, 1000));
  for (float& x : view<float>(out, b, size(e))) x = static_cast<float>(random.integer(-1000, 1000));
}

void reference(const Extents* e, const void* const* in, double* y64, double*) {
  const auto x = view<float>(in, a, size(e)), y = view<float>(in, b, size(e));
  for (uint64_t i = 0; i < size(e); ++i) y64[i] = static_cast<double>(x[i]) + y[i];
}

double flops(const Extents* e) { return static_cast<double>(size(e)); }
double bytes(const Extents* e) { return 3 * sizeof(float) * static_cast<double>(size(e)); }

// Three arrays in vectors that follow each other, and a tail that does not fill a vector: the tail
// is a request more, and touches one sector, perhaps for the second time.
constexpr uint64_t sector = 32 / sizeof(float);
uint64_t tails(const Extents* e) { return size(e) % WIDTH != 0 ? 1 : 0; }
uint64_t sectors_in_order(const Extents* e) {
  return 3 * (ceil_div(size(e) / WIDTH * WIDTH, sector) + tails(e));
}
uint64_t requests_in_order(const Extents* e) {
  return 3 * (ceil_div(size(e) / WIDTH, 32) + tails(e));
}

// A thread reads two arrays: whole vectors of its tile, and the tail of the last tile.
constexpr uint64_t reads_of_tile(uint64_t side) {
  const uint64_t full = side / WIDTH, with_tail = side / WIDTH - 1 + WIDTH - 1;
  return 2 * (full > with_tail ? full : with_tail);
}

constexpr Claim claims_in_order[] = {
    {HIPPUZZLE_GLOBAL_SECTORS, HIPPUZZLE_IN_ALL, sectors_in_order},
    {HIPPUZZLE_GLOBAL_REQUESTS, HIPPUZZLE_IN_ALL, requests_in_order}};
constexpr Claim claims_of_elements[] = {
    {HIPPUZZLE_GLOBAL_READS, HIPPUZZLE_PER_THREAD, at_most<2 * TILE>},
    {HIPPUZZLE_GLOBAL_WRITES, HIPPUZZLE_PER_THREAD, at_most<TILE>}};
template <unsigned side>
constexpr Claim claims_of_vectors[] = {
    {HIPPUZZLE_GLOBAL_READS, HIPPUZZLE_PER_THREAD, at_most<reads_of_tile(side)>},
    {HIPPUZZLE_GLOBAL_WRITES, HIPPUZZLE_PER_THREAD, at_most<reads_of_tile(side) / 2>}};

constexpr auto sums() {
  std::array<double, 1024> y{};
  for (unsigned i = 0; i < y.size(); ++i) y[i] = 4 * i + 1;
  return y;
}
constexpr auto expected = sums();

// Less than a vector, around a tile of each kind, incomplete vectors, several blocks.
constexpr Extents sizes[] = {{1}, {3}, {31}, {33}, {127}, {1003}, {4097}};
constexpr Cases cases = {{1024}, expected.data(), sizes};

template <unsigned elements_of_thread>
constexpr Question question = {
    buffers, cover<elements_of_thread>, fill_example, fill_random, reference, flops, bytes};

constexpr Variant variants[] = {
    exact("elementwise", "neighbouring threads take neighbouring vectors of four", question<WIDTH>,
          cases, claims_in_order),
    exact("tiled", "a thread takes 32 neighbours, one after the other", question<TILE>, cases,
          claims_of_elements),
    exact("manual-vectorized", "a thread takes 128 neighbours in vectors, indices by hand",
          question<MANUAL_TILE>, cases, claims_of_vectors<MANUAL_TILE>),
    exact("vectorized", "a thread takes 32 neighbours in vectors, by tile and vectorize",
          question<TILE>, cases, claims_of_vectors<TILE>)};
}  // namespace

HIPPUZZLE_PUZZLE("p23", "Functional patterns", variants);
