// Twins in OpenCL of kernels of tests/hip_cpu/check/kernels/barrier.hip; see race.cl.

// case early_return
//   64 1 1
//   64 1 1
//   <size=200 float noinit>
//   <size=200 float range=0:1:49>
//   <size=4 uint fill=50>
kernel void early_return(global float* out, global const float* in, uint n) {
  local float s[64];
  const uint i = get_local_id(0);
  if (i >= n) return;
  s[i] = in[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = s[n - 1 - i];
}

// case barrier_in_a_branch
//   4 1 1
//   4 1 1
//   <size=16 int noinit>
kernel void barrier_in_a_branch(global int* out) {
  const uint i = get_local_id(0);
  if (i < 3) {
    out[i] = 1;
    barrier(CLK_LOCAL_MEM_FENCE);
  } else {
    out[i] = 2;
  }
}

// case two_barriers
//   64 1 1
//   64 1 1
//   <size=256 int noinit>
kernel void two_barriers(global int* out) {
  const uint i = get_local_id(0);
  if (i % 2 == 1) {
    out[i] = 1;
    barrier(CLK_LOCAL_MEM_FENCE);
  } else {
    out[i] = 2;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}

// case loops_of_different_length
//   8 1 1
//   8 1 1
//   <size=32 int noinit>
kernel void loops_of_different_length(global int* out) {
  int sum = 0;
  for (uint step = 0; step <= get_local_id(0) % 4; ++step) {
    sum += 1;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_local_id(0)] = sum;
}

// case barrier_of_the_first_warp
//   128 1 1
//   128 1 1
//   <size=512 int noinit>
kernel void barrier_of_the_first_warp(global int* out) {
  local int s[128];
  const uint i = get_local_id(0);
  s[i] = 1;
  if (i < 64) barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = s[i];
}
