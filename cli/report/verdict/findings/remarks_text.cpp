#include "cli/report/verdict/findings/remarks_text.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "cli/terminal/text/text_layout.hpp"
#include "engine/results/names.hpp"

namespace hippuzzle {
namespace {

std::string array_of(const Remark& r) {
  return r.array.empty() ? (r.shared ? "shared memory" : "global memory")
                         : fmt::format("'{}'", r.array);
}

std::string time_text(double seconds) {
  return seconds < 1e-6   ? fmt::format("{:.3g} ns", seconds * 1e9)
         : seconds < 1e-3 ? fmt::format("{:.3g} \u00b5s", seconds * 1e6)
                          : fmt::format("{:.3g} ms", seconds * 1e3);
}

std::string cost(const Remark& r, const MemoryRates& rates) {
  if (r.spared_bytes == 0) return "";
  const char* const where = r.shared ? "shared memory" : "L2";
  if (const double time = spared_seconds(r, rates); time > 0) {
    return fmt::format("; at least {} of {}'s {}", time_text(time), rates.device, where);
  }
  return fmt::format("; {} bytes of {}", r.spared_bytes, where);
}

}  // namespace

std::string remark_sentence(const Remark& r) {
  const std::string array = array_of(r);
  switch (r.kind) {
    case RemarkKind::uncoalesced:
      return fmt::format(
          "{}s of {} ask for {} sectors, {} would do if the lanes of a warp took "
          "neighbours",
          word_of(r.access), array, r.count, r.needed);
    case RemarkKind::bank_conflicts:
      return fmt::format("{} of {} takes {} wavefronts, {} without bank conflicts",
                         word_of(r.access), array, r.count, r.needed);
    case RemarkKind::divergence:
      return fmt::format(
          "{} of {} is {} requests, most lanes missing; {} would do if neighbouring lanes "
          "shared the work",
          word_of(r.access), array, r.count, r.needed);
    case RemarkKind::repeated_reads:
      return fmt::format(
          "a tile in shared memory, or a variable, would save {} of {} reads of {}: "
          "the block has read these elements before",
          r.count - r.needed, r.count, array);
    case RemarkKind::repeated_writes:
      return fmt::format(
          "{} of {} writes of {} overwrite a value of the same thread; keep it "
          "in a variable and write once",
          r.count - r.needed, r.count, array);
    case RemarkKind::repeated_atomics:
      break;
  }
  return fmt::format(
      "{} of {} atomic operations on {} change a value that the block changed before; add up "
      "in the block first",
      r.count - r.needed, r.count, array);
}

double spared_seconds(const Remark& r, const MemoryRates& rates) {
  const double rate = r.shared ? rates.shared : rates.l2;
  return rate == 0 ? 0 : static_cast<double>(r.spared_bytes) / (rate * 1e9);
}

std::string remarks_text(const VariantResult& result, size_t width) {
  std::string text;
  for (const Remark& r : remarks(result.counts)) {
    const std::string line = fmt::format("remark: {} ({}:{}){}", remark_sentence(r),
                                         std::filesystem::path(r.place.file).filename().string(),
                                         r.place.line, cost(r, result.rates));
    std::string indent = "  ";
    for (const std::string& part : wrapped(line, std::max<size_t>(width, 40) - 4)) {
      text += indent + part + "\n";
      indent = "    ";
    }
  }
  return text;
}

}  // namespace hippuzzle
