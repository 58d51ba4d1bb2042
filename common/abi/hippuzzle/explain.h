/* An extension of the contract between hippuzzle and a puzzle's judge module (puzzle.h): how a
 * variant that chooses its launch by a model of the device computes a size, and what the model
 * predicts. A module that has variants like that exports a second data symbol,
 * hippuzzle_explainer_entry; one without it loads as ever. */
#ifndef HIPPUZZLE_EXPLAIN_H
#define HIPPUZZLE_EXPLAIN_H

#include <hippuzzle/note.h>
#include <hippuzzle/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The device that is spoken of, which need not be here. */
typedef struct hippuzzle_modelled_device {
  uint32_t struct_size;     /* set by the caller */
  const char* platform;     /* "nvidia", "amd" or "cpu" */
  const char* architecture; /* "sm_90" */
  uint32_t multiprocessors;
} hippuzzle_modelled_device;

typedef struct hippuzzle_explanation {
  uint32_t struct_size;         /* set by the caller */
  uint32_t rows, columns, k;    /* of a block's tile: of the output, and of one stage */
  uint32_t blocks_in_a_cluster; /* 1 without clusters */
  uint64_t tiles, sliced_tiles; /* of the output; those that are computed in slices of k */
  uint32_t slices;              /* of each of these, else 1 */
  uint32_t shares_last_round;   /* not 0: tiles of a last round are split evenly (stream-K) */
  double waves;                 /* of blocks, or clusters: all over those that run at once */
  double fetched_bytes;         /* operands that all blocks fetch */
  double microseconds;          /* as the model predicts; 0 where it predicts none */
  char order[64];               /* of the tiles, words */
  char bound[64];               /* what takes most of the time that is predicted, words */
} hippuzzle_explanation;

typedef struct hippuzzle_explainer {
  uint32_t abi_version; /* HIPPUZZLE_ABI_VERSION; always first */
  uint32_t struct_size; /* sizeof(hippuzzle_explainer) as the module knows it */

  /* variant: of the module. Returns NULL, or why there is nothing to explain, to follow the
   * variant's name: "asks no model"; static. */
  const char* (*explain)(const char* variant, const hippuzzle_extents* extents,
                         const hippuzzle_modelled_device* device,
                         hippuzzle_explanation* explanation);
} hippuzzle_explainer;

#define HIPPUZZLE_EXPLAINER_SYMBOL "hippuzzle_explainer_entry"

#ifdef __cplusplus
}
#endif
#endif
