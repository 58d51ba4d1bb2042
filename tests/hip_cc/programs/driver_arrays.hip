// Arrays by the driver's words, and copies of rectangles that a struct describes.
#include "expect.h"

static hip_Memcpy2D rectangle(size_t width, size_t height) {
  hip_Memcpy2D copy{};
  copy.WidthInBytes = width;
  copy.Height = height;
  return copy;
}

int main() {
  using Shorts = std::vector<short>;
  hipArray_t array;
  const HIP_ARRAY_DESCRIPTOR desc = {4, 3, HIP_AD_FORMAT_SIGNED_INT16, 2};
  EXPECT_OK(hipArrayCreate(&array, &desc));
  hipChannelFormatDesc format;
  EXPECT_OK(hipGetChannelDesc(&format, array));
  EXPECT(format.x == 16 && format.y == 16 && format.z == 0 &&
         format.f == hipChannelFormatKindSigned);
  HIP_ARRAY_DESCRIPTOR told;
  EXPECT_OK(hipArrayGetDescriptor(&told, array));
  EXPECT(told.Width == 4 && told.Height == 3 && told.Format == HIP_AD_FORMAT_SIGNED_INT16 &&
         told.NumChannels == 2);

  // Two elements of two rows, from the second row and element of the host's on.
  const Shorts host = {0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15, 20, 21, 22, 23, 24, 25};
  hip_Memcpy2D copy = rectangle(8, 2);
  copy.srcMemoryType = hipMemoryTypeHost;
  copy.srcHost = host.data();
  copy.srcPitch = 12;
  copy.srcXInBytes = 4;
  copy.srcY = 1;
  copy.dstMemoryType = hipMemoryTypeArray;
  copy.dstArray = array;
  copy.dstXInBytes = 8;
  copy.dstY = 1;
  EXPECT_OK(hipMemcpyParam2D(&copy));

  short* const device = on_device<short>(8);
  copy = rectangle(8, 2);
  copy.srcMemoryType = hipMemoryTypeArray;
  copy.srcArray = array;
  copy.srcXInBytes = 8;
  copy.srcY = 1;
  copy.dstMemoryType = hipMemoryTypeDevice;
  copy.dstDevice = device;
  copy.dstPitch = 8;
  EXPECT_OK(hipMemcpyParam2DAsync(&copy, nullptr));
  EXPECT(to_host(device, 8) == (Shorts{12, 13, 14, 15, 22, 23, 24, 25}));
  Shorts back(4);
  copy.dstMemoryType = hipMemoryTypeHost;
  copy.dstHost = back.data();
  copy.Height = 1;
  copy.dstPitch = 0;  // of one row there is none
  EXPECT_OK(hipDrvMemcpy2DUnaligned(&copy));
  EXPECT(back == (Shorts{12, 13, 14, 15}));

  // Refused: past the array, rows that are too short, no rows, and a destroyed array.
  copy.srcXInBytes = 12;
  EXPECT(hipMemcpyParam2D(&copy) == hipErrorInvalidValue);
  copy.srcXInBytes = 0;
  copy.dstPitch = 4;
  EXPECT(hipMemcpyParam2D(&copy) == hipErrorInvalidValue);
  copy.dstHost = nullptr;
  copy.dstPitch = 8;
  EXPECT(hipMemcpyParam2D(&copy) == hipErrorInvalidValue);
  copy.dstHost = back.data();
  EXPECT_OK(hipArrayDestroy(array));
  EXPECT(hipMemcpyParam2D(&copy) == hipErrorInvalidHandle);
  EXPECT(hipArrayGetDescriptor(&told, array) == hipErrorInvalidHandle);
  EXPECT(hipMemcpyParam2D(nullptr) == hipErrorInvalidValue);

  const HIP_ARRAY3D_DESCRIPTOR deep = {2, 3, 4, HIP_AD_FORMAT_FLOAT, 4, hipArrayDefault};
  EXPECT_OK(hipArray3DCreate(&array, &deep));
  HIP_ARRAY3D_DESCRIPTOR all;
  EXPECT_OK(hipArray3DGetDescriptor(&all, array));
  EXPECT(all.Depth == 4 && all.Format == HIP_AD_FORMAT_FLOAT && all.NumChannels == 4);
  EXPECT_OK(hipArrayDestroy(array));
  const HIP_ARRAY_DESCRIPTOR of_five = {4, 3, HIP_AD_FORMAT_HALF, 5};
  EXPECT(hipArrayCreate(&array, &of_five) == hipErrorInvalidValue);
  EXPECT(hipArrayCreate(&array, nullptr) == hipErrorInvalidValue);
  return failures;
}
