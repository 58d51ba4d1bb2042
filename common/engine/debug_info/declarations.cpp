#include "engine/debug_info/declarations.hpp"

#include <dwarf.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <string_view>

#include "engine/debug_info/dwarf_module.hpp"

namespace hippuzzle {
namespace {

DeclaredAt place_of(Dwarf_Die* die) {
  DeclaredAt place;
  if (const char* file = dwarf_decl_file(die)) {
    place.file = std::filesystem::path(file).lexically_normal();
  }
  dwarf_decl_line(die, &place.line);
  dwarf_decl_column(die, &place.column);
  return place;
}

bool flag(Dwarf_Die* die, unsigned name) {
  Dwarf_Attribute attribute;
  bool value = false;
  dwarf_formflag(dwarf_attr_integrate(die, name, &attribute), &value);
  return value;
}

// The entry that this one defines or is an instance of; false when it stands for itself.
bool origin_of(Dwarf_Die* die, Dwarf_Die* origin) {
  Dwarf_Attribute attribute;
  for (const unsigned name : {DW_AT_specification, DW_AT_abstract_origin}) {
    if (dwarf_formref_die(dwarf_attr(die, name, &attribute), origin) != nullptr) return true;
  }
  return false;
}

Declaration declaration_of(Dwarf_Die* die) {
  Declaration found;
  if (const char* name = dwarf_diename(die)) found.name = name;
  found.is_implicit = flag(die, DW_AT_artificial);
  Dwarf_Die part = *die, origin;
  found.places.push_back(place_of(&part));
  while (origin_of(&part, &origin)) {
    found.places.push_back(place_of(&origin));
    part = origin;
  }
  return found;
}

void look_at_type(Dwarf_Die* variable, Declaration& found) {
  Dwarf_Attribute attribute;
  Dwarf_Die type = *variable, next;
  while (dwarf_formref_die(dwarf_attr_integrate(&type, DW_AT_type, &attribute), &next) != nullptr) {
    type = next;
    const int tag = dwarf_tag(&type);
    if (tag == DW_TAG_const_type) found.is_const = true;
    if (tag == DW_TAG_array_type) found.is_array = true;
    if (tag != DW_TAG_const_type && tag != DW_TAG_array_type && tag != DW_TAG_typedef &&
        tag != DW_TAG_volatile_type)
      return;
  }
}

class Collector {
 public:
  Collector(Declarations& all, Dwarf_Addr base) : all_(all), base_(base) {}

  void collect(Dwarf_Die* parent, bool in_function) {
    Dwarf_Die child;
    if (dwarf_child(parent, &child) != 0) return;
    do {
      switch (dwarf_tag(&child)) {
        case DW_TAG_namespace:
        case DW_TAG_structure_type:
        case DW_TAG_class_type:
        case DW_TAG_union_type:
        case DW_TAG_lexical_block:
          collect(&child, in_function);
          break;
        case DW_TAG_subprogram:
          add_function(&child);
          collect(&child, true);
          break;
        case DW_TAG_variable:
          if (!in_function) add_variable(&child);
          break;
        default:
          break;
      }
    } while (dwarf_siblingof(&child, &child) == 0);
  }

 private:
  void add_function(Dwarf_Die* die) {
    Dwarf_Addr begin = 0;
    if (dwarf_lowpc(die, &begin) != 0) return;
    Declaration found = declaration_of(die);
    found.is_implicit |= found.name == "operator()" && is_in_lambda(die);
    all_.functions.try_emplace(begin - base_, std::move(found));
  }

  // True if its class has no name, or a name that no source can spell.
  static bool is_in_lambda(Dwarf_Die* die) {
    Dwarf_Die origin = *die, next;
    while (origin_of(&origin, &next)) origin = next;
    Dwarf_Die* scopes = nullptr;
    const int count = dwarf_getscopes_die(&origin, &scopes);
    const char* name = count > 1 ? dwarf_diename(&scopes[1]) : "";
    const bool is_lambda = count > 1 && (name == nullptr || name[0] == '<');
    std::free(scopes);
    return is_lambda;
  }

  void add_variable(Dwarf_Die* die) {
    Dwarf_Attribute attribute;
    Declaration found = declaration_of(die);
    look_at_type(die, found);
    if (dwarf_attr(die, DW_AT_location, &attribute) == nullptr) {
      const char* name = dwarf_formstring(dwarf_attr(die, DW_AT_linkage_name, &attribute));
      if (name != nullptr && found.is_const) all_.constants.try_emplace(name, std::move(found));
      return;
    }
    Dwarf_Op* operations = nullptr;
    size_t count = 0;
    if (dwarf_getlocation(&attribute, &operations, &count) == 0 && count == 1 &&
        operations[0].atom == DW_OP_addr) {
      all_.variables.try_emplace(operations[0].number - base_, std::move(found));
    }
  }

  Declarations& all_;
  Dwarf_Addr base_;
};

// The begin of the line's `//` comment, or the line's end.
size_t end_of_code(std::string_view line) { return std::min(line.find("//"), line.size()); }

bool is_in_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  for (size_t i = 0; i < text.size(); ++i) {
    if (!is_in_word(text[i])) continue;
    const size_t begin = i;
    while (i < text.size() && is_in_word(text[i])) ++i;
    words.emplace_back(text.substr(begin, i - begin));
  }
  return words;
}

// The begin of the declaration that the text's end belongs to.
size_t begin_of_declaration(std::string_view text) {
  int depth = 0;
  for (size_t i = text.size(); i-- > 0;) {
    const char c = text[i];
    if (c == ')') ++depth;
    if (c == '(') --depth;
    if (depth > 0) continue;
    const bool is_label =
        c == ':' && (i == 0 || text[i - 1] != ':') && (i + 1 == text.size() || text[i + 1] != ':');
    if (c == ';' || c == '{' || c == '}' || is_label) return i + 1;
  }
  return 0;
}

}  // namespace

Declarations declarations_of(const std::filesystem::path& module) {
  Declarations all;
  const DwarfModule dwarf(module.string());
  if (dwarf.get() == nullptr) return all;
  Dwarf_Addr bias = 0;
  for (Dwarf_Die* unit = nullptr;
       (unit = dwfl_module_nextcu(dwarf.get(), unit, &bias)) != nullptr;) {
    Collector(all, dwarf.base() - bias).collect(unit, false);
  }
  return all;
}

std::vector<std::string> words_before(const DeclaredAt& place, SourceLines& lines) {
  constexpr int most_lines = 12;  // of a declaration before the name
  if (place.line < 1 || place.column < 1) return {};
  const std::string last = lines.whole_line(place.file, place.line);
  std::string text = last.substr(0, static_cast<size_t>(place.column) - 1);
  for (int line = place.line - 1; line > 0 && line > place.line - most_lines; --line) {
    const std::string whole = lines.whole_line(place.file, line);
    if (whole.starts_with('#') || begin_of_declaration(text) != 0) break;
    text = whole.substr(0, end_of_code(whole)) + "\n" + text;
  }
  return words_of(std::string_view(text).substr(begin_of_declaration(text)));
}

bool is_constant_memory(const Declaration& declaration, SourceLines& lines) {
  return std::ranges::any_of(declaration.places, [&](const DeclaredAt& place) {
    return place.line != 0 && !is_library(place.file) &&
           std::ranges::count(words_before(place, lines), "__constant__") != 0;
  });
}

}  // namespace hippuzzle
