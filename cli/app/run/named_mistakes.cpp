#include "cli/app/run/named_mistakes.hpp"

#include <filesystem>
#include <utility>

#include "cli/report/advice_text.hpp"
#include "cli/terminal/screen/logging.hpp"
#include "engine/judge/known_mistakes.hpp"

namespace hippuzzle {

void NamedMistakes::add_to(VariantResult& result, const VariantRef& ref) {
  if (result.outcome != Outcome::wrong_answer && result.outcome != Outcome::findings) return;
  const std::string& id = ref.puzzle->id();
  if (ref.example || !result.size.empty()) return;
  if (learner_ != nullptr && learner_->has_stub_alone(id)) return;
  if (const auto recorded = search_path_.recorded_mistakes(id)) {
    // A result calls its variant as the reader's edition does, a record as the puzzle does.
    std::string shown = std::exchange(result.variant, ref.variant->name);
    result.mistakes = KnownMistakes(*recorded).recognise(result);
    result.variant = std::move(shown);
    return;
  }
  const auto folder = search_path_.puzzle_folder(id);
  if (!folder || !search_path_.in_build_tree() || !std::filesystem::exists(*folder / "wrong"))
    return;
  if (std::exchange(missing_told_, true)) return;
  logging::info("{}", in_words("the known mistakes, of which this may be one, are not recorded",
                               Advice{.kind = Advice::build_everything}));
}

}  // namespace hippuzzle
