// The members of a struct by name, each named once. Writing, reading, comparing and
// filling in tests visit all of them.
#pragma once

#include <concepts>
#include <string_view>
#include <type_traits>

namespace hippuzzle::fields {

// Cuts the first name off "a, b, c".
inline std::string_view next_name(std::string_view& names) {
  const size_t comma = names.find(',');
  const std::string_view name = names.substr(0, comma);
  names.remove_prefix(comma == names.npos ? names.size() : comma + 2);
  return name;
}

template <class Visit, class... Members>
void visit_named(const Visit& visit, std::string_view names, Members&... members) {
  (visit(next_name(names), members), ...);
}

}  // namespace hippuzzle::fields

// To be written after an aggregate, in its namespace: HIPPUZZLE_FIELDS(Type, a, b, c) with all of
// its members in their order. A member that is left out does not compile. for_each_field(value,
// visit) calls visit(name, member) for each, struct_name(pointer) is the type's own name.
#define HIPPUZZLE_FIELDS(Type, ...)                                     \
  constexpr std::string_view struct_name(const Type*) { return #Type; } \
  template <class Self, class Visit>                                    \
  requires std::same_as<std::remove_const_t<Self>, Type>                \
  void for_each_field(Self& self, const Visit& visit) {                 \
    auto& [__VA_ARGS__] = self;                                         \
    ::hippuzzle::fields::visit_named(visit, #__VA_ARGS__, __VA_ARGS__); \
  }

// The same for a struct without members.
#define HIPPUZZLE_NO_FIELDS(Type)                                       \
  static_assert(std::is_empty_v<Type>);                                 \
  constexpr std::string_view struct_name(const Type*) { return #Type; } \
  template <class Self, class Visit>                                    \
  requires std::same_as<std::remove_const_t<Self>, Type>                \
  void for_each_field(Self&, const Visit&) {}

namespace hippuzzle {

template <class T>
concept HasFields = requires(T& value) {
  for_each_field(value, [](std::string_view, auto&) {});
};

}  // namespace hippuzzle
