// Arrays and texture objects.
#include "expect.h"

__global__ void read(hipTextureObject_t texture, const float* x, const float* y, float* out) {
  out[threadIdx.x] = tex2D<float>(texture, x[threadIdx.x], y[threadIdx.x]);
}
__global__ void fetch(hipTextureObject_t texture, int4* out) {
  out[threadIdx.x] = tex1Dfetch<int4>(texture, static_cast<int>(threadIdx.x) - 1);
}
__global__ void of_bytes(hipTextureObject_t texture, float* out) {
  out[threadIdx.x] = tex1D<float>(texture, static_cast<float>(threadIdx.x));
}
__global__ void in_depth(hipTextureObject_t texture, unsigned char* out) {
  out[threadIdx.x] = tex3D<unsigned char>(texture, 1, 0, static_cast<float>(threadIdx.x));
}

hipTextureDesc description(hipTextureAddressMode mode, hipTextureFilterMode filter,
                           bool normalized = false) {
  hipTextureDesc desc{};
  for (hipTextureAddressMode& each : desc.addressMode) each = mode;
  desc.filterMode = filter;
  desc.normalizedCoords = normalized;
  desc.borderColor[0] = 7;
  return desc;
}

std::vector<float> sampled(const hipResourceDesc& resource, const hipTextureDesc& how,
                           const std::vector<float>& x, const std::vector<float>& y) {
  hipTextureObject_t texture;
  EXPECT_OK(hipCreateTextureObject(&texture, &resource, &how, nullptr));
  float* const out = on_device<float>(x.size());
  read<<<1, static_cast<unsigned>(x.size())>>>(texture, to_device(x), to_device(y), out);
  EXPECT_OK(hipDestroyTextureObject(texture));
  return to_host(out, x.size());
}

int main() {
  using Floats = std::vector<float>;
  // Two rows of four.
  const Floats rows = {0, 1, 2, 3, 10, 11, 12, 13};
  const hipChannelFormatDesc format = hipCreateChannelDesc<float>();
  hipArray_t array;
  EXPECT_OK(hipMallocArray(&array, &format, 4, 2));
  EXPECT_OK(hipMemcpy2DToArray(array, 0, 0, rows.data(), 16, 16, 2, hipMemcpyHostToDevice));
  hipResourceDesc resource{};
  resource.resType = hipResourceTypeArray;
  resource.res.array.array = array;

  const auto point = [&](hipTextureAddressMode mode, bool normalized, Floats x, Floats y) {
    return sampled(resource, description(mode, hipFilterModePoint, normalized), x, y);
  };
  EXPECT(point(hipAddressModeClamp, false, {0.9f, 2, -3, 9}, {0, 1.5f, 0, 9}) ==
         (Floats{0, 12, 0, 13}));
  EXPECT(point(hipAddressModeBorder, false, {3.5f, 4, -0.1f}, {0, 0, 1}) == (Floats{3, 7, 7}));
  EXPECT(point(hipAddressModeWrap, true, {0.3f, 1.3f, -0.1f}, {0, 0.5f, 1.6f}) ==
         (Floats{1, 11, 13}));
  EXPECT(point(hipAddressModeMirror, true, {1.1f, -0.1f}, {0, 0}) == (Floats{3, 0}));
  // Wrapping needs normalized coordinates; without them it clamps.
  EXPECT(point(hipAddressModeWrap, false, {5}, {0}) == (Floats{3}));
  EXPECT(sampled(resource, description(hipAddressModeClamp, hipFilterModeLinear), {0.5f, 1, 1, 0},
                 {0.5f, 0.5f, 1, 1}) == (Floats{0, 0.5f, 5.5f, 5}));

  Floats back(8);
  EXPECT_OK(hipMemcpyFromArray(back.data(), array, 8, 0, 16, hipMemcpyDeviceToHost));
  EXPECT(back == (Floats{2, 3, 10, 11, 0, 0, 0, 0}));
  hipChannelFormatDesc told;
  EXPECT_OK(hipGetChannelDesc(&told, array));
  EXPECT(told.x == 32 && told.y == 0 && told.f == hipChannelFormatKindFloat);

  // Plain memory of vectors; an index outside gives zeros.
  int4* const vectors = to_device(std::vector<int4>{int4(1, 2, 3, 4), int4(5, 6, 7, -8)});
  hipResourceDesc linear{};
  linear.resType = hipResourceTypeLinear;
  linear.res.linear = {vectors, hipCreateChannelDesc<int4>(), 2 * sizeof(int4)};
  hipTextureDesc how = description(hipAddressModeClamp, hipFilterModePoint);
  hipTextureObject_t texture;
  EXPECT_OK(hipCreateTextureObject(&texture, &linear, &how, nullptr));
  int4* const fetched = on_device<int4>(4);
  fetch<<<1, 4>>>(texture, fetched);
  const auto seen = to_host(fetched, 4);
  EXPECT(seen[0].x == 0 && seen[1].y == 2 && seen[2].w == -8 && seen[3].w == 0);

  unsigned char* const bytes = to_device(std::vector<unsigned char>{0, 51, 255});
  linear.res.linear = {bytes, hipCreateChannelDesc<unsigned char>(), 3};
  how.readMode = hipReadModeNormalizedFloat;
  EXPECT_OK(hipCreateTextureObject(&texture, &linear, &how, nullptr));
  float* const floats = on_device<float>(3);
  of_bytes<<<1, 3>>>(texture, floats);
  EXPECT(to_host(floats, 3) == (Floats{0, 0.2f, 1}));

  // Three dimensions, filled by hipMemcpy3D.
  std::vector<unsigned char> cube(2 * 2 * 3);
  for (size_t i = 0; i < cube.size(); ++i) cube[i] = static_cast<unsigned char>(i);
  const hipChannelFormatDesc of_byte = hipCreateChannelDesc<unsigned char>();
  hipArray_t deep;
  EXPECT_OK(hipMalloc3DArray(&deep, &of_byte, make_hipExtent(2, 2, 3), hipArrayDefault));
  hipMemcpy3DParms copy{};
  copy.srcPtr = make_hipPitchedPtr(cube.data(), 2, 2, 2);
  copy.dstArray = deep;
  copy.extent = make_hipExtent(2, 2, 3);
  copy.kind = hipMemcpyHostToDevice;
  EXPECT_OK(hipMemcpy3D(&copy));
  resource.res.array.array = deep;
  how.readMode = hipReadModeElementType;
  EXPECT_OK(hipCreateTextureObject(&texture, &resource, &how, nullptr));
  unsigned char* const layers = on_device<unsigned char>(3);
  in_depth<<<1, 3>>>(texture, layers);
  EXPECT(to_host(layers, 3) == (std::vector<unsigned char>{1, 5, 9}));

  // Refused calls.
  how.filterMode = hipFilterModeLinear;
  EXPECT(hipCreateTextureObject(&texture, &resource, &how, nullptr) == hipErrorInvalidValue);
  EXPECT(hipMemcpy2DToArray(array, 8, 0, rows.data(), 16, 16, 2, hipMemcpyHostToDevice) ==
         hipErrorInvalidValue);
  const hipChannelFormatDesc three = {8, 8, 8, 0, hipChannelFormatKindUnsigned};
  hipArray_t none;
  EXPECT(hipMallocArray(&none, &three, 4, 4) == hipErrorInvalidValue);
  EXPECT_OK(hipFreeArray(array));
  EXPECT_OK(hipFreeArray(deep));
  EXPECT(hipFreeArray(array) == hipErrorInvalidHandle);
  static_cast<void>(hipGetLastError());
  return failures;
}
