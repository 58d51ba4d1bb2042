// CUDA's eight-bit floats.
#pragma once

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <hip/hip_fp8.h>

#define __nv_fp8_storage_t __hip_fp8_storage_t
#define __nv_fp8x2_storage_t __hip_fp8x2_storage_t
#define __nv_fp8x4_storage_t __hip_fp8x4_storage_t
#define __nv_fp8_interpretation_t __hip_fp8_interpretation_t
#define __nv_saturation_t __hip_saturation_t
#define __NV_E4M3 __HIP_E4M3
#define __NV_E5M2 __HIP_E5M2
#define __NV_NOSAT __HIP_NOSAT
#define __NV_SATFINITE __HIP_SATFINITE
#define __nv_fp8_e4m3 __hip_fp8_e4m3
#define __nv_fp8_e5m2 __hip_fp8_e5m2
#define __nv_fp8x2_e4m3 __hip_fp8x2_e4m3
#define __nv_fp8x2_e5m2 __hip_fp8x2_e5m2
#define __nv_fp8x4_e4m3 __hip_fp8x4_e4m3
#define __nv_fp8x4_e5m2 __hip_fp8x4_e5m2
#define __nv_cvt_float_to_fp8 __hip_cvt_float_to_fp8
#define __nv_cvt_double_to_fp8 __hip_cvt_double_to_fp8
#define __nv_cvt_float2_to_fp8x2 __hip_cvt_float2_to_fp8x2
#define __nv_cvt_double2_to_fp8x2 __hip_cvt_double2_to_fp8x2
#define __nv_cvt_halfraw_to_fp8 __hip_cvt_halfraw_to_fp8
#define __nv_cvt_bfloat16raw_to_fp8 __hip_cvt_bfloat16raw_to_fp8
#define __nv_cvt_fp8_to_halfraw __hip_cvt_fp8_to_halfraw
