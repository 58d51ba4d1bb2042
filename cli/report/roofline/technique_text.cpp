#include "cli/report/roofline/technique_text.hpp"

#include <algorithm>

namespace hippuzzle {
namespace {

struct Words {
  const char* name;
  const char* shown_by;
};

Words words_of(Technique technique) {
  switch (technique) {
    case Technique::none:
      return {"", ""};
    case Technique::coalescing:
      return {"memory coalescing", "gemm --coalesced"};
    case Technique::shared_tiling:
      return {"shared memory tiling", "p16 --tiled"};
    case Technique::bank_layout:
      return {"a layout without bank conflicts", "bank_conflicts"};
    case Technique::register_blocking:
      return {"register blocking", "gemm --register-blocked"};
    case Technique::fusion:
      return {"kernel fusion", "fusion"};
    case Technique::more_blocks:
      return {"more blocks", "p12 --many-blocks"};
    case Technique::overlap:
      return {"asynchronous memory copies", "gemm --fp32-best"};
    case Technique::narrower_arithmetic:
      return {"mixed precision", "gemm --mma-bf16"};
  }
  return {"", ""};
}

}  // namespace

std::string name_of(Technique technique) { return words_of(technique).name; }

std::string shown_by(Technique technique, const Catalog& catalog, const std::string& puzzle,
                     const std::string& variant) {
  const std::string words = words_of(technique).shown_by;
  if (words == puzzle + " --" + variant) return "";
  if (words.empty() || catalog.edition().empty()) return words;
  const size_t end = std::min(words.find(' '), words.size());
  const auto there = catalog.id_of(words.substr(0, end));
  return there ? *there + words.substr(end) : "--edition current " + words;
}

}  // namespace hippuzzle
