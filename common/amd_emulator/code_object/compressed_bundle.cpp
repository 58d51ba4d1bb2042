#include "amd_emulator/code_object/compressed_bundle.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <cstdint>
#include <limits>

#ifdef HIPPUZZLE_ZSTD
#include <zstd.h>
#endif

#include "amd_emulator/wave/fault.hpp"
#include "support/files/elf_object.hpp"

namespace hippuzzle::amd {
namespace {

constexpr std::string_view magic = "CCOB";
constexpr uint16_t zlib_stream = 0, zstd_stream = 1;  // the method
constexpr uint64_t most_bytes = uint64_t{4} << 30;    // of a fat binary
constexpr uint64_t hash_bytes = 8;

struct Header {
  uint16_t method = 0;
  uint64_t bytes = 0;     // of the uncompressed bundle
  uint64_t in_front = 0;  // bytes of the header
};

// In versions 2 and 3 the file's size precedes the other size; version 3 has 8 bytes for each.
Header header_of(std::string_view bundle) {
  Header h;
  const auto version = read_as<uint16_t>(bundle, magic.size());
  h.method = read_as<uint16_t>(bundle, magic.size() + 2);
  const uint64_t sizes = magic.size() + 4, bytes = version == 3 ? 8 : 4;
  const uint64_t at = sizes + (version == 1 ? 0 : bytes);
  if (version < 1 || version > 3) {
    throw Fault(Fault::Kind::not_loadable,
                fmt::format("its fat binary is compressed in version {} of the format, which is "
                            "newer than the emulator's; compile it with --no-offload-compress",
                            version));
  }
  h.bytes = bytes == 8 ? read_as<uint64_t>(bundle, at) : read_as<uint32_t>(bundle, at);
  h.in_front = at + bytes + hash_bytes;
  return h;
}

// Whether all of `to` was filled by a stream that begins at `from`.
bool inflate_all(std::string_view from, std::string& to) {
  constexpr size_t most = std::numeric_limits<uInt>::max();
  z_stream stream = {};
  if (inflateInit(&stream) != Z_OK) return false;
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(from.data()));
  stream.avail_in = static_cast<uInt>(std::min(from.size(), most));
  stream.next_out = reinterpret_cast<Bytef*>(to.data());
  stream.avail_out = static_cast<uInt>(std::min(to.size(), most));
  const int result = inflate(&stream, Z_FINISH);
  const bool is_whole = result == Z_STREAM_END && stream.total_out == to.size();
  inflateEnd(&stream);
  return is_whole;
}

#ifdef HIPPUZZLE_ZSTD
bool decompress_all(std::string_view from, std::string& to) {
  ZSTD_DStream* const stream = ZSTD_createDStream();
  ZSTD_inBuffer in{from.data(), from.size(), 0};
  ZSTD_outBuffer out{to.data(), to.size(), 0};
  size_t left = 1;  // 0 at the end of the stream
  for (size_t before = 1; left != 0 && ZSTD_isError(left) == 0;) {
    before = in.pos + out.pos;
    left = ZSTD_decompressStream(stream, &out, &in);
    if (in.pos + out.pos == before) break;
  }
  ZSTD_freeDStream(stream);
  return left == 0 && out.pos == to.size();
}
#else
bool decompress_all(std::string_view, std::string&) {
  throw Fault(Fault::Kind::not_loadable,
              "its code objects are compressed by zstd, without which this hippuzzle was built; "
              "build it where zstd with its headers is (libzstd-dev), or compile the module with "
              "--no-offload-compress");
}
#endif

}  // namespace

bool is_compressed(std::string_view bundle) { return bundle.substr(0, magic.size()) == magic; }

std::string unpacked(std::string_view bundle) {
  const auto broken = [](const std::string& why) {
    return Fault(Fault::Kind::not_loadable, "its compressed fat binary is broken: " + why);
  };
  try {
    const Header header = header_of(bundle);
    if (header.bytes > most_bytes) throw broken("it claims to hold more than 4 GiB");
    if (header.method != zlib_stream && header.method != zstd_stream)
      throw broken(fmt::format("it is compressed by a method {} that is not known", header.method));
    std::string text(header.bytes, '\0');
    const std::string_view stream = bundle.substr(header.in_front);
    if (!(header.method == zlib_stream ? inflate_all(stream, text) : decompress_all(stream, text)))
      throw broken("its stream does not match its header");
    return text;
  } catch (const Fault&) {
    throw;
  } catch (const std::runtime_error& error) {
    throw broken(error.what());
  }
}

}  // namespace hippuzzle::amd
