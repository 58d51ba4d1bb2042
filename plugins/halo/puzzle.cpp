// halo: a 1D stencil over several devices, some steps of it. Extents: {cells, parts, steps}.
#include <hippuzzle/puzzle.hpp>

#include <vector>

namespace {
using namespace hippuzzle;

enum : uint32_t { output, a };  // in the order of the launch's buffers

Shape row(const Extents* e) { return {1, {e->n[0]}}; }

constexpr Buffer buffers[] = {{"output", HIPPUZZLE_F32, HIPPUZZLE_OUT, row},
                              {"a", HIPPUZZLE_F32, HIPPUZZLE_IN, row}};

// Covers the largest part.
LaunchConfiguration cover_a_part(const Extents* e) {
  return {{ceil_div(ceil_div(e->n[0], e->n[1]), 64), 1, 1}, {64, 1, 1}, 0};
}

void fill_example(const Extents* e, void* const* out) {
  for (uint64_t i = 0; i < e->n[0]; ++i)
    view<float>(out, a, e->n[0])[i] = static_cast<float>(i + 1);
}

// Whole numbers, of which a few steps make sums that a float holds exactly.
void fill_random(const Extents* e, uint64_t seed, void* const* out) {
  Random random(seed);
  for (float& x : view<float>(out, a, e->n[0])) x = static_cast<float>(random.integer(-9, 9));
}

void reference(const Extents* e, const void* const* in, double* y64, double*) {
  const auto first = view<float>(in, a, e->n[0]);
  std::vector<double> cells(first.begin(), first.end());
  for (uint64_t step = 0; step < e->n[2]; ++step) {
    double left = 0;
    for (uint64_t i = 0; i < e->n[0]; ++i) {
      const double here = cells[i];
      cells[i] = left + here + (i + 1 < e->n[0] ? cells[i + 1] : 0);
      left = here;
    }
  }
  for (uint64_t i = 0; i < e->n[0]; ++i) y64[i] = cells[i];
}

double cell_steps(const Extents* e) { return static_cast<double>(e->n[0] * e->n[2]); }
double flops(const Extents* e) { return 2 * cell_steps(e); }
double bytes(const Extents* e) { return 2 * sizeof(float) * cell_steps(e); }

const char* refuse(const Extents* e) {
  if (e->n[1] > 16) return "takes up to 16 parts";
  if (e->n[2] > 10) return "takes up to 10 steps, as sums grow";
  return e->n[0] < 2 * e->n[1] ? "takes two cells a part or more" : nullptr;
}

// 1 … 8: the first step makes of it 3 6 9 … 21 15.
constexpr double expected[] = {9, 18, 27, 36, 45, 54, 54, 36};
constexpr Extents sizes[] = {{8, 1, 1},   {8, 4, 3},    {9, 2, 2},    {100, 3, 4},
                             {131, 4, 5}, {1000, 4, 3}, {517, 2, 10}, {300, 5, 4}};

constexpr Question question = {buffers,   cover_a_part, fill_example, fill_random,
                               reference, flops,        bytes};
constexpr Cases cases = {{8, 2, 2}, expected, sizes, refuse};

constexpr Variant on_several(Variant variant) {
  variant.devices = 4;
  return variant;
}

constexpr Variant variants[] = {
    on_several(exact("exchange", "fetch the halo, wait, compute", question, cases)),
    on_several(
        exact("overlap", "compute what needs no halo while it is on its way", question, cases))};
}  // namespace

HIPPUZZLE_PUZZLE("halo", "Cells over several devices", variants);
