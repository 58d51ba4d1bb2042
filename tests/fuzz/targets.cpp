#include "tests/fuzz/targets.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

namespace hippuzzle::fuzz {

std::span<const Target> targets() {
  static constexpr Target all[] = {
      {"events", read_events},
      {"trace", read_trace},
      {"source", read_source},
      {"preprocessed", read_preprocessed},
      {"diagnostics", read_diagnostics},
      {"module", read_module},
      {"listing", read_listing},
      {"debug_info", read_debug_info},
      {"suppressions", read_suppressions},
      {"toml", read_toml},
  };
  return all;
}

void require(bool holds, const char* promise) {
  if (holds) return;
  std::fprintf(stderr, "a promise does not hold: %s\n", promise);
  std::abort();
}

FileOf::FileOf(std::string_view bytes) : descriptor_(memfd_create("fuzz", MFD_CLOEXEC)) {
  require(descriptor_ >= 0, "a file in memory can be made");
  for (size_t written = 0; written < bytes.size();) {
    const ssize_t n = write(descriptor_, bytes.data() + written, bytes.size() - written);
    require(n > 0, "a file in memory can be written");
    written += static_cast<size_t>(n);
  }
  lseek(descriptor_, 0, SEEK_SET);
}

FileOf::~FileOf() { close(descriptor_); }

std::string FileOf::path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

}  // namespace hippuzzle::fuzz
