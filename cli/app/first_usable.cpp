#include "cli/app/first_usable.hpp"

#include <fmt/format.h>

namespace hippuzzle {

FirstUsable first_usable(const std::string& backend, const SearchPath& search_path,
                         const std::string& puzzle, int device, Learner* learner,
                         const UseCandidate& use) {
  FirstUsable found;
  for (Choice& choice : choices(backend, search_path, puzzle, device)) {
    if (learner != nullptr) learner->take_part(choice, puzzle);
    const std::string why_not = choice.candidate ? use(*choice.candidate) : choice.why_not;
    if (why_not.empty()) {
      found.candidate = std::move(choice.candidate);
      break;
    }
    found.passed_over.push_back({choice.platform, why_not});
  }
  return found;
}

std::string to_string(const std::vector<PassedOver>& passed_over) {
  std::string text;
  for (const PassedOver& p : passed_over) {
    text += fmt::format("{}{}: {}", text.empty() ? "" : "; ", p.platform, p.why);
  }
  return text;
}

}  // namespace hippuzzle
