// Matrix cores at the level of a warp: rows x columns sums += rows x k times k x columns,
// under one name for mma.sync (sm_80 and later), MFMA (gfx908, gfx90a, gfx940) and the CPU
// platform, where it is emulated. For kernels that require "matrix-core".
//
//   using Core = MatrixCore<Bf16>;                            // 16 x 16 x 16, AMD's 16 x 64 x 32
//   SharedBox<Bf16, 128, 64> a;                               // swizzled: rows of 128 bytes
//   SharedBox<Bf16, 64, 128 + Core::padding, false> b;        // row by row
//   typename Core::Sums sums = {};                            // Core::size floats a lane
//   Core::multiply_add(sums, Core::left(a, row, k, lane), Core::right(b, k, column, lane));
//   … or left(a, row, k, lane, i), right(b, k, column, lane, j): the i-th fragment from row
//   on, the j-th from column on
//   … sums[i] is the element (Core::row(lane, i), Core::column(lane, i)); from each multiple of
//   Core::run on so many of them are neighbours in a row
//
// Operands lie in shared memory and are read without bank conflicts from rows, k and columns that
// are multiples of Core's (rows, tile_k, columns); on NVIDIA B may also be swizzled in rows of 128
// bytes. Bf16 multiplies exactly; float is cut to TF32 where the cores have no more (NVIDIA, the
// CPU platform) and is not on AMD. Sums are FP32.
#pragma once

#include <hippuzzle/matrix/shared_box.hpp>
#include <hippuzzle/platform.hpp>

#if HIPPUZZLE_PLATFORM_AMD
#include <hippuzzle/matrix/matrix_core_amd.hpp>
#elif HIPPUZZLE_PLATFORM_CPU
#include <hippuzzle/matrix/matrix_core_cpu.hpp>
#else
#include <hippuzzle/matrix/matrix_core_nvidia.hpp>
#endif
