// An ordered list of roots, searched for modules, each laid out as
//   <root>/judge/p16.so   <root>/cpu/p16.so   <root>/nvidia/p16.so   <root>/amd/p16.so
//   <root>/cpu/p16.check.so   <root>/mistakes/p16.json   <root>/mistakes/p16.findings.json
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace hippuzzle {

class SearchPath {
 public:
  // Searches from front to back: the --plugin-path directories, the directories in
  // HIPPUZZLE_PLUGIN_PATH
  // (colon-separated), then ../lib/hippuzzle of the running binary, then `behind`, which adds
  // puzzles and takes the place of none. Roots are made absolute.
  explicit SearchPath(const std::vector<std::filesystem::path>& plugin_paths,
                      const std::vector<std::filesystem::path>& behind = {});

  // Puts a workspace's root first. It is searched for kernels only: expected outputs never come
  // from a folder that a learner writes.
  void set_workspace(const std::filesystem::path& root);

  // <root>/judge/<id>.so of the first root that has it.
  std::optional<std::filesystem::path> judge_module(const std::string& id) const;

  // <root>/<platform>/<id>.so of the first root that has it.
  std::optional<std::filesystem::path> kernel_module(const std::string& platform,
                                                     const std::string& id) const;

  // The same, but never a learner's: the module that came with the puzzle.
  std::optional<std::filesystem::path> reference_module(const std::string& platform,
                                                        const std::string& id) const;

  // <root>/cpu/<id>.check.so of the first root that has it: kernels compiled to be checked.
  std::optional<std::filesystem::path> checked_module(const std::string& id) const;

  // libhippuzzle_device_<platform>.so next to the shipped modules.
  std::optional<std::filesystem::path> device_runtime(const std::string& platform) const;

  // A file next to the shipped modules: roofline/cpu/ceilings.so.
  std::optional<std::filesystem::path> shipped(const std::filesystem::path& name) const;

  // <root>/mistakes/<id>.json of the first root that has it.
  std::optional<std::filesystem::path> recorded_mistakes(const std::string& id) const;

  // <root>/mistakes/<id>.findings.json of the first root that has it: the findings in wrong
  // kernels.
  std::optional<std::filesystem::path> recorded_findings(const std::string& id) const;

  // The sources of a puzzle, for learners: <root>/puzzles/<id>_<name> of the first root that has
  // such a folder; of the shipped root it is share/hippuzzle/puzzles/<id>_<name>.
  std::optional<std::filesystem::path> puzzle_folder(const std::string& id) const;

  // The folder that holds bin, lib and share of this hippuzzle.
  std::filesystem::path prefix() const;

  // ../share/hippuzzle of the running binary: editions, lessons, templates.
  std::filesystem::path shared_data() const;

  // The ids of all judge modules: p01, p02 …, then the words. Opens nothing.
  std::vector<std::string> puzzle_ids() const;

  // The ids of puzzles whose sources are there and whose judge modules are not: in a source tree of
  // which only a part was built.
  std::vector<std::string> unbuilt_ids() const;

  // Whether this hippuzzle runs from the tree that it was built in, of which a part may be missing;
  // else it is installed.
  bool in_build_tree() const;

  // The roots as "a, b and c", for messages.
  std::string describe() const;

 private:
  std::optional<std::filesystem::path> find(const std::filesystem::path& name) const;

  const std::filesystem::path& shipped_root() const { return roots_[shipped_]; }

  std::vector<std::filesystem::path> roots_;
  size_t shipped_ = 0;  // of the roots
  std::optional<std::filesystem::path> workspace_;
};

}  // namespace hippuzzle
