#include "cli/app/run/choose_platform.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace hippuzzle {

PlatformChoice choose_platform(const std::string& backend, const SearchPath& search_path,
                               const std::string& puzzle, const WantedDevice& device,
                               Learner* learner, const UseCandidate& use) {
  PlatformChoice found;
  for (Choice& choice : choices(backend, search_path, puzzle, device)) {
    if (learner != nullptr) learner->modules().take_part(choice, puzzle);
    const std::string why_not = choice.candidate ? use(*choice.candidate) : choice.why_not;
    if (why_not.empty()) {
      found.candidate = std::move(choice.candidate);
      break;
    }
    found.passed_over.push_back({choice.platform, why_not, !missing_hardware(choice.platform)});
  }
  return found;
}

std::string to_string(const std::vector<PassedOver>& passed_over) {
  std::string text;
  for (const PassedOver& p : passed_over) {
    text += fmt::format("{}{}: {}", text.empty() ? "" : "; ",
                        p.has_hardware ? hardware(p.platform) : p.platform, p.why);
  }
  return text;
}

std::string why_none(const std::vector<PassedOver>& passed_over) {
  std::vector<PassedOver> here;
  std::ranges::copy_if(passed_over, std::back_inserter(here), &PassedOver::has_hardware);
  return to_string(here.empty() ? passed_over : here);
}

std::string choice_sentence(const std::string& platform,
                            const std::vector<PassedOver>& passed_over) {
  std::vector<PassedOver> here;
  std::ranges::copy_if(passed_over, std::back_inserter(here), &PassedOver::has_hardware);
  if (here.empty())
    return fmt::format("no GPU is visible here, so the kernels run on {}", platform);
  return fmt::format(
      "running on {}, and not on the GPU that is here: {} (--backend {} asks for this)", platform,
      to_string(here), platform);
}

void tell_choice(const std::string& platform, const std::vector<PassedOver>& passed_over,
                 logging::Level level) {
  if (passed_over.empty()) return;
  logging::debug("passed over: {}", to_string(passed_over));
  const bool is_loud = std::ranges::any_of(passed_over, &PassedOver::has_hardware);
  logging::write(is_loud ? logging::Level::warning : level, choice_sentence(platform, passed_over));
}

}  // namespace hippuzzle
