// Capabilities of the hardware that a source is being compiled for, in addition to the capabilities
// of every GPU: one macro each, 1 or 0. Only this file knows which architecture has which
// capability. nvcc and hipcc compile a source once per architecture, so device code gets the answer
// for the current pass; the CPU platform emulates all capabilities.
//
// A variant that needs one of these names it in `required`; the device runtime reports the words.
//
//   HIPPUZZLE_HAS_ASYNC_COPY    "async-copy"    copies to shared memory past the registers
//   HIPPUZZLE_HAS_MATRIX_CORE   "matrix-core"   a warp multiplies small matrices (mma.sync, MFMA)
//   HIPPUZZLE_HAS_WARPGROUP     "wgmma"         four warps multiply out of shared memory, fed by
//                                               the tensor copy engine: sm_90a
#pragma once

#include <hippuzzle/platform.hpp>

#if HIPPUZZLE_PLATFORM_CPU
#define HIPPUZZLE_HAS_ASYNC_COPY 0
#define HIPPUZZLE_HAS_MATRIX_CORE 1
#define HIPPUZZLE_HAS_WARPGROUP 1
#elif HIPPUZZLE_PLATFORM_NVIDIA
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
#define HIPPUZZLE_HAS_ASYNC_COPY 1
#define HIPPUZZLE_HAS_MATRIX_CORE 1
#else
#define HIPPUZZLE_HAS_ASYNC_COPY 0
#define HIPPUZZLE_HAS_MATRIX_CORE 0
#endif
// Defined in a pass for sm_90a, whose instructions no other architecture has.
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
#define HIPPUZZLE_HAS_WARPGROUP 1
#else
#define HIPPUZZLE_HAS_WARPGROUP 0
#endif
#else
#define HIPPUZZLE_HAS_ASYNC_COPY 0
#if defined(__gfx908__) || defined(__gfx90a__) || defined(__gfx940__) || defined(__gfx941__) || \
    defined(__gfx942__) || defined(__gfx950__)
#define HIPPUZZLE_HAS_MATRIX_CORE 1
#else
#define HIPPUZZLE_HAS_MATRIX_CORE 0
#endif
#define HIPPUZZLE_HAS_WARPGROUP 0
#endif
