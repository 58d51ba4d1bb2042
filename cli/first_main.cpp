// hippuzzle-first: hippuzzle with the commands that a learner uses first. ./dev run builds it where
// nothing was built before, in less than half of the time; the others say what builds them.
#include "cli/commands/learning/learning_commands.hpp"
#include "cli/program/program.hpp"

namespace hippuzzle {

std::filesystem::path commands::write_lesson_page(const Lesson&, const std::filesystem::path&,
                                                  const GlobalOptions&) {
  throw not_built("show --web");
}

commands::RaceViews commands::race_views() { throw not_built("check --explain"); }

commands::Documents commands::documents(const std::string& words) { throw not_built(words); }

MemoryRates commands::memory_rates(const SearchPath&, const std::string&) {
  throw not_built("check --device NAME");
}

}  // namespace hippuzzle

int main(int argc, char** argv) {
  return hippuzzle::run_program(argc, argv, {.adders = hippuzzle::commands::learning_commands});
}
