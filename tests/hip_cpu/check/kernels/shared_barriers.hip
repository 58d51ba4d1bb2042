// Barriers in shared memory at which some warps arrive and others wait: the order that they give,
// and the order that is missing when somebody does not wait.
#include <hippuzzle/shared_barrier.hpp>

#include "tests/hip_cpu/check/case.hpp"

using hippuzzle::SharedBarrier;

// The first warp fills a tile, the second one reads it.
__device__ void begin(SharedBarrier* barriers, unsigned count) {
  if (threadIdx.x < count) barriers[threadIdx.x].init(1);
  hippuzzle::publish_barriers();
  __syncthreads();
}

// case tile_behind_a_shared_barrier
__global__ void tile_behind_a_shared_barrier(float* out, const float* in) {
  __shared__ SharedBarrier full[1];
  __shared__ float tile[32];
  begin(full, 1);
  const unsigned lane = threadIdx.x % 32;
  if (threadIdx.x < 32) {
    tile[lane] = in[lane];
    full[0].arrive_as_warp(lane);
  } else {
    full[0].wait(0);
    out[lane] = tile[31 - lane];
  }
}
CASE(tile_behind_a_shared_barrier) {
  RUN(tile_behind_a_shared_barrier, (1), (64), output<float>("out", 32), input<float>("in", 32));
}

// case tile_without_a_wait
//   race tile [write] [read]
__global__ void tile_without_a_wait(float* out, const float* in) {
  __shared__ SharedBarrier full[1];
  __shared__ float tile[32];
  begin(full, 1);
  const unsigned lane = threadIdx.x % 32;
  if (threadIdx.x < 32) {
    tile[lane] = in[lane];  // [write]
    full[0].arrive_as_warp(lane);
  } else {
    out[lane] = tile[31 - lane];  // [read]
  }
}
CASE(tile_without_a_wait) {
  RUN(tile_without_a_wait, (1), (64), output<float>("out", 32), input<float>("in", 32));
}

// The phase of parity 1 is the one before the first, which has ended, and the one after it, which
// never does.
// case waits_for_another_phase
//   runaway - [wait]
//   reversed: race tile [write] [read]
__global__ void waits_for_another_phase(float* out, const float* in) {
  __shared__ SharedBarrier full[1];
  __shared__ float tile[32];
  begin(full, 1);
  const unsigned lane = threadIdx.x % 32;
  if (threadIdx.x < 32) {
    tile[lane] = in[lane];  // [write]
    full[0].arrive_as_warp(lane);
  } else {
    full[0].wait(1);              // [wait]
    out[lane] = tile[31 - lane];  // [read]
  }
}
CASE(waits_for_another_phase) {
  RUN(waits_for_another_phase, (1), (64), output<float>("out", 32), input<float>("in", 32));
}

// case arrives_in_front_of_its_writes
//   race tile [write] [read]
__global__ void arrives_in_front_of_its_writes(float* out, const float* in) {
  __shared__ SharedBarrier full[1];
  __shared__ float tile[32];
  begin(full, 1);
  const unsigned lane = threadIdx.x % 32;
  if (threadIdx.x < 32) {
    full[0].arrive_as_warp(lane);
    tile[lane] = in[lane];  // [write]
  } else {
    full[0].wait(0);
    out[lane] = tile[31 - lane];  // [read]
  }
}
CASE(arrives_in_front_of_its_writes) {
  RUN(arrives_in_front_of_its_writes, (1), (64), output<float>("out", 32), input<float>("in", 32));
}

// One tile for two rounds: it is filled again when the second warp has read it.
// case tile_filled_again_when_it_is_empty
__global__ void tile_filled_again_when_it_is_empty(float* out, const float* in) {
  __shared__ SharedBarrier full[2];  // and empty
  __shared__ float tile[32];
  begin(full, 2);
  const unsigned lane = threadIdx.x % 32;
  for (unsigned round = 0; round < 2; ++round) {
    if (threadIdx.x < 32) {
      if (round > 0) full[1].wait(0);
      tile[lane] = in[32 * round + lane];
      full[0].arrive_as_warp(lane);
    } else {
      full[0].wait(round);
      out[32 * round + lane] = tile[31 - lane];
      full[1].arrive_as_warp(lane);
    }
  }
}
CASE(tile_filled_again_when_it_is_empty) {
  RUN(tile_filled_again_when_it_is_empty, (1), (64), output<float>("out", 64),
      input<float>("in", 64));
}

// The second phase may end before anybody waits for the first one.
// case tile_filled_again_too_early
//   runaway - [wait]
__global__ void tile_filled_again_too_early(float* out, const float* in) {
  __shared__ SharedBarrier full[1];
  __shared__ float tile[32];
  begin(full, 1);
  const unsigned lane = threadIdx.x % 32;
  for (unsigned round = 0; round < 2; ++round) {
    if (threadIdx.x < 32) {
      tile[lane] = in[32 * round + lane];
      full[0].arrive_as_warp(lane);
    } else {
      full[0].wait(round);  // [wait]
      out[32 * round + lane] = tile[31 - lane];
    }
  }
}
CASE(tile_filled_again_too_early) {
  RUN(tile_filled_again_too_early, (1), (64), output<float>("out", 64), input<float>("in", 64));
}

// All threads arrive and wait, in three phases of one barrier.
// case every_thread_arrives
__global__ void every_thread_arrives(float* out, const float* in) {
  __shared__ SharedBarrier done;
  __shared__ float cells[2][96];
  const unsigned i = threadIdx.x;
  if (i == 0) done.init(96);
  hippuzzle::publish_barriers();
  __syncthreads();
  cells[0][i] = in[i];
  for (unsigned pass = 0; pass < 3; ++pass) {
    done.arrive();
    done.wait(pass % 2);
    const float value = cells[pass % 2][(i + 40) % 96];
    if (pass < 2)
      cells[(pass + 1) % 2][i] = value;
    else
      out[i] = value;
  }
}
CASE(every_thread_arrives) {
  RUN(every_thread_arrives, (1), (96), output<float>("out", 96), input<float>("in", 96));
}

// Others may still wait for the phase before.
// case initialised_again
//   race done [init] [wait]
//   runaway - [wait]
__global__ void initialised_again(float* out) {
  __shared__ SharedBarrier done;
  for (unsigned pass = 0; pass < 2; ++pass) {
    if (threadIdx.x == 0) done.init(64);  // [init]
    hippuzzle::publish_barriers();
    __syncthreads();
    done.arrive();
    done.wait(0);  // [wait]
  }
  out[threadIdx.x] = 1;
}
CASE(initialised_again) { RUN(initialised_again, (1), (64), output<float>("out", 64)); }

// case initialised_without_a_barrier
//   race done [init] [arrive]
//   race done [init] [wait]
__global__ void initialised_without_a_barrier(float* out) {
  __shared__ SharedBarrier done;
  if (threadIdx.x == 0) done.init(64);  // [init]
  hippuzzle::publish_barriers();
  done.arrive();  // [arrive]
  done.wait(0);   // [wait]
  out[threadIdx.x] = 1;
}
CASE(initialised_without_a_barrier) {
  RUN(initialised_without_a_barrier, (1), (64), output<float>("out", 64));
}
