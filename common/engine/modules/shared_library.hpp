// A dlopened module, checked before it is opened and before anything in it is called.
#pragma once

#include <filesystem>
#include <string>

#include "engine/modules/module_note.hpp"

namespace hippuzzle {

// Opened once, with its own symbols only, and never closed: threads or a GPU runtime may live in it
// to the end of the process.
class SharedLibrary {
 public:
  // path must be absolute (dlopen searches elsewhere for a bare name). Throws Error(load_failed).
  explicit SharedLibrary(std::filesystem::path path);

  // The exported data symbol, whose struct begins {abi_version, struct_size}. Throws
  // Error(load_failed) when it is missing, of another version, or smaller than the Entry known
  // here.
  template <class Entry>
  const Entry& entry(const char* symbol) const {
    return *static_cast<const Entry*>(checked_entry(symbol, sizeof(Entry)));
  }

  // The exported data symbol, of whatever type. Throws Error(load_failed) when it is missing.
  const void* data(const char* symbol) const;

  const std::filesystem::path& path() const { return path_; }

 private:
  const void* checked_entry(const char* symbol, size_t expected_size) const;
  [[noreturn]] void refuse(const std::string& found) const;

  std::filesystem::path path_;
  void* handle_;
};

}  // namespace hippuzzle
