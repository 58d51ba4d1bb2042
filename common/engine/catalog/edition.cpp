#include "engine/catalog/edition.hpp"

#include <fmt/format.h>

#include <toml++/toml.h>
#include <algorithm>

#include "engine/support/outcome.hpp"

namespace hippuzzle {
namespace {

// Reads values out of a TOML document; what is missing or of the wrong type is named with its
// place.
class Reader {
 public:
  explicit Reader(const std::filesystem::path& file) : file_(file) {}

  [[noreturn]] void refuse(const toml::source_region& at, const std::string& found) const {
    throw Error(Outcome::load_failed,
                fmt::format("{}:{}:{}: {}", file_.string(), at.begin.line, at.begin.column, found));
  }

  template <class T>
  T value(const toml::table& table, const char* key) const {
    const auto found = table[key].value<T>();
    if (!found) refuse(table.source(), fmt::format("'{}' is missing or of the wrong type", key));
    return *found;
  }

  const toml::table& subtable(const toml::table& table, const char* key) const {
    const toml::table* found = table[key].as_table();
    if (found == nullptr) refuse(table.source(), fmt::format("expected a table '{}'", key));
    return *found;
  }

  template <class T>
  std::vector<T> numbers(const toml::node* node, const toml::table& table, const char* key) const {
    const toml::array* array = node != nullptr ? node->as_array() : nullptr;
    if (array == nullptr) refuse(table.source(), fmt::format("expected an array '{}'", key));
    std::vector<T> values;
    for (const toml::node& element : *array) {
      const auto number = element.value<T>();
      if (!number) refuse(element.source(), fmt::format("expected a number in '{}'", key));
      values.push_back(*number);
    }
    return values;
  }

 private:
  const std::filesystem::path& file_;
};

hippuzzle_dim3 to_dim3(const std::vector<uint32_t>& xyz) {
  const auto at = [&](size_t i) { return i < xyz.size() ? xyz[i] : 1; };
  return {at(0), at(1), at(2)};
}

EditionVariant read_variant(const Reader& reader, const toml::table& table) {
  EditionVariant variant = {};
  variant.id = reader.value<std::string>(table, "id");
  variant.flag = reader.value<std::string>(table, "flag");
  variant.title = reader.value<std::string>(table, "title");
  const toml::table& runs = reader.subtable(table, "runs");
  variant.runs_id = reader.value<std::string>(runs, "id");
  variant.runs_flag = reader.value<std::string>(runs, "flag");
  variant.configuration.grid = to_dim3(reader.numbers<uint32_t>(table.get("grid"), table, "grid"));
  variant.configuration.block =
      to_dim3(reader.numbers<uint32_t>(table.get("block"), table, "block"));

  const auto extents = reader.numbers<uint64_t>(table.get("extents"), table, "extents");
  if (extents.size() > std::size(variant.example.extents.n)) {
    reader.refuse(table.source(), "'extents' has more than four numbers");
  }
  std::ranges::copy(extents, variant.example.extents.n);
  for (const auto& [name, values] : reader.subtable(table, "inputs")) {
    const std::string buffer(name.str());
    variant.example.inputs[buffer] = reader.numbers<double>(&values, table, buffer.c_str());
  }
  variant.example.expected = reader.numbers<double>(table.get("expected"), table, "expected");
  return variant;
}

}  // namespace

Edition::Edition(const std::filesystem::path& file) {
  if (!std::filesystem::exists(file)) {
    throw Error(Outcome::usage, fmt::format("there is no edition '{}' ({} does not exist); "
                                            "'classic' is the earlier edition",
                                            file.stem().string(), file.string()));
  }
  const Reader reader(file);
  try {
    const toml::table document = toml::parse_file(file.string());
    name_ = reader.value<std::string>(document, "edition");
    const toml::array* list = document["variant"].as_array();
    if (list == nullptr) reader.refuse(document.source(), "expected [[variant]] tables");
    for (const toml::node& node : *list) {
      if (!node.is_table()) reader.refuse(node.source(), "expected a [[variant]] table");
      variants_.push_back(read_variant(reader, *node.as_table()));
    }
  } catch (const toml::parse_error& error) {
    reader.refuse(error.source(), std::string(error.description()));
  }
}

std::vector<std::string> Edition::ids() const {
  std::vector<std::string> ids;
  for (const EditionVariant& variant : variants_) {
    if (std::ranges::find(ids, variant.id) == ids.end()) ids.push_back(variant.id);
  }
  return ids;
}

std::vector<const EditionVariant*> Edition::variants(const std::string& id) const {
  std::vector<const EditionVariant*> found;
  for (const EditionVariant& variant : variants_) {
    if (variant.id == id) found.push_back(&variant);
  }
  return found;
}

}  // namespace hippuzzle
