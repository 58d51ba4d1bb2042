// All cells are computed while the copies are under way, and only then somebody waits for them.
// variants: overlap
#define overlap right_overlap
#include "solution.hip"
#undef overlap

void overlap(Part* parts, int count) {
  begin_copies(parts, count);
  for (int i = 0; i < count; ++i) {
    compute_cells(parts[i], 1, parts[i].cells);
    HIP_CHECK(hipStreamWaitEvent(parts[i].compute, parts[i].arrived, 0));
  }
}
