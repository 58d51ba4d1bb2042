// Twins in OpenCL of kernels of tests/hip_cpu/check/kernels/right_memory.hip; see race.cl.

// case map
//   96 1 1
//   32 1 1
//   <size=280 float noinit>
//   <size=280 float range=0:1:69>
//   <size=4 uint fill=70>
kernel void map(global float* out, global const float* in, uint n) {
  const uint i = get_global_id(0);
  if (i < n) out[i] = in[i] + 10;
}

// case stage_and_reverse
//   128 1 1
//   128 1 1
//   <size=512 float noinit>
//   <size=512 float range=0:1:127>
kernel void stage_and_reverse(global float* out, global const float* in) {
  local float s[128];
  const uint i = get_local_id(0);
  s[i] = in[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = s[127 - i];
}

// case in_place_through_shared
//   96 1 1
//   96 1 1
//   <size=384 int range=0:1:95>
//   <size=384>
kernel void in_place_through_shared(global int* cells, local int* dynamic) {
  const uint i = get_local_id(0);
  dynamic[i] = cells[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  cells[i] = dynamic[(i + 1) % get_local_size(0)];
}

// case scan_with_two_barriers
//   64 1 1
//   64 1 1
//   <size=256 float noinit>
//   <size=256 float range=0:1:63>
kernel void scan_with_two_barriers(global float* out, global const float* in) {
  local float s[64];
  const uint i = get_local_id(0);
  s[i] = in[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint offset = 1; offset < 64; offset *= 2) {
    const float left = i >= offset ? s[i - offset] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    s[i] += left;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[i] = s[i];
}

// case reduction_tree
//   192 1 1
//   64 1 1
//   <size=12 float noinit>
//   <size=600 float range=0:1:149>
//   <size=4 uint fill=150>
kernel void reduction_tree(global float* out, global const float* in, uint n) {
  local float s[64];
  const uint i = get_global_id(0), own = get_local_id(0);
  s[own] = i < n ? in[i] : 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint stride = 32; stride > 0; stride /= 2) {
    if (own < stride) s[own] += s[own + stride];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (own == 0) out[get_group_id(0)] = s[0];
}
