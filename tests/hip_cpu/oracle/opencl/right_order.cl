// Twins in OpenCL of kernels of tests/hip_cpu/check/kernels/right_order.hip; see race.cl.

// case histogram
//   96 1 1
//   32 1 1
//   <size=32 uint fill=0>
//   <size=360 uint range=0:1:89>
//   <size=4 uint fill=90>
kernel void histogram(global uint* bins, global const uint* in, uint n) {
  local uint own[8];
  const uint thread = get_local_id(0);
  if (thread < 8) own[thread] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  const uint i = get_global_id(0);
  if (i < n) atomic_add(&own[in[i] % 8], 1u);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (thread < 8) atomic_add(&bins[thread], own[thread]);
}

// case compare_and_swap_loop
//   32 1 1
//   16 1 1
//   <size=4 uint fill=0>
kernel void compare_and_swap_loop(global uint* product) {
  uint seen = atomic_add(product, 0u);
  for (;;) {
    const uint before = atomic_cmpxchg(product, seen, seen * 3 + 1);
    if (before == seen) break;
    seen = before;
  }
}

// case flag_with_fence_and_atomic
//   2 1 1
//   1 1 1
//   <size=4 int noinit>
//   <size=4 int noinit>
//   <size=4 uint fill=0>
kernel void flag_with_fence_and_atomic(global int* out, global int* data, global uint* posted) {
  if (get_group_id(0) == 0) {
    data[0] = 5;
    mem_fence(CLK_GLOBAL_MEM_FENCE);
    atomic_xchg(posted, 1u);
  } else if (atomic_add(posted, 0u) == 1) {
    mem_fence(CLK_GLOBAL_MEM_FENCE);
    out[0] = data[0];
  }
}

// case last_block_of_one_thread
//   40 1 1
//   8 1 1
//   <size=4 float noinit>
//   <size=20 float noinit>
//   <size=160 float range=0:1:39>
//   <size=4 uint fill=0>
kernel void last_block_of_one_thread(global float* out, global float* partial,
                                     global const float* in, global uint* tickets) {
  local int is_last;
  const uint group = get_group_id(0), size = get_local_size(0);
  if (get_local_id(0) == 0) {
    float sum = 0;
    for (uint i = 0; i < size; ++i) sum += in[group * size + i];
    partial[group] = sum;
    mem_fence(CLK_GLOBAL_MEM_FENCE);
    is_last = atomic_inc(tickets) == get_num_groups(0) - 1;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (is_last && get_local_id(0) == 0) {
    float sum = 0;
    for (uint other = 0; other < get_num_groups(0); ++other) sum += partial[other];
    out[0] = sum;
    *tickets = 0;
  }
}
