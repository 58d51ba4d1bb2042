// The halo's left cell comes from the left neighbour's left end.
// variants: exchange, overlap
#define begin_copies right_begin_copies
#define exchange right_exchange
#define overlap right_overlap
#include "solution.hip"
#undef begin_copies
#undef exchange
#undef overlap

void begin_copies(Part* parts, int count) {
  for (int i = 0; i < count; ++i) {
    HIP_CHECK(hipSetDevice(parts[i].device));
    HIP_CHECK(hipEventRecord(parts[i].computed, parts[i].compute));
  }
  for (int i = 0; i < count; ++i) {
    const Part& part = parts[i];
    HIP_CHECK(hipSetDevice(part.device));
    HIP_CHECK(hipStreamWaitEvent(part.copies, part.computed, 0));
    if (i > 0) fetch(part, part.from, parts[i - 1], parts[i - 1].from + 1);
    if (i + 1 < count) fetch(part, part.from + part.cells + 1, parts[i + 1], parts[i + 1].from + 1);
    HIP_CHECK(hipEventRecord(part.arrived, part.copies));
  }
}

void exchange(Part* parts, int count) {
  begin_copies(parts, count);
  for (int i = 0; i < count; ++i) {
    HIP_CHECK(hipStreamWaitEvent(parts[i].compute, parts[i].arrived, 0));
    compute_cells(parts[i], 1, parts[i].cells);
  }
}

void overlap(Part* parts, int count) { exchange(parts, count); }
