// A second data symbol that a module may export: an extension that modules of before do not have.
#pragma once

#include "engine/modules/shared_library.hpp"

namespace hippuzzle {

// Whether the module exports the data symbol.
bool has_entry(const SharedLibrary& module, const char* symbol);

// nullptr when it exports none of that name. Throws as SharedLibrary::entry() does.
template <class Entry>
const Entry* optional_entry(const SharedLibrary& module, const char* symbol) {
  return has_entry(module, symbol) ? &module.entry<Entry>(symbol) : nullptr;
}

}  // namespace hippuzzle
