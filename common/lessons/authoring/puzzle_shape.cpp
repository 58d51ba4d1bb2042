#include "lessons/authoring/puzzle_shape.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>

#include "lessons/authoring/lesson_shape.hpp"
#include "lessons/authoring/markdown_outline.hpp"
#include "lessons/authoring/scaffold.hpp"
#include "lessons/puzzle_source.hpp"
#include "support/files/text_file.hpp"
#include "support/outcome.hpp"

namespace hippuzzle {
namespace fs = std::filesystem;
namespace {

using Names = std::vector<std::string>;

const Names lesson_files = {"README.md",    "answers.md",  "bindings.hip",
                            "hints.md",     "kernel.hip",  "puzzle.cpp",
                            "solution.hip", "solution.md", "threads.svg"};
const Names ladder_files = {"README.md", "answers.md", "bindings.hip", "puzzle.cpp",
                            "solution.hip"};
constexpr size_t fewest_wrong_kernels = 3;

bool is_in(std::string_view text, std::string_view characters) {
  return !text.empty() && text.find_first_not_of(characters) == text.npos;
}

constexpr std::string_view small_letters_and_lines = "abcdefghijklmnopqrstuvwxyz_";
constexpr std::string_view snake_letters = "abcdefghijklmnopqrstuvwxyz0123456789_";

std::string text_of(const fs::path& file) { return read_file(file).value_or(""); }

class PuzzleShape {
 public:
  explicit PuzzleShape(fs::path folder)
      : folder_(std::move(folder)), is_ladder_(fs::exists(folder_ / "rungs")) {}

  std::vector<ShapeFault> faults(const std::vector<fs::path>& all,
                                 const std::vector<Edition>& editions) {
    const auto id = puzzle_id(folder_);
    if (!id) {
      fault("", 0, "the folder's name is not like p16_matmul or gemm; rename it");
      return faults_;
    }
    if (!has_its_files()) return faults_;
    const auto registered = registered_puzzle(text_of(folder_ / "puzzle.cpp"));
    if (!registered || registered->id != *id) {
      fault("puzzle.cpp", registered ? registered->line : 0,
            fmt::format("it does not register '{0}' with a title; write HIPPUZZLE_PUZZLE(\"{0}\", "
                        "\"its title\", variants), or rename the folder",
                        *id));
      return faults_;
    }
    check_unique(*registered, all);
    check_bindings(*id);
    check_tiles();
    const LessonShape lesson{folder_, *id, registered->title, variants_};
    take(is_ladder_ ? ladder_faults(lesson) : lesson_faults(lesson));
    if (!is_ladder_) check_stub();
    check_wrong_kernels();
    take(edition_faults(lesson, editions));
    return faults_;
  }

 private:
  void fault(const fs::path& file, size_t line, std::string sentence) {
    faults_.push_back({file.empty() ? folder_ : folder_ / file, line, std::move(sentence)});
  }

  void take(std::vector<ShapeFault> faults) {
    std::ranges::move(faults, std::back_inserter(faults_));
  }

  bool has_its_files() {
    if (fs::exists(folder_ / "kernels.hip") && !fs::exists(folder_ / "bindings.hip")) {
      fault("kernels.hip", 0, "a puzzle's binding has another name; rename it to bindings.hip");
      return false;
    }
    for (const std::string& file : is_ladder_ ? ladder_files : lesson_files) {
      if (!fs::exists(folder_ / file)) {
        fault(file, 0,
              fmt::format("it is missing; every {} has one, add it",
                          is_ladder_ ? "ladder" : "puzzle"));
      }
    }
    return faults_.empty();
  }

  void check_unique(const RegisteredPuzzle& puzzle, const std::vector<fs::path>& all) {
    for (const fs::path& other : all) {
      if (other == folder_) continue;
      const auto found = registered_puzzle(text_of(other / "puzzle.cpp"));
      if (!found) continue;
      for (const auto& [mine, theirs, what] : {std::tuple(puzzle.id, found->id, "id"),
                                               std::tuple(puzzle.title, found->title, "title")}) {
        if (mine != theirs) continue;
        fault("puzzle.cpp", puzzle.line,
              fmt::format("'{}' is the {} of {} as well; choose another", mine, what,
                          other.filename().string()));
      }
    }
  }

  // Also keeps the variants' names, for checks that need one item for each.
  void check_bindings(const std::string& id) {
    const auto bound = bound_puzzle(text_of(folder_ / "bindings.hip"));
    if (!bound || bound->id != id) {
      fault("bindings.hip", bound ? bound->line : 0,
            fmt::format("it does not bind kernels of '{0}'; write HIPPUZZLE_BINDINGS(\"{0}\", …)",
                        id));
    }
    if (!bound) return;
    for (const auto& [name, line] : bound->variants) {
      if (std::ranges::find(variants_, name) != variants_.end()) {
        fault("bindings.hip", line,
              fmt::format("the variant '{}' is bound twice; remove one", name));
      } else {
        variants_.push_back(name);
      }
    }
  }

  // Kernels that the build compiles for several tiles take the side from it.
  void check_tiles() {
    const std::string config = text_of(folder_ / "config.hpp");
    const bool names_tiles = config.find("#define HIPPUZZLE_TILES ") != config.npos ||
                             config.find("#define HIPPUZZLE_MORE_TILES ") != config.npos;
    if (!names_tiles || config.find("#ifndef HIPPUZZLE_TILE\n") != config.npos) return;
    fault("config.hpp", 0,
          "it names tiles that kernels are compiled for, but gives HIPPUZZLE_TILE no usual side; "
          "write "
          "#ifndef HIPPUZZLE_TILE, #define HIPPUZZLE_TILE and #endif, and take the side from it");
  }

  // A learner fills in the stub, so its kernels are the same as the solution's.
  void check_stub() {
    const auto solution = kernel_signatures(text_of(folder_ / "solution.hip"));
    const auto stub = kernel_signatures(text_of(folder_ / "kernel.hip"));
    const auto find = [](const auto& kernels, const std::string& name) {
      return std::ranges::find(kernels, name, &KernelSignature::name);
    };
    for (const KernelSignature& kernel : stub) {
      const auto other = find(solution, kernel.name);
      if (other == solution.end()) {
        fault(
            "kernel.hip", kernel.line,
            fmt::format("solution.hip has no kernel {}; give both the same kernels", kernel.name));
      } else if (other->parameters != kernel.parameters) {
        fault("kernel.hip", kernel.line,
              fmt::format("{0} takes ({1}), in solution.hip ({2}); give both the same parameters",
                          kernel.name, kernel.parameters, other->parameters));
      }
    }
    const std::string bindings = text_of(folder_ / "bindings.hip");
    for (const KernelSignature& kernel : solution) {
      if (find(stub, kernel.name) != stub.end() || bindings.find(kernel.name) == bindings.npos)
        continue;  // the second: a helper, which a learner may call otherwise
      fault("solution.hip", kernel.line,
            fmt::format("kernel.hip has no kernel {}, which bindings.hip binds; add its stub there",
                        kernel.name));
    }
  }

  void check_wrong_kernels() {
    std::vector<fs::path> kernels;
    if (fs::is_directory(folder_ / "wrong")) {
      for (const auto& entry : fs::directory_iterator(folder_ / "wrong")) {
        if (entry.path().extension() == ".hip") kernels.push_back(entry.path());
      }
    }
    std::ranges::sort(kernels);
    if (kernels.size() < fewest_wrong_kernels) {
      fault("wrong", 0,
            fmt::format("it has {} wrong kernels, expected at least {}; add mistakes "
                        "that learners make",
                        kernels.size(), fewest_wrong_kernels));
    }
    const std::string mistakes =
        text_below(text_of(folder_ / "README.md"), "## Mistakes people make");
    for (const fs::path& kernel : kernels) check_wrong_kernel(kernel, mistakes);
  }

  void check_wrong_kernel(const fs::path& kernel, const std::string& mistakes) {
    const fs::path file = fs::path("wrong") / kernel.filename();
    const std::string name = kernel.stem();
    if (!is_in(name, snake_letters)) fault(file, 0, "its name is not in snake case; rename it");
    const std::string text = text_of(kernel);
    const std::string first = text.substr(0, text.find('\n'));
    if (!first.starts_with("// ") || !first.ends_with('.') || first.find(' ', 3) == first.npos) {
      fault(file, 1,
            "the first line is not a comment that names the mistake in a sentence; begin with one, "
            "hippuzzle shows it to learners who make it");
    }
    if (mistakes.find(name) == mistakes.npos) {
      fault("README.md", 0,
            fmt::format("'## Mistakes people make' does not name {}; describe its effect there",
                        name));
    }
  }

  fs::path folder_;
  bool is_ladder_;
  Names variants_;
  std::vector<ShapeFault> faults_;
};

}  // namespace

std::vector<fs::path> puzzle_folders(const fs::path& from) {
  const auto tree = source_tree(from);
  const fs::path home = tree ? *tree / "plugins" : from;
  std::vector<fs::path> folders;
  for (const auto& entry : fs::directory_iterator(home)) {
    const auto has = [&](const char* file) { return fs::exists(entry.path() / file); };
    if (has("puzzle.cpp") || has("bindings.hip") || has("kernels.hip"))
      folders.push_back(entry.path());
  }
  if (folders.empty()) {
    throw Error(Outcome::usage, fmt::format("no folder in {} has a puzzle.cpp; change to the "
                                            "folder that contains the puzzles' folders",
                                            home.string()));
  }
  std::ranges::sort(folders);
  return folders;
}

std::vector<fs::path> named_folders(const std::vector<fs::path>& folders, const Names& names) {
  std::vector<fs::path> named;
  for (const std::string& name : names) {
    const auto found = std::ranges::find_if(folders, [&](const fs::path& folder) {
      return folder.filename() == name || puzzle_id(folder) == name;
    });
    if (found == folders.end()) {
      throw Error(Outcome::usage, fmt::format("there is no folder of a puzzle '{}' in {}", name,
                                              folders.front().parent_path().string()));
    }
    named.push_back(*found);
  }
  return named;
}

std::vector<ShapeFault> shape_faults(const std::vector<fs::path>& folders,
                                     const std::vector<fs::path>& all,
                                     const std::vector<Edition>& editions) {
  std::vector<ShapeFault> faults;
  for (const fs::path& folder : folders) {
    for (ShapeFault& fault : PuzzleShape(folder).faults(all, editions))
      faults.push_back(std::move(fault));
  }
  return faults;
}

std::optional<std::string> puzzle_id(const fs::path& folder) {
  const std::string name = folder.filename();
  if (is_in(name, small_letters_and_lines)) return name;
  const size_t end = name.find('_');
  if (end == name.npos) return std::nullopt;
  const std::string id = name.substr(0, end);
  const bool numbered = id.starts_with('p') && is_in(id.substr(1), "0123456789");
  return numbered && is_in(name.substr(end + 1), snake_letters) ? std::optional(id) : std::nullopt;
}

}  // namespace hippuzzle
