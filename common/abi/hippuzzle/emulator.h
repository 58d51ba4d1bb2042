/* The contract between hippuzzle and an emulator of a GPU: a library that stands in for the
 * vendor's runtime. It has the runtime's SONAME, so that what is opened after it and needs the
 * runtime takes it; it exports the runtime's functions and one data symbol,
 * hippuzzle_emulator_entry. It is opened in the runner process only, before the device runtime. */
#ifndef HIPPUZZLE_EMULATOR_H
#define HIPPUZZLE_EMULATOR_H

#include <hippuzzle/types.h>

#ifdef __cplusplus
extern "C" {
#endif

struct hip_cpu_check; /* <hip_cpu/check.h> */

typedef struct hippuzzle_emulator {
  uint32_t abi_version; /* HIPPUZZLE_ABI_VERSION; always first */
  uint32_t struct_size; /* sizeof(hippuzzle_emulator) as the library knows it */

  /* Chooses the one device that there is: its target as code objects name it, "gfx90a", and the
   * seed of the order in which its waves take turns. Called once, before any function of the
   * runtime. Returns "", or one sentence why there cannot be such a device. */
  const char* (*use)(const char* target, uint64_t seed);

  /* Of the last launch that failed one sentence of why; "" before. */
  const char* (*why)(void);

  /* Whether it failed because the emulator does not know what the kernel asks for. */
  int32_t (*not_emulated)(void);

  /* Instructions of waves that were executed so far. */
  uint64_t (*executed)(void);

  /* Checks kernels as they run, once start() was called; without traces and counts. */
  const struct hip_cpu_check* check;
} hippuzzle_emulator;

#define HIPPUZZLE_EMULATOR_SYMBOL "hippuzzle_emulator_entry"

#ifdef __cplusplus
}
#endif

#endif
