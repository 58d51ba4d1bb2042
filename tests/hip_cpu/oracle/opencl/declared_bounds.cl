// Twins in OpenCL of kernels of tests/hip_cpu/check/kernels/declared_bounds.hip; see race.cl.

// case past_a_row
//   8 4 1
//   8 4 1
//   <size=128 float noinit>
kernel void past_a_row(global float* out) {
  local float rows[4][8];
  const uint y = get_local_id(1), x = get_local_id(0);
  rows[y][x] = (float)x;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[y * 8 + x] = y < 3 ? rows[y][x + 1] : rows[y][x];
}

// case within_its_row
//   8 4 1
//   8 4 1
//   <size=128 float noinit>
kernel void within_its_row(global float* out) {
  local float rows[4][8];
  const uint y = get_local_id(1), x = get_local_id(0);
  rows[y][x] = (float)x;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[y * 8 + x] = y < 3 && x < 7 ? rows[y][x + 1] : rows[y][x];
}
