// Twins in OpenCL of kernels of tests/hip_cpu/check/kernels/race.hip. Before each is its
// launch, as oclgrind-kernel reads it: work-items in all, work-items of a group, then the arguments.

// case pooling_without_barrier
//   64 1 1
//   64 1 1
//   <size=256 float noinit>
//   <size=256 float range=0:1:63>
kernel void pooling_without_barrier(global float* out, global const float* in) {
  local float s[64];
  const uint i = get_local_id(0);
  s[i] = in[i];
  float sum = 0;
  for (uint back = 0; back < 3 && back <= i; ++back) sum += s[i - back];
  out[i] = sum;
}

// case neighbour_to_the_right
//   128 1 1
//   64 1 1
//   <size=512 int noinit>
kernel void neighbour_to_the_right(global int* out) {
  local int s[64];
  const uint i = get_local_id(0);
  s[i] = 1;
  out[get_group_id(0) * 64 + i] = s[(i + 1) % 64];
}

// case scan_with_one_barrier
//   64 1 1
//   64 1 1
//   <size=256 float noinit>
//   <size=256 float range=0:1:63>
kernel void scan_with_one_barrier(global float* out, global const float* in) {
  local float s[64];
  const uint i = get_local_id(0);
  s[i] = in[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint offset = 1; offset < 64; offset *= 2) {
    if (i >= offset) s[i] += s[i - offset];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[i] = s[i];
}

// case write_after_read
//   96 1 1
//   96 1 1
//   <size=384 float noinit>
//   <size=384 float range=0:1:95>
kernel void write_after_read(global float* out, global const float* in) {
  local float s[96];
  const uint i = get_local_id(0);
  s[i] = in[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  const float left = i > 0 ? s[i - 1] : 0;
  s[i] += left;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = s[i];
}

// case reduction_without_barrier
//   8 1 1
//   8 1 1
//   <size=4 float noinit>
//   <size=32 float range=0:1:7>
kernel void reduction_without_barrier(global float* out, global const float* in) {
  local float s[8];
  const uint i = get_local_id(0);
  s[i] = in[i];
  for (uint stride = 4; stride > 0; stride /= 2)
    if (i < stride) s[i] += s[i + stride];
  if (i == 0) out[0] = s[0];
}

// case all_add_to_one_cell
//   3 3 1
//   3 3 1
//   <size=36 float noinit>
//   <size=36 float range=0:1:8>
kernel void all_add_to_one_cell(global float* out, global const float* in) {
  local float total;
  const uint i = get_local_id(1) * get_local_size(0) + get_local_id(0);
  if (i == 0) total = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  total += in[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = total;
}

// case fence_is_no_barrier
//   64 1 1
//   64 1 1
//   <size=256 int noinit>
kernel void fence_is_no_barrier(global int* out) {
  local int s[64];
  const uint i = get_local_id(0);
  s[i] = 1;
  mem_fence(CLK_LOCAL_MEM_FENCE);
  out[i] = s[63 - i];
}

// case in_place_stencil
//   8 8 1
//   4 4 1
//   <size=256 float range=0:1:63>
//   <size=4 uint fill=8>
kernel void in_place_stencil(global float* cells, uint n) {
  const uint x = get_global_id(0), y = get_global_id(1);
  if (x + 1 >= n || y >= n) return;
  const float right = cells[y * n + x + 1];
  cells[y * n + x] += right;
}

// case three_dimensions
//   4 3 2
//   4 3 2
//   <size=96 int noinit>
kernel void three_dimensions(global int* out) {
  local int s[2][3][4];
  const uint x = get_local_id(0), y = get_local_id(1), z = get_local_id(2);
  s[z][y][x] = 1;
  out[x + 4 * (y + 3 * z)] = s[1 - z][y][x];
}
