// The learner's files as the studio reads and writes them. A file is named by its puzzle, which is
// looked up in the catalog, so no request can name a path. The file on the disk is the truth: a
// write says which version it replaces, and fails when that is not the present one.
#pragma once

#include <optional>
#include <string>

#include "cli/args/global_options.hpp"
#include "cli/report/studio/studio_json.hpp"
#include "lessons/workspace.hpp"

namespace hippuzzle {

class KernelFiles {
 public:
  KernelFiles(const GlobalOptions& globals, Workspace workspace, bool is_read_only);

  // The catalog's puzzle of that id. Throws Error(usage) for any other text.
  CatalogEntry puzzle(const std::string& id) const;

  // The flag of one of its variants, or "". Throws Error(usage) for any other text.
  std::string variant(const CatalogEntry& entry, const std::string& flag) const;

  // Puts the stub there where there is no file and it may be written.
  void begin(const CatalogEntry& entry) const;

  StudioKernel read(const CatalogEntry& entry) const;
  std::filesystem::path file(const CatalogEntry& entry) const;
  bool has_stub(const CatalogEntry& entry) const;

  // False, and nothing is written, when the file has another version. Throws Error(usage) where
  // nothing may be written.
  bool write(const CatalogEntry& entry, const std::string& version, const std::string& text) const;

  // Puts the stub back; the file is kept next to it.
  void reset(const CatalogEntry& entry) const;

 private:
  Lesson lesson(const CatalogEntry& entry) const;
  void require_writable(const Lesson& lesson) const;

  const GlobalOptions& globals_;
  Workspace workspace_;
  bool is_read_only_;
};

}  // namespace hippuzzle
