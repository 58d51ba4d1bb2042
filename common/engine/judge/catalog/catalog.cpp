#include "engine/judge/catalog/catalog.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "support/outcome.hpp"

namespace hippuzzle {
namespace {

std::shared_ptr<const JudgeModule> open_puzzle(const SearchPath& search_path,
                                               const std::string& id) {
  const auto module = search_path.judge_module(id);
  if (!module) {
    const auto unbuilt = search_path.unbuilt_ids();
    if (std::ranges::find(unbuilt, id) != unbuilt.end()) {
      throw Error(Outcome::not_built, fmt::format("{} is not built", id),
                  Advice{.kind = Advice::build_everything});
    }
    throw Error(Outcome::load_failed, fmt::format("there is no judge/{}.so in {}; build the puzzle",
                                                  id, search_path.describe()));
  }
  return std::make_shared<const JudgeModule>(*module, id);
}

std::optional<Edition> open_edition_file(const SearchPath& search_path, const std::string& name) {
  if (name.empty() || name == this_edition) return std::nullopt;
  return Edition(search_path.shared_data() / "editions" / (name + ".toml"));
}

}  // namespace

Catalog::Catalog(const SearchPath& search_path, const std::string& edition)
    : search_path_(search_path), edition_(open_edition_file(search_path, edition)) {}

std::vector<std::string> Catalog::ids() const {
  if (!ids_) ids_ = edition_ ? edition_->ids() : search_path_.puzzle_ids();
  return *ids_;
}

std::vector<std::string> Catalog::unbuilt_ids() const {
  if (!edition_) return search_path_.unbuilt_ids();
  std::vector<std::string> ids = edition_->ids();
  std::erase_if(ids, [&](const std::string& id) {
    return std::ranges::all_of(edition_->variants(id), [&](const EditionVariant* variant) {
      return search_path_.judge_module(variant->runs_id).has_value();
    });
  });
  return ids;
}

std::vector<std::string> Catalog::all_ids() const {
  std::vector<std::string> all = ids();
  for (std::string& id : unbuilt_ids()) {
    if (std::ranges::find(all, id) == all.end()) all.push_back(std::move(id));
  }
  return all;
}

CatalogEntry Catalog::open(const std::string& id) const {
  if (edition_) return open_edition(id);
  const auto puzzle = open_puzzle(search_path_, id);
  CatalogEntry entry{id, puzzle->title(), {}};
  for (const hippuzzle_variant& variant : puzzle->variants()) {
    entry.refs.push_back({puzzle, &variant, id, variant.name, std::nullopt});
  }
  return entry;
}

std::optional<std::string> Catalog::id_of(const std::string& module) const {
  if (!edition_) return module;
  const auto& all = edition_->all();
  const auto found = std::ranges::find(all, module, &EditionVariant::runs_id);
  return found == all.end() ? std::nullopt : std::optional(found->id);
}

CatalogEntry Catalog::open_edition(const std::string& id) const {
  CatalogEntry entry{id, "", {}};
  for (const EditionVariant* e : edition_->variants(id)) {
    const auto puzzle = open_puzzle(search_path_, e->runs_id);
    const hippuzzle_variant* variant = puzzle->find(e->runs_flag);
    if (variant == nullptr) {
      throw Error(Outcome::load_failed,
                  fmt::format("the edition '{}' runs {} --{}, which {} does not have",
                              edition_->name(), e->runs_id, e->runs_flag, e->runs_id));
    }
    entry.title = e->title;
    entry.refs.push_back({puzzle, variant, id, e->flag, e->example});
  }
  return entry;
}

}  // namespace hippuzzle
