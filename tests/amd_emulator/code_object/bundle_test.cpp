// Fat binaries are read as they are and compressed, in each version of the format; a broken one is
// refused in one sentence.
#include <gtest/gtest.h>
#include <zlib.h>

#include <cstring>

#include "amd_emulator/code_object/compressed_bundle.hpp"
#include "amd_emulator/code_object/offload_bundle.hpp"
#include "amd_emulator/wave/fault.hpp"

namespace hippuzzle::amd {
namespace bundle_test {

template <class T>
void append(std::string& to, T value) {
  to.append(reinterpret_cast<const char*>(&value), sizeof value);
}

// Two entries: the host's, and one of a target with features.
std::string bundle_of(const std::string& contents) {
  const std::string ids[] = {"host-x86_64-unknown-linux", "hipv4-amdgcn-amd-amdhsa--gfx90a:xnack-"};
  std::string text = "__CLANG_OFFLOAD_BUNDLE__";
  append<uint64_t>(text, 2);
  uint64_t offset = text.size();
  for (const std::string& id : ids) offset += 24 + id.size();
  for (const std::string& id : ids) {
    append<uint64_t>(text, offset);
    append<uint64_t>(text, id.starts_with("hip") ? contents.size() : 0);
    append<uint64_t>(text, id.size());
    text += id;
  }
  return text + contents;
}

std::string deflated(const std::string& text) {
  uLongf size = compressBound(text.size());
  std::string result(size, '\0');
  EXPECT_EQ(compress(reinterpret_cast<Bytef*>(result.data()), &size,
                     reinterpret_cast<const Bytef*>(text.data()), text.size()),
            Z_OK);
  result.resize(size);
  return result;
}

std::string compressed(uint16_t version, uint16_t method, const std::string& text,
                       const std::string& stream) {
  std::string whole = "CCOB";
  append(whole, version);
  append(whole, method);
  if (version == 2) append(whole, static_cast<uint32_t>(24 + stream.size()));
  if (version == 3) append(whole, uint64_t{32 + stream.size()});
  if (version == 3) append(whole, uint64_t{text.size()});
  if (version != 3) append(whole, static_cast<uint32_t>(text.size()));
  append(whole, uint64_t{0x1234});  // the hash
  return whole + stream;
}

void expect_contents(const std::string& bundle, const std::string& contents) {
  std::string unpacked;
  const auto entries = entries_at(bundle.data(), unpacked);
  ASSERT_EQ(entries.size(), 1u);
  EXPECT_EQ(entries[0].target, "gfx90a");
  EXPECT_EQ(entries[0].elf, contents);
}

const std::string contents(10'000, 'x');

TEST(FatBinaries, AreReadUncompressed) { expect_contents(bundle_of(contents), contents); }

TEST(FatBinaries, AreReadCompressedInEachVersionOfTheFormat) {
  const std::string bundle = bundle_of(contents), stream = deflated(bundle);
  ASSERT_LT(stream.size(), bundle.size());
  for (const uint16_t version : {1, 2, 3}) {
    SCOPED_TRACE(version);
    // Bytes of the module after the bundle are not part of it.
    expect_contents(compressed(version, 0, bundle, stream) + std::string(64, 'y'), contents);
  }
}

// The smallest stream of zstd (RFC 8878): a frame of one segment with a raw block.
TEST(FatBinaries, AreReadCompressedByZstd) {
  const std::string small = bundle_of("code");
  ASSERT_LT(small.size(), 256u);
  std::string stream = "\x28\xb5\x2f\xfd\x20";  // magic, one segment with its size in a byte
  append(stream, static_cast<uint8_t>(small.size()));
  const auto block = static_cast<uint32_t>(small.size() << 3 | 1);  // the last, raw
  for (unsigned k = 0; k < 3; ++k) append(stream, static_cast<uint8_t>(block >> 8 * k));
  const std::string whole = compressed(3, 1, small, stream + small) + std::string(64, 'y');
  try {
    expect_contents(whole, "code");
  } catch (const Fault& fault) {
    EXPECT_NE(std::string(fault.what()).find("libzstd-dev"), std::string::npos) << fault.what();
    GTEST_SKIP() << fault.what();
  }
}

TEST(FatBinaries, AreRefusedBroken) {
  const std::string bundle = bundle_of(contents), stream = deflated(bundle);
  std::string flipped = stream, unpacked;
  flipped[flipped.size() / 2] ^= 0x55;
  const std::string broken[] = {compressed(4, 0, bundle, stream), compressed(2, 7, bundle, stream),
                                compressed(2, 0, bundle, flipped),
                                compressed(2, 0, bundle + "more", stream),
                                compressed(3, 0, bundle, "").substr(0, 12)};
  for (const std::string& text : broken) EXPECT_THROW(amd::unpacked(text), Fault) << text.size();
  EXPECT_THROW(entries_at("no bundle at all: 24 bytes and more", unpacked), Fault);
}

}  // namespace bundle_test
}  // namespace hippuzzle::amd
