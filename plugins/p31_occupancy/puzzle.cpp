// p31: output[i] = 2.5 x[i] + y[i], in blocks that fill a multiprocessor. Extents: {n}.
#include <hippuzzle/puzzle.hpp>

#include <array>

namespace {
using namespace hippuzzle;

enum : uint32_t { output, x, y };  // in the order of the kernels' parameters

constexpr uint64_t table_bytes = 16 * 1024;  // of a block of --balanced

uint64_t size(const Extents* e) { return e->n[0]; }
uint64_t two_an_element(const Extents* e) { return 2 * size(e); }
Shape elements(const Extents* e) { return {1, {size(e)}}; }

constexpr Buffer buffers[] = {{"output", HIPPUZZLE_F32, HIPPUZZLE_OUT, elements},
                              {"x", HIPPUZZLE_F32, HIPPUZZLE_IN, elements},
                              {"y", HIPPUZZLE_F32, HIPPUZZLE_IN, elements}};

// The reference's blocks; a solution's own launch function decides.
template <uint32_t threads>
LaunchConfiguration in_blocks_of(const Extents* e) {
  return {{ceil_div(size(e), threads), 1, 1}, {threads, 1, 1}, 0};
}

void fill_example(const Extents* e, void* const* out) {
  for (uint64_t i = 0; i < size(e); ++i) {
    view<float>(out, x, size(e))[i] = static_cast<float>(i + 1);
    view<float>(out, y, size(e))[i] = static_cast<float>(i + 2);
  }
}

// Whole numbers, so that nothing rounds.
void fill_random(const Extents* e, uint64_t seed, void* const* out) {
  Random random(seed);
  for (const uint32_t buffer : {x, y}) {
    for (float& value : view<float>(out, buffer, size(e)))
      value = static_cast<float>(random.integer(-1000, 1000));
  }
}

void reference(const Extents* e, const void* const* in, double* y64, double*) {
  for (uint64_t i = 0; i < size(e); ++i)
    y64[i] = 2.5 * view<float>(in, x, size(e))[i] + view<float>(in, y, size(e))[i];
}

double flops(const Extents* e) { return 2 * static_cast<double>(size(e)); }
double bytes(const Extents* e) { return 3 * sizeof(float) * static_cast<double>(size(e)); }

constexpr Claim reads = {HIPPUZZLE_GLOBAL_READS, HIPPUZZLE_IN_ALL, two_an_element};
constexpr Claim writes = {HIPPUZZLE_GLOBAL_WRITES, HIPPUZZLE_IN_ALL, size};
constexpr Claim into_scratch = {HIPPUZZLE_SHARED_WRITES, HIPPUZZLE_IN_ALL, size, size};
constexpr Claim out_of_scratch = {HIPPUZZLE_SHARED_READS, HIPPUZZLE_IN_ALL, size, size};
constexpr Claim a_table = {HIPPUZZLE_SHARED_BYTES, HIPPUZZLE_PER_BLOCK, at_most<table_bytes>,
                           at_least<table_bytes>};
constexpr Claim all_warps = {HIPPUZZLE_RESIDENT, HIPPUZZLE_PER_BLOCK, nullptr, at_least<100>};
constexpr Claim claims_of_minimal[] = {reads, writes, all_warps};
constexpr Claim claims_of_sophisticated[] = {reads, writes, into_scratch, out_of_scratch,
                                             all_warps};
constexpr Claim claims_of_balanced[] = {reads,          writes,  into_scratch,
                                        out_of_scratch, a_table, all_warps};

// 3.5 i + 4.5.
constexpr auto expected = [] {
  std::array<double, 4096> values{};
  for (unsigned i = 0; i < values.size(); ++i) values[i] = 3.5 * i + 4.5;
  return values;
}();

// A single element, and last blocks that are not full.
constexpr Extents sizes[] = {{1}, {255}, {1000}};

constexpr Question question(decltype(Variant::configure) configure) {
  return {buffers, configure, fill_example, fill_random, reference, flops, bytes};
}
constexpr Question in_256 = question(in_blocks_of<256>), in_512 = question(in_blocks_of<512>);
constexpr Cases cases = {{expected.size()}, expected.data(), sizes};

constexpr Variant variants[] = {
    exact("minimal", "given in blocks that are too large for some devices", in_256, cases,
          claims_of_minimal),
    exact("sophisticated", "given with more shared memory than it uses", in_256, cases,
          claims_of_sophisticated),
    exact("balanced", "given with a table for each block and too few threads", in_512, cases,
          claims_of_balanced)};
}  // namespace

HIPPUZZLE_PUZZLE("p31", "Occupancy", variants);
