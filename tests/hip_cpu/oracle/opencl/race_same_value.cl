// Twins in OpenCL of kernels of tests/hip_cpu/check/kernels/race_same_value.hip; see race.cl.

// case all_set_a_flag
//   8 1 1
//   8 1 1
//   <size=4 int noinit>
//   <size=32 int range=0:1:7>
kernel void all_set_a_flag(global int* found, global const int* in) {
  if (in[get_local_id(0)] > 3) found[0] = 1;
}

// case all_clear_a_shared_cell
//   16 1 1
//   16 1 1
//   <size=4 int noinit>
kernel void all_clear_a_shared_cell(global int* out) {
  local int total;
  total = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&total, 1);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0) out[0] = total;
}

// case same_but_for_one
//   16 1 1
//   16 1 1
//   <size=4 int noinit>
kernel void same_but_for_one(global int* out) { out[0] = get_local_id(0) == 7; }
