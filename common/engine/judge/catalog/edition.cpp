#include "engine/judge/catalog/edition.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "support/outcome.hpp"
#include "support/text/toml.hpp"

namespace hippuzzle {
namespace {

hippuzzle_dim3 to_dim3(const TomlTable& table, const char* key) {
  const std::vector<uint64_t> xyz = table.whole_numbers(key, UINT32_MAX);
  const auto at = [&](size_t i) { return i < xyz.size() ? static_cast<uint32_t>(xyz[i]) : 1; };
  return {at(0), at(1), at(2)};
}

EditionVariant read_variant(const TomlTable& table) {
  EditionVariant variant = {};
  variant.id = table.string("id");
  variant.flag = table.string("flag");
  variant.title = table.string("title");
  const TomlTable runs = table.table("runs");
  variant.runs_id = runs.string("id");
  variant.runs_flag = runs.string("flag");
  variant.configuration.grid = to_dim3(table, "grid");
  variant.configuration.block = to_dim3(table, "block");

  const std::vector<uint64_t> extents = table.whole_numbers("extents");
  if (extents.size() > std::size(variant.example.extents.n)) {
    table.refuse("extents", "at most four numbers");
  }
  std::ranges::copy(extents, variant.example.extents.n);
  const TomlTable inputs = table.table("inputs");
  for (const std::string& buffer : inputs.keys()) {
    variant.example.inputs[buffer] = inputs.numbers(buffer);
  }
  variant.example.expected = table.numbers("expected");
  return variant;
}

}  // namespace

Edition::Edition(const std::filesystem::path& file) {
  if (!std::filesystem::exists(file)) {
    throw Error(Outcome::usage, fmt::format("there is no edition '{}' ({} does not exist); "
                                            "'classic' is the earlier edition, 'current' this one",
                                            file.stem().string(), file.string()));
  }
  const TomlTable document(file, Outcome::load_failed);
  name_ = document.string("edition");
  for (const TomlTable& variant : document.tables("variant")) {
    variants_.push_back(read_variant(variant));
  }
}

std::vector<Edition> editions_in(const std::filesystem::path& folder) {
  std::vector<Edition> editions;
  for (const std::string& name : toml_names_in(folder))
    editions.emplace_back(folder / (name + ".toml"));
  return editions;
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
