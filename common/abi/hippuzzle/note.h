/* The ELF note by which a module is judged before it is opened.
 *
 * A shared library's initialisers run inside dlopen, so whatever is to be known before its code
 * runs must be read from the file. Every module carries one note of owner "hippuzzle" and type
 * HIPPUZZLE_NOTE_TYPE whose descriptor is a hippuzzle_note. HIPPUZZLE_NOTE(...) emits it; it must
 * stand in host code only (the macros of bindings.hpp and puzzle.hpp see to that). */
#ifndef HIPPUZZLE_NOTE_H
#define HIPPUZZLE_NOTE_H

#include <hippuzzle/types.h>

#define HIPPUZZLE_NOTE_OWNER "hippuzzle"
#define HIPPUZZLE_NOTE_TYPE 0x48505a31u /* "HPZ1" */

/* The kind of a module; its folder and its exported symbol follow from it. */
#define HIPPUZZLE_KIND_JUDGE 1u   /* judge/<id>.so, hippuzzle_puzzle_entry */
#define HIPPUZZLE_KIND_KERNELS 2u /* <platform>/<id>.so, hippuzzle_kernels_entry */
#define HIPPUZZLE_KIND_DEVICE 3u  /* libhippuzzle_device_<platform>.so, hippuzzle_device_entry */

typedef struct hippuzzle_note {
  uint32_t abi_version; /* HIPPUZZLE_ABI_VERSION of the headers it was built with; always first */
  uint32_t kind;        /* HIPPUZZLE_KIND_* */
  char platform[16];    /* "host", "cpu", "nvidia" or "amd"; NUL-terminated */
  char id[40];          /* "p16"; for a device runtime, the platform again; NUL-terminated */
} hippuzzle_note;

/* The note as it lies in the file: header, owner padded to 4 bytes, descriptor. */
typedef struct hippuzzle_note_record {
  uint32_t owner_size;
  uint32_t descriptor_size;
  uint32_t type;
  char owner[12];
  hippuzzle_note note;
} hippuzzle_note_record;

#define HIPPUZZLE_NOTE(kind_, platform_, id_)                                                   \
  __attribute__((                                                                               \
      used, aligned(4),                                                                         \
      section(".note.hippuzzle"))) static const hippuzzle_note_record hippuzzle_module_note = { \
      sizeof(HIPPUZZLE_NOTE_OWNER),                                                             \
      sizeof(hippuzzle_note),                                                                   \
      HIPPUZZLE_NOTE_TYPE,                                                                      \
      HIPPUZZLE_NOTE_OWNER,                                                                     \
      {HIPPUZZLE_ABI_VERSION, kind_, platform_, id_}}

#endif
