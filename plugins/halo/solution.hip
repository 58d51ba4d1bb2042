// halo, the reference: one step of all parts. parts: from left to right, `count` of them.

// Cells first to last of `to`: the sum of the cell and its two neighbours in `from`.
__global__ void add_neighbours(float* to, const float* from, unsigned first, unsigned last) {
  const unsigned i = first + blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= last) to[i] = from[i - 1] + from[i] + from[i + 1];
}

// On the part's device, in its stream `compute`.
void compute_cells(const Part& part, unsigned first, unsigned last) {
  if (first > last) return;
  HIP_CHECK(hipSetDevice(part.device));
  hipLaunchKernelGGL(add_neighbours, dim3((last - first) / TPB + 1), dim3(TPB), 0, part.compute,
                     part.to, part.from, first, last);
  HIP_CHECK(hipGetLastError());
}

// Fetches a neighbour's cell once the neighbour has computed it.
void fetch(const Part& part, float* cell, const Part& neighbour, const float* its_cell) {
  HIP_CHECK(hipStreamWaitEvent(part.copies, neighbour.computed, 0));
  HIP_CHECK(hipMemcpyPeerAsync(cell, part.device, its_cell, neighbour.device, sizeof(float),
                               part.copies));
}

// Copies the halo of every part; `arrived` is recorded after the copies.
void begin_copies(Part* parts, int count) {
  for (int i = 0; i < count; ++i) {
    HIP_CHECK(hipSetDevice(parts[i].device));
    HIP_CHECK(hipEventRecord(parts[i].computed, parts[i].compute));
  }
  for (int i = 0; i < count; ++i) {
    const Part& part = parts[i];
    HIP_CHECK(hipSetDevice(part.device));
    HIP_CHECK(hipStreamWaitEvent(part.copies, part.computed, 0));
    if (i > 0) fetch(part, part.from, parts[i - 1], parts[i - 1].from + parts[i - 1].cells);
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

// Cells 2 to cells - 1 need no halo: they are computed while it is on its way.
void overlap(Part* parts, int count) {
  begin_copies(parts, count);
  for (int i = 0; i < count; ++i) compute_cells(parts[i], 2, parts[i].cells - 1);
  for (int i = 0; i < count; ++i) {
    const unsigned last = parts[i].cells;
    HIP_CHECK(hipStreamWaitEvent(parts[i].compute, parts[i].arrived, 0));
    compute_cells(parts[i], 1, 1);
    if (last > 1) compute_cells(parts[i], last, last);
  }
}
