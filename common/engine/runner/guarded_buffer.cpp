#include "engine/runner/guarded_buffer.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>

#include "engine/runner/same_bytes.hpp"

namespace hippuzzle {
namespace {

constexpr uint64_t usual_zone_bytes =
    4096;  // 1024 floats: a whole block writing past the end lands here

constexpr uint64_t word_bytes = 8;  // of a zone, which are mixed at once

// Word i of a zone. Differs from word to word and from zone to zone. A kernel may read past the end
// of one buffer and write the values past the end of another, unchanged or with 10 added to a
// number too large to notice; that must not restore the pattern.
uint64_t mixed(uint64_t zone, uint64_t i) {
  // SplitMix64's step and mixer
  uint64_t z = (zone * (usual_zone_bytes / word_bytes) + i + 1) * 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

// Maps 256 values of each byte of a word onto the 254 that are neither zero nor a poison: b becomes
// 1 + b * 254 / 256. Every other byte at once, as products take two.
uint64_t pattern(uint64_t word) {
  constexpr uint64_t low_bytes = 0x00ff00ff00ff00ff, ones = 0x0001000100010001;
  const uint64_t even = ((word & low_bytes) * 254 >> 8) & low_bytes;
  const uint64_t odd = ((word >> 8) & low_bytes) * 254 >> 8 & low_bytes;
  return (even + ones) | (odd + ones) << 8;
}

std::vector<std::byte> contents_of(uint64_t zone) {
  std::vector<std::byte> bytes(usual_zone_bytes);
  for (uint64_t i = 0; i < usual_zone_bytes; i += word_bytes) {
    const uint64_t word = pattern(mixed(zone, i / word_bytes));
    std::memcpy(&bytes[i], &word, word_bytes);
  }
  return bytes;
}

// A number that no other two zones of the process have.
uint64_t next_zones() {
  static std::atomic<uint64_t> next = 0;
  return next.fetch_add(2);
}

std::byte* at(void* base, uint64_t offset) { return static_cast<std::byte*>(base) + offset; }

}  // namespace

GuardedBuffer::GuardedBuffer(const Device& device, uint64_t bytes, Zones zones)
    : device_(device),
      bytes_(bytes),
      zone_bytes_(zones == Zones::around ? usual_zone_bytes : 0),
      allocation_(nullptr, Release{&device}) {
  const hippuzzle_device_runtime& api = device.runtime().api();
  void* allocation = nullptr;
  device.check(api.allocate(bytes + 2 * zone_bytes_, &allocation), "allocating device memory");
  allocation_.reset(allocation);
  data_ = at(allocation, zone_bytes_);
  if (zone_bytes_ == 0) return;
  const uint64_t number = next_zones();
  before_ = contents_of(number);
  behind_ = contents_of(number + 1);
  device.check(api.upload(allocation, before_.data(), zone_bytes_), "writing a guard zone");
  device.check(api.upload(at(data_, bytes), behind_.data(), zone_bytes_), "writing a guard zone");
}

void GuardedBuffer::Release::operator()(void* allocation) const {
  device->runtime().api().release(allocation);
}

void GuardedBuffer::upload(std::span<const std::byte> contents) {
  device_.check(device_.runtime().api().upload(data_, contents.data(), contents.size()),
                "copying to the device");
}

void GuardedBuffer::fill(std::byte value) { upload(std::vector<std::byte>(bytes_, value)); }

void GuardedBuffer::download(std::span<std::byte> contents) const {
  device_.check(device_.runtime().api().download(contents.data(), data_, contents.size()),
                "copying from the device");
}

std::vector<GuardDamage> GuardedBuffer::damage() const {
  std::vector<GuardDamage> found;
  if (zone_bytes_ == 0) return found;
  for (const bool before : {true, false}) {
    std::vector<std::byte> now(zone_bytes_);
    const std::vector<std::byte>& whole = before ? before_ : behind_;
    const void* start = before ? allocation_.get() : at(data_, bytes_);
    device_.check(device_.runtime().api().download(now.data(), start, zone_bytes_),
                  "reading a guard zone");
    if (same_bytes(now, whole)) continue;
    GuardDamage damage{.before = before, .first_offset = zone_bytes_, .bytes = 0};
    for (uint64_t i = 0; i < zone_bytes_; ++i) {
      if (now[i] == whole[i]) continue;
      const uint64_t distance = before ? zone_bytes_ - 1 - i : i;
      damage.first_offset = std::min(damage.first_offset, distance);
      ++damage.bytes;
    }
    found.push_back(damage);
  }
  return found;
}

}  // namespace hippuzzle
