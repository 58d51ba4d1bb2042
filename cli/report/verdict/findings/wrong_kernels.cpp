#include "cli/report/verdict/findings/wrong_kernels.hpp"

#include <nlohmann/json.hpp>

#include "cli/report/verdict/findings/findings_json.hpp"

namespace hippuzzle {

std::string wrong_kernels_json(const std::vector<WrongKernel>& kernels) {
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (const WrongKernel& kernel : kernels) {
    nlohmann::ordered_json variants = nlohmann::ordered_json::array();
    for (const VariantResult& result : kernel.results) {
      if (result.outcome == Outcome::passed) continue;
      variants.push_back({{"variant", result.variant},
                          {"outcome", to_string(result.outcome)},
                          {"reason", result.reason},
                          {"findings", findings_json(result)}});
    }
    all.push_back({{"name", kernel.name},
                   {"sentence", kernel.sentence},
                   {"source", kernel.source},
                   {"variants", variants}});
  }
  const nlohmann::ordered_json document = {{"version", 1}, {"kernels", all}};
  return document.dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace hippuzzle
