// CUDA's names for numbers, in single and, without the F, in double precision. A program's macro
// `max(a, b)` does not see the parenthesised one.
#pragma once

#include <hip_cpu/set_macros_aside.hpp>

#include <limits>

#define CUDART_INF_F (std::numeric_limits<float>::infinity())
#define CUDART_NAN_F (std::numeric_limits<float>::quiet_NaN())
#define CUDART_MIN_DENORM_F (std::numeric_limits<float>::denorm_min())
#define CUDART_MAX_NORMAL_F ((std::numeric_limits<float>::max)())
#define CUDART_NEG_ZERO_F (-0.0f)
#define CUDART_ZERO_F 0.0f
#define CUDART_ONE_F 1.0f
#define CUDART_SQRT_HALF_F 0.70710678118654752440f
#define CUDART_SQRT_TWO_F 1.41421356237309504880f
#define CUDART_THIRD_F 0.33333333333333333333f
#define CUDART_PI_F 3.14159265358979323846f
#define CUDART_PIO2_F 1.57079632679489661923f
#define CUDART_PIO4_F 0.78539816339744830962f
#define CUDART_2_OVER_PI_F 0.63661977236758134308f
#define CUDART_L2E_F 1.44269504088896340736f
#define CUDART_L2T_F 3.32192809488736234787f
#define CUDART_LG2_F 0.30102999566398119521f
#define CUDART_LGE_F 0.43429448190325182765f
#define CUDART_LN2_F 0.69314718055994530942f
#define CUDART_LNT_F 2.30258509299404568402f

#define CUDART_INF (std::numeric_limits<double>::infinity())
#define CUDART_NAN (std::numeric_limits<double>::quiet_NaN())
#define CUDART_MIN_DENORM (std::numeric_limits<double>::denorm_min())
#define CUDART_MAX_NORMAL ((std::numeric_limits<double>::max)())
#define CUDART_NEG_ZERO (-0.0)
#define CUDART_ZERO 0.0
#define CUDART_ONE 1.0
#define CUDART_SQRT_HALF 0.70710678118654752440
#define CUDART_SQRT_TWO 1.41421356237309504880
#define CUDART_THIRD 0.33333333333333333333
#define CUDART_PI 3.14159265358979323846
#define CUDART_PIO2 1.57079632679489661923
#define CUDART_PIO4 0.78539816339744830962
#define CUDART_2_OVER_PI 0.63661977236758134308
#define CUDART_L2E 1.44269504088896340736
#define CUDART_L2T 3.32192809488736234787
#define CUDART_LG2 0.30102999566398119521
#define CUDART_LGE 0.43429448190325182765
#define CUDART_LN2 0.69314718055994530942
#define CUDART_LNT 2.30258509299404568402

#include <hip_cpu/restore_macros.hpp>
