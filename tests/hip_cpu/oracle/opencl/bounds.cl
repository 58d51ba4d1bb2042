// Twins in OpenCL of kernels of tests/hip_cpu/check/kernels/bounds.hip; see race.cl.

// case read_past_global
//   128 1 1
//   64 1 1
//   <size=400 float noinit>
//   <size=400 float range=0:1:99>
//   <size=4 uint fill=100>
kernel void read_past_global(global float* out, global const float* in, uint n) {
  const uint i = get_global_id(0);
  if (i < n) out[i] = in[i + 1];
}

// case write_past_global
//   8 1 1
//   8 1 1
//   <size=16 float noinit>
//   <size=16 float range=0:1:3>
kernel void write_past_global(global float* out, global const float* in) {
  const uint i = get_local_id(0);
  const float value = in[i];
  out[i] = value + 10;
}

// case write_before_global
//   8 1 1
//   8 1 1
//   <size=32 int noinit>
kernel void write_before_global(global int* out) { out[(int)get_local_id(0) - 1] = 1; }

// case read_past_shared
//   64 1 1
//   64 1 1
//   <size=256 float noinit>
kernel void read_past_shared(global float* out) {
  local float s[64];
  local float t[64];
  const uint i = get_local_id(0);
  s[i] = 1;
  t[i] = 2;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = s[i + 1] + t[i];
}

// case write_past_shared_of_taps
//   8 1 1
//   8 1 1
//   <size=32 float noinit>
//   <size=16 float range=0:1:3>
kernel void write_past_shared_of_taps(global float* out, global const float* taps) {
  local float taps_shared[3];
  const uint i = get_local_id(0);
  if (i < 4) taps_shared[i] = taps[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = taps_shared[i % 3];
}

// case past_dynamic_shared
//   24 1 1
//   24 1 1
//   <size=64 float noinit>
//   <size=64>
kernel void past_dynamic_shared(global float* out, local float* dynamic) {
  const uint i = get_local_id(0);
  dynamic[i] = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < 16) out[i] = dynamic[15 - i];
}

// case crooked_vector
//   4 1 1
//   4 1 1
//   <size=64 float noinit>
//   <size=128 float range=0:1:31>
kernel void crooked_vector(global float4* out, global const float* in) {
  const uint i = get_local_id(0);
  out[i] = *(global const float4*)(in + 1 + 4 * i);
}
