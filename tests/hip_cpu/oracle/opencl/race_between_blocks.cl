// Twins in OpenCL of kernels of tests/hip_cpu/check/kernels/race_between_blocks.hip; see race.cl.

// case two_threads_one_element
//   192 1 1
//   64 1 1
//   <size=384 uint noinit>
kernel void two_threads_one_element(global uint* out) {
  const uint i = get_global_id(0);
  out[i / 2] = i;
}

// case blocks_write_the_same_element
//   32 2 1
//   16 1 1
//   <size=64 float noinit>
kernel void blocks_write_the_same_element(global float* out) {
  out[get_local_id(0)] = (float)get_group_id(0);
}

// case reads_what_the_last_block_wrote
//   16 1 1
//   8 1 1
//   <size=12 float noinit>
//   <size=64 float range=0:1:15>
kernel void reads_what_the_last_block_wrote(global float* sums, global const float* in) {
  if (get_local_id(0) == get_local_size(0) - 1) sums[get_group_id(0)] = in[get_global_id(0)];
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (get_group_id(0) > 0 && get_local_id(0) == 0) sums[2] = sums[0];
}

// case reads_what_a_later_block_writes
//   16 1 1
//   8 1 1
//   <size=32 float noinit>
//   <size=32 float noinit>
kernel void reads_what_a_later_block_writes(global float* out, global float* sums) {
  if (get_group_id(0) == 0) out[get_local_id(0)] = sums[get_local_id(0)];
  if (get_group_id(0) == 1) sums[get_local_id(0)] = 1;
}

// case volatile_flag
//   2 1 1
//   1 1 1
//   <size=4 int noinit>
//   <size=4 int noinit>
//   <size=4 int fill=0>
kernel void volatile_flag(global int* out, global int* data, global volatile int* ready) {
  if (get_group_id(0) == 0) {
    data[0] = 5;
    mem_fence(CLK_GLOBAL_MEM_FENCE);
    *ready = 1;
  } else if (*ready == 1) {
    out[0] = data[0];
  }
}

// case atomic_without_fence
//   2 1 1
//   1 1 1
//   <size=4 int noinit>
//   <size=4 int noinit>
//   <size=4 uint fill=0>
kernel void atomic_without_fence(global int* out, global int* data, global uint* arrived) {
  if (get_group_id(0) == 0) {
    data[0] = 5;
    atomic_xchg(arrived, 1u);
  } else if (atomic_add(arrived, 0u) == 1) {
    out[0] = data[0];
  }
}

// case atomic_and_plain
//   16 1 1
//   16 1 1
//   <size=64 uint noinit>
//   <size=4 uint fill=0>
kernel void atomic_and_plain(global uint* out, global uint* count) {
  atomic_add(count, 1u);
  out[get_local_id(0)] = *count;
}
