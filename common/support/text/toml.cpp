#include "support/text/toml.hpp"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <optional>
#include <type_traits>

#include "support/files/text_file.hpp"
#include "support/text/plain_text.hpp"

namespace hippuzzle {
// Global, because a member type of TomlTable must not be local to this file.
struct TomlFile {
  std::filesystem::path path;
  Outcome outcome;
  std::string advice;
  toml::table root;

  [[noreturn]] void refuse(const toml::source_position& at, const std::string& why) const {
    throw Error(outcome, fmt::format("{}:{}:{}: {}{}{}", path.string(), at.line, at.column,
                                     without_control_bytes(why),  // a key may have a zero byte
                                     advice.empty() ? "" : "; ", advice));
  }
};

namespace {

std::string describe(const toml::node& node) {
  if (const auto* text = node.as_string()) return fmt::format("the string \"{}\"", text->get());
  if (const auto* number = node.as_integer()) return fmt::format("{}", number->get());
  if (const auto* number = node.as_floating_point()) return fmt::format("{}", number->get());
  if (const auto* boolean = node.as_boolean()) return boolean->get() ? "true" : "false";
  if (const auto* array = node.as_array()) return fmt::format("an array of {}", array->size());
  return node.is_table() ? "a table" : "a date or time";
}

}  // namespace

struct TomlTable::Impl {
  std::shared_ptr<const TomlFile> file;
  const toml::table* table;  // of the file

  // Refuses a key whose value is not the expected one: node, or nothing.
  [[noreturn]] void refuse(const toml::node* node, const std::string& key,
                           const std::string& expected) const {
    if (node == nullptr) {
      file->refuse(table->source().begin, fmt::format("found no '{}', expected {}", key, expected));
    }
    file->refuse(node->source().begin,
                 fmt::format("found {} at '{}', expected {}", describe(*node), key, expected));
  }

  // convert(node) returns the key's value, or nothing when it is something else.
  template <class Convert>
  auto value(const std::string& key, const std::string& expected, const Convert& convert) const {
    const toml::node* node = table->get(key);
    const auto found = node == nullptr ? std::nullopt : convert(*node);
    if (!found) refuse(node, key, expected);
    return *found;
  }

  // The same of each item of an array. items: "strings"; item: "a string".
  template <class Convert>
  auto values(const std::string& key, const std::string& items, const std::string& item,
              const Convert& convert) const {
    const toml::node* node = table->get(key);
    const toml::array* array = node == nullptr ? nullptr : node->as_array();
    if (array == nullptr) refuse(node, key, "an array of " + items);
    std::vector<typename std::invoke_result_t<Convert, const toml::node&>::value_type> all;
    for (const toml::node& element : *array) {
      const auto found = convert(element);
      if (!found) refuse(&element, key, item);
      all.push_back(*found);
    }
    return all;
  }
};

namespace {

std::optional<std::string> text_of(const toml::node& node) {
  return node.value_exact<std::string>();
}

std::optional<double> number_of(const toml::node& node) { return node.value<double>(); }

std::optional<const toml::table*> table_of(const toml::node& node) {
  return node.is_table() ? std::optional(node.as_table()) : std::nullopt;
}

}  // namespace

TomlTable::TomlTable(const std::filesystem::path& path, Outcome outcome,
                     const std::string& advice) {
  const auto text = read_file(path);
  if (!text) {
    throw Error(outcome, fmt::format("there is no file {}{}{}", path.string(),
                                     advice.empty() ? "" : "; ", advice));
  }
  const auto file = std::make_shared<TomlFile>(TomlFile{path, outcome, advice, {}});
  try {
    file->root = toml::parse(*text);
  } catch (const toml::parse_error& error) {
    file->refuse(error.source().begin, std::string(error.description()));
  }
  impl_ = std::make_shared<Impl>(Impl{file, &file->root});
}

bool TomlTable::has(const std::string& key) const { return impl_->table->contains(key); }

std::vector<std::string> TomlTable::keys() const {
  std::vector<std::string> keys;
  for (const auto& [key, node] : *impl_->table) keys.emplace_back(key.str());
  std::ranges::sort(keys);
  return keys;
}

std::string TomlTable::string(const std::string& key) const {
  return impl_->value(key, "a string", text_of);
}

double TomlTable::number(const std::string& key) const {
  return impl_->value(key, "a number", number_of);
}

std::vector<std::string> TomlTable::strings(const std::string& key) const {
  return impl_->values(key, "strings", "a string", text_of);
}

std::vector<double> TomlTable::numbers(const std::string& key) const {
  return impl_->values(key, "numbers", "a number", number_of);
}

std::vector<uint64_t> TomlTable::whole_numbers(const std::string& key, uint64_t most) const {
  const auto convert = [&](const toml::node& node) -> std::optional<uint64_t> {
    const auto number = node.value_exact<int64_t>();
    if (!number || *number < 0 || static_cast<uint64_t>(*number) > most) return std::nullopt;
    return static_cast<uint64_t>(*number);
  };
  return impl_->values(key, "whole numbers", fmt::format("a whole number from 0 to {}", most),
                       convert);
}

TomlTable TomlTable::table(const std::string& key) const {
  const auto* found = impl_->value(key, "a table", table_of);
  return TomlTable(std::make_shared<Impl>(Impl{impl_->file, found}));
}

std::vector<TomlTable> TomlTable::tables(const std::string& key) const {
  std::vector<TomlTable> all;
  for (const toml::table* found : impl_->values(key, "tables", "a table", table_of)) {
    all.push_back(TomlTable(std::make_shared<Impl>(Impl{impl_->file, found})));
  }
  return all;
}

void TomlTable::refuse(const std::string& key, const std::string& expected) const {
  impl_->refuse(impl_->table->get(key), key, expected);
}

std::vector<std::string> toml_names_in(const std::filesystem::path& folder) {
  std::vector<std::string> names;
  std::error_code none;
  for (const auto& entry : std::filesystem::directory_iterator(folder, none)) {
    if (entry.path().extension() == ".toml") names.push_back(entry.path().stem().string());
  }
  std::ranges::sort(names);
  return names;
}

}  // namespace hippuzzle
