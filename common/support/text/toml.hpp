// Configuration files in TOML. A missing value or a wrong type is an error of one form:
// "devices/h200.toml:7:8: found the string "fast" at 'dram', expected a number".
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "support/outcome.hpp"

namespace hippuzzle {

// A table of such a file. It keeps the whole file; copies are cheap.
class TomlTable {
 public:
  // The file's own table. Errors, also of the functions below, have that outcome, and their
  // sentence ends with the advice, if any. Throws Error when the file is missing or no TOML.
  TomlTable(const std::filesystem::path& file, Outcome outcome, const std::string& advice = "");

  bool has(const std::string& key) const;
  std::vector<std::string> keys() const;  // sorted

  // The value of the key. Throw Error when it holds nothing or something else. Numbers are whole or
  // not; whole numbers are not negative and not larger than `most`.
  std::string string(const std::string& key) const;
  double number(const std::string& key) const;
  std::vector<std::string> strings(const std::string& key) const;
  std::vector<double> numbers(const std::string& key) const;
  std::vector<uint64_t> whole_numbers(const std::string& key, uint64_t most = INT64_MAX) const;
  TomlTable table(const std::string& key) const;
  std::vector<TomlTable> tables(const std::string& key) const;  // [[key]]

  // Throws the Error that the key's value differs from the expected one, or that it has none.
  [[noreturn]] void refuse(const std::string& key, const std::string& expected) const;

 private:
  struct Impl;
  explicit TomlTable(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}

  std::shared_ptr<const Impl> impl_;
};

// The names of the TOML files in a folder without their ending, sorted; none where there is not a
// folder.
std::vector<std::string> toml_names_in(const std::filesystem::path& folder);

}  // namespace hippuzzle
