/* The contract between hippuzzle and a judge module: judge/<id>.so.
 *
 * A judge module is the question: what the kernels get, how they are launched, and what is right.
 * It is plain host code without kernels or a GPU runtime, opened in the judge process only. It
 * exports one data symbol, hippuzzle_puzzle_entry. All functions are pure (no state, same result
 * for the same arguments), thread-safe, and write only where they are told to. */
#ifndef HIPPUZZLE_PUZZLE_H
#define HIPPUZZLE_PUZZLE_H

#include <hippuzzle/note.h>
#include <hippuzzle/types.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum hippuzzle_access {
  HIPPUZZLE_IN = 1,   /* filled by the judge; a kernel that changes it fails */
  HIPPUZZLE_OUT = 2,  /* an output; every element must be written */
  HIPPUZZLE_INOUT = 3 /* an output that the judge fills and the kernel changes */
} hippuzzle_access;

typedef struct hippuzzle_buffer {
  const char* name;
  hippuzzle_type type;
  hippuzzle_access access;
  hippuzzle_shape (*shape)(const hippuzzle_extents* extents);
} hippuzzle_buffer;

/* How an output element y may differ from the reference y64, computed in double precision. */
typedef enum hippuzzle_tolerance {
  HIPPUZZLE_EXACT = 0, /* y == y64, for arithmetic without rounding on the given inputs */
  /* |y - y64| <= factor * sqrt(terms) * eps * magnitude (below), eps of FP32 for a BF16 output, to
   * which half a step of that type, 2^-8 |y64|, is added. */
  HIPPUZZLE_COMPONENTWISE = 1
} hippuzzle_tolerance;

/* The arithmetic of a product, which decides the vendor's routine that it is measured against. */
typedef enum hippuzzle_math {
  HIPPUZZLE_MATH_FP32 = 1, /* as accurate as multiplying and adding in FP32 */
  HIPPUZZLE_MATH_TF32 = 2, /* FP32 operands rounded to TF32, FP32 sums */
  HIPPUZZLE_MATH_BF16 = 3  /* BF16 operands, FP32 sums */
} hippuzzle_math;

/* C = A x B. C, m x n, is the only output; all are row-major. */
typedef struct hippuzzle_product {
  uint64_t m, n, k;
  uint32_t a, b;        /* indices of the IN buffers: A is m x k, B is k x n */
  int32_t b_transposed; /* B lies as n x k instead */
  hippuzzle_math math;
} hippuzzle_product;

/* Counters of a checked kernel: reads and writes as the source makes them. An atomic operation is
 * neither of them. */
typedef enum hippuzzle_counted {
  HIPPUZZLE_GLOBAL_READS = 1,
  HIPPUZZLE_GLOBAL_WRITES = 2,
  HIPPUZZLE_SHARED_READS = 3,
  HIPPUZZLE_SHARED_WRITES = 4,
  HIPPUZZLE_BARRIERS = 5,
  HIPPUZZLE_BANK_CONFLICTS = 6,   /* in all only: warps have them, not threads */
  HIPPUZZLE_GLOBAL_SECTORS = 7,   /* of 32 bytes that warps touch, in all only */
  HIPPUZZLE_GLOBAL_REQUESTS = 8,  /* of warps for global memory, one an instruction; in all only */
  HIPPUZZLE_ATOMICS = 9,          /* atomic operations, on global and shared memory */
  HIPPUZZLE_WARP_OPERATIONS = 10, /* shuffles and votes; each lane that calls counts one */
  HIPPUZZLE_SHARED_BYTES = 11,    /* shared memory of a block, static and dynamic; per block only */
  HIPPUZZLE_RESIDENT = 12,        /* percent of a multiprocessor's warps that such blocks fill, the
                                     least of all known architectures; per block only */
  HIPPUZZLE_ASYNC_COPY_BYTES = 13, /* that asynchronous copies bring to shared memory */
  HIPPUZZLE_OPEN_GROUP_READS = 14, /* reads of shared memory by a thread that has begun asynchronous
                                      copies and not waited for them yet */
  HIPPUZZLE_MATRIX_OPERATIONS = 15 /* products of 16 x 8 x 8 by matrix cores, a larger one counts as
                                      several; in all only: warps have them, not threads */
} hippuzzle_counted;

typedef enum hippuzzle_scope {
  HIPPUZZLE_PER_THREAD = 1, /* of each thread that counts anything, in any kernel of the variant */
  HIPPUZZLE_IN_ALL = 2,     /* of all threads of all kernels together */
  HIPPUZZLE_PER_BLOCK = 3   /* of each block, in any kernel of the variant */
} hippuzzle_scope;

/* A promise of a variant to its reader, to which `hippuzzle check` holds a kernel. It has at least
 * one of the two bounds; a least of 0 is no bound. */
typedef struct hippuzzle_claim {
  hippuzzle_counted what;
  hippuzzle_scope scope;
  uint64_t (*most)(const hippuzzle_extents* extents);                     /* NULL: no upper bound */
  uint64_t (*least)(const hippuzzle_extents* extents) HIPPUZZLE_OPTIONAL; /* NULL: no lower bound */
} hippuzzle_claim;

typedef const char* hippuzzle_refuse(const hippuzzle_extents* extents);

/* The side of the tile that a size is run with; 0: the usual one. A tile that the extents name was
 * asked for by the user. Kernels of another side are a module of their own,
 * <platform>/<id>.tile16.so: the same sources, compiled with HIPPUZZLE_TILE=16. */
typedef uint64_t hippuzzle_choose_tile(const hippuzzle_extents* extents);

/* A case that is shown when it is asked for by its name. It is not judged. */
typedef struct hippuzzle_named_case {
  const char* name; /* "8x8" */
  hippuzzle_extents extents;
  void (*fill)(const hippuzzle_extents* extents, void* const* buffers); /* as fill_example */
} hippuzzle_named_case;

typedef void hippuzzle_describe_product(const hippuzzle_extents* extents,
                                        hippuzzle_product* product);

typedef struct hippuzzle_variant {
  const char* name;    /* the flag without its dashes, "tiled"; "" for a puzzle's only variant */
  const char* summary; /* one line for --help, lower case, no full stop */

  const hippuzzle_buffer* buffers; /* in the order of the kernel's pointer parameters */
  uint32_t buffer_count;

  uint32_t size_count;
  const hippuzzle_extents*
      sizes;                 /* every further case's; never one that the variant does not allow */
  hippuzzle_extents example; /* the worked example's */
  const double* expected;    /* the example's outputs, written down, not computed: all elements of
                                the first OUT or INOUT buffer, row-major, then the next one's */

  hippuzzle_launch_configuration (*configure)(const hippuzzle_extents* extents);

  /* Fill the IN and INOUT buffers (host memory of the buffers' shapes; an OUT buffer's entry is
   * NULL). Random values are a function of the extents and the seed alone. */
  void (*fill_example)(const hippuzzle_extents* extents, void* const* buffers);
  void (*fill_random)(const hippuzzle_extents* extents, uint64_t seed, void* const* buffers);

  /* Writes the outputs' right values to y64, in the order of `expected`. An INOUT buffer's entry
   * holds what the kernel starts from. magnitude[i] is the sum of the absolute values that y64[i]
   * adds up, (|A||B|)[i] for a product; left untouched when tolerance is EXACT. */
  void (*reference)(const hippuzzle_extents* extents, const void* const* buffers, double* y64,
                    double* magnitude);

  double (*flops)(const hippuzzle_extents* extents); /* arithmetic operations of one launch */
  double (*bytes)(const hippuzzle_extents* extents); /* least traffic with device memory */

  /* From here on, what an initialiser leaves out is 0 or NULL, which means the usual. */

  hippuzzle_tolerance tolerance HIPPUZZLE_OPTIONAL; /* 0: EXACT */

  /* Of a COMPONENTWISE tolerance, which needs both: its factor, and how many terms an output
   * element adds up, the k of a product. */
  double factor HIPPUZZLE_OPTIONAL;
  double (*terms)(const hippuzzle_extents* extents) HIPPUZZLE_OPTIONAL;

  /* Capability words that the device must report, space-separated. NULL or "": any device does. */
  const char* required HIPPUZZLE_OPTIONAL;

  /* Why the variant cannot be run at these extents, all of them at least 1, to follow its name:
   * "takes n up to 3"; NULL when it can. NULL: it can be run at any. */
  hippuzzle_refuse* refuse HIPPUZZLE_OPTIONAL;

  /* A matrix product says so: large ones are then checked in less time than the reference takes,
   * and measured against the vendor's. NULL: not a product. */
  hippuzzle_describe_product* product HIPPUZZLE_OPTIONAL;

  /* Claims to which `hippuzzle check` holds a kernel. NULL: none. */
  const hippuzzle_claim* claims HIPPUZZLE_OPTIONAL;
  uint32_t claim_count HIPPUZZLE_OPTIONAL;

  uint32_t named_case_count HIPPUZZLE_OPTIONAL;
  const hippuzzle_named_case* named_cases HIPPUZZLE_OPTIONAL;

  /* Of a size that is not among `sizes`. NULL: the usual one, and no user may ask for another. */
  hippuzzle_choose_tile* tile HIPPUZZLE_OPTIONAL;

  /* The most devices that a launch makes use of. 0: one. */
  uint32_t devices HIPPUZZLE_OPTIONAL;

  /* 1 + the index of the extent that is the width of a warp, 32 or 64; 0: none. Such a variant has
   * an example for each width: `example` and `expected` are for warps of 32. A case runs only on a
   * device with warps of its width; the CPU platform has both. */
  uint32_t warp_extent HIPPUZZLE_OPTIONAL;
  hippuzzle_extents example_64 HIPPUZZLE_OPTIONAL;
  const double* expected_64 HIPPUZZLE_OPTIONAL;
} hippuzzle_variant;

typedef struct hippuzzle_puzzle {
  uint32_t abi_version;  /* HIPPUZZLE_ABI_VERSION; always first */
  uint32_t struct_size;  /* sizeof(hippuzzle_puzzle) as the module knows it */
  uint32_t variant_size; /* sizeof(hippuzzle_variant) as the module knows it */
  uint32_t variant_count;
  const hippuzzle_variant* variants; /* static; in teaching order */
  const char* id;                    /* "p16", as in the note; static */
  const char* title;                 /* "Matrix multiplication"; static */
} hippuzzle_puzzle;

#define HIPPUZZLE_PUZZLE_SYMBOL "hippuzzle_puzzle_entry"

#ifdef __cplusplus
}
#endif
#endif
