/* Checking kernels: what a module that was compiled with -fsanitize=thread tells the checker of
   each access, and what the checker finds wrong with it. An extension of HIP in plain C, and a
   library of its own beside the runtime: libhippuzzle_hip_cpu_check.so.

   hip_cpu_check.start() comes before the first allocation; from then on device memory comes with a
   record of who touched which byte, and launches of instrumented kernels run checked. What is found
   is found block after block on one OS thread, so that it is the same at each run. Launches of
   other kernels run as ever. All functions are called from one OS thread, none from a kernel. */
#ifndef HIP_CPU_CHECK_H
#define HIP_CPU_CHECK_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum hip_cpu_finding_kind {
  HIP_CPU_OUT_OF_BOUNDS = 1, /* outside an array, in front of it or past its end */
  HIP_CPU_OUTSIDE_SHAPE,     /* an index that leaves a tensor's shape; `detail` says which */
  HIP_CPU_USE_AFTER_FREE,
  HIP_CPU_MISALIGNED,    /* an address that is no multiple of the access's size */
  HIP_CPU_RACE,          /* unordered accesses by two threads, one of them a write */
  HIP_CPU_RACE_SAME,     /* two writes of the same value */
  HIP_CPU_UNINITIALISED, /* a read of what nobody has written */
  HIP_CPU_UNWRITTEN,     /* elements of an output that nobody has written; found by finish() */
  HIP_CPU_BARRIER,       /* a barrier that some threads of the block do not reach */
  HIP_CPU_WARP,          /* a warp operation that lacks lanes; `detail` says what */
  HIP_CPU_RUNAWAY,       /* a thread that did not end within the steps that it may take */
  HIP_CPU_STACK_OVERFLOW,
  HIP_CPU_WILD,      /* an address that is no device memory */
  HIP_CPU_DIVISION,  /* of an integer by zero */
  HIP_CPU_ABORTED,   /* the kernel called abort, or met an illegal instruction */
  HIP_CPU_LIMIT,     /* a number outside a hip_cpu_limit; the finding's last members say of what */
  HIP_CPU_TOO_EARLY, /* machine code that uses a result before it waited for it; see `detail` */
  HIP_CPU_WAIT_STATES,  /* machine code without the distance that two instructions need; the same */
  HIP_CPU_WARP_DROPPED, /* a value from a lane that takes no part, of which nothing comes */
  HIP_CPU_NO_PEER_ACCESS, /* by a kernel to another device's memory; `detail` says which */
  HIP_CPU_RACE_BENIGN,    /* of a plain read whose value a compare-and-swap then checks */
  HIP_CPU_API_ERROR,      /* a call of the host's fails and nobody looks; see `detail` */
  HIP_CPU_HOST_ACCESS     /* by the host's code to memory of a device */
} hip_cpu_finding_kind;

typedef enum hip_cpu_access {
  HIP_CPU_NO_ACCESS = 0,
  HIP_CPU_READ = 1,
  HIP_CPU_WRITE = 2,
  HIP_CPU_ATOMIC = 3
} hip_cpu_access;

/* A call in a module: the address behind the call instruction, counted from where it is loaded. */
typedef struct hip_cpu_frame {
  const char* module; /* path of its file */
  uint64_t offset;
  uint64_t object, object_bytes; /* the part of the file that is the ELF object with the code, a
                                    GPU's; no bytes: all of it */
} hip_cpu_frame;

#define HIP_CPU_FRAMES 16

/* One thread's part in a finding. Without frames when the thread has left the kernel. */
typedef struct hip_cpu_side {
  hip_cpu_access access;
  uint32_t block[3], thread[3];
  uint32_t frame_count;
  hip_cpu_frame frames[HIP_CPU_FRAMES]; /* innermost first */
  const char* instruction;              /* of a GPU, as its assembler writes it; NULL for none */
  uint32_t is_copy; /* a copy or fill of the host's, by no thread; the frame is the host's call */
} hip_cpu_side;

/* What is counted of each thread and in all. Memory that the compiler of a checked module accesses
   as one variable is one access, a struct's copy as many as it takes with at most 16 bytes each. An
   atomic operation is neither a read nor a write. */
typedef enum hip_cpu_counted {
  HIP_CPU_GLOBAL_READS = 0,
  HIP_CPU_GLOBAL_WRITES,
  HIP_CPU_GLOBAL_ATOMICS,
  HIP_CPU_SHARED_READS,
  HIP_CPU_SHARED_WRITES,
  HIP_CPU_SHARED_ATOMICS,
  HIP_CPU_GLOBAL_READ_BYTES,
  HIP_CPU_GLOBAL_WRITE_BYTES,
  HIP_CPU_GLOBAL_ATOMIC_BYTES,
  HIP_CPU_SHARED_READ_BYTES,
  HIP_CPU_SHARED_WRITE_BYTES,
  HIP_CPU_SHARED_ATOMIC_BYTES,
  HIP_CPU_BARRIERS,          /* __syncthreads() and its like */
  HIP_CPU_WARP_OPERATIONS,   /* shuffles and votes, one for each lane that calls */
  HIP_CPU_ATOMICS,           /* on global and shared memory */
  HIP_CPU_ASYNC_COPY_BYTES,  /* that asynchronous copies bring to shared memory */
  HIP_CPU_OPEN_GROUP_READS,  /* of shared memory, by a thread whose asynchronous copies go on */
  HIP_CPU_BANK_CONFLICTS,    /* of warps, not of threads: wavefronts beyond the least possible */
  HIP_CPU_GLOBAL_SECTORS,    /* of warps, not of threads: of 32 bytes, as often as one is touched */
  HIP_CPU_GLOBAL_REQUESTS,   /* of warps, not of threads: for global memory, one an instruction */
  HIP_CPU_MATRIX_OPERATIONS, /* of warps, not of threads: products of 16 x 8 x 8 */
  HIP_CPU_SHARED_BYTES,      /* of a block, not of threads: its shared memory, static and dynamic */
  HIP_CPU_COUNTED            /* how many there are */
} hip_cpu_counted;

/* How launches are counted. */
#define HIP_CPU_COUNT_LAUNCHES 1
#define HIP_CPU_COUNT_KERNELS 2

/* Bounds of a number: of all threads together, or of each thread that counts anything; of
   HIP_CPU_SHARED_BYTES of each block. The least in all is of launches that came to their end. */
typedef struct hip_cpu_limit {
  hip_cpu_counted what;
  uint32_t in_all;
  uint64_t most;  /* UINT64_MAX: no upper bound */
  uint64_t least; /* 0: no lower bound */
} hip_cpu_limit;

typedef struct hip_cpu_range {
  uint64_t least, most, total; /* of a thread, of a thread, of all */
} hip_cpu_range;

/* What warps asked of memory with one instruction, reached by one chain of calls. */
typedef struct hip_cpu_instruction {
  hip_cpu_access access;
  uint32_t is_shared;
  uint32_t bytes;      /* that a lane accesses */
  const char* array;   /* "" when its name is not known */
  uint64_t variable;   /* where the array begins in its module; 0 when it is no global variable */
  uint64_t accesses;   /* of threads */
  uint64_t requests;   /* of warps */
  uint64_t partial;    /* requests without some of the lanes that the block has */
  uint64_t dense;      /* requests that would do if, in each phase of a block, the lanes that access
                          were neighbours */
  uint64_t sectors;    /* of 32 bytes, of global memory */
  uint64_t wavefronts; /* of shared memory */
  uint64_t conflicts;  /* of them, those beyond the least possible */
  uint64_t repeated;   /* accesses to an element of global memory that the block had read, had
                          changed by an atomic operation before, or the thread had written before */
  uint32_t frame_count;
  hip_cpu_frame frames[HIP_CPU_FRAMES]; /* innermost first */
} hip_cpu_instruction;

typedef struct hip_cpu_launch_counts {
  const char* kernel;
  uint32_t grid[3], block[3];
  uint32_t warp_size;
  uint32_t is_complete;    /* no thread was stopped by a finding */
  uint64_t counted_blocks; /* fewer than the grid has when they are a sample: totals of threads and
                              instructions are then those of the grid as the sample gives them */
  hip_cpu_range counted[HIP_CPU_COUNTED];
  uint32_t instruction_count;
  const hip_cpu_instruction* instructions; /* in the order in which they were met */
  uint64_t launches; /* that these are of: several where those of a kernel are counted as one */
} hip_cpu_launch_counts;

typedef struct hip_cpu_finding {
  hip_cpu_finding_kind kind;
  const char* kernel;      /* its name; "" for HIP_CPU_UNWRITTEN */
  const char* array;       /* its name; "" where no array is concerned or its name is not known */
  uint32_t is_shared;      /* the array lies in shared memory */
  uint32_t bytes;          /* that one access touches */
  uint64_t array_bytes;    /* of the whole array; 0 when there is none */
  int64_t first, last;     /* offset in bytes from the array's begin: of the access that the sides
                              are of; the greatest */
  uint64_t address;        /* of the first access */
  uint64_t count;          /* how often; of BARRIER, how many times the barrier was met like that */
  uint32_t between_blocks; /* RACE: the two threads are of different blocks */
  uint32_t after_barrier; /* RACE between blocks: the first thread met a barrier after its access */
  uint32_t has_stopped; /* OUT_OF_BOUNDS: a thread did not go on, as what lies there is another's */
  uint32_t waiting;     /* BARRIER: threads that wait at the first side's place */
  uint32_t threads;     /* BARRIER: threads of the block */
  uint32_t missing;     /* BARRIER: threads that have left the kernel */
  uint32_t schedule;    /* in which it was met first: 0 as all are numbered, 1 the reverse, others
                           shuffled */
  uint32_t in_sample;   /* RUNAWAY: other blocks, for which it may wait, did not run */
  const char* detail;   /* one sentence's worth, or ""; OUT_OF_BOUNDS by an index that leaves an
                           array's declared type: that type, "float [4]";
                           RACE: "copy" with an asynchronous copy, "launches" of two launches,
                           "streams" with a copy or fill of the host's, "pool" with an allocation
                           or free in a stream, "host" by the host's code and then others, "host
                           earlier" by others and then that, "hosts" by the host's code alone;
                           UNINITIALISED: "unset", a local variable's value;
                           LIMIT of all threads, more than some: the number by array */
  int64_t index;        /* that index */
  uint32_t side_count;
  hip_cpu_side sides[2]; /* RACE: the later access and the earlier one; BARRIER: one who waits and
                            one who does not, or who waits elsewhere; LIMIT: the first access that
                            is too many, or the thread that has too few */
  hip_cpu_limit limit;   /* LIMIT: the one that was crossed */
  uint64_t counted;      /* LIMIT: the number that is farthest outside it */
  uint32_t is_used;      /* API_ERROR: the program goes on to use what the call should have made */
} hip_cpu_finding;

/* Which blocks of a launch are checked, counted and observed. The same grid, numbers and seed
   choose the same blocks. They are spread over the grid, and the first and the last of each
   dimension, whose blocks often have other work, are in it. Of a grid that has no more than `most`
   all are. */
typedef struct hip_cpu_block_sample {
  uint64_t most; /* 0: all */
  uint64_t seed;
  uint32_t is_one;      /* of a grid that has it, `one` alone; then `most` and `seed` say nothing */
  uint32_t one[3];      /* a block */
  uint32_t runs_others; /* the other blocks run, unchecked, so that outputs are whole; else they do
                           not, and findings that come of what they would have done are left out */
} hip_cpu_block_sample;

typedef struct hip_cpu_array {
  const void* begin;
  uint64_t bytes;
  const char* name;   /* copied */
  uint32_t is_output; /* counts as unwritten now, and finish() asks whether it was written */
} hip_cpu_array;

struct hip_cpu_trace;

typedef struct hip_cpu_check {
  uint32_t struct_size;

  /* max_steps: how many basic blocks one thread may run through; 0 for the usual 2^26. Returns 1,
     or 0 when there is no address space for shadow memory. */
  int32_t (*start)(uint64_t max_steps);

  /* Says that of the allocation around it only this part is to be touched, and what it is. */
  void (*describe)(const hip_cpu_array* array);

  /* Looks at the outputs that were described and not yet freed, and whether what was counted in
     all since count() reaches its least. */
  void (*finish)(void);

  /* Findings so far, in the order in which their causes were met; valid until the next launch. */
  uint32_t (*finding_count)(void);
  const hip_cpu_finding* (*finding)(uint32_t index);

  /* Bytes of shadow memory that were touched, and bytes of memory that they are about. */
  void (*footprint)(uint64_t* record_bytes, uint64_t* checked_bytes);

  /* Forgets what was counted, and counts launches from now on if `on` is not 0, which takes time;
     what crosses a limit becomes a finding. Limits in all are of the launches up to the next call
     of this. With HIP_CPU_COUNT_KERNELS the launches of a kernel with the same grid and block are
     one: each count is of all of them, a thread's least and most of any. */
  void (*count)(uint32_t on, const hip_cpu_limit* limits, uint32_t limit_count);

  /* The launches that were counted; valid until the next launch. */
  uint32_t (*launch_count)(void);
  const hip_cpu_launch_counts* (*launch)(uint32_t index);

  const struct hip_cpu_trace* trace; /* <hip_cpu/trace.h> */

  /* Launches of at least so many threads run their blocks on several OS threads
     (<hip_cpu/config.h>) while nothing is counted or traced and nothing is found; what is found is
     found as ever, because such a launch starts over. 4096 if this is not called. And how many
     launches ended like that. */
  void (*run_in_parallel)(uint64_t least_threads);
  uint64_t (*parallel_launch_count)(void);

  /* For the launches that follow, up to the next call. */
  void (*sample_blocks)(const hip_cpu_block_sample* sample);

  /* Blocks that were looked at and blocks in all, of the launches since that call of which not all
     blocks were; both 0 when there is no such launch. */
  void (*sampled_blocks)(uint64_t* looked_at, uint64_t* in_all);

  /* In how many orders launches run whose accesses something else than barriers orders: as blocks
     and threads are numbered, then the reverse, then shuffled as the seed says. Memory then holds
     what the first left, and counts and traces are of the first alone. 1 if this is not called. */
  void (*run_schedules)(uint32_t count, uint64_t seed);

  /* Launches so far that ran in more than one order. */
  uint64_t (*rescheduled_launch_count)(void);

  /* For kernels that adapt their grids to the device: <hip_cpu/config.h>. */
  int (*set_multiprocessor_count)(int count);

  /* The first of these orders, by its number; the others follow. 0 if this is not called. In the
     reverse, 1, a kernel does what one does whose first and last block and thread are exchanged. */
  void (*begin_with_schedule)(uint32_t number);

  /* Launches so far. */
  uint64_t (*begun_launch_count)(void);
} hip_cpu_check;

extern const hip_cpu_check hip_cpu_checker;

/* For library code in kernels: ends the calling thread with a finding of kind OUTSIDE_SHAPE. */
void hip_cpu_check_outside_shape(const char* detail);

#ifdef __cplusplus
}
#endif
#endif
