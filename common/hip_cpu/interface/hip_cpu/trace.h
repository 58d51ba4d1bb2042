/* Recording what one block of each launch does, phase by phase: a phase ends where the threads of
   the block meet at a barrier, and with the block. An extension of <hip_cpu/check.h>, and recorded
   from the same calls; plain C.

   hip_cpu_tracer.start() comes after hip_cpu_checker.start() and before the launch. Launches are
   recorded in the order in which they are made; what is handed out stays valid until the next
   launch. All functions are called from one OS thread, none from a kernel. */
#ifndef HIP_CPU_TRACE_H
#define HIP_CPU_TRACE_H

#include <hip_cpu/check.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A local variable in a kernel's frame on the stack. */
typedef struct hip_cpu_slot {
  int64_t offset; /* from the frame's canonical address, as debug information counts */
  uint32_t bytes;
} hip_cpu_slot;

/* Of a kernel; begin and end are counted from where its module is loaded. */
typedef struct hip_cpu_frame_layout {
  uint64_t begin, end; /* of its code */
  uint32_t slot_count;
  const hip_cpu_slot* slots;
} hip_cpu_frame_layout;

/* The bytes of a variable that its thread has given no value yet. */
#define HIP_CPU_UNSET_BYTE 0xf5

/* And from its declaration on, if that gives it none: what g++ fills it with. */
#define HIP_CPU_UNSET_BYTE_DECLARED 0xfe

/* Usual limits of a launch: nobody could look at more. */
#define HIP_CPU_TRACED_ACCESSES (1u << 16)
#define HIP_CPU_TRACED_BYTES (4u << 20)

typedef struct hip_cpu_trace_request {
  uint32_t block[3];
  uint32_t first_thread, thread_count; /* of the block, to be recorded; a count of 0: all. Requests
                                          are those of their warps, shared memory is the block's */
  uint32_t narrows;   /* with a count of 0, once a launch goes over most_accesses: go on with the
                         warp of `thread`, and then with that thread alone, as if they had been
                         asked for */
  uint32_t thread[3]; /* in the block; the first where the block has none like that */
  uint64_t most_accesses; /* of a launch; recording ends with the last phase before that */
  uint64_t most_bytes;    /* of memory and variables that the phases of a launch hold; the same */
  void* context;

  /* Which variables to record of a kernel, asked before its launch; the result is valid until it
     has ended. NULL for none. */
  const hip_cpu_frame_layout* (*layout)(void* context, const char* module, uint64_t kernel);

  /* Whether to record a launch of this kernel, asked once for each, before it begins; nothing of
     other launches is kept, and they run as if nothing were traced. NULL: all. */
  int32_t (*wants)(void* context, const char* kernel);
} hip_cpu_trace_request;

typedef struct hip_cpu_traced_array {
  const char* name; /* "" where it is not known */
  uint64_t bytes;
  uint32_t is_shared;
} hip_cpu_traced_array;

/* An access by one thread. Values lie in the launch's `values`: of a read what was there before, of
   a write what was there behind it, of an atomic operation both, in this order. */
typedef struct hip_cpu_traced_access {
  uint32_t phase, thread; /* thread: in the block, x fastest */
  uint32_t site;          /* frames() tells its place */
  hip_cpu_access access;
  uint32_t array;
  uint32_t bytes;
  uint64_t offset; /* from the array's begin */
  uint64_t value;
} hip_cpu_traced_access;

/* A lane's part of a request. */
typedef struct hip_cpu_traced_lane {
  uint32_t thread; /* in the block */
  uint32_t array;
  uint64_t offset; /* from the array's begin */
} hip_cpu_traced_lane;

/* What the lanes of a warp ask of memory with one instruction. Its lanes are those from
   `first_lane` on in the launch's `lanes`. */
typedef struct hip_cpu_traced_request {
  uint32_t phase, warp;
  uint32_t site;
  hip_cpu_access access;
  uint32_t is_shared;
  uint32_t bytes; /* that one lane asks for */
  uint64_t first_lane;
  uint32_t lane_count;
  uint32_t cost;  /* sectors of 32 bytes, or wavefronts of shared memory */
  uint32_t least; /* sectors that so many bytes take up, or wavefronts without a bank conflict */
} hip_cpu_traced_request;

/* A shuffle or a vote in which lanes of a warp met. Lanes are numbered within the warp. */
typedef struct hip_cpu_traced_meeting {
  uint32_t phase, warp;
  uint32_t site;
  uint32_t is_vote;
  uint64_t lanes;      /* that met, one bit a lane */
  uint64_t votes;      /* of a vote: the lanes whose predicate is true */
  uint8_t sources[64]; /* of a shuffle: the lane that each of `lanes` reads from */
} hip_cpu_traced_meeting;

typedef enum hip_cpu_thread_state {
  HIP_CPU_AT_BARRIER = 1,
  HIP_CPU_LEFT,     /* it has returned from the kernel, in this phase or before */
  HIP_CPU_ELSEWHERE /* stopped by a finding, or in a warp operation that does not end */
} hip_cpu_thread_state;

typedef struct hip_cpu_traced_thread {
  hip_cpu_thread_state state;
  uint32_t site;  /* of the barrier; 0 when it is at none */
  uint64_t code;  /* behind the kernel's last call, counted from the module; 0: not known */
  uint32_t slots; /* where in the phase's `slots` its variables begin */
} hip_cpu_traced_thread;

/* The end of a phase. */
typedef struct hip_cpu_traced_phase {
  const hip_cpu_traced_thread* threads;
  const uint8_t* slots;   /* of a thread one behind the other, in the layout's order */
  const uint8_t* shared;  /* contents of the shared arrays touched so far, in the arrays' order */
  const uint8_t* written; /* for each of these bytes whether somebody has written it */
  uint64_t shared_bytes;
} hip_cpu_traced_phase;

typedef struct hip_cpu_traced_launch {
  const char* kernel;
  const char* module;
  uint64_t kernel_offset; /* of the kernel in the module */
  uint32_t grid[3], block[3];
  uint32_t warp_lanes;
  uint64_t dynamic_shared_bytes;
  uint32_t has_block; /* the grid has the block that was asked for; if not, nothing follows */
  uint32_t is_cut;    /* it went over a limit: phases that follow are not there */
  uint32_t first_thread, thread_count; /* that were recorded; all of the block where not fewer were
                                          asked for */
  uint32_t phase_count, array_count;
  const hip_cpu_traced_phase* phases;
  const hip_cpu_traced_array*
      arrays; /* that the block touched, in the order of their first touch */
  uint64_t access_count;
  const hip_cpu_traced_access* accesses; /* in the order in which they were made here */
  const uint8_t* values;
  uint64_t request_count;
  const hip_cpu_traced_request* requests; /* by phase, then by warp */
  const hip_cpu_traced_lane* lanes;
  uint64_t meeting_count;
  const hip_cpu_traced_meeting* meetings; /* of each warp in the order in which they ended */
} hip_cpu_traced_launch;

typedef struct hip_cpu_trace {
  uint32_t struct_size;
  void (*start)(const hip_cpu_trace_request* request); /* copied, but not what context points to */
  uint32_t (*launch_count)(void);
  const hip_cpu_traced_launch* (*launch)(uint32_t index);

  /* The calls that led to a site, innermost first; at most HIP_CPU_FRAMES. Returns their number. */
  uint32_t (*frames)(uint32_t site, hip_cpu_frame* frames);
} hip_cpu_trace;

extern const hip_cpu_trace hip_cpu_tracer;

#ifdef __cplusplus
}
#endif
#endif
