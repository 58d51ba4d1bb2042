// Twins in OpenCL of kernels of tests/hip_cpu/check/kernels/uninitialised.hip; see race.cl.

// case hole_in_shared
//   64 1 1
//   64 1 1
//   <size=256 float noinit>
kernel void hole_in_shared(global float* out) {
  local float s[64];
  const uint i = get_local_id(0);
  if (i != 5) s[i] = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = s[i];
}

// case adds_to_the_output
//   16 1 1
//   16 1 1
//   <size=64 float noinit>
//   <size=64 float range=0:1:15>
kernel void adds_to_the_output(global float* out, global const float* in) {
  out[get_local_id(0)] += in[get_local_id(0)];
}

// case scratch_never_filled
//   4 1 1
//   4 1 1
//   <size=32 double noinit>
//   <size=32 double noinit>
kernel void scratch_never_filled(global double* out, global const double* scratch_memory) {
  out[get_local_id(0)] = scratch_memory[get_local_id(0)];
}

// case shared_of_the_block_before
//   8 1 1
//   4 1 1
//   <size=32 int noinit>
kernel void shared_of_the_block_before(global int* out) {
  local int s;
  if (get_group_id(0) == 0 && get_local_id(0) == 0) s = 7;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = s;
}

// case counter_never_cleared
//   8 1 1
//   8 1 1
//   <size=4 uint noinit>
kernel void counter_never_cleared(global uint* out) {
  local uint count;
  atomic_add(&count, 1u);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0) out[0] = count;
}

// case written_too_late
//   32 1 1
//   32 1 1
//   <size=128 int noinit>
kernel void written_too_late(global int* out) {
  local int s[32];
  const uint i = get_local_id(0);
  const int early = s[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  s[31 - i] = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = s[i] + (early != 0);
}

// case last_element_unwritten
//   16 1 1
//   8 1 1
//   <size=60 float noinit>
//   <size=4 uint fill=15>
kernel void last_element_unwritten(global float* out, uint n) {
  const uint i = get_global_id(0);
  if (i + 1 < n) out[i] = 1;
}
