#include "cli/app/studio/kernel_files.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/app/learner/learner.hpp"
#include "support/files/path_below.hpp"
#include "support/files/source_file.hpp"
#include "support/files/text_file.hpp"
#include "support/text/plain_text.hpp"
#include "support/text/sha256.hpp"

namespace hippuzzle {
namespace fs = std::filesystem;

KernelFiles::KernelFiles(const GlobalOptions& globals, Workspace workspace, bool is_read_only)
    : globals_(globals), workspace_(std::move(workspace)), is_read_only_(is_read_only) {}

CatalogEntry KernelFiles::puzzle(const std::string& id) const {
  const auto ids = globals_.catalog().ids();
  if (std::ranges::find(ids, id) == ids.end()) {
    throw Error(Outcome::usage, fmt::format("there is no puzzle '{}'", escaped_name(id)));
  }
  return globals_.catalog().open(id);
}

std::string KernelFiles::variant(const CatalogEntry& entry, const std::string& flag) const {
  if (flag.empty() || std::ranges::find(entry.refs, flag, &VariantRef::flag) != entry.refs.end()) {
    return flag;
  }
  throw Error(Outcome::usage, fmt::format("{} has no variant '{}'", entry.id, escaped_name(flag)));
}

Lesson KernelFiles::lesson(const CatalogEntry& entry) const {
  return {globals_.catalog(), entry.refs.front().puzzle->id()};
}

fs::path KernelFiles::file(const CatalogEntry& entry) const {
  return workspace_.kernels(lesson(entry));
}

bool KernelFiles::has_stub(const CatalogEntry& entry) const { return lesson(entry).has_stub(); }

// A link may lead a puzzle's folder anywhere.
void KernelFiles::require_writable(const Lesson& lesson) const {
  lesson.require_stub();
  if (is_read_only_) {
    throw Error(Outcome::usage, "the studio is read-only: nothing is written");
  }
  const fs::path folder = workspace_.kernels(lesson).parent_path();
  if (!is_below(fs::weakly_canonical(folder), workspace_.root())) {
    throw Error(Outcome::usage,
                fmt::format("{} is a link out of the workspace: nothing is written there",
                            folder.filename().string()));
  }
}

void KernelFiles::begin(const CatalogEntry& entry) const {
  const Lesson of = lesson(entry);
  if (!of.has_stub() || is_read_only_) return;
  require_writable(of);
  begin_puzzle(workspace_, of, globals_.search_path().prefix());
}

StudioKernel KernelFiles::read(const CatalogEntry& entry) const {
  const Lesson of = lesson(entry);
  StudioKernel kernel{.puzzle = entry.id,
                      .title = entry.title,
                      .variants = {},
                      .file = "",
                      .text = std::nullopt,
                      .version = "",
                      .stub = ""};
  for (const VariantRef& ref : entry.refs) kernel.variants.push_back(ref.flag);
  if (!of.has_stub()) return kernel;
  const fs::path path = workspace_.kernels(of);
  kernel.file = path.lexically_relative(workspace_.root()).string();
  kernel.stub = of.stub();
  kernel.text = read_source_file(path);
  if (!kernel.text) return kernel;
  kernel.version = sha256(*kernel.text);
  return kernel;
}

bool KernelFiles::write(const CatalogEntry& entry, const std::string& version,
                        const std::string& text) const {
  const Lesson of = lesson(entry);
  require_writable(of);
  const fs::path path = workspace_.kernels(of);
  const auto present = read_source_file(path);
  if (version != (present ? sha256(*present) : "")) return false;
  if (present != text) replace_file(path, text);
  return true;
}

void KernelFiles::reset(const CatalogEntry& entry) const {
  const Lesson of = lesson(entry);
  require_writable(of);
  workspace_.reset(of);
  open_progress(workspace_).forget_verdicts(of.puzzle());
}

}  // namespace hippuzzle
