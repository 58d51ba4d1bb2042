// Twins in OpenCL of kernels of tests/hip_cpu/check/kernels/happens_before.hip; see race.cl.

// case count_read_by_the_last_thread
//   64 1 1
//   64 1 1
//   <size=4 uint noinit>
//   <size=4 uint fill=0>
kernel void count_read_by_the_last_thread(global uint* out, global uint* count) {
  atomic_add(count, 1u);
  if (get_local_id(0) == get_local_size(0) - 1) out[0] = *count;
}

// case shared_count_read_by_its_last_adder
//   64 1 1
//   32 1 1
//   <size=8 int noinit>
kernel void shared_count_read_by_its_last_adder(global int* out) {
  local int total;
  const uint i = get_local_id(0);
  if (i == 0) total = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&total, (int)i);
  if (i == 31) out[get_group_id(0)] = total;
}

// case count_read_behind_a_barrier
//   192 1 1
//   64 1 1
//   <size=12 uint noinit>
//   <size=12 uint fill=0>
kernel void count_read_behind_a_barrier(global uint* out, global uint* count) {
  const uint group = get_group_id(0);
  atomic_add(&count[group], 1u);
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (get_local_id(0) == get_local_size(0) - 1) out[group] = count[group];
}
