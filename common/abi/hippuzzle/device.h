/* The contract between hippuzzle and a device runtime: libhippuzzle_device_<platform>.so.
 *
 * The runtime is the little of HIP that the host side needs, so that no other part of hippuzzle
 * links a GPU runtime. One HIP source is built once per platform and exports one data symbol,
 * hippuzzle_device_entry. It is opened in the runner process only. All functions are called from
 * one thread; those that return int32_t return a hipError_t, 0 for success. */
#ifndef HIPPUZZLE_DEVICE_H
#define HIPPUZZLE_DEVICE_H

#include <hippuzzle/note.h>
#include <hippuzzle/types.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hippuzzle_device_info {
  uint32_t struct_size; /* set by the caller */
  int32_t warp_size;
  int32_t multiprocessors;
  uint64_t memory_bytes;
  char name[128];         /* "NVIDIA H200" */
  char driver[64];        /* what the driver supports, for people: "CUDA 13.0" */
  char architecture[64];  /* "sm_90", "gfx90a", "x86-64" */
  char capabilities[256]; /* words, space-separated: "warp32 async-copy sm_90" */
} hippuzzle_device_info;

/* The state of a device while it works. Numbers that are not known are 0, texts "". */
typedef struct hippuzzle_sensors {
  uint32_t struct_size;    /* set by the caller */
  double clock_mhz;        /* of the multiprocessors, now */
  double clock_limit_mhz;  /* the highest that it may have */
  double memory_clock_mhz; /* now */
  double temperature_c;
  double power_w;
  char throttled[96]; /* what holds the clock down now, words: "power thermal"; "" for nothing */
  char driver[64];    /* version of the driver itself: "580.159.04" */
} hippuzzle_sensors;

/* A way that bytes take: devices by HIP's numbers, -1 the host. */
typedef struct hippuzzle_way {
  int32_t from, to;
} hippuzzle_way;

typedef enum hippuzzle_collective {
  HIPPUZZLE_ALL_REDUCE = 1, /* the sum of all devices' floats, in each of them */
  HIPPUZZLE_ALL_GATHER = 2  /* the shares of all devices, in each of them */
} hippuzzle_collective;

typedef struct hippuzzle_device_runtime {
  uint32_t abi_version; /* HIPPUZZLE_ABI_VERSION; always first */
  uint32_t struct_size; /* sizeof(hippuzzle_device_runtime) as the module knows it */
  const char* platform; /* "cpu", "nvidia" or "amd", as in the note; static */
  const char* toolkit;  /* what it was built with, for people: "HIP 5.2 on CUDA 13.0"; static */

  int32_t (*device_count)(int32_t* count);
  int32_t (*describe)(int32_t device, hippuzzle_device_info* info);

  /* Makes the device current and creates the stream that all else uses. Once per process. */
  int32_t (*open)(int32_t device, void** stream);

  /* Device memory, at least 256-byte aligned; freed by release(). */
  int32_t (*allocate)(uint64_t bytes, void** pointer);
  int32_t (*release)(void* pointer);

  /* Ordered on the stream and complete at return. */
  int32_t (*upload)(void* device, const void* host, uint64_t bytes);
  int32_t (*download)(void* host, const void* device, uint64_t bytes);

  /* start() ... stop() bracket work on the stream; stop() waits for it and for any fault it met. */
  int32_t (*start)(void);
  int32_t (*stop)(double* milliseconds);

  /* For measuring. All but count_filled() and elapsed() return without waiting for the stream.
   *
   * block_stream() enqueues a blocking kernel, which waits for unblock_stream(). Launches enqueued
   * between the two run without gaps, however long enqueueing them took. On a platform whose
   * launches are complete when they return, both do nothing. *blocked is 0 where launches wait for
   * their kernels for another reason, a profiler or CUDA_LAUNCH_BLOCKING: the stream is not blocked
   * then, and times include the host's work. The blocking kernel ends by itself after some seconds,
   * so that a launch that waits for it cannot hang; unblock_stream() reports that in *timed_out. */
  int32_t (*block_stream)(int32_t* blocked);
  int32_t (*unblock_stream)(int32_t* timed_out);
  int32_t (*fill)(void* device, uint8_t byte, uint64_t bytes);
  int32_t (*copy)(void* to, const void* from, uint64_t bytes); /* both on the device */
  int32_t (*flush)(void);                   /* leaves the caches full of memory that nobody uses */
  int32_t (*end)(void);                     /* of what start() began */
  int32_t (*elapsed)(double* milliseconds); /* from start() to end(), once that has happened */

  /* How many of the elements hold `byte` in each of their bytes. Waits for the stream. */
  int32_t (*count_filled)(const void* device, uint8_t byte, uint32_t element_bytes,
                          uint64_t elements, uint64_t* count);

  /* Of the open device. Succeeds with nothing known where there are no sensors. */
  int32_t (*read_sensors)(hippuzzle_sensors* sensors);

  const char* (*error_name)(int32_t error); /* static */
  const char* (*error_text)(int32_t error); /* static */

  /* Behind open(): makes a stream on each of the devices that follow the open one, up to `most` in
   * all, and puts them into `devices`, the open one with its stream first; *count is how many there
   * are. The open one is current again. A platform whose devices are simulated has as many as asked
   * for, unless the user said how many. */
  int32_t (*open_more)(uint32_t most, hippuzzle_device_stream* devices, uint32_t* count);

  /* Copies on all of the ways at once, `repeats` behind each other on each: *seconds of one round
   * by the host's clock. Behind open_more(). */
  int32_t (*time_copies)(const hippuzzle_way* ways, uint32_t count, uint64_t bytes,
                         uint32_t repeats, double* seconds);

  /* Opens the vendor's library of collectives for the devices of open_more(). Returns 1, and writes
   * its name and version; or 0, and writes why there is none. */
  int32_t (*collectives)(char* text, uint64_t capacity);

  /* Of so many bytes on each device, where there is such a library. */
  int32_t (*time_collective)(hippuzzle_collective what, uint64_t bytes, uint32_t repeats,
                             double* seconds);

  /* The file, beside this one, of the library that checks kernels which were compiled for it. It
   * exports HIPPUZZLE_CHECKER_SYMBOL, and is opened before the first allocation. NULL where kernels
   * cannot be checked. */
  const char* checker HIPPUZZLE_OPTIONAL;

  /* Sets the width of warps for later launches: 32 or 64 lanes. Returns a hipError_t. NULL where a
   * device's warps have one width, which describe() gives. */
  int32_t (*set_warp_size)(int32_t lanes) HIPPUZZLE_OPTIONAL;
} hippuzzle_device_runtime;

/* A hip_cpu_check of <hip_cpu/check.h>. */
#define HIPPUZZLE_CHECKER_SYMBOL "hip_cpu_checker"

#define HIPPUZZLE_DEVICE_SYMBOL "hippuzzle_device_entry"

#ifdef __cplusplus
}
#endif
#endif
