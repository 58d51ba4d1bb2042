// A puzzle as the judge knows it: its judge module, opened and checked.
#pragma once

#include <hippuzzle/puzzle.h>

#include <filesystem>
#include <span>
#include <string>

#include "engine/modules/abi_types.hpp"
#include "engine/modules/shared_library.hpp"

namespace hippuzzle {

class JudgeModule {
 public:
  // Throws Error(load_failed) when the module is refused or its registration is not well formed.
  JudgeModule(const std::filesystem::path& judge_module, const std::string& id);

  std::string id() const { return entry_->id; }
  std::string title() const { return entry_->title; }
  std::span<const hippuzzle_variant> variants() const { return variants_; }

  // nullptr when there is none of that name.
  const hippuzzle_variant* find(const std::string& variant) const;

 private:
  SharedLibrary library_;
  const hippuzzle_puzzle* entry_;
  std::span<const hippuzzle_variant> variants_;
};

}  // namespace hippuzzle
