// Right kernels whose counts can be worked out by hand: = and an instruction, by access, array and
// line, or = and a quantity of each thread.
#include <hippuzzle/static_tensor.hpp>

#include "tests/hip_cpu/check/case.hpp"

// case coalesced
//   32: = read in [copy] accesses 64 bytes 4 requests 2 sectors 8
//   32: = write out [copy] accesses 64 bytes 4 requests 2 sectors 8
//   64: = read in [copy] accesses 64 bytes 4 requests 1 sectors 8
//   64: = write out [copy] accesses 64 bytes 4 requests 1 sectors 8
//   = global-reads 1 to 1, 64 in all
//   = global-writes 1 to 1, 64 in all
__global__ void coalesced(float* out, const float* in) {
  const unsigned i = threadIdx.x;
  out[i] = in[i];  // [copy]
}
CASE(coalesced) { RUN(coalesced, (1), (64), output<float>("out", 64), input<float>("in", 64)); }

// case column_of_a_matrix
//   32: = read in [column] accesses 32 bytes 4 requests 1 sectors 32
//   32: = write out [column] accesses 32 bytes 4 requests 1 sectors 4
//   64: = read in [column] accesses 32 bytes 4 requests 1 sectors 32
//   64: = write out [column] accesses 32 bytes 4 requests 1 sectors 4
//   = global-reads 1 to 1, 32 in all
//   = global-writes 1 to 1, 32 in all
__global__ void column_of_a_matrix(float* out, const float* in) {
  out[threadIdx.x] = in[threadIdx.x * 32];  // [column]
}
CASE(column_of_a_matrix) {
  RUN(column_of_a_matrix, (1), (32), output<float>("out", 32), input<float>("in", 32 * 32));
}

// A column of 32 floats is in one bank; with a column of padding it is in all of them.

// case transposed_in_shared
//   32: = read in [load] accesses 1024 bytes 4 requests 32 sectors 128
//   32: = write tile [load] accesses 1024 bytes 4 requests 32 wavefronts 32
//   32: = read tile [store] accesses 1024 bytes 4 requests 32 wavefronts 1024 conflicts 992
//   32: = write out [store] accesses 1024 bytes 4 requests 32 sectors 128
//   64: = read in [load] accesses 1024 bytes 4 requests 16 sectors 128
//   64: = write tile [load] accesses 1024 bytes 4 requests 16 wavefronts 32
//   64: = read tile [store] accesses 1024 bytes 4 requests 16 wavefronts 1024 conflicts 992
//   64: = write out [store] accesses 1024 bytes 4 requests 16 sectors 128
//   = global-reads 1 to 1, 1024 in all
//   = global-writes 1 to 1, 1024 in all
//   = shared-reads 1 to 1, 1024 in all
//   = shared-writes 1 to 1, 1024 in all
//   = barriers 1 to 1, 1024 in all
__global__ void transposed_in_shared(float* out, const float* in) {
  __shared__ float tile[32][32];
  const unsigned x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[y * 32 + x];  // [load]
  __syncthreads();
  out[y * 32 + x] = tile[x][y];  // [store]
}
CASE(transposed_in_shared) {
  RUN(transposed_in_shared, (1), (32, 32), output<float>("out", 1024), input<float>("in", 1024));
}

// case transposed_with_padding
//   32: = write tile [load] accesses 1024 bytes 4 requests 32 wavefronts 32
//   32: = read tile [store] accesses 1024 bytes 4 requests 32 wavefronts 32
//   32: = write out [store] accesses 1024 bytes 4 requests 32 sectors 128
//   64: = write tile [load] accesses 1024 bytes 4 requests 16 wavefronts 32
//   64: = read tile [store] accesses 1024 bytes 4 requests 16 wavefronts 32
//   64: = write out [store] accesses 1024 bytes 4 requests 16 sectors 128
//   = global-writes 1 to 1, 1024 in all
//   = shared-reads 1 to 1, 1024 in all
//   = shared-writes 1 to 1, 1024 in all
//   = barriers 1 to 1, 1024 in all
__global__ void transposed_with_padding(float* out) {
  __shared__ hippuzzle::SharedTensor<float, decltype(hippuzzle::row_major<32, 33>())> tile;
  const unsigned x = threadIdx.x, y = threadIdx.y;
  tile(y, x) = 1;  // [load]
  __syncthreads();
  out[y * 32 + x] = tile(x, y);  // [store]
}
CASE(transposed_with_padding) {
  RUN(transposed_with_padding, (1), (32, 32), output<float>("out", 1024));
}

// case broadcast
//   = write s [one] accesses 1 bytes 4 requests 1 partial 1 wavefronts 1
//   = read s [all] accesses 32 bytes 4 requests 1 wavefronts 1
//   = write out [all] accesses 32 bytes 4 requests 1 sectors 4
//   = global-writes 1 to 1, 32 in all
//   = shared-reads 1 to 1, 32 in all
//   = shared-writes 0 to 1, 1 in all
//   = barriers 1 to 1, 32 in all
__global__ void broadcast(int* out) {
  __shared__ int s[32];
  if (threadIdx.x == 5) s[7] = 1;  // [one]
  __syncthreads();
  out[threadIdx.x] = s[7];  // [all]
}
CASE(broadcast) { RUN(broadcast, (1), (32), output<int>("out", 32)); }

// 16 bytes a lane: eight lanes at a time, and four wavefronts at least. AMD reads lanes 0-3
// together with 20-23, whose addresses are odd.

// case vectors_of_four
//   = read in [load] accesses 32 bytes 16 requests 1 sectors 16
//   = write s [load] accesses 32 bytes 16 requests 1 wavefronts 4
//   32: = read s [store] accesses 32 bytes 16 requests 1 wavefronts 8 conflicts 4
//   64: = read s [store] accesses 32 bytes 16 requests 1 wavefronts 4
//   = write out [store] accesses 32 bytes 16 requests 1 sectors 16
//   = global-reads 1 to 1, 32 in all
//   = global-writes 1 to 1, 32 in all
//   = shared-reads 1 to 1, 32 in all
//   = shared-writes 1 to 1, 32 in all
//   = barriers 1 to 1, 32 in all
__global__ void vectors_of_four(float4* out, const float4* in) {
  __shared__ float4 s[32];
  const unsigned i = threadIdx.x;
  s[i] = in[i];  // [load]
  __syncthreads();
  out[i] = s[(2 * i) % 32 + i / 16];  // [store]
}
CASE(vectors_of_four) {
  float4* out = reinterpret_cast<float4*>(output<float>("out", 128));
  RUN(vectors_of_four, (1), (32), out, reinterpret_cast<float4*>(input<float>("in", 128)));
}

// 8 bytes a lane: 16 lanes at a time.

// case doubles
//   = read in [load] accesses 32 bytes 8 requests 1 sectors 8
//   = write s [load] accesses 32 bytes 8 requests 1 wavefronts 2
//   = read s [store] accesses 32 bytes 8 requests 1 wavefronts 4 conflicts 2
//   = write out [store] accesses 32 bytes 8 requests 1 sectors 8
//   = global-reads 1 to 1, 32 in all
//   = global-writes 1 to 1, 32 in all
//   = shared-reads 1 to 1, 32 in all
//   = shared-writes 1 to 1, 32 in all
//   = barriers 1 to 1, 32 in all
__global__ void doubles(double* out, const double* in) {
  __shared__ double s[32];
  const unsigned i = threadIdx.x;
  s[i] = in[i];  // [load]
  __syncthreads();
  out[i] = s[(2 * i) % 32 + i / 16];  // [store]
}
CASE(doubles) { RUN(doubles, (1), (32), output<double>("out", 32), input<double>("in", 32)); }

// case bytes
//   = read text [copy] accesses 96 bytes 1 requests 3 sectors 3
//   = write out [copy] accesses 96 bytes 1 requests 3 sectors 3
//   = global-reads 1 to 1, 96 in all
//   = global-writes 1 to 1, 96 in all
__global__ void bytes(unsigned char* out, const unsigned char* text) {
  const unsigned i = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  const unsigned at = blockIdx.x * blockDim.x * blockDim.y * blockDim.z + i;
  out[at] = text[at];  // [copy]
}
CASE(bytes) {
  RUN(bytes, (3), (4, 4, 2), output<unsigned char>("out", 96), input<unsigned char>("text", 96));
}

// case every_second_lane
//   = read in [odd] accesses 16 bytes 4 requests 1 partial 1 sectors 4
//   = write out [all] accesses 32 bytes 4 requests 1 sectors 4
//   = global-reads 0 to 1, 16 in all
//   = global-writes 1 to 1, 32 in all
__global__ void every_second_lane(float* out, const float* in) {
  float value = 0;
  if (threadIdx.x % 2 == 1) value = in[threadIdx.x];  // [odd]
  out[threadIdx.x] = value;                           // [all]
}
CASE(every_second_lane) {
  RUN(every_second_lane, (1), (32), output<float>("out", 32), input<float>("in", 32));
}

// A block of 48 threads: its second warp misses no lane, because the block has no more threads.

// case block_of_48
//   32: = write out [all] accesses 48 bytes 4 requests 2 sectors 6
//   64: = write out [all] accesses 48 bytes 4 requests 1 sectors 6
//   = global-writes 1 to 1, 48 in all
__global__ void block_of_48(int* out) {
  out[threadIdx.x] = 1;  // [all]
}
CASE(block_of_48) { RUN(block_of_48, (1), (48), output<int>("out", 48)); }

// Lane i goes round i % 4 + 1 times: 32, 24, 16 and 8 lanes. After the loop all are together.

// case loops_of_four_lengths
//   = read in [sum] accesses 80 bytes 4 requests 4 partial 3 sectors 4
//   = write out [all] accesses 32 bytes 4 requests 1 sectors 4
//   = global-reads 1 to 4, 80 in all
//   = global-writes 1 to 1, 32 in all
__global__ void loops_of_four_lengths(float* out, const float* in) {
  float sum = 0;
  for (unsigned k = 0; k <= threadIdx.x % 4; ++k) sum += in[k];  // [sum]
  out[threadIdx.x] = sum;                                        // [all]
}
CASE(loops_of_four_lengths) {
  RUN(loops_of_four_lengths, (1), (32), output<float>("out", 32), input<float>("in", 4));
}

// Even lanes read in even rounds and odd lanes in odd ones: no lane ever reads together with its
// neighbour, though both read twice.

// case taking_turns
//   = read in [read] accesses 64 bytes 4 requests 4 partial 4 sectors 16
//   = write out [all] accesses 32 bytes 4 requests 1 sectors 4
//   = global-reads 2 to 2, 64 in all
//   = global-writes 1 to 1, 32 in all
__global__ void taking_turns(float* out, const float* in) {
  float sum = 0;
  for (unsigned k = 0; k < 4; ++k) {
    if (k % 2 == threadIdx.x % 2) sum += in[k * 32 + threadIdx.x];  // [read]
  }
  out[threadIdx.x] = sum;  // [all]
}
CASE(taking_turns) {
  RUN(taking_turns, (1), (32), output<float>("out", 32), input<float>("in", 128));
}

// case called_from_a_loop
//   = read in [read] accesses 96 bytes 4 requests 3 sectors 12
//   = write out [all] accesses 32 bytes 4 requests 1 sectors 4
//   = global-reads 3 to 3, 96 in all
//   = global-writes 1 to 1, 32 in all
__device__ float element(const float* in, unsigned row) {
  return in[row * 32 + threadIdx.x];  // [read]
}
__global__ void called_from_a_loop(float* out, const float* in) {
  float sum = 0;
  unsigned row = 0;
  do {
    sum += element(in, row);
    if (row == 2) break;
    ++row;
  } while (true);
  out[threadIdx.x] = sum;  // [all]
}
CASE(called_from_a_loop) {
  RUN(called_from_a_loop, (1), (32), output<float>("out", 32), input<float>("in", 96));
}

// One operation of a lane after the other where all want one word.

// case atomics
//   = atomic sums [shared] accesses 32 bytes 4 requests 1 wavefronts 32 conflicts 31
//   = atomic total [global] accesses 32 bytes 8 requests 1 sectors 32
//   = write sums [clear] accesses 1 bytes 4 requests 1 partial 1 wavefronts 1
//   = global-atomics 1 to 1, 32 in all
//   = shared-writes 0 to 1, 1 in all
//   = shared-atomics 1 to 1, 32 in all
//   = barriers 1 to 1, 32 in all
__global__ void atomics(unsigned long long* total) {
  __shared__ float sums[4];
  if (threadIdx.x == 0) sums[2] = 0;  // [clear]
  __syncthreads();
  atomicAdd(&sums[2], 1.0f);  // [shared]
  atomicAdd(total, 1ull);     // [global]
}
CASE(atomics) { RUN(atomics, (1), (32), zeros<unsigned long long>("total", 1)); }

// A struct of 24 bytes: three accesses of eight.

// case struct_of_24_bytes
//   = read in [copy] accesses 96 bytes 8 requests 3 sectors 72
//   = write out [copy] accesses 96 bytes 8 requests 3 sectors 72
//   = global-reads 3 to 3, 96 in all
//   = global-writes 3 to 3, 96 in all
struct Three {
  double x, y, z;
};
__global__ void struct_of_24_bytes(Three* out, const Three* in) {
  out[threadIdx.x] = in[threadIdx.x];  // [copy]
}
CASE(struct_of_24_bytes) {
  Three* out = reinterpret_cast<Three*>(output<double>("out", 96));
  RUN(struct_of_24_bytes, (1), (32), out, reinterpret_cast<Three*>(input<double>("in", 96)));
}

// Returned structs are written like any struct; the values that build them are the thread's
// own.

// case structs_that_functions_return
//   = write vectors [make] accesses 32 bytes 16 requests 1 sectors 16
//   = read vectors [scale] accesses 32 bytes 16 requests 1 sectors 16
//   = write vectors [scale] accesses 32 bytes 16 requests 1 sectors 16
//   = write structs [three] accesses 96 bytes 8 requests 3 sectors 72
//   = global-reads 1 to 1, 32 in all
//   = global-writes 5 to 5, 160 in all
__device__ Three three_times(double value) { return {value, value, value}; }
__device__ float4 twice(float4 v) { return make_float4(2 * v.x, 2 * v.y, 2 * v.z, 2 * v.w); }
__global__ void structs_that_functions_return(float4* vectors, Three* structs) {
  const unsigned i = threadIdx.x;
  vectors[i] = make_float4(1, 2, 3, i);  // [make]
  vectors[i] = twice(vectors[i]);        // [scale]
  structs[i] = three_times(i);           // [three]
}
CASE(structs_that_functions_return) {
  RUN(structs_that_functions_return, (1), (32), output<float4>("vectors", 32),
      reinterpret_cast<Three*>(output<double>("structs", 96)));
}

// Two floats that are aligned as one: no GPU's compiler moves them at once, as it does where the
// type is aligned to its size.

// case pairs_aligned_as_one_float
//   = read in [copy] accesses 64 bytes 4 requests 2 sectors 16
//   = write out [copy] accesses 64 bytes 4 requests 2 sectors 16
//   = write out [make] accesses 64 bytes 4 requests 2 sectors 16
//   = global-reads 2 to 2, 64 in all
//   = global-writes 4 to 4, 128 in all
struct Pair {
  float x, y;
};
__global__ void pairs_aligned_as_one_float(Pair* out, const Pair* in) {
  const unsigned i = threadIdx.x;
  out[i] = in[i];            // [copy]
  out[32 + i] = Pair{1, 2};  // [make]
}
CASE(pairs_aligned_as_one_float) {
  Pair* out = reinterpret_cast<Pair*>(output<float>("out", 128));
  RUN(pairs_aligned_as_one_float, (1), (32), out, reinterpret_cast<Pair*>(input<float>("in", 64)));
}

// case pairs_aligned_to_their_size
//   = read in [copy] accesses 32 bytes 8 requests 1 sectors 8
//   = write out [copy] accesses 32 bytes 8 requests 1 sectors 8
//   = global-reads 1 to 1, 32 in all
//   = global-writes 1 to 1, 32 in all
struct alignas(8) AlignedPair {
  float x, y;
};
__global__ void pairs_aligned_to_their_size(AlignedPair* out, const AlignedPair* in) {
  out[threadIdx.x] = in[threadIdx.x];  // [copy]
}
CASE(pairs_aligned_to_their_size) {
  AlignedPair* out = reinterpret_cast<AlignedPair*>(output<float>("out", 64));
  RUN(pairs_aligned_to_their_size, (1), (32), out,
      reinterpret_cast<AlignedPair*>(input<float>("in", 64)));
}

// Shared memory whose size the launch decides.

// case dynamic_halves
//   = write dynamic [fill] accesses 32 bytes 4 requests 1 wavefronts 1
//   = read dynamic [swap] accesses 32 bytes 4 requests 1 wavefronts 1
//   = write out [swap] accesses 32 bytes 4 requests 1 sectors 4
//   = global-writes 1 to 1, 32 in all
//   = shared-reads 1 to 1, 32 in all
//   = shared-writes 1 to 1, 32 in all
//   = barriers 1 to 1, 32 in all
__global__ void dynamic_halves(int* out) {
  extern __shared__ int dynamic[];
  const unsigned i = threadIdx.x;
  dynamic[i] = 3;  // [fill]
  __syncthreads();
  out[i] = dynamic[i ^ 16];  // [swap]
}
CASE(dynamic_halves) {
  RUN_SHARED(dynamic_halves, (1), (32), 32 * sizeof(int), output<int>("out", 32));
}
