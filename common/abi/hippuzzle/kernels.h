/* The contract between hippuzzle and a kernel module: <platform>/<id>.so.
 *
 * A kernel module holds kernels and the code that launches them, nothing else: no inputs, no
 * reference, no expected output. Compiled for another tile than the usual one it is
 * <platform>/<id>.tile16.so, compiled to be checked <id>.check.so and <id>.tile16.check.so. It
 * exports one data symbol, hippuzzle_kernels_entry, which the host checks (note, version, sizes)
 * before it calls anything. Modules are opened in the runner process, once, and never unloaded. No
 * C++ type, exception or ownership crosses this boundary. */
#ifndef HIPPUZZLE_KERNELS_H
#define HIPPUZZLE_KERNELS_H

#include <hippuzzle/note.h>
#include <hippuzzle/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One launch, as the host asks for it. Valid during the call only. */
typedef struct hippuzzle_launch {
  uint32_t struct_size;
  uint32_t buffer_count;
  hippuzzle_launch_configuration configuration;
  hippuzzle_extents extents;
  void* const* buffers; /* device pointers in the order of the variant's buffers; the host's */
  void* stream;         /* hipStream_t to launch on; the host's */

  /* The devices of a variant that takes several, the first with `stream` and the buffers. Work on
   * the others begins behind what is in `stream` and is to end before what `stream` has last. With
   * no devices there is the current one. */
  uint32_t device_count;
  const hippuzzle_device_stream* devices;

  void* state; /* what prepare() made; NULL without it */
} hippuzzle_launch;

typedef struct hippuzzle_kernel {
  const char* variant; /* the flag without its dashes, "tiled"; "" for a puzzle's only variant */

  /* Enqueues the variant's kernel or kernels on launch->stream and returns without waiting.
   * Returns a hipError_t, 0 for success. Called on the thread that opened the module. */
  int32_t (*launch)(const hippuzzle_launch* launch);

  /* Of a variant whose operands lie over several devices: scatter() brings what is in the launch's
   * buffers there, the output's bytes as well, and gather() brings the result back. Like launch()
   * they enqueue and return. The host calls scatter(), launch() as often as it likes, and gather(),
   * all with the same launch; only launch() is timed. With a single device it calls launch() alone,
   * on operands in the buffers. NULL where every launch works on the buffers. */
  int32_t (*scatter)(const hippuzzle_launch* launch) HIPPUZZLE_OPTIONAL;
  int32_t (*gather)(const hippuzzle_launch* launch) HIPPUZZLE_OPTIONAL;

  /* What launches share and no launch should be timed with: scratch memory, an instantiated graph.
   * The host calls prepare() once before the first launch of a configuration, that is with certain
   * extents and buffers, and hands what it left in *state to each launch() in launch->state. It
   * calls release() once, when the last of them is complete. Both return a hipError_t and are
   * untimed. NULL where there is nothing to share; a kernel has both or neither. */
  int32_t (*prepare)(const hippuzzle_launch* launch, void** state) HIPPUZZLE_OPTIONAL;
  int32_t (*release)(const hippuzzle_launch* launch, void* state) HIPPUZZLE_OPTIONAL;
} hippuzzle_kernel;

typedef struct hippuzzle_kernels {
  uint32_t abi_version; /* HIPPUZZLE_ABI_VERSION; always first */
  uint32_t struct_size; /* sizeof(hippuzzle_kernels) as the module knows it */
  uint32_t kernel_size; /* sizeof(hippuzzle_kernel) as the module knows it */
  uint32_t kernel_count;
  const hippuzzle_kernel* kernels; /* static */
  const char* id;                  /* "p16", as in the note; static */
  const char* platform;            /* "cpu", "nvidia" or "amd", as in the note; static */
} hippuzzle_kernels;

#define HIPPUZZLE_KERNELS_SYMBOL "hippuzzle_kernels_entry"

#ifdef __cplusplus
}
#endif
#endif
