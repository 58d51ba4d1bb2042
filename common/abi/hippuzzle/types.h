/* The plain C types that cross every module boundary of hippuzzle.
 *
 * No struct here owns memory. Structs that may grow begin with their own size; the ones below never
 * grow. Integers are fixed-width, so a module built by hipcc, nvcc or a host compiler agrees. */
#ifndef HIPPUZZLE_TYPES_H
#define HIPPUZZLE_TYPES_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Raised whenever a struct or a rule of these headers changes its meaning. A host opens modules of
 * its own version only; the ELF note (note.h) lets it tell before dlopen. */
#define HIPPUZZLE_ABI_VERSION 3u

/* Behind a member that an initialiser may leave out; it is then NULL or 0, in C as well. */
#ifdef __cplusplus
#define HIPPUZZLE_OPTIONAL = {}
#else
#define HIPPUZZLE_OPTIONAL
#endif

#define HIPPUZZLE_EXPORT __attribute__((visibility("default")))

/* Lengths of a problem in elements, in the order that its puzzle documents: a square matrix product
 * has {n}, an axis sum {rows, columns}. Unused ones are 0.
 *
 * A puzzle whose kernels are compiled for one tile at a time has at most three lengths, and behind
 * them, at HIPPUZZLE_TILE_EXTENT, the side of the tile; 0 is the side that config.hpp gives it. */
typedef struct hippuzzle_extents {
  uint64_t n[4];
} hippuzzle_extents;

#define HIPPUZZLE_TILE_EXTENT 3

/* Of a grid in blocks, or of a block in threads; HIP's limits apply. */
typedef struct hippuzzle_dim3 {
  uint32_t x, y, z;
} hippuzzle_dim3;

typedef struct hippuzzle_launch_configuration {
  hippuzzle_dim3 grid;
  hippuzzle_dim3 block;
  uint32_t shared_bytes; /* dynamic shared memory per block */
} hippuzzle_launch_configuration;

/* Of a dense row-major array: n[rank - 1] varies fastest. Rank is 1 to 4. */
typedef struct hippuzzle_shape {
  uint32_t rank;
  uint64_t n[4];
} hippuzzle_shape;

typedef enum hippuzzle_type {
  HIPPUZZLE_F32 = 1,
  HIPPUZZLE_F64 = 2,
  HIPPUZZLE_I32 = 3,
  HIPPUZZLE_U32 = 4,
  HIPPUZZLE_BF16 = 5 /* the upper half of a float, two bytes */
} hippuzzle_type;

/* A device of the platform with a stream on it, for a launch that uses several. */
typedef struct hippuzzle_device_stream {
  int32_t device; /* as HIP numbers them */
  void* stream;   /* hipStream_t of that device; the host's */
} hippuzzle_device_stream;

#ifdef __cplusplus
}
#endif
#endif
