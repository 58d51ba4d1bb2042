// Whole numbers that a floating-point type does not hold, by each rounding.
#include "expect.h"

__global__ void convert(float* f, double* d) {
  const int odd = (1 << 24) + 1;
  f[0] = __int2float_rn(odd);
  f[1] = __int2float_rd(odd);
  f[2] = __int2float_ru(odd);
  f[3] = __int2float_rz(-odd);
  f[4] = __int2float_rd(-odd);
  f[5] = __uint2float_ru(5);
  const long long wide = (1LL << 53) + 1;
  d[0] = __ll2double_rd(wide);
  d[1] = __ll2double_ru(wide);
  d[2] = __ll2double_rz(-wide);
  d[3] = __ull2double_ru(~0ULL);
  d[4] = __ull2double_rd(~0ULL);
}

int main() {
  float* const f = on_device<float>(6);
  double* const d = on_device<double>(5);
  convert<<<1, 1>>>(f, d);
  EXPECT(to_host(f, 6) ==
         (std::vector<float>{16777216, 16777216, 16777218, -16777216, -16777218, 5}));
  EXPECT(to_host(d, 5) ==
         (std::vector<double>{0x1p53, 0x1p53 + 2, -0x1p53, 0x1p64, 0x1p64 - 2048}));
  return failures;
}
