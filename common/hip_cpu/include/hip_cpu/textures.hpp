// Reading texture objects in kernels: tex1Dfetch, tex1D, tex2D, tex3D, with HIP's rules for places
// between and outside of the elements. Weights between elements have a float's precision, where a
// GPU's have 8 bits.
#pragma once

#include <hip/hip_runtime_api.h>

#include <cmath>
#include <cstdint>
#include <hip_cpu/vector_types.hpp>
#include <limits>
#include <type_traits>

struct __hip_texture {
  const void* data;
  hipChannelFormatDesc desc;
  int size[3];  // at least 1
  size_t pitch, layer;
  hipTextureDesc how;
  hipResourceDesc resource;
};

// The format whose elements are T's.
template <typename T>
hipChannelFormatDesc hipCreateChannelDesc();

namespace hip_cpu {

template <typename T>
struct TexelOf {
  using type = T;
  static constexpr int channels = 1;
};
template <typename T, unsigned n>
struct TexelOf<Vector<T, n>> {
  using type = T;
  static constexpr int channels = n;
};

struct Texel {
  double channel[4] = {0, 0, 0, 0};
};

// IEEE's binary16; not every compiler that reads this has a type for it.
inline double half_value(std::uint16_t bits) {
  const int exponent = bits >> 10 & 0x1f, fraction = bits & 0x3ff;
  double value =
      exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(fraction + 1024, exponent - 25);
  if (exponent == 0x1f) {
    value = fraction == 0 ? std::numeric_limits<double>::infinity()
                          : std::numeric_limits<double>::quiet_NaN();
  }
  return bits >> 15 ? -value : value;
}

inline double texture_channel(const unsigned char* at, int bits, hipChannelFormatKind kind,
                              bool normalized) {
  if (kind == hipChannelFormatKindFloat) {
    if (bits == 32) return *reinterpret_cast<const float*>(at);
    std::uint16_t half;
    __builtin_memcpy(&half, at, sizeof half);
    return half_value(half);
  }
  const bool is_signed = kind == hipChannelFormatKindSigned;
  double value = 0;
  if (bits == 8)
    value = is_signed ? *reinterpret_cast<const std::int8_t*>(at) : *at;
  else if (bits == 16)
    value = is_signed ? *reinterpret_cast<const std::int16_t*>(at)
                      : *reinterpret_cast<const std::uint16_t*>(at);
  else
    value = is_signed ? static_cast<double>(*reinterpret_cast<const std::int32_t*>(at))
                      : static_cast<double>(*reinterpret_cast<const std::uint32_t*>(at));
  if (!normalized) return value;
  const double largest = std::ldexp(1.0, is_signed ? bits - 1 : bits) - 1;
  return value < -largest ? -1 : value / largest;
}

// The place of an index in [0, size), or -1 for the border.
inline int texture_index(double index, int size, hipTextureAddressMode mode) {
  switch (mode) {
    case hipAddressModeWrap:
      return static_cast<int>(index - std::floor(index / size) * size);
    case hipAddressModeMirror: {
      const double twice = index - std::floor(index / (2.0 * size)) * (2.0 * size);
      return static_cast<int>(twice < size ? twice : 2.0 * size - 1 - twice);
    }
    case hipAddressModeBorder:
      return index < 0 || index >= size ? -1 : static_cast<int>(index);
    default:
      return index < 0 ? 0 : index >= size ? size - 1 : static_cast<int>(index);
  }
}

inline Texel texel_at(const __hip_texture& texture, const double (&index)[3]) {
  int at[3];
  Texel texel;
  for (int d = 0; d < 3; ++d) {
    hipTextureAddressMode mode = texture.how.addressMode[d];
    // Only normalized coordinates go round.
    if (!texture.how.normalizedCoords && mode != hipAddressModeBorder) mode = hipAddressModeClamp;
    at[d] = texture_index(index[d], texture.size[d], mode);
    if (at[d] >= 0) continue;
    for (int c = 0; c < 4; ++c) texel.channel[c] = texture.how.borderColor[c];
    return texel;
  }
  const int bits[4] = {texture.desc.x, texture.desc.y, texture.desc.z, texture.desc.w};
  const int bytes = (bits[0] + bits[1] + bits[2] + bits[3]) / 8;
  const auto* from = static_cast<const unsigned char*>(texture.data) +
                     static_cast<size_t>(at[2]) * texture.layer +
                     static_cast<size_t>(at[1]) * texture.pitch +
                     static_cast<size_t>(at[0]) * static_cast<size_t>(bytes);
  const bool normalized = texture.how.readMode == hipReadModeNormalizedFloat;
  for (int c = 0; c < 4 && bits[c] != 0; ++c) {
    texel.channel[c] = texture_channel(from, bits[c], texture.desc.f, normalized);
    from += bits[c] / 8;
  }
  return texel;
}

template <typename T>
T from_texel(const Texel& texel) {
  using Channel = typename TexelOf<T>::type;
  Channel channels[4];
  for (int c = 0; c < 4; ++c) channels[c] = static_cast<Channel>(texel.channel[c]);
  constexpr int count = TexelOf<T>::channels;
  if constexpr (!std::is_class_v<T>) return channels[0];
  if constexpr (std::is_class_v<T> && count == 1) return T(channels[0]);
  if constexpr (count == 2) return T(channels[0], channels[1]);
  if constexpr (count == 4) return T(channels[0], channels[1], channels[2], channels[3]);
}

template <typename T>
T sample(hipTextureObject_t object, int dimensions, float x, float y, float z) {
  const __hip_texture& texture = *object;
  double place[3] = {x, y, z}, below[3] = {0, 0, 0}, weight[3] = {0, 0, 0};
  const bool linear = texture.how.filterMode == hipFilterModeLinear;
  for (int d = 0; d < dimensions; ++d) {
    if (texture.how.normalizedCoords) place[d] *= texture.size[d];
    if (linear) place[d] -= 0.5;
    below[d] = std::floor(place[d]);
    weight[d] = place[d] - below[d];
  }
  if (!linear) return from_texel<T>(texel_at(texture, below));
  Texel sum;
  for (int corner = 0; corner < 1 << dimensions; ++corner) {
    double index[3] = {0, 0, 0}, share = 1;
    for (int d = 0; d < dimensions; ++d) {
      const bool above = corner >> d & 1;
      index[d] = below[d] + above;
      share *= above ? weight[d] : 1 - weight[d];
    }
    if (share == 0) continue;
    const Texel texel = texel_at(texture, index);
    for (int c = 0; c < 4; ++c) sum.channel[c] += share * texel.channel[c];
  }
  return from_texel<T>(sum);
}

}  // namespace hip_cpu

template <typename T>
hipChannelFormatDesc hipCreateChannelDesc() {
  using Texel = hip_cpu::TexelOf<T>;
  using Channel = typename Texel::type;
  const int bits = 8 * sizeof(Channel);
  const auto of = [&](int channel) { return channel < Texel::channels ? bits : 0; };
  const auto kind = !std::is_integral_v<Channel> ? hipChannelFormatKindFloat
                    : std::is_signed_v<Channel>  ? hipChannelFormatKindSigned
                                                 : hipChannelFormatKindUnsigned;
  return {of(0), of(1), of(2), of(3), kind};
}

// An index outside of the memory gives zeros.
template <typename T>
T tex1Dfetch(hipTextureObject_t texture, int index) {
  if (index < 0 || index >= texture->size[0]) return hip_cpu::from_texel<T>({});
  const double at[3] = {static_cast<double>(index), 0, 0};
  return hip_cpu::from_texel<T>(hip_cpu::texel_at(*texture, at));
}
template <typename T>
T tex1D(hipTextureObject_t texture, float x) {
  return hip_cpu::sample<T>(texture, 1, x, 0, 0);
}
template <typename T>
T tex2D(hipTextureObject_t texture, float x, float y) {
  return hip_cpu::sample<T>(texture, 2, x, y, 0);
}
template <typename T>
T tex3D(hipTextureObject_t texture, float x, float y, float z) {
  return hip_cpu::sample<T>(texture, 3, x, y, z);
}
template <typename T>
void tex1Dfetch(T* to, hipTextureObject_t texture, int index) {
  *to = tex1Dfetch<T>(texture, index);
}
template <typename T>
void tex1D(T* to, hipTextureObject_t texture, float x) {
  *to = tex1D<T>(texture, x);
}
template <typename T>
void tex2D(T* to, hipTextureObject_t texture, float x, float y) {
  *to = tex2D<T>(texture, x, y);
}
template <typename T>
void tex3D(T* to, hipTextureObject_t texture, float x, float y, float z) {
  *to = tex3D<T>(texture, x, y, z);
}
