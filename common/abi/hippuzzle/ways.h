/* An extension of both contracts (puzzle.h, kernels.h): variants that can compute a size in several
 * ways, of which a model proposes a few and a measurement takes the fastest. A judge module with
 * such variants exports hippuzzle_way_model_entry, the kernel module hippuzzle_way_choice_entry;
 * modules without them load as ever. */
#ifndef HIPPUZZLE_WAYS_H
#define HIPPUZZLE_WAYS_H

#include <hippuzzle/explain.h>
#include <hippuzzle/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A way has a number, not 0, that its judge module and its kernel module agree upon. */
typedef struct hippuzzle_proposed_way {
  uint32_t number;
  double microseconds; /* as the model predicts */
  char words[64];      /* for people: "128 x 144, clusters of 2 x 4" */
} hippuzzle_proposed_way;

typedef struct hippuzzle_way_model {
  uint32_t abi_version; /* HIPPUZZLE_ABI_VERSION; always first */
  uint32_t struct_size; /* sizeof(hippuzzle_way_model) as the module knows it */
  uint32_t revision;    /* of the ways: numbers or times of another revision say nothing */

  /* Writes at most `most` ways of the variant on that device, the fastest first as the model
   * predicts, and returns how many; 0 where there is no choice. The first one is the way that
   * launches take by themselves. */
  uint32_t (*propose)(const char* variant, const hippuzzle_extents* extents,
                      const hippuzzle_modelled_device* device, uint32_t most,
                      hippuzzle_proposed_way* ways);
} hippuzzle_way_model;

#define HIPPUZZLE_WAY_MODEL_SYMBOL "hippuzzle_way_model_entry"

typedef struct hippuzzle_way_choice {
  uint32_t abi_version; /* HIPPUZZLE_ABI_VERSION; always first */
  uint32_t struct_size; /* sizeof(hippuzzle_way_choice) as the module knows it */

  /* From now on, launches of the variant with these extents go this way; with 0, the model's.
   * Called on the thread that launches. Returns a hipError_t. A launch in a way that the variant
   * does not have at these extents returns hipErrorInvalidValue. */
  int32_t (*choose)(const char* variant, const hippuzzle_extents* extents, uint32_t number);
} hippuzzle_way_choice;

#define HIPPUZZLE_WAY_CHOICE_SYMBOL "hippuzzle_way_choice_entry"

#ifdef __cplusplus
}
#endif
#endif
